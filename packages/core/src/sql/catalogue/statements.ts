/**
 * The statements of a catalogue list. Values are parameters; a page begins after the last entry of the previous one, so that
 * the hundredth page costs as much as the first.
 * @spec §7 (table list)
 */
import type { CatalogueColumn, CatalogueList, OrderKey } from './catalogue-list.js'

/** SPEC §9. */
export const CATALOGUE_PAGE_SIZE = 100

/** A request to a catalogue list. All fields are optional: without them, the first page of all entries. */
export interface CatalogueRequest {
  /** Name of the schema; only for lists of one schema. */
  schema?: string
  /** Matched anywhere in the name, in any case. */
  search?: string
  /** Only these kinds; empty is all of them. */
  types?: readonly string[]
  /** Another order than the list's own. */
  sort?: CatalogueSort
  /** Id of the object that the entries belong to. */
  ownerId?: string
  /** The order keys of the last loaded entry. */
  after?: readonly string[]
}

/** Ordered by the values of one column, those without a value last. */
export interface CatalogueSort {
  key: string
  descending: boolean
  /** The order of a column whose values are a few words; any other word comes after. */
  words?: readonly string[]
}

/** A statement with the values of its parameters, `$1` first. */
export interface Statement {
  query: string
  /** Null: NULL. */
  parameters: (string | null)[]
}

/**
 * A page: the list's columns, then its order keys. It requests one entry more than a page holds, which tells
 * whether another page follows.
 */
export function pageStatement(list: CatalogueList, request: CatalogueRequest): Statement {
  const parameters: string[] = []
  const sorted = sortedApart(list, request)
  const { keys: order, descending } = orderOf(list, request, parameters, sorted && 'sorted.value')
  const conditions = conditionsOf(list, request, parameters)
  if (request.after) {
    const given = order.map(({ type }, index) => `${add(parameters, request.after?.[index] ?? '')}::${type}`)
    const keys = order.map(({ sql }) => sql)
    conditions.push(`(${keys.join(', ')}) ${descending ? '<' : '>'} (${given.join(', ')})`)
  }
  const direction = descending ? ' desc' : ''
  const values = list.columns.map(({ key, sql }) => `(${sql})::text as "${key}"`)
  if (sorted)
    return { query: sortedFirst(list, sorted, { order, direction, values, conditions }), parameters }
  const outputs = [...values, ...order.map(({ sql }, index) => `(${sql})::text as "order ${index}"`)]
  const query = `select ${outputs.join(',\n  ')}
from ${list.from}${whereOf(conditions)}
order by ${order.map(({ sql }) => sql + direction).join(', ')}
limit ${CATALOGUE_PAGE_SIZE + 1}`
  return { query, parameters }
}

/** The column of an order that no index gives, in a list whose entries can be found again by their oid. */
function sortedApart(list: CatalogueList, { sort }: CatalogueRequest): CatalogueColumn | undefined {
  const column = sort && list.columns.find(({ key }) => key === sort.key)
  const isOwn = column?.sql === list.order[0]?.sql
  return column && !isOwn && !list.isMoving && list.order.at(-1)?.type === 'oid' ? column : undefined
}

/**
 * Such an order reads all entries. Only its value is computed for all of them, once, and what the columns show, such as definitions
 * and sizes, for those of the page.
 */
function sortedFirst(
  list: CatalogueList,
  column: CatalogueColumn,
  parts: {
    order: readonly OrderKey[]
    direction: string
    values: readonly string[]
    conditions: readonly string[]
  },
): string {
  const { order, direction, values, conditions } = parts
  const key = (index: number) => `page."key ${index}"`
  const own = list.order.map(({ sql }) => sql)
  const ownKeys = own.map((_, index) => key(index + order.length - own.length))
  return `with page as materialized (
select ${order.map(({ sql }, index) => `${sql} as "key ${index}"`).join(', ')}
from ${list.from}
cross join lateral (select ${column.sql} as value offset 0) sorted${whereOf(conditions)}
order by ${order.map((_, index) => `${index + 1}${direction}`).join(', ')}
limit ${CATALOGUE_PAGE_SIZE + 1})
select ${[...values, ...order.map((_, index) => `${key(index)}::text as "order ${index}"`)].join(',\n  ')}
from ${list.from} join page on (${own.join(', ')}) = (${ownKeys.join(', ')})
order by ${order.map((_, index) => key(index) + direction).join(', ')}`
}

