/** Which columns of tables a view shows, through views over views too. */
import type { DataSchema } from './data-schema.js'

/** Of each table that a relation shows: the number of a column there → its name here. A table shows itself. */
export type Shown = ReadonlyMap<number, ReadonlyMap<number, string>>

/** What a relation shows. A view that shows a column twice has it under its first name. */
export function shownBy(schema: DataSchema, id: number): Shown {
  const table = schema.tableById(id)
  if (!table) return new Map()
  if (table.kind !== 'v' && table.kind !== 'm') {
    return new Map([[id, new Map(table.columns.map(({ number, name }) => [number, name]))]])
  }
  const names = new Map(table.columns.map(({ number, name }) => [number, name]))
  const shown = new Map<number, Map<number, string>>()
  for (const { position } of schema.viewColumns(id)) {
    const origin = originOf(schema, id, position)
    const name = names.get(position)
    if (!origin || name === undefined) continue
    const columns = shown.get(origin.table) ?? new Map<number, string>()
    shown.set(origin.table, columns)
    if (!columns.has(origin.column)) columns.set(origin.column, name)
  }
  return shown
}

/** The table itself and all views that show columns of it, views over those too. */
export function relationsShowing(schema: DataSchema, id: number): Set<number> {
  const found = new Set([id])
  for (const one of found) for (const view of schema.viewsOf(one)) found.add(view)
  return found
}

function originOf(
  schema: DataSchema,
  view: number,
  position: number,
): { table: number; column: number } | undefined {
  const shown = schema.viewColumns(view).find((one) => one.position === position)
  if (!shown) return undefined
  const source = schema.tableById(shown.source)
  if (source?.kind === 'v' || source?.kind === 'm') return originOf(schema, shown.source, shown.sourceColumn)
  return { table: shown.source, column: shown.sourceColumn }
}
