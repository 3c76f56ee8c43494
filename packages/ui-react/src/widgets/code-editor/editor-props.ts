// What an editor of SQL is given, and what can be asked of it.
import type { ReactNode, Ref } from 'react'

import type { LateEditorHelp } from './editor-help.js'
import type { EditorText } from './editor-text.js'

/** The selected text and where it begins: a UTF-16 offset in the whole text. */
export interface EditorSelection {
  text: string
  offset: number
}

/** A place in the text with something to say about it. Offsets are UTF-16, the end is exclusive. */
export interface EditorMark {
  startOffset: number
  endOffset: number
  message: string
  /** It may be right all the same. */
  isWarning?: boolean
}

/** Content above the line of an offset. It moves with the text; a zone with another offset is not another zone. */
export interface EditorZone {
  offset: number
  content: ReactNode
}

/** What a screen can ask of an editor it shows. Offsets are UTF-16 offsets in the whole text. */
export interface CodeEditorHandle {
  focus(): void
  /** Undefined when nothing is selected. */
  selection(): EditorSelection | undefined
  cursorOffset(): number
  /** Puts the cursor at the offset and scrolls it into view; the focus stays where it is. */
  reveal(offset: number): void
  /** The selection, or the place of the cursor; the end is exclusive. */
  range(): { start: number; end: number }
  /** Puts a text in the place of the selection, or where the cursor stands, as one step that undo takes back. */
  insert(text: string): void
  /** Formats the selection, or the whole text; one undo takes it back. */
  format(): void
}

export interface CodeEditorProps {
  /** The accessible name of the text field. */
  label: string
  /** The text. A later value replaces what is shown unless it only repeats what `onChange` told. */
  value: string
  theme: 'light' | 'dark'
  /** Underlined places, as offsets in the newest text; the first is scrolled into view when they change. */
  marks: readonly EditorMark[]
  /** Called with the whole text after every edit of the user; its line ends are of the kind it came with. */
  onChange(text: string): void
  /** Called on Mod+Enter; undefined when nothing is selected. */
  onRun(selection: EditorSelection | undefined): void
  /** Called on Mod+J with the selection, or the place of the cursor. */
  onAsk?(range: { start: number; end: number }): void
  /** Something that stands between the lines of the text. */
  zone?: EditorZone | undefined
  /** What it says while one writes; without it, it is silent. */
  help?: LateEditorHelp
  /** Underlined places without a word to the user; they scroll nothing. */
  problems?: readonly EditorMark[]
  readOnly?: boolean
  /** Takes the focus when it appears. */
  startsFocused?: boolean
  ref?: Ref<CodeEditorHandle>
}

/** What each of the two editors gets: the text is the same object for both. */
export interface EditorInPlaceProps extends CodeEditorProps {
  text: EditorText
}
