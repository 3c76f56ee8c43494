/** The levels of a request: the table itself and the relations embedded in it, each with what is asked of it. */
import { qualifiedName, quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { refused } from '../errors.js'
import type { Filter } from '../language/filter.js'
import type { DataQuery, LevelQuery } from '../language/query-string.js'
import type { RelationItem, SelectItem } from '../language/select-items.js'
import type { DataSettings } from '../request.js'
import { findRelation } from '../schema/find-relation.js'
import { isToOne, type Relation } from '../schema/relations.js'
import type { Rows, SqlContext } from '../sql/field-sql.js'

/** What all levels of a request share. */
export interface PlanContext extends SqlContext {
  settings: DataSettings
  /** Whether rows are limited by the owner's setting: reads are, what a write returns is not. */
  isLimited: boolean
  /** How many relations were embedded so far. */
  embeds?: number
}

/** One level. */
export interface Level {
  rows: Rows
  items: readonly SelectItem[]
  query: LevelQuery
  embeds: Embed[]
}

/** A relation that is embedded. */
export interface Embed {
  item: RelationItem
  /** What it is called in the answer and in filters. */
  name: string
  relation: Relation
  isToOne: boolean
  /** The alias of its join, quoted. */
  join: string
  level: Level
  /** The condition that connects it with the level above; undefined for a computed relation. */
  condition: string | undefined
}

/** Each relation is a join: PostgreSQL would plan a thousand of them for minutes. */
const MOST_EMBEDS = 100

const STAR: readonly SelectItem[] = [{ type: 'star' }]

/**
 * The levels of a query above the given rows.
 * @throws DataApiError PGRST100 for too many levels, PGRST108, PGRST200, PGRST201
 */
export function levelsOf(context: PlanContext, rows: Rows, query: DataQuery): Level {
  const root = levelAt(context, rows, query.select ?? STAR, query.root, 0)
  for (const { path, level } of query.embedded) {
    const target = at(root, path)
    target.query.filters.push(...level.filters)
    if (level.order.length > 0) target.query.order = level.order
    if (level.limit !== undefined) target.query.limit = level.limit
    if (level.offset !== undefined) target.query.offset = level.offset
  }
  return root
}

function levelAt(
  context: PlanContext,
  rows: Rows,
  items: readonly SelectItem[],
  query: LevelQuery,
  depth: number,
): Level {
  const embeds = items
    .filter((item): item is RelationItem => item.type === 'relation')
    .map((item) => embedOf(context, rows, item, depth + 1))
  return { rows, items, query, embeds }
}

function embedOf(context: PlanContext, above: Rows, item: RelationItem, depth: number): Embed {
  const deepest = context.settings.maxEmbedDepth
  if (depth > deepest) {
    throw refused('PGRST100', `Relations are embedded more than ${deepest} levels deep`, {
      details: `'${item.name}' is on level ${depth}.`,
    })
  }
  context.embeds = (context.embeds ?? 0) + 1
  if (context.embeds > MOST_EMBEDS)
    throw refused('PGRST100', `A request embeds at most ${MOST_EMBEDS} relations`)
  const relation = findRelation(context.schema, context.within, above.table, item.name, item.hint)
  const { rows, condition } = joined(context, above, relation)
  const query: LevelQuery = { filters: [] as Filter[], order: [], limit: undefined, offset: undefined }
  return {
    item,
    name: item.alias ?? item.name,
    relation,
    isToOne: isToOne(relation),
    join: context.sql.alias(),
    level: levelAt(context, rows, item.items, query, depth),
    condition,
  }
}

/** The rows of the other side, and how they are connected with the row above. */
function joined(context: PlanContext, above: Rows, { target, pairs, junction, computed }: Relation) {
  const alias = context.sql.alias()
  if (computed) {
    const from = `${qualifiedName(computed.schema, computed.name)}(${above.row}) as ${alias}`
    return { rows: { from, alias, row: `${alias}.*`, table: target }, condition: undefined }
  }
  const name = qualifiedName(target.schema, target.name)
  const equal = (list: Relation['pairs'], left: string, right: string) =>
    list.map(([a, b]) => `${left}.${quoteIdentifier(a)} = ${right}.${quoteIdentifier(b)}`).join(' and ')
  const rows = { from: `${name} as ${alias}`, alias, row: `${alias}.*`, table: target }
  if (!junction) return { rows, condition: equal(pairs, above.alias, alias) }
  const between = context.sql.alias()
  const through = qualifiedName(junction.table.schema, junction.table.name)
  return {
    rows: { ...rows, from: `${through} as ${between} cross join ${name} as ${alias}` },
    condition: `${equal(junction.own, above.alias, between)} and ${equal(junction.other, between, alias)}`,
  }
}

/** The level that a path of names leads to. @throws DataApiError PGRST108 */
function at(root: Level, path: readonly string[]): Level {
  let level = root
  for (const name of path) {
    const embed = level.embeds.find((one) => one.name === name)
    if (!embed) {
      throw refused('PGRST108', `'${name}' is not an embedded resource in this request`, {
        hint: `Verify that '${name}' is included in the 'select' query parameter.`,
      })
    }
    level = embed.level
  }
  return level
}
