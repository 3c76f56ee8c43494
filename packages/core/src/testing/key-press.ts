/** Key presses of tests. */
import type { KeyPress } from '../rules/shell/shortcuts.js'

/** A key alone, or with what is `held`. */
export function keyPress(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    repeat: false,
    ...held,
  }
}
