// Positions in Monaco (lines and columns) and offsets in our text (UTF-16). The two texts are the
// same but for line ends: a text that mixes them keeps its mixture until the first edit.
import { Selection } from 'monaco-editor/editor/editor.api'
import type { IPosition, editor } from 'monaco-editor/editor/editor.api'
import { changedRange } from '@basedeck/core/rules'

import type { EditorSelection } from './editor-props.js'
import type { EditorViewState, EditorText } from './editor-text.js'
import { lineEndOf, movedOffset, withLineEnd } from './line-ends.js'
import type { Monaco } from './monaco.js'

/** The offset in our text of a position in the editor. */
export function offsetIn(monaco: Monaco, text: EditorText, position: IPosition): number {
  const model = modelOf(monaco)
  return movedOffset(model.getValue(), text.latest, model.getOffsetAt(position))
}

/** The position in the editor of an offset in our text. */
export function positionIn(monaco: Monaco, text: EditorText, offset: number): IPosition {
  const model = modelOf(monaco)
  return model.getPositionAt(movedOffset(text.latest, model.getValue(), offset))
}

/** The selected text; undefined when nothing is selected. */
export function selectionIn(monaco: Monaco, text: EditorText): EditorSelection | undefined {
  const selection = monaco.getSelection()
  if (!selection || selection.isEmpty()) return undefined
  const offset = offsetIn(monaco, text, selection.getStartPosition())
  const end = offsetIn(monaco, text, selection.getEndPosition())
  return { text: text.latest.slice(offset, end), offset }
}

/** The selection, or the cursor as an empty range. */
export function rangeIn(monaco: Monaco, text: EditorText): { start: number; end: number } {
  const selection = monaco.getSelection() ?? new Selection(1, 1, 1, 1)
  return {
    start: offsetIn(monaco, text, selection.getStartPosition()),
    end: offsetIn(monaco, text, selection.getEndPosition()),
  }
}

/** Makes the editor show a text as one undo step. */
export function showText(monaco: Monaco, text: string): void {
  const model = modelOf(monaco)
  const lineEnd = lineEndOf(text)
  model.pushStackElement()
  // A text of one line has no line end: the current one stays.
  if (/[\r\n]/.test(text) && model.getEOL() !== lineEnd) {
    model.pushEOL(lineEnd === '\r\n' ? CRLF : LF)
  }
  const { start, end, text: replacement } = changedRange(model.getValue(), withLineEnd(text, lineEnd))
  const range = Selection.fromPositions(model.getPositionAt(start), model.getPositionAt(end))
  model.pushEditOperations(monaco.getSelections(), [{ range, text: replacement }], () => null)
  model.pushStackElement()
}

/** Takes over text, selection and scroll from the previous editor. */
export function enter(monaco: Monaco, text: EditorText): void {
  if (text.latest !== text.given) showText(monaco, text.latest)
  if (!text.viewState) return
  const { anchorOffset, cursorOffset, scrollTop, scrollLeft, hasFocus } = text.viewState
  const anchor = positionIn(monaco, text, anchorOffset)
  monaco.setSelection(Selection.fromPositions(anchor, positionIn(monaco, text, cursorOffset)))
  monaco.setScrollPosition({ scrollTop, scrollLeft })
  if (hasFocus) monaco.focus()
}

/** Selection, scroll position and focus of the editor. */
export function viewStateOf(monaco: Monaco, text: EditorText): EditorViewState {
  const selection = monaco.getSelection() ?? new Selection(1, 1, 1, 1)
  const { selectionStartLineNumber, selectionStartColumn } = selection
  const anchor = { lineNumber: selectionStartLineNumber, column: selectionStartColumn }
  return {
    anchorOffset: offsetIn(monaco, text, anchor),
    cursorOffset: offsetIn(monaco, text, selection.getPosition()),
    scrollTop: monaco.getScrollTop(),
    scrollLeft: monaco.getScrollLeft(),
    hasFocus: monaco.hasTextFocus(),
  }
}

// Monaco's `EndOfLineSequence`, which is an enumeration without values at run time.
const LF: editor.EndOfLineSequence = 0
const CRLF: editor.EndOfLineSequence = 1

function modelOf(monaco: Monaco): editor.ITextModel {
  const model = monaco.getModel()
  if (!model) throw new Error('The editor has no text any more.')
  return model
}
