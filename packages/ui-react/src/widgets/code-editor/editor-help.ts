// What an editor can ask while one writes. Offsets are UTF-16 offsets in the whole text; an end is exclusive.
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
  /** Other names are known from now on. Returns how to stop listening. */
  onNames(listener: () => void): () => void
}

/** The help, whose files come when an editor asks for them. */
export interface DeferredEditorHelp {
  open(): Promise<EditorHelp>
}
