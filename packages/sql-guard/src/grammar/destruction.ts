/**
 * What a statement takes away as a whole, by name: what it drops with all that depends on it, empties, or deletes every row
 * of. How much that is only the database can say.
 *
 * @rule sql.destruction  @spec §5
 */
import { whereOf } from './condition.js'
import { listIn, namesIn, nodeIn, textIn, unwrap, type Json, type Node } from './nodes.js'

/** A schema or relation that a statement drops or empties as a whole. */
export interface Destruction {
  act: 'drop' | 'empty'
  kind: 'schema' | 'relation'
  /** Undefined: by the search path. */
  schema?: string
  name: string
  /** What depends on it goes too. */
  cascades: boolean
}

/** Nothing of what a WHERE chooses, and nothing of a drop that PostgreSQL refuses when something depends on it. */
export function destructionsOf(type: string, content: Node): Destruction[] {
  const cascades = textIn(content, 'behavior') === 'DROP_CASCADE'
  if (type === 'DropStmt' && cascades) return dropped(content)
  if (type === 'TruncateStmt')
    return listIn(content, 'relations').map((relation) => ({
      act: 'empty',
      ...named(unwrap(relation).content),
      cascades,
    }))
  if (type === 'DeleteStmt' && whereOf(content) !== 'some')
    return [{ act: 'empty', ...named(nodeIn(content, 'relation')), cascades: false }]
  return []
}

const RELATIONS = /^OBJECT_(?:TABLE|VIEW|MATVIEW|FOREIGN_TABLE|SEQUENCE)$/

function dropped(content: Node): Destruction[] {
  const type = textIn(content, 'removeType') ?? ''
  const objects = listIn(content, 'objects')
  const act = 'drop' as const
  if (type === 'OBJECT_SCHEMA')
    return objects.map((object) => ({ act, kind: 'schema', name: nameOf(object), cascades: true }))
  if (!RELATIONS.test(type)) return []
  return objects.map((object) => {
    const [name = '', schema] = namesIn(unwrap(object).content, 'items').reverse()
    return { act, kind: 'relation', ...(schema === undefined ? {} : { schema }), name, cascades: true }
  })
}

function named(range: Node): Pick<Destruction, 'kind' | 'schema' | 'name'> {
  const schema = textIn(range, 'schemaname')
  return {
    kind: 'relation',
    ...(schema === undefined ? {} : { schema }),
    name: textIn(range, 'relname') ?? '',
  }
}

function nameOf(object: Json): string {
  return textIn(unwrap(object).content, 'sval') ?? ''
}
