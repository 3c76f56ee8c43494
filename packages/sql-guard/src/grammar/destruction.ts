/**
 * Objects that a statement destroys, by name: dropped, truncated, or emptied by a delete of every row. Only the
 * database knows how much that is.
 *
 * @rule sql.destruction  @spec §5
 */
import { whereOf } from './condition.js'
import { lastNameIn, listIn, nameIn, namesIn, nodeIn, textIn, unwrap, type Node } from './nodes.js'

/** A schema or relation that a statement drops or empties as a whole. */
export interface Destruction {
  act: 'drop' | 'empty'
  kind: 'schema' | 'relation'
  /** Undefined: by the search path. */
  schema?: string | undefined
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

function dropped(content: Node): Destruction[] {
  const act = 'drop' as const
  if (textIn(content, 'removeType') === 'OBJECT_SCHEMA')
    return listIn(content, 'objects').map((object) => {
      return { act, kind: 'schema', name: nameIn(unwrap(object).content, 'sval'), cascades: true }
    })
  return droppedRelations(content).map((name) => ({ act, kind: 'relation', ...name, cascades: true }))
}

const RELATIONS: ReadonlySet<string | undefined> = new Set([
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_MATVIEW',
  'OBJECT_FOREIGN_TABLE',
  'OBJECT_SEQUENCE',
])

/** The relations that a `drop` names; none of any other statement, which has no `removeType`. */
export function droppedRelations(content: Node): Pick<Destruction, 'schema' | 'name'>[] {
  if (!RELATIONS.has(textIn(content, 'removeType'))) return []
  return listIn(content, 'objects').map((object) => {
    const names = unwrap(object).content
    return { schema: namesIn(names, 'items').at(-2), name: lastNameIn(names, 'items') }
  })
}

function named(range: Node): Pick<Destruction, 'kind' | 'schema' | 'name'> {
  return { kind: 'relation', schema: textIn(range, 'schemaname'), name: nameIn(range, 'relname') }
}
