// The props of an editor of code, and the methods of its handle.
import type { ReactNode, Ref } from 'react'

import type { DeferredEditorHelp } from './editor-help.js'
import type { EditorText } from './editor-text.js'

/** The selected text and where it begins: a UTF-16 offset in the whole text. */
export interface EditorSelection {
  text: string
  offset: number
}

/** A range of the text with a message. Offsets are UTF-16, the end is exclusive. */
export interface EditorMark {
  startOffset: number
  endOffset: number
  message: string
  /** A warning: the text may still be correct. */
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
  /** The selection, or the cursor as an empty range; the end is exclusive. */
  range(): { start: number; end: number }
  /** Replaces the selection by a text, or inserts it at the cursor, as one undo step. */
  insert(text: string): void
  /** Formats the selection, or the whole text; one undo takes it back. */
  format(): void
}

/** Languages whose words have colours. */
export type EditorLanguage = 'sql' | 'typescript' | 'json' | 'plain'

export interface CodeEditorProps {
  /** Of an editor that is open it does not change. Default: SQL. */
  language?: EditorLanguage
  /** The accessible name of the text field. */
  label: string
  /** How the keyboard leaves it: told with its name, and shown when a key led into it. */
  leaveHint: string
  /** The text. A later value replaces what is shown unless it only repeats the text of `onChange`. */
  value: string
  theme: 'light' | 'dark'
  /** Underlined ranges, as offsets in the newest text; the first is scrolled into view when they change. */
  marks: readonly EditorMark[]
  /** Called with the whole text after every edit of the user; its line ends are of the kind it came with. */
  onChange(text: string): void
  /** Called on Mod+Enter; undefined when nothing is selected. */
  onRun(selection: EditorSelection | undefined): void
  /** Called on Mod+J with the selection, or the cursor as an empty range. */
  onAsk?(range: { start: number; end: number }): void
  /** An element between the lines of the text. */
  zone?: EditorZone | undefined
  /** The address of declarations that completion and hover know in TypeScript. Null, absent: they know none. */
  types?: string | null
  /** Completion, hover and formatting; absent: none. */
  help?: DeferredEditorHelp
  /** Underlined ranges without a message; they do not scroll the editor. */
  problems?: readonly EditorMark[]
  readOnly?: boolean
  /** Takes the focus when it appears. */
  startsFocused?: boolean
  ref?: Ref<CodeEditorHandle>
}

/** The props of both editors, which share one text object. */
export interface SharedEditorProps extends CodeEditorProps {
  text: EditorText
}
