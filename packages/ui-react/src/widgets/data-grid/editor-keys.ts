// The keys of the field over a cell, as in every spreadsheet: Enter and Tab keep the value and go on, Escape drops it,
// Alt+Enter and Shift+Enter break the line where the value can have several. In a field that a typed character opened the
// arrows keep the value and go on too, and Mod+Enter gives the value to each selected cell.
import { ARROWS, type PressedKey } from './grid-keys.js'

export type EditorKeyEffect =
  | { type: 'keep'; step: { rows: number; columns: number } }
  | { type: 'fill' }
  | { type: 'break' }
  | { type: 'drop' }
  | { type: 'save' }

export interface EditorKeys {
  /** Whether the value may have several lines. */
  takesBreaks: boolean
  /** It was opened by typing, and nothing but typing was done in it since. */
  isTyped: boolean
  /** Several cells are selected. */
  hasBlock: boolean
  /** The focus is on a button below the field: Enter presses it, Tab goes on to the next one. */
  isOnButton: boolean
}

/** Undefined where the field handles the key. */
export function editorKeyEffect(
  { key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey,
  { takesBreaks, isOnButton, isTyped, hasBlock }: EditorKeys,
): EditorKeyEffect | undefined {
  const isMod = ctrlKey || metaKey
  if (key === 'Escape') return { type: 'drop' }
  if (isMod && key.toLowerCase() === 's') return { type: 'save' }
  if (isOnButton) return undefined
  if (key === 'Tab') return { type: 'keep', step: { rows: 0, columns: shiftKey ? -1 : 1 } }
  const arrow = isTyped && !isMod && !altKey && !shiftKey ? ARROWS[key] : undefined
  if (arrow) return { type: 'keep', step: arrow }
  if (key !== 'Enter') return undefined
  if (isMod && hasBlock) return { type: 'fill' }
  if (takesBreaks && !isMod && (altKey || shiftKey)) return { type: 'break' }
  return { type: 'keep', step: { rows: shiftKey ? -1 : 1, columns: 0 } }
}
