/** What a write gives back: no more columns than the answer needs, since each needs a right to read it. */
import { qualifiedName, quoteIdentifier } from '@basedeck/sql-guard/quoting'
import type { DataQuery } from '../language/query-string.js'
import type { SelectItem } from '../language/select-items.js'
import { findRelation } from '../schema/find-relation.js'
import type { Table } from '../schema/table.js'
import type { Rows } from '../sql/field-sql.js'
import { typedRow } from '../sql/table-rows.js'
import type { PlanContext } from './level.js'

/** The name of a write's rows in the statement. */
const WRITTEN = '"_w"'

/** `returning …`, and the rows as the rest of the statement sees them. */
export interface Returned {
  returning: string
  rows: Rows
}

/** @param more columns that the answer needs besides those of `select` */
export function returnedFor(
  context: PlanContext,
  table: Table,
  query: DataQuery | undefined,
  more: readonly string[],
): Returned {
  const alias = quoteIdentifier(table.name)
  const needs = query ? needsOf(context, table, query) : { names: new Set<string>(), needsRow: false }
  for (const name of more) needs.names.add(name)
  const columns = [...needs.names].map((name) => `${alias}.${quoteIdentifier(name)}`)
  if (needs.needsRow) columns.push(`${typedRow(table, alias)} as "_row"`)
  const row = needs.needsRow ? `${alias}."_row"` : `${alias}.*`
  return {
    returning: ` returning ${columns.length === 0 ? '1 as "_one"' : columns.join(', ')}`,
    rows: { from: `${WRITTEN} as ${alias}`, alias, row, table, isPartial: true },
  }
}

/** The table that is written, under its own name. */
export function target(table: Table): string {
  return `${qualifiedName(table.schema, table.name)} as ${quoteIdentifier(table.name)}`
}

function needsOf(context: PlanContext, table: Table, query: DataQuery) {
  const names = new Set<string>()
  let needsRow = false
  const addField = (name: string) => {
    if (table.column.has(name)) names.add(name)
    else needsRow = true
  }
  for (const item of query.select ?? ([{ type: 'star' }] as SelectItem[])) {
    if (item.type === 'star') for (const { name } of table.columns) names.add(name)
    else if (item.type === 'field') {
      if (item.field) addField(item.field.name)
    } else {
      const { pairs, junction, computed } = findRelation(
        context.schema,
        context.within,
        table,
        item.name,
        item.hint,
      )
      if (computed) needsRow = true
      for (const [own] of junction?.own ?? pairs) names.add(own)
    }
  }
  for (const { relation, field } of query.root.order) if (relation === undefined) addField(field.name)
  return { names, needsRow }
}
