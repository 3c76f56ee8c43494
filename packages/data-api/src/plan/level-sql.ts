/** A level as SQL: its columns, joins, conditions, groups, order and limits. */
import { quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { refused } from '../errors.js'
import type { Condition, Filter } from '../language/filter.js'
import type { OrderTerm } from '../language/order.js'
import { fieldSql } from '../sql/field-sql.js'
import { filterSql } from '../sql/filter-sql.js'
import { columnsOf, hasAggregate, selected } from './columns.js'
import type { Embed, Level, PlanContext } from './level.js'

/** The pieces of a level's query. */
export interface LevelSql {
  /** The whole query. */
  query: string
  /** How many rows there are without limits: one row with one number, as `select count(*) …`. */
  counted: string
  /** The same rows, for the planner to estimate. */
  estimated: string
  /** The names of its columns; undefined when they are not known here. */
  names: string[] | undefined
}

/** The largest limit and offset that a row count has room for. */
interface Limits {
  limit: number | undefined
  offset: number | undefined
}

/**
 * @param limits what the `Range` of a request leaves; by default what the level itself asks for
 * @param more further columns as SQL
 * @param isLifted whether its aggregates are made by the level above, into which it is spread
 * @param areShort whether columns are called `c1`, `c2` …, as a spread relation has them
 * @throws DataApiError
 */
export function levelSql(
  context: PlanContext,
  level: Level,
  {
    limits = limitsOf(context, level),
    areShort = false,
    isLifted = false,
    more = [] as readonly string[],
    condition = undefined as string | undefined,
  } = {},
): LevelSql {
  const columns = columnsOf(context, level, areShort)
  const conditions = [...(condition === undefined ? [] : [condition]), ...conditionsOf(context, level)]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const joins = level.embeds.map((embed) => ({
    embed,
    sql: ` left join lateral ${joinSql(context, embed)} as ${embed.join} on true`,
  }))
  const named = columns.map((column, index) => {
    const sql = isLifted ? column.sql : selected(column)
    const name = areShort ? `c${index + 1}` : column.name
    return name === undefined ? sql : `${sql} as ${quoteIdentifier(name)}`
  })
  const isGrouped = hasAggregate(level) && !isLifted
  const grouped = columns.filter(({ aggregate }) => aggregate === undefined).map(({ sql }) => sql)
  const group = isGrouped && grouped.length > 0 ? ` group by ${grouped.join(', ')}` : ''
  const list = [...(areShort ? ['true as "j"'] : []), ...withoutStars(named), ...more]
  const from = ` from ${level.rows.from}`
  const rest = orderSql(context, level) + limitSql(context, limits)
  const filtering = joins.filter(({ embed }) => isFiltering(level, embed)).map(({ sql }) => sql)
  const counted = isGrouped
    ? `select count(*) from (select ${list.join(', ')}${from}${joins.map(({ sql }) => sql).join('')}${where}${group}) as "_c"`
    : `select count(*)${from}${filtering.join('')}${where}`
  return {
    query: `select ${list.join(', ')}${from}${joins.map(({ sql }) => sql).join('')}${where}${group}${rest}`,
    counted,
    estimated: counted.replace('select count(*)', 'select 1'),
    names: columns.every(({ name }) => name !== undefined)
      ? columns.map(({ name }) => name as string)
      : undefined,
  }
}

/** `count(*)` of a spread relation reaches the row above as a star; what it counts are the rows there. */
function withoutStars(list: readonly string[]): string[] {
  return list.filter((one) => !one.startsWith('* as '))
}

/** What a level asks for, within what the owner permits. */
export function limitsOf({ settings, isLimited }: PlanContext, { query }: Level): Limits {
  const limit = Math.min(query.limit ?? Infinity, (isLimited ? settings.maxRows : undefined) ?? Infinity)
  return { limit: limit === Infinity ? undefined : limit, offset: query.offset }
}

/** The joined rows: `j` is null where there is none. */
function joinSql(context: PlanContext, embed: Embed): string {
  const { level, item, isToOne, condition, relation } = embed
  const own = limitsOf(context, level)
  const limits = isToOne ? { limit: relation.computed ? 1 : undefined, offset: undefined } : own
  const given = condition === undefined ? {} : { condition }
  if (item.isSpread && isToOne)
    return `(${levelSql(context, level, { limits, areShort: true, isLifted: true, ...given }).query})`
  if (item.isSpread) {
    const { query, names } = levelSql(context, level, { limits, areShort: true, ...given })
    const lists = (names ?? []).map((_, index) => `json_agg("r"."c${index + 1}") as "c${index + 1}"`)
    return `(select ${['nullif(count(*) > 0, false) as "j"', ...lists].join(', ')} from (${query}) as "r")`
  }
  const { query } = levelSql(context, level, { limits, ...given })
  if (item.items.length === 0) return `(select json_agg(true) as "j" from (${query}) as "r")`
  return `(select ${isToOne ? 'row_to_json("r".*)' : 'json_agg("r".*)'} as "j" from (${query}) as "r")`
}

function isFiltering({ query }: Level, { item, name }: Embed): boolean {
  const names = (filter: Filter): boolean =>
    filter.type === 'condition' ? filter.field.name === name : filter.parts.some(names)
  return item.isInner || query.filters.some(names)
}

/** The conditions of a level: its filters, and that the rows which it needs exist. */
export function conditionsOf(context: PlanContext, level: Level): string[] {
  const onRelation = (condition: Condition) => relationCondition(level, condition)
  return [
    ...level.query.filters.map((filter) => filterSql(context, level.rows, filter, onRelation)),
    ...level.embeds.filter(({ item }) => item.isInner).map(({ join }) => `${join}."j" is not null`),
  ]
}

/** `relation=is.null` and `relation=not.is.null`; nothing else can be asked of a relation. */
function relationCondition({ embeds, rows }: Level, condition: Condition): string | undefined {
  const { field, operator, value } = condition
  const embed = embeds.find(({ name }) => name === field.name)
  if (!embed || rows.table.column.has(field.name)) return undefined
  const wanted = value.toLowerCase()
  if (operator !== 'is' || (wanted !== 'null' && wanted !== 'not_null') || field.path.length > 0) {
    throw refused('PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      hint: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  return `(${embed.join}."j" is ${wanted === 'null' ? 'null' : 'not null'})`
}

/** `order by …`, or nothing. @throws DataApiError 42703, PGRST108, PGRST118 */
function orderSql(context: PlanContext, level: Level): string {
  if (level.query.order.length === 0) return ''
  return ` order by ${level.query.order.map((term) => termSql(context, level, term)).join(', ')}`
}

function termSql(context: PlanContext, level: Level, term: OrderTerm): string {
  const sql =
    term.relation === undefined
      ? fieldSql(context, level.rows, term.field).sql
      : relatedSql(context, level, term.relation, term)
  const direction = term.direction === undefined ? '' : ` ${term.direction}`
  return `${sql}${direction}${term.nulls === undefined ? '' : ` nulls ${term.nulls}`}`
}

/** A column of an embedded row, read once more for the order: it need not be selected. */
function relatedSql(context: PlanContext, level: Level, name: string, { field }: OrderTerm): string {
  const embed = level.embeds.find((one) => one.name === name)
  if (!embed) {
    throw refused('PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    })
  }
  if (!embed.isToOne) {
    throw refused('PGRST118', `A related order on '${name}' is not possible`, {
      details: `'${level.rows.table.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  const filters = embed.level.query.filters.map((filter) =>
    filterSql(context, embed.level.rows, filter, () => undefined),
  )
  const conditions = [...(embed.condition === undefined ? [] : [embed.condition]), ...filters]
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  return `(select ${fieldSql(context, embed.level.rows, field).sql} from ${embed.level.rows.from}${where} limit 1)`
}

/** As values, so that the pages of a list are one statement that a driver can keep. */
function limitSql({ sql }: PlanContext, { limit, offset }: Limits): string {
  const value = (word: string, rows: number | undefined) =>
    rows === undefined ? '' : ` ${word} (${sql.text(String(rows))})::bigint`
  return value('limit', limit) + value('offset', offset)
}
