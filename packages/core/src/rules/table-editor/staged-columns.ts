/**
 * Staged changes of a column that the table no longer has: it was renamed or dropped since. They are named, and dropped or
 * carried over to another column; changes of other columns stay.
 * @rule grid.staged-columns  @spec §4
 */
import type { StagedEdits } from './staged-edits.js'

/** A column that is staged and not there. */
export interface MissingColumn {
  column: string
  /** Its changed cells, in stored rows and in new ones. */
  cells: number
}

/** The missing columns, in the order in which they were staged. @param columns of the table as it is now */
export function missingColumns(
  { updates, deletes, inserts }: StagedEdits,
  columns: readonly string[],
): MissingColumn[] {
  const known = new Set(columns)
  const cells = new Map<string, number>()
  const count = (names: readonly string[], by: number) => {
    for (const name of names) if (!known.has(name)) cells.set(name, (cells.get(name) ?? 0) + by)
  }
  for (const { changes } of updates) count(Object.keys(changes), 1)
  for (const { values } of inserts) count(Object.keys(values), 1)
  // A value that is compared alone keeps a row from being saved, too.
  for (const { base } of [...updates, ...deletes]) count(Object.keys(base.values), 0)
  return [...cells].map(([column, found]) => ({ column, cells: found }))
}

/** Its changes go, and it is no longer compared. A row without other changes is not changed. */
export function afterColumnDropped(edits: StagedEdits, column: string): StagedEdits {
  return {
    updates: edits.updates.flatMap((update) => {
      const changes = without(update.changes, column)
      if (Object.keys(changes).length === 0) return []
      return [{ ...update, base: { ...update.base, values: without(update.base.values, column) }, changes }]
    }),
    deletes: edits.deletes.map((deleted) => ({
      ...deleted,
      base: { ...deleted.base, values: without(deleted.base.values, column) },
    })),
    inserts: edits.inserts.map((insert) => ({ ...insert, values: without(insert.values, column) })),
  }
}

/** Its changes are of the other column, where that has none itself. */
export function afterColumnCarried(edits: StagedEdits, column: string, to: string): StagedEdits {
  return {
    updates: edits.updates.map((update) => ({
      ...update,
      base: { ...update.base, values: carried(update.base.values, column, to) },
      changes: carried(update.changes, column, to),
    })),
    deletes: edits.deletes.map((deleted) => ({
      ...deleted,
      base: { ...deleted.base, values: carried(deleted.base.values, column, to) },
    })),
    inserts: edits.inserts.map((insert) => ({ ...insert, values: carried(insert.values, column, to) })),
  }
}

type Named<Value> = Readonly<Record<string, Value>>

function without<Value>(record: Named<Value>, column: string): Named<Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== column))
}

function carried<Value>(record: Named<Value>, column: string, to: string): Named<Value> {
  if (Object.hasOwn(record, to)) return without(record, column)
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name === column ? to : name, value]),
  )
}
