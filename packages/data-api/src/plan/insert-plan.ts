/** POST and PUT: new rows, and those that take the place of others. */
import { quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { refused } from '../errors.js'
import type { Condition } from '../language/filter.js'
import { readPayload, type Payload } from '../language/payload.js'
import type { DataPlan } from '../request.js'
import { primaryKeyNames } from '../schema/relations.js'
import type { Table } from '../schema/table.js'
import { columnOf, payloadSql } from '../sql/payload-sql.js'
import type { Asked } from './asked.js'
import type { PlanContext } from './level.js'
import { target } from './returned.js'
import { countedRange, writtenPlan } from './written.js'

/** Counts the rows that were there, so that the answer can tell new ones from changed ones. */
const CHANGED = 'data_api.changed'
const COUNT_CHANGED = `set_config('${CHANGED}', (coalesce(nullif(current_setting('${CHANGED}', true), ''), '0')::bigint + 1)::text, true) <> ''`
const CHANGED_COLUMN = `coalesce(nullif(current_setting('${CHANGED}', true), ''), '0') as "changed"`

/** @throws DataApiError */
export function insertPlan(asked: Asked, table: Table): DataPlan {
  const { request, query, preferences } = asked
  const payload = readPayload(request.body, request.headers['content-type'], query.columns)
  const key = query.onConflict ?? primaryKeyNames(asked.schema, table)
  for (const name of key) columnOf(table, name)
  const resolution = key.length === 0 ? undefined : preferences.resolution
  const isAddressed = preferences.return === 'headers-only'
  const keys = isAddressed ? primaryKeyNames(asked.schema, table) : []
  return writtenPlan(asked, table, {
    statement: (context) =>
      insertSql(context, table, payload, preferences.missing === 'default', key, resolution),
    keys,
    more: [CHANGED_COLUMN, ...(keys.length > 0 ? [addressColumn(keys)] : [])],
    applicable: key.length > 0 ? ['resolution', 'missing'] : ['missing'],
    outcome: (rows, row) => {
      const isNew = resolution !== 'merge-duplicates' || rows === 0 || Number(row['changed']) < rows
      const address = row['address'] == null ? undefined : addressOf(asked, keys, row['address'])
      return {
        status: isNew ? 201 : 200,
        headers: [countedRange(asked, rows), ...(address === undefined ? [] : [address])],
      }
    },
  })
}

/** @throws DataApiError PGRST105, PGRST114 */
export function putPlan(asked: Asked, table: Table): DataPlan {
  const { request, query, schema, preferences } = asked
  const key = primaryKeyNames(schema, table)
  const conditions = keyConditions(asked, key)
  if (query.root.limit !== undefined || query.root.offset !== undefined)
    throw refused('PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  const payload = readPayload(request.body, request.headers['content-type'], query.columns)
  return writtenPlan(asked, table, {
    statement: (context) => {
      const source = payloadSql(context.sql, schema, table, payload, false)
      const equal = conditions.map(({ field, value }) => {
        const { sql } = schema.type(columnOf(table, field.name).type)
        if (!payload.columns.includes(field.name)) throw otherKey()
        return `"_p".${quoteIdentifier(field.name)} = (${context.sql.text(value)})::${sql}`
      })
      const where = ` where ${equal.join(' and ')}`
      return (
        insertOf(table, source, where) +
        conflictSql(
          source.columns.map(({ name }) => name),
          key,
          'merge-duplicates',
        )
      )
    },
    more: [CHANGED_COLUMN],
    applicable: [],
    isDecided: true,
    outcome: (rows, row) => {
      if (rows !== 1) throw otherKey()
      const isNew = Number(row['changed']) === 0
      return {
        status: preferences.return !== 'representation' ? 204 : isNew ? 201 : 200,
        headers: [countedRange(asked, rows)],
      }
    },
  })
}

function otherKey() {
  return refused('PGRST115', 'Payload values do not match URL in primary key column(s)')
}

function keyConditions({ query }: Asked, key: readonly string[]): Condition[] {
  const conditions = query.root.filters.filter(
    (filter): filter is Condition =>
      filter.type === 'condition' &&
      filter.operator === 'eq' &&
      !filter.isNegated &&
      filter.quantifier === undefined &&
      filter.field.path.length === 0,
  )
  const names = new Set(conditions.map(({ field }) => field.name))
  const isKey = key.length > 0 && conditions.length === key.length && key.every((name) => names.has(name))
  if (!isKey || conditions.length !== query.root.filters.length) {
    throw refused('PGRST105', "Filters must include all and only primary key columns with 'eq' operators")
  }
  return conditions
}

function insertSql(
  context: PlanContext,
  table: Table,
  payload: Payload,
  fillsDefaults: boolean,
  key: readonly string[],
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined,
): string | undefined {
  if (payload.rows === 0) return undefined
  if (payload.columns.length === 0) return defaultRows(table, payload.rows ?? 1)
  const source = payloadSql(context.sql, context.schema, table, payload, fillsDefaults)
  const names = source.columns.map(({ name }) => name)
  return insertOf(table, source, '') + (resolution === undefined ? '' : conflictSql(names, key, resolution))
}

function insertOf(
  table: Table,
  { columns, values, from }: ReturnType<typeof payloadSql>,
  where: string,
): string {
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ')
  return `insert into ${target(table)} (${names}) select ${values.join(', ')} from ${from}${where}`
}

/** Rows without a column: every one has its default. */
function defaultRows(table: Table, rows: number): string {
  const [first] = table.columns
  if (!first) return `insert into ${target(table)} default values`
  const values = Array.from({ length: rows }, () => '(default)').join(', ')
  return `insert into ${target(table)} (${quoteIdentifier(first.name)}) values ${values}`
}

function conflictSql(
  names: readonly string[],
  key: readonly string[],
  resolution: 'merge-duplicates' | 'ignore-duplicates',
): string {
  const on = ` on conflict (${key.map(quoteIdentifier).join(', ')})`
  if (resolution === 'ignore-duplicates') return `${on} do nothing`
  const others = names.filter((name) => !key.includes(name))
  const changed = others.length > 0 ? others : key.slice(0, 1)
  const sets = changed.map((name) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
  return `${on} do update set ${sets.join(', ')} where ${COUNT_CHANGED}`
}

function addressColumn(keys: readonly string[]): string {
  const values = keys.map((name) => `"_w".${quoteIdentifier(name)}::text`).join(', ')
  return `(select (array_agg(json_build_array(${values})::text))[1] from "_w" having count(*) = 1) as "address"`
}

/** `/todos?id=eq.1`: where a new row is found. */
function addressOf({ request }: Asked, keys: readonly string[], values: string): [string, string] {
  const list = JSON.parse(values) as string[]
  const query = keys.map(
    (name, index) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(list[index] ?? '')}`,
  )
  return ['Location', `${request.path}?${query.join('&')}`]
}
