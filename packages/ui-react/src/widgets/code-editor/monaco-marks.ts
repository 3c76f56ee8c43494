// Ranges with a message: underlined, on a tinted line, with the message on hover.
import { Range } from 'monaco-editor/editor/editor.api'
import type { editor } from 'monaco-editor/editor/editor.api'

import type { EditorMark } from './editor-props.js'
import styles from './code-editor.module.css'
import type { EditorText } from './editor-text.js'
import { positionIn } from './monaco-text.js'
import type { Monaco } from './monaco.js'

/** Shows the marks and scrolls to the first; returns how to remove them. */
export function showMarks(monaco: Monaco, text: EditorText, marks: readonly EditorMark[]): () => void {
  const decorations = marks.flatMap((mark) => {
    const range = rangeOf(monaco, text, mark)
    return [
      { range, options: { className: 'squiggly-error', hoverMessage: { value: asMarkdown(mark.message) } } },
      { range, options: { isWholeLine: true, className: styles.markedLine ?? '', zIndex: -1 } },
    ] satisfies editor.IModelDeltaDecoration[]
  })
  const shown = monaco.createDecorationsCollection(decorations)
  const [first] = decorations
  if (first) monaco.revealRangeInCenterIfOutsideViewport(first.range)
  return () => shown.clear()
}

/** Underlines what the grammar refuses and unknown names, without a message or scrolling. Returns how to remove them. */
export function showProblems(monaco: Monaco, text: EditorText, problems: readonly EditorMark[]): () => void {
  const shown = monaco.createDecorationsCollection(
    problems.map((problem) => ({
      range: rangeOf(monaco, text, problem),
      options: {
        className: problem.isWarning ? 'squiggly-warning' : 'squiggly-error',
        hoverMessage: { value: asMarkdown(problem.message) },
      },
    })),
  )
  return () => shown.clear()
}

/** At least one character wide: an error at the end of the text must be visible too. */
function rangeOf(monaco: Monaco, text: EditorText, mark: EditorMark): Range {
  const isEmpty = mark.endOffset <= mark.startOffset
  const isAtEnd = isEmpty && mark.startOffset >= text.latest.length
  const start = positionIn(monaco, text, isAtEnd ? Math.max(0, mark.startOffset - 1) : mark.startOffset)
  const end = positionIn(monaco, text, isEmpty && !isAtEnd ? mark.startOffset + 1 : mark.endOffset)
  return Range.fromPositions(start, end)
}

/** Messages are plain text: an asterisk in an error of PostgreSQL is an asterisk. */
export function asMarkdown(message: string): string {
  return message.replace(/[\\`*_{}[\]()<>#+\-.!|~&]/g, '\\$&').replace(/\n/g, '  \n')
}
