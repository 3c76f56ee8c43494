/** The columns that a level gives, as SQL: fields, aggregates, embedded relations, and those lifted from spread ones. */
import { quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { refused } from '../errors.js'
import { outputName } from '../language/name.js'
import type { Aggregate, FieldItem } from '../language/select-items.js'
import { castSql } from '../sql/cast-sql.js'
import { fieldSql } from '../sql/field-sql.js'
import type { Embed, Level, PlanContext } from './level.js'

/** One column of a level. */
export interface OutputColumn {
  sql: string
  /** Undefined for `row.*`, which needs none. */
  name: string | undefined
  /** A function over the rows of the level, which groups them by the columns that have none. */
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
}

/** @throws DataApiError 42703, PGRST123, PGRST127 */
export function columnsOf(context: PlanContext, level: Level, areNamed: boolean): OutputColumn[] {
  let embeds = 0
  const isGrouped = hasAggregate(level)
  return level.items.flatMap((item): OutputColumn[] => {
    if (item.type === 'star') return starColumns(level, areNamed || isGrouped)
    if (item.type === 'field') return [fieldColumn(context, level, item)]
    const embed = level.embeds[embeds++] as Embed
    if (item.isSpread) return spreadColumns(context, embed)
    return item.items.length === 0 ? [] : [column(embedSql(embed, isGrouped), embed.name)]
  })
}

/** Whether rows are grouped: an aggregate of the level, or of a to-one relation that is spread into it. */
export function hasAggregate({ items, embeds }: Level): boolean {
  return (
    items.some((item) => item.type === 'field' && item.aggregate !== undefined) ||
    embeds.some((embed) => embed.item.isSpread && embed.isToOne && hasAggregate(embed.level))
  )
}

/** The column as the level selects it. */
export function selected({ sql, aggregate, aggregateCast }: OutputColumn): string {
  if (aggregate === undefined) return sql
  const call = `${aggregate}(${sql})`
  return aggregateCast === undefined ? call : castSql(call, aggregateCast)
}

function column(sql: string, name: string | undefined): OutputColumn {
  return { sql, name, aggregate: undefined, aggregateCast: undefined }
}

function starColumns({ rows }: Level, areNamed: boolean): OutputColumn[] {
  if (!areNamed && rows.isPartial !== true) return [column(`${rows.alias}.*`, undefined)]
  return rows.table.columns.map(({ name }) => column(`${rows.alias}.${quoteIdentifier(name)}`, name))
}

function fieldColumn(context: PlanContext, { rows }: Level, item: FieldItem): OutputColumn {
  const { field, cast, alias, aggregate, aggregateCast } = item
  if (aggregate !== undefined && !context.settings.aggregates)
    throw refused('PGRST123', 'Use of aggregate functions is not allowed')
  const name = alias ?? (aggregate !== undefined ? aggregate : field && outputName(field))
  const plain = field === undefined ? '*' : fieldSql(context, rows, field).sql
  const sql = cast === undefined ? plain : castSql(plain, cast)
  return { sql, name, aggregate, aggregateCast }
}

/** JSON can't be compared, so a level that groups its rows has relations as `jsonb`. */
function embedSql({ join, isToOne }: Embed, isGrouped: boolean): string {
  const json = isToOne ? `${join}."j"` : `coalesce(${join}."j", '[]')`
  return isGrouped ? `(${json})::jsonb` : json
}

/** What a spread relation adds to the row above; its join gives the columns as `c1`, `c2` … */
function spreadColumns(context: PlanContext, embed: Embed): OutputColumn[] {
  return columnsOf(context, embed.level, true).map((inner, index) => {
    const own = `${embed.join}."c${index + 1}"`
    if (!embed.isToOne) return column(`coalesce(${own}, '[]')`, inner.name)
    return { ...inner, sql: inner.sql === '*' ? '*' : own }
  })
}
