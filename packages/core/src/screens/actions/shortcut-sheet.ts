/** All keys, in groups: those of the actions, and those that the editor, the grid and the lists have of their own. */
import { computed, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { ShortcutKey } from '../../rules/shortcuts.js'
import { commandText } from '../../text/command-menu.js'
import type { Action } from './action.js'

/** Keys that belong together, under a title. */
export interface ShortcutGroup {
  key: string
  title: string
  rows: { key: string; label: string; keys: readonly ShortcutKey[]; refusal?: string }[]
}

/** The sheet of all keys while it is open. */
export interface ShortcutSheet extends Disposable {
  readonly $groups: ReadableAtom<ShortcutGroup[]>
  close(): void
}

const mod = (key: string): ShortcutKey => ({ key, mod: true })
const bare = (...keys: string[]): ShortcutKey[] => keys.map((key) => ({ key }))
const { keys: labels, sheet: titles } = commandText

const OWN_KEYS = {
  editor: {
    run: [mod('Enter')],
    runStatement: [{ key: 'Enter', modShift: true }],
    results: [{ key: 'r', shiftAlt: true }],
    tabLeaves: [mod('m')],
    find: [mod('f')],
    comment: [mod('/')],
    suggest: [mod(' ')],
    format: [{ key: 'f', shiftAlt: true }],
    ai: [mod('j')],
  },
  grid: {
    move: bare('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'),
    ends: bare('Home', 'End'),
    view: bare('Enter'),
    menu: bare('ContextMenu'),
    copyCells: [mod('c')],
    allCells: [mod('a')],
  },
  lists: {
    listMove: bare('ArrowUp', 'ArrowDown'),
    listOpen: bare('Enter'),
    listClose: bare('Escape'),
    rename: bare('F2'),
  },
} satisfies Record<string, Partial<Record<keyof typeof labels, ShortcutKey[]>>>

export function createShortcutSheet($keyed: ReadableAtom<Action[]>, close: () => void): ShortcutSheet {
  const own = Object.entries(OWN_KEYS).map(([key, rows]): ShortcutGroup => ({
    key,
    title: titles[key as keyof typeof OWN_KEYS],
    rows: Object.entries(rows).map(([name, keys]) => ({
      key: name,
      label: labels[name as keyof typeof labels],
      keys,
    })),
  }))
  return {
    $groups: computed($keyed, (actions) => [
      {
        key: 'anywhere',
        title: titles.anywhere,
        rows: actions.map(({ id, label, keys = [], refusal }) => ({
          key: id,
          label,
          keys,
          ...(refusal === undefined ? {} : { refusal }),
        })),
      },
      ...own,
    ]),
    close,
    dispose() {},
  }
}
