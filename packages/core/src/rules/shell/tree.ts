/**
 * A tree as rows, and its keyboard navigation by the ARIA practices.
 * @rule tree  @spec §2
 */

export interface TreeNode {
  key: string
  label: string
  /** A detail, in small letters behind the label. */
  detail?: string
  /** Absent for a leaf. */
  children?: readonly TreeNode[]
}

/** A row of a tree, with what a screen reader says about its position. */
export interface TreeRow {
  key: string
  label: string
  detail?: string
  /** From 1. */
  level: number
  /** Its position among its siblings, from 1, and their number. */
  position: number
  siblings: number
  /** Undefined for a leaf. */
  isOpen: boolean | undefined
  parent: string | null
}

/** The visible rows: those whose parents are all expanded. */
export function treeRows(nodes: readonly TreeNode[], open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (siblings: readonly TreeNode[], level: number, parent: string | null) => {
    for (const [index, { key, label, detail, children }] of siblings.entries()) {
      const isOpen = children && open.has(key)
      const said = detail === undefined ? { label } : { label, detail }
      rows.push({ key, ...said, level, position: index + 1, siblings: siblings.length, isOpen, parent })
      if (children && isOpen) add(children, level + 1, key)
    }
  }
  add(nodes, 1, null)
  return rows
}

/** The effect of a key in a tree: another row gets the focus, or an action on this one. */
export type TreeEffect =
  | { type: 'go'; to: string }
  | { type: 'open' | 'close' | 'take' | 'rename'; key: string }

/**
 * The effect of a key in a tree.
 * @param pressed `KeyboardEvent.key`
 * @param at the row that has the focus
 */
export function treeEffect(rows: readonly TreeRow[], at: string, pressed: string): TreeEffect | undefined {
  const index = rows.findIndex(({ key }) => key === at)
  const row = rows[index]
  if (!row) return undefined
  const go = (to: TreeRow | undefined): TreeEffect | undefined => to && { type: 'go', to: to.key }
  switch (pressed) {
    case 'ArrowDown':
      return go(rows[index + 1])
    case 'ArrowUp':
      return go(rows[index - 1])
    case 'Home':
      return go(rows[0])
    case 'End':
      return go(rows.at(-1))
    case 'ArrowRight':
      if (row.isOpen === undefined) return undefined
      return row.isOpen ? go(firstChild(row, rows[index + 1])) : { type: 'open', key: at }
    case 'ArrowLeft':
      if (row.isOpen) return { type: 'close', key: at }
      return row.parent === null ? undefined : { type: 'go', to: row.parent }
    case 'Enter':
    case ' ':
      return { type: 'take', key: at }
    case 'F2':
      return { type: 'rename', key: at }
    default:
      return pressed.length === 1 ? go(startingWith(rows, index, pressed)) : undefined
  }
}

function firstChild({ key }: TreeRow, next: TreeRow | undefined): TreeRow | undefined {
  return next?.parent === key ? next : undefined
}

/** The next row, with wrap-around, whose label begins with a letter. */
function startingWith(rows: readonly TreeRow[], index: number, letter: string): TreeRow | undefined {
  const after = [...rows.slice(index + 1), ...rows.slice(0, index)]
  const wanted = letter.toLocaleLowerCase()
  return after.find(({ label }) => label.toLocaleLowerCase().startsWith(wanted))
}
