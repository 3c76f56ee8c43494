/** Paths to fields inside the values of a form: `columns.0.name` is the name of the first column. */

/** The field that a path is in. */
export function fieldIn(path: string): string {
  return path.split('.', 1)[0] ?? path
}

/** The value at a path; undefined when the path leads nowhere. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isParent(value) ? value[key] : undefined), values)
}

/** The same values with another one at the path; what lies beside the path keeps its identity. */
export function withValueAt<Value>(values: Value, path: string, value: unknown): Value {
  return replaced(values, path.split('.'), value) as Value
}

function replaced(values: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(values)) {
    const items: readonly unknown[] = values
    return items.map((item, index) => (String(index) === key ? replaced(item, rest, value) : item))
  }
  const parent = isParent(values) ? values : {}
  return { ...parent, [key]: replaced(parent[key], rest, value) }
}

function isParent(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** How the items of a list move: the new index of each, or null for one that is gone. */
export type Shift = (index: number) => number | null

/** Items from `at` on make room. */
export function shiftOfInsert(at: number): Shift {
  return (index) => (index < at ? index : index + 1)
}

/** The item at `at` goes, and the later ones move up. */
export function shiftOfRemoval(at: number): Shift {
  return (index) => (index === at ? null : index < at ? index : index - 1)
}

/** One item moves, and those between make room. */
export function shiftOfMove(from: number, to: number): Shift {
  return (index) => {
    if (index === from) return to
    if (from < index && index <= to) return index - 1
    return to <= index && index < from ? index + 1 : index
  }
}

/** Where a path leads after the items of a list moved; null: into an item that is gone. */
export function shiftedPath(path: string, list: string, shift: Shift): string | null {
  if (!path.startsWith(`${list}.`)) return path
  const [index = '', ...rest] = path.slice(list.length + 1).split('.')
  if (!/^\d+$/.test(index)) return path
  const shifted = shift(Number(index))
  return shifted === null ? null : [list, shifted, ...rest].join('.')
}
