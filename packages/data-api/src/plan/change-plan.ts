/** PATCH and DELETE: rows that fulfil the conditions are changed or removed. */
import { qualifiedName, quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { refused } from '../errors.js'
import { readPayload } from '../language/payload.js'
import type { DataPlan } from '../request.js'
import { primaryKeyNames } from '../schema/relations.js'
import type { Table } from '../schema/table.js'
import { payloadSql } from '../sql/payload-sql.js'
import { tableRows } from '../sql/table-rows.js'
import type { Asked } from './asked.js'
import { conditionsOf, levelSql } from './level-sql.js'
import type { Level, PlanContext } from './level.js'
import { target } from './returned.js'
import { checkAffected, countedRange, writtenPlan } from './written.js'

/** @throws DataApiError */
export function updatePlan(asked: Asked, table: Table): DataPlan {
  const { request, query, schema, preferences } = asked
  const payload = readPayload(request.body, request.headers['content-type'], query.columns)
  return writtenPlan(asked, table, {
    statement: (context) => {
      if (payload.rows === 0 || payload.columns.length === 0) return undefined
      const source = payloadSql(context.sql, schema, table, payload, preferences.missing === 'default')
      const row = context.sql.alias()
      const sets = source.columns.map(
        ({ name }, index) => `${quoteIdentifier(name)} = ${row}."v${index + 1}"`,
      )
      const values = source.values.map((value, index) => `${value} as "v${index + 1}"`).join(', ')
      const from = `(select ${values} from ${source.from} limit 1) as ${row}`
      return `update ${target(table)} set ${sets.join(', ')} from ${from}${whereSql(context, asked, table)}`
    },
    applicable: ['missing', ...(preferences.handling === 'strict' ? (['max-affected'] as const) : [])],
    outcome: (rows) => {
      checkAffected(asked, rows)
      return { status: statusOf(asked), headers: [countedRange(asked, rows, true)] }
    },
  })
}

/** @throws DataApiError */
export function deletePlan(asked: Asked, table: Table): DataPlan {
  return writtenPlan(asked, table, {
    statement: (context) => `delete from ${target(table)}${whereSql(context, asked, table)}`,
    applicable: asked.preferences.handling === 'strict' ? ['max-affected'] : [],
    outcome: (rows) => {
      checkAffected(asked, rows)
      return { status: statusOf(asked), headers: [countedRange(asked, rows)] }
    },
  })
}

function statusOf({ preferences }: Asked): number {
  return preferences.return === 'representation' ? 200 : 204
}

/** The conditions of the write. With a limit, those of the rows that it leaves, found by their key. */
function whereSql(context: PlanContext, { query, schema }: Asked, table: Table): string {
  const { limit, offset, filters } = query.root
  if (limit === undefined && offset === undefined) {
    const level: Level = { rows: tableRows(table), items: [], query: { ...query.root, filters }, embeds: [] }
    const conditions = conditionsOf(context, level)
    return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  }
  const key = primaryKeyNames(schema, table)
  if (key.length === 0) {
    throw refused('PGRST127', 'A limit on a write needs a primary key', {
      details: `'${table.name}' has none, so its rows can't be told apart.`,
    })
  }
  const alias = context.sql.alias()
  const rows = {
    from: `${qualifiedName(table.schema, table.name)} as ${alias}`,
    alias,
    row: `${alias}.*`,
    table,
  }
  const items = key.map((name) => ({
    type: 'field' as const,
    alias: undefined,
    field: { name, path: [] },
    cast: undefined,
    aggregate: undefined,
    aggregateCast: undefined,
  }))
  const { query: chosen } = levelSql(context, { rows, items, query: query.root, embeds: [] })
  const own = key.map((name) => `${quoteIdentifier(table.name)}.${quoteIdentifier(name)}`).join(', ')
  return ` where (${own}) in (${chosen})`
}
