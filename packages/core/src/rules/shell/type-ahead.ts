/**
 * Keys that are pressed after a menu was asked for and before its field is there: they are kept, and go into the field.
 * @rule type-ahead  @spec §5
 */
import type { KeyPress } from './shortcuts.js'

/** How long a field may be on its way, in milliseconds; later keys belong to the page again. */
export const TYPE_AHEAD_MS = 5000

/**
 * The text with one more key; undefined: the key is no text. Enter changes nothing: a match that was not seen is not taken.
 * @param text what was typed so far
 */
export function typedAhead(text: string, press: KeyPress): string | undefined {
  // Ctrl with Alt is AltGr, which types characters.
  const isCommand = press.metaKey || (press.ctrlKey && !press.altKey)
  if (press.isComposing || isCommand) return undefined
  if (press.key === 'Enter') return text
  if (press.key === 'Backspace') return [...text].slice(0, -1).join('')
  return [...press.key].length === 1 ? text + press.key : undefined
}
