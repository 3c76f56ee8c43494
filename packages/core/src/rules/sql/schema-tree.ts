/**
 * A database as a tree: schemas, their tables and views, and the columns of expanded ones. Only expanded rows
 * are built, and only so many of a schema: ten thousand rows are no help.
 * @rule sql.schema-tree  @spec §2
 */
import { isSystem, type KnownRelation, type SqlCatalogue } from './sql-catalogue.js'
import { writtenName } from './sql-keywords.js'
import type { TreeNode } from '../shell/tree.js'

/** Relations of one schema that are shown; the others are found by search. */
export const SCHEMA_TREE_MAX = 200

/** What a row of the tree represents. */
export type SchemaRow =
  | { type: 'schema'; schema: string }
  | { type: 'relation'; schema: string; name: string }
  | { type: 'column'; schema: string; name: string; column: string }
  | { type: 'note'; schema: string }

/** The key of a row, which encodes what it represents. */
export function schemaRowKey(row: SchemaRow): string {
  return JSON.stringify(
    row.type === 'column'
      ? [row.type, row.schema, row.name, row.column]
      : row.type === 'relation'
        ? [row.type, row.schema, row.name]
        : [row.type, row.schema],
  )
}

/**
 * What the row of a key represents.
 * @throws when the key is not of `schemaRowKey`
 */
export function schemaRowOf(key: string): SchemaRow {
  const [type, schema = '', name = '', column = ''] = JSON.parse(key) as string[]
  if (type === 'column') return { type, schema, name, column }
  if (type === 'relation') return { type, schema, name }
  return { type: type === 'schema' ? 'schema' : 'note', schema }
}

/** The labels in the tree. */
export interface SchemaTreeWords {
  none: string
  more(count: number): string
}

/**
 * The tree of a database.
 * @param open keys of the expanded rows
 * @param search part of a relation's name, in any case; then only matches are shown, and every schema is expanded
 */
export function schemaTree(
  catalogue: SqlCatalogue,
  open: ReadonlySet<string>,
  search: string,
  words: SchemaTreeWords,
): TreeNode[] {
  const wanted = search.trim().toLowerCase()
  const bySchema = new Map<string, KnownRelation[]>(catalogue.schemas.map((schema) => [schema, []]))
  for (const relation of catalogue.relations)
    if (relation.name.toLowerCase().includes(wanted)) bySchema.get(relation.schema)?.push(relation)
  return [...bySchema]
    .filter(([, relations]) => wanted === '' || relations.length > 0)
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other) || compare(one, other))
    .map(([schema, relations]) => {
      const key = schemaRowKey({ type: 'schema', schema })
      return {
        key,
        label: schema,
        children: open.has(key) ? relationNodes(schema, relations, open, words) : [],
      }
    })
}

function relationNodes(
  schema: string,
  relations: readonly KnownRelation[],
  open: ReadonlySet<string>,
  words: SchemaTreeWords,
): TreeNode[] {
  const note = (label: string) => ({ key: schemaRowKey({ type: 'note', schema }), label })
  if (relations.length === 0) return [note(words.none)]
  const sorted = relations.toSorted((one, other) => compare(one.name, other.name))
  const rest = sorted.length - SCHEMA_TREE_MAX
  return [
    ...sorted.slice(0, SCHEMA_TREE_MAX).map(({ name, columns }) => {
      const key = schemaRowKey({ type: 'relation', schema, name })
      const children = open.has(key)
        ? columns.map((column) => ({
            key: schemaRowKey({ type: 'column', schema, name, column: column.name }),
            label: column.name,
            detail: column.type,
          }))
        : []
      return { key, label: name, children }
    }),
    ...(rest > 0 ? [note(words.more(rest))] : []),
  ]
}

/** PostgreSQL's own schemas come last. */
function rankOf(schema: string): number {
  return isSystem(schema) ? 1 : 0
}

/** No two names are equal. */
function compare(one: string, other: string): number {
  return one < other ? -1 : 1
}

/** The name that a row inserts into SQL, with the schema when PostgreSQL would not find the bare name. */
export function schemaRowText(catalogue: SqlCatalogue, row: SchemaRow): string | undefined {
  if (row.type === 'note') return undefined
  if (row.type === 'schema') return writtenName(row.schema)
  if (row.type === 'column') return writtenName(row.column)
  const { schema, name } = row
  const isVisible = catalogue.isVisible({ schema, name })
  return isVisible ? writtenName(name) : `${writtenName(schema)}.${writtenName(name)}`
}
