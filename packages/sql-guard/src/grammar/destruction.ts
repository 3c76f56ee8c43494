/**
 * Objects that a statement destroys, by name: dropped, truncated, or emptied by a delete of every row. Only the
 * database knows how much that is.
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
  /** Whether dependent objects are dropped too. */
  cascades: boolean
}

/** Not rows chosen by a WHERE, and not a drop that PostgreSQL refuses because of dependent objects. */
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
