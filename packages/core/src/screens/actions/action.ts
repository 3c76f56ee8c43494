import type { Shortcut } from '../../rules/shell/shortcuts.js'

/** Something that can be done: the command menu, the sheet of the keys, menus and buttons all offer the same ones. */
export interface Action extends Shortcut {
  id: string
  label: string
  /** Said beside it. */
  detail?: string
  /** Whether its key says the refusal; without it the key is the browser's while it is refused. */
  tellsRefusal?: true
  run(): void
}
