/**
 * The keys of staged edits: Mod+Z takes a step back, Mod+Shift+Z and Mod+Y bring it again, Mod+S saves.
 * @rule grid.edit-keys  @spec §4
 */
import type { KeyPress } from '../shell/shortcuts.js'

/** The action of this key press on staged edits; undefined: none. */
export function editKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyPress, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>):
  | 'undo'
  | 'redo'
  | 'save'
  | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo'
    case 'y':
      return 'redo'
    case 's':
      return shiftKey ? undefined : 'save'
  }
  return undefined
}
