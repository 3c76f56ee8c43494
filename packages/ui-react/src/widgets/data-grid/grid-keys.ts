// The keys of a cell, where they differ from those of the grid library:
// the row numbers are no cells, and Tab leaves the grid instead of visiting every cell.

import { editKey } from '@basedeck/core/rules'

/** A cell as the grid counts: column 0 is the row number, row -1 the header. */
export interface GridPosition {
  column: number
  row: number
}

export interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

export type KeyEffect =
  | { type: 'leave' }
  | { type: 'stay' }
  | { type: 'go'; to: GridPosition }
  | { type: 'open' }
  /** What the cell leads to. */
  | { type: 'link' }
  /** The row as a form. */
  | { type: 'row' }
  | { type: 'menu' }
  /** Extends the block by one cell. */
  | { type: 'extend'; rows: number; columns: number }
  | { type: 'all' }
  /** The whole rows of the block, or of the cell. */
  | { type: 'take-rows' }
  | { type: 'find' }
  /** Edits the cell; `typed` replaces its value. */
  | { type: 'edit'; typed?: string }
  /** Empties the chosen cells, or deletes the chosen rows. */
  | { type: 'clear' }
  /** The present date or time into the cell. */
  | { type: 'present' }
  /** The first row into the rest of the block. */
  | { type: 'fill' }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'save' }
  /** On the head of a column. */
  | { type: 'sort'; adds: boolean }
  | { type: 'column-menu' }
  /** Reduces the block to the cell. */
  | { type: 'single' }

export const ARROWS: Readonly<Record<string, { rows: number; columns: number }>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
}

/** The keys of a grid whose cells can be changed, before its other keys. */
export function editKeyEffect(pressed: PressedKey, position: GridPosition): KeyEffect | undefined {
  const isMod = pressed.ctrlKey || pressed.metaKey
  const action = editKey(pressed)
  if (action) return { type: action }
  if (position.row < 0 || position.column === 0) return undefined
  if (isMod && !pressed.altKey && !pressed.shiftKey && pressed.key.toLowerCase() === 'd')
    return { type: 'fill' }
  if (isMod && !pressed.altKey && pressed.key === ';') return { type: 'present' }
  if (isMod && !pressed.altKey && pressed.key === 'Enter') return { type: pressed.shiftKey ? 'row' : 'link' }
  if (isMod || pressed.altKey) return typesByAlt(pressed) ? { type: 'edit', typed: pressed.key } : undefined
  switch (pressed.key) {
    case ' ':
      return pressed.shiftKey ? undefined : { type: 'edit', typed: ' ' }
    case 'F2':
      return { type: 'edit' }
    case 'Enter':
      return pressed.shiftKey ? { type: 'open' } : { type: 'edit' }
    case 'Delete':
    case 'Backspace':
      return { type: 'clear' }
    // An input method or a dead key begins a character: it goes on in the field.
    case 'Process':
    case 'Dead':
      return { type: 'edit', typed: '' }
    default:
      // A key of one character types; names of other keys are longer.
      return [...pressed.key].length === 1 ? { type: 'edit', typed: pressed.key } : undefined
  }
}

/** Alt (with Ctrl on Windows) types signs such as `@` on many keyboards; with a letter it opens a menu. */
function typesByAlt({ key, altKey, ctrlKey, metaKey }: PressedKey): boolean {
  return altKey && !metaKey && [...key].length === 1 && (ctrlKey || !/^[a-z0-9 ]$/i.test(key))
}

/** Undefined where the grid library handles the key. */
export function keyEffect(pressed: PressedKey, position: GridPosition): KeyEffect | undefined {
  const isMod = pressed.ctrlKey || pressed.metaKey
  const isPlain = !isMod && !pressed.shiftKey && !pressed.altKey
  const isOnCell = position.row >= 0
  const step = ARROWS[pressed.key]
  if (step && isOnCell && pressed.shiftKey && !pressed.altKey) {
    // With Mod it extends to the edge; no result is longer.
    const far = isMod ? Number.MAX_SAFE_INTEGER : 1
    return { type: 'extend', rows: step.rows * far, columns: step.columns * far }
  }
  switch (pressed.key) {
    case 'a':
      return isOnCell && isMod && !pressed.shiftKey && !pressed.altKey ? { type: 'all' } : undefined
    case ' ':
      return isOnCell && pressed.shiftKey && !isMod && !pressed.altKey ? { type: 'take-rows' } : undefined
    case 'f':
      return isMod && !pressed.shiftKey && !pressed.altKey ? { type: 'find' } : undefined
    case 'Escape':
      return isOnCell && isPlain ? { type: 'single' } : undefined
    case 'Tab':
      return { type: 'leave' }
    case 'Home':
      return { type: 'go', to: { column: 1, row: isMod ? 0 : position.row } }
    case 'ArrowLeft':
      return position.column <= 1 && isPlain ? { type: 'stay' } : undefined
    case 'Enter':
      if (!isOnCell) return isMod ? undefined : { type: 'sort', adds: pressed.shiftKey }
      return isPlain ? { type: 'open' } : undefined
    case 'ContextMenu':
      return { type: isOnCell ? 'menu' : 'column-menu' }
    case 'F10':
      return pressed.shiftKey ? { type: isOnCell ? 'menu' : 'column-menu' } : undefined
    default:
      return undefined
  }
}
