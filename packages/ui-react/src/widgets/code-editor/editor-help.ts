// The language help of an editor. Offsets are UTF-16 offsets in the whole text; an end is exclusive.
import type { FormattedText, ShownHover, ShownSignature, TextRange } from '@basedeck/core'
import type { Completion } from '@basedeck/core/rules'

export interface EditorHelp {
  complete(text: string, offset: number): Completion
  /** What the key does to the first suggestion, when none was chosen. */
  suggestionKey(text: string, offset: number, key: 'Enter' | 'Tab'): 'accept' | 'type'
  hover(text: string, offset: number): ShownHover | null
  signature(text: string, offset: number): ShownSignature | null
  format(text: string, cursor: number, range?: TextRange): Promise<FormattedText | null>
  look(text: string, cursor: number | undefined): void
  /** Calls back when the known names change. Returns how to stop listening. */
  onNames(listener: () => void): () => void
}

/** The help, whose files are loaded when an editor opens it. */
export interface DeferredEditorHelp {
  open(): Promise<EditorHelp>
}
