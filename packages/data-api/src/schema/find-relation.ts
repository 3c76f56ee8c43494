/** Which relation an embedding means, by its name and hint. */
import { refused } from '../errors.js'
import type { DataSchema } from './data-schema.js'
import { nearName } from './near-names.js'
import { relationsOf, type Relation } from './relations.js'
import type { Table } from './table.js'

/**
 * @param name a relation, a foreign key, the column of one, or a function of the row
 * @param hint a foreign key, its column, or a junction
 * @param within the schema of the request: embedded relations are of it
 * @throws DataApiError PGRST200 for none, PGRST201 for several
 */
export function findRelation(
  schema: DataSchema,
  within: string,
  origin: Table,
  name: string,
  hint: string | undefined,
): Relation {
  const all = relationsOf(schema, origin)
  const computed = all.find((one) => one.computed?.name === name)
  if (computed && hint === undefined) return computed
  const near = all.filter((one) => !one.computed && one.target.schema === within)
  const named = near.filter((one) => isNamed(one, origin, name, hint))
  const fitting = hint === undefined ? named : preferred(named, origin)
  const [first] = fitting
  if (!first) throw notFound(within, origin, name, hint, near)
  if (fitting.length > 1) throw ambiguous(origin, name, fitting)
  return first
}

function isNamed(relation: Relation, origin: Table, name: string, hint: string | undefined): boolean {
  const { target, constraint, pairs, isOwnKey, junction } = relation
  const isSelf = target.id === origin.id
  if (hint === undefined) {
    if (target.name === name) return true
    if (junction || isView(target)) return false
    if (constraint === name) return !isSelf || isOwnKey
    return isOwnKey && pairs.length === 1 && pairs[0]?.[0] === name
  }
  if (target.name !== name) return false
  if (junction) return junction.table.name === hint || junction.constraints.includes(hint)
  if (constraint === hint) return true
  return pairs.length === 1 && (pairs[0]?.[0] === hint || pairs[0]?.[1] === hint)
}

/** A key or its column names the table at its other end, and not the views of that. */
function isView({ kind }: Table): boolean {
  return kind === 'v' || kind === 'm'
}

/** A hint that fits both directions of a table with itself means the rows that point here. */
function preferred(named: readonly Relation[], origin: Table): readonly Relation[] {
  if (named.length < 2) return named
  const direct = named.filter((one) => !one.junction)
  if (direct.length === 2 && direct.every((one) => one.target.id === origin.id))
    return direct.filter((one) => !one.isOwnKey)
  return named
}

function notFound(
  within: string,
  origin: Table,
  name: string,
  hint: string | undefined,
  near: readonly Relation[],
) {
  const suggestion = nearName(
    name,
    near.map((one) => one.target.name),
  )
  const withHint = hint === undefined ? '' : ` using the hint '${hint}'`
  return refused(
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${name}'${withHint} in the schema '${within}', but no matches were found.`,
      hint:
        suggestion === undefined || suggestion === name
          ? null
          : `Perhaps you meant '${suggestion}' instead of '${name}'.`,
    },
  )
}

function ambiguous(origin: Table, name: string, fitting: readonly Relation[]) {
  const ways = fitting.map(({ target, constraint }) => `'${target.name}!${constraint}'`)
  return refused(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    {
      details: fitting.map((relation) => ({
        cardinality: relation.cardinality,
        embedding: `${origin.name} with ${relation.target.name}`,
        relationship: described(origin, relation),
      })),
      hint: `Try changing '${name}' to one of the following: ${ways.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function described(origin: Table, { junction, constraint, target, pairs }: Relation): string {
  if (junction) {
    const [own, other] = junction.constraints
    const columns = (list: readonly (readonly [string, string])[], side: 0 | 1) =>
      list.map((pair) => pair[side]).join(', ')
    return `${junction.table.name} using ${own}(${columns(junction.own, 1)}) and ${other}(${columns(junction.other, 0)})`
  }
  const own = pairs.map(([column]) => column).join(', ')
  const other = pairs.map(([, column]) => column).join(', ')
  return `${constraint} using ${origin.name}(${own}) and ${target.name}(${other})`
}