/** How many entries there are on all pages. */
export function countStatement(list: CatalogueList, request: CatalogueRequest): Statement {
  const parameters: string[] = []
  const conditions = conditionsOf(list, request, parameters)
  return { query: `select count(*)::text from ${list.from}${whereOf(conditions)}`, parameters }
}

/** Whether the list's relation exists and may be read: `t` or `f`. */
export function presenceStatement(relation: string): Statement {
  return {
    query: `select coalesce(pg_catalog.has_table_privilege(pg_catalog.to_regclass($1), 'SELECT'), false)::text`,
    parameters: [relation],
  }
}

/** The SQL definition of an entry: one row, or none when it was deleted. @param oid digits */
export function definitionStatement(list: CatalogueList, oid: string): Statement {
  return {
    query: `select (${list.definition})::text from ${list.from} where ${list.order.at(-1)?.sql} = $1::oid`,
    parameters: [oid],
  }
}

interface Order {
  keys: readonly OrderKey[]
  descending: boolean
}

/** The keys of the list come last, to order entries that the column does not distinguish. */
/** @param value the expression that stands for the column's; default: its own */
function orderOf(
  list: CatalogueList,
  { sort }: CatalogueRequest,
  parameters: string[],
  value?: string,
): Order {
  const found = sort && list.columns.find(({ key }) => key === sort.key)
  const column = found && (value === undefined ? found : { ...found, sql: value })
  if (!column) return { keys: list.order, descending: list.descending ?? false }
  const { descending, words } = sort
  // Only the list's own order has an index.
  if (list.order[0]?.sql === column.sql) return { keys: list.order, descending }
  const { sql, type, blank } = words
    ? { sql: rankOf(column.sql, words, parameters), type: 'int', blank: '0' }
    : comparable(column)
  const without = { sql: `((${column.sql}) is ${descending ? 'not null' : 'null'})`, type: 'bool' }
  return { keys: [without, { sql: `coalesce(${sql}, ${blank})`, type }, ...list.order], descending }
}

function rankOf(sql: string, words: readonly string[], parameters: string[]): string {
  const cases = words.map((word, rank) => `when ${add(parameters, word)} then ${rank}`)
  return `(case (${sql})::text ${cases.join(' ')} else ${words.length} end)`
}

/** A value as it is compared; `blank` is any value of its type. */
function comparable({ sql, kind }: CatalogueColumn): { sql: string; type: string; blank: string } {
  switch (kind) {
    case 'number':
    case 'bytes':
      return { sql: `(${sql})::numeric`, type: 'numeric', blank: '0' }
    case 'flag':
      return { sql: `(${sql})::bool`, type: 'bool', blank: 'false' }
    default:
      return { sql: `lower((${sql})::text)`, type: 'text', blank: `''` }
  }
}

function conditionsOf(list: CatalogueList, request: CatalogueRequest, parameters: string[]): string[] {
  const { schema, types = [], ownerId } = request
  // PostgreSQL stores no NUL in a text.
  const search = (request.search ?? '').replaceAll('\0', '').trim()
  const conditions = list.where === undefined ? [] : [list.where]
  if (list.owner && ownerId !== undefined)
    conditions.push(`${list.owner.sql} = ${add(parameters, ownerId)}::${list.owner.type}`)
  if (list.schema !== undefined && schema !== undefined)
    conditions.push(
      `${list.schema} = (select oid from pg_catalog.pg_namespace where nspname = ${add(parameters, schema)}::text)`,
    )
  if (search !== '') conditions.push(`${list.search} ilike ${add(parameters, anywhere(search))}`)
  if (types.length > 0 && list.type !== undefined)
    conditions.push(`${list.type} in (${types.map((type) => add(parameters, type)).join(', ')})`)
  return conditions
}

/** A LIKE pattern that matches the words literally. */
function anywhere(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `\nwhere ${conditions.join('\n  and ')}`
}

/** Returns its placeholder. */
function add(parameters: string[], value: string): string {
  parameters.push(value)
  return `$${parameters.length}`
}
