/** All keys, in groups: those of the actions, and those that the panes, the editors, the grids and the lists have of their own. */
import { computed, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { ShortcutKey } from '../../rules/shell/shortcuts.js'
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

type Rows = Partial<Record<keyof typeof labels, ShortcutKey[]>>

const mod = (key: string): ShortcutKey => ({ key, mod: true })
const bare = (...keys: string[]): ShortcutKey[] => keys.map((key) => ({ key }))
const shifted = (...keys: string[]): ShortcutKey[] => keys.map((key) => ({ key, shift: true }))
const { keys: labels, sheet: titles } = commandText

/** Those that are no actions, since they only move the focus. */
const ANYWHERE = {
  nextPane: bare('F6'),
  previousPane: shifted('F6'),
} satisfies Rows

const OWN_KEYS = {
  editor: {
    run: [mod('Enter')],
    runStatement: [{ key: 'Enter', modShift: true }],
    results: [{ key: 'r', shiftAlt: true }],
    escapeTab: bare('Escape', 'Tab'),
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
    selectCells: shifted('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'),
    copyCells: [mod('c')],
    allCells: [mod('a')],
    takeRows: shifted(' '),
    sort: bare('Enter'),
    leaveGrid: bare('Tab'),
  },
  tables: {
    editCell: bare('Enter', 'F2'),
    clearCell: bare('Delete'),
    cutCells: [mod('x')],
    pasteCells: [mod('v')],
    turnOver: bare(' '),
    present: [mod(';')],
    fillDown: [mod('d')],
    fillCells: [mod('Enter')],
    viewCell: shifted('Enter'),
    followCell: [mod('Enter')],
    openRow: [{ key: 'Enter', modShift: true }],
    saveRows: [mod('s')],
    undo: [mod('z')],
    redo: [mod('y')],
  },
  storage: {
    intoFolder: bare('ArrowRight'),
    outOfFolder: bare('ArrowLeft', 'Backspace'),
    rename: bare('F2'),
    remove: bare('Delete'),
    selectItems: shifted('ArrowUp', 'ArrowDown'),
    alsoSelect: [mod(' ')],
    allItems: [mod('a')],
    itemMenu: bare('ContextMenu'),
  },
  lists: {
    listMove: bare('ArrowUp', 'ArrowDown'),
    listInside: bare('ArrowLeft', 'ArrowRight'),
    listEnds: bare('Home', 'End'),
    listOpen: bare('Enter'),
    listClose: bare('Escape'),
    rename: bare('F2'),
  },
  tabs: {
    alongTabs: bare('ArrowLeft', 'ArrowRight'),
    moveTab: shifted('ArrowLeft', 'ArrowRight'),
    closeTab: bare('Delete'),
  },
} satisfies Record<string, Rows>

export function createShortcutSheet($keyed: ReadableAtom<Action[]>, close: () => void): ShortcutSheet {
  const own = Object.entries(OWN_KEYS).map(([key, rows]): ShortcutGroup => ({
    key,
    title: titles[key as keyof typeof OWN_KEYS],
    rows: rowsOf(rows),
  }))
  return {
    $groups: computed($keyed, (actions) => [
      {
        key: 'anywhere',
        title: titles.anywhere,
        rows: [
          ...actions.map(({ id, label, keys = [], refusal }) => ({
            key: id,
            label,
            keys,
            ...(refusal === undefined ? {} : { refusal }),
          })),
          ...rowsOf(ANYWHERE),
        ],
      },
      ...own,
    ]),
    close,
    dispose() {},
  }
}

function rowsOf(rows: Rows): ShortcutGroup['rows'] {
  return Object.entries(rows).map(([name, keys]) => ({
    key: name,
    label: labels[name as keyof typeof labels],
    keys,
  }))
}
