/** Keyboard shortcuts in the notation of this machine. */
import { keyText, type ShortcutKey } from '@basedeck/core/rules'

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform)

/** `⌘K` or `Ctrl K`. */
export function keyLabel(key: ShortcutKey): string {
  return keyText(key, IS_APPLE)
}

/** `⌘↵` or `Ctrl ↵`. */
export function modKey(key: string): string {
  return keyLabel({ key, mod: true })
}
