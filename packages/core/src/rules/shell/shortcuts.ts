/**
 * Which action a key press means. A bare key has no action while typing; Meta or Ctrl with a key, without Alt or Shift,
 * means the same everywhere.
 * @rule shortcuts  @spec §2, §5
 */

/** `mod`: Meta or Ctrl is held. */
export interface ShortcutKey {
  key: string
  mod?: true
  /** Shift alone is held; only a list, a grid and the panes have such keys. */
  shift?: true
  /** Shift and Alt are held; only an editor has such keys. */
  shiftAlt?: true
  /** Shift and Meta or Ctrl are held; only an editor has such keys. */
  modShift?: true
}

/** A key press. */
export interface KeyPress {
  /** The character, or the key's name. */
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** A character is being composed from several keys. */
  isComposing: boolean
  /** The key is held down and repeats. */
  repeat: boolean
}

/** An action with its keys. */
export interface Shortcut {
  /** Each of them triggers the action. */
  keys?: readonly ShortcutKey[]
  /** Why the action is disabled: the key then does nothing. */
  refusal?: string
}

/**
 * The action that a key press means.
 * @param isTyping the press goes into a field or an editor
 */
export function pressedShortcut<Some extends Shortcut>(
  shortcuts: readonly Some[],
  press: KeyPress,
  isTyping: boolean,
): Some | undefined {
  if (press.isComposing || press.repeat || press.altKey) return undefined
  const mod = press.ctrlKey || press.metaKey
  if (mod ? press.shiftKey : isTyping) return undefined
  return shortcuts.find(
    ({ keys, refusal }) =>
      refusal === undefined &&
      keys?.some(
        (key) =>
          !key.shift &&
          !key.shiftAlt &&
          !key.modShift &&
          (key.mod ?? false) === mod &&
          isSame(key, press.key),
      ),
  )
}

/** With Meta or Ctrl, Caps Lock changes nothing; a bare capital is another key. */
function isSame({ key, mod }: ShortcutKey, pressed: string): boolean {
  return mod ? key === pressed.toLowerCase() : key === pressed
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Enter: '↵',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  ContextMenu: 'Menu',
}

/** The notation of a key on this machine: `⌘K` or `Ctrl K`. */
export function keyText({ key, mod, shift, shiftAlt, modShift }: ShortcutKey, isApple: boolean): string {
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  if (shift) return isApple ? `⇧${name}` : `Shift ${name}`
  if (shiftAlt) return isApple ? `⇧⌥${name}` : `Shift Alt ${name}`
  if (modShift) return isApple ? `⇧⌘${name}` : `Ctrl Shift ${name}`
  if (!mod) return name
  return isApple ? `⌘${name}` : `Ctrl ${name}`
}
