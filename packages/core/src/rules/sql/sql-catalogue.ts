/**
 * The names of a database, indexed so that a name and the names that begin like a word are found at once, also among ten
 * thousand tables.
 * @rule completion.catalogue  @spec §2
 */

export interface KnownColumn {
  name: string
  /** As PostgreSQL writes it: `character varying(20)`; empty when it can't be told. */
  type: string
  isNullable: boolean
  comment: string | null
}

/** A table, view, materialized view, foreign table or partitioned table, by PostgreSQL's letter. */
export type RelationKind = 'r' | 'v' | 'm' | 'f' | 'p'

export interface KnownRelation {
  schema: string
  name: string
  kind: RelationKind
  comment: string | null
  columns: readonly KnownColumn[]
}

export interface KnownFunction {
  schema: string
  name: string
  /** As PostgreSQL writes them: `text, integer DEFAULT 1`. */
  parameters: string
  result: string
  comment: string | null
}

/** A foreign key: columns in their order, and what they refer to. */
export interface KnownForeignKey {
  schema: string
  name: string
  columns: readonly string[]
  toSchema: string
  toName: string
  toColumns: readonly string[]
}

export interface CatalogueContent {
  schemas: readonly string[]
  /** The schemas in which a bare name is looked up, in this order. */
  searchPath: readonly string[]
  relations: readonly KnownRelation[]
  functions: readonly KnownFunction[]
  types: readonly string[]
  foreignKeys: readonly KnownForeignKey[]
  /** Labels of an enum in their order, by its type as PostgreSQL writes it. */
  enums: ReadonlyMap<string, readonly string[]>
  roles: readonly string[]
  /** With their schema, and without it where the search path finds them. */
  sequences: ReadonlySet<string>
}

export interface SqlCatalogue extends CatalogueContent {
  /** The relation or function of a name; without a schema by the search path. */
  relation(schema: string | undefined, name: string): KnownRelation | undefined
  functionsNamed(schema: string | undefined, name: string): KnownFunction[]
  /** Those whose name begins like the word, then those that have a part that does; at most `limit`. */
  relationsLike(word: string, limit: number, schema?: string): KnownRelation[]
  functionsLike(word: string, limit: number, schema?: string): KnownFunction[]
  /** Columns of tables that are not PostgreSQL's own, each name once, with one of the tables that have it. */
  columnsLike(word: string, limit: number): { column: KnownColumn; relation: KnownRelation }[]
  /** The foreign keys of a relation and those that refer to it. */
  linksOf(relation: { schema: string; name: string }): readonly KnownForeignKey[]
  /** Whether the bare name alone means it. */
  isVisible(relation: { schema: string; name: string }): boolean
}

export const EMPTY_CATALOGUE: CatalogueContent = {
  schemas: [],
  searchPath: ['pg_catalog', 'public'],
  relations: [],
  functions: [],
  types: [],
  foreignKeys: [],
  enums: new Map(),
  roles: [],
  sequences: new Set(),
}

export function indexCatalogue(content: CatalogueContent): SqlCatalogue {
  const { relations, functions, searchPath } = content
  const relationIndex = indexOf(relations)
  const functionIndex = indexOf(functions)
  const path = new Set(searchPath)
  const inPath = <Entry extends Named>(entries: readonly Entry[]): Entry[] =>
    [...path].flatMap((schema) => entries.filter((one) => one.schema === schema))
  const named = <Entry extends Named>(index: NameIndex<Entry>, schema: string | undefined, name: string) => {
    const all = index.byName.get(name) ?? []
    return schema === undefined ? inPath(all) : all.filter((one) => one.schema === schema)
  }
  const relation = (schema: string | undefined, name: string) => named(relationIndex, schema, name)[0]
  const links = linksIn(content.foreignKeys)
  let columnIndex: NameIndex<OwnColumn> | undefined
  // PostgreSQL's own objects are wanted least.
  const order = ({ schema }: Named) => (isSystem(schema) ? 2 : path.has(schema) ? 0 : 1)
  return {
    ...content,
    relation,
    functionsNamed: (schema, name) => named(functionIndex, schema, name),
    relationsLike: (word, limit, schema) => like(relationIndex, word, limit, schema, order),
    functionsLike: (word, limit, schema) => like(functionIndex, word, limit, schema, () => 0, false),
    columnsLike(word, limit) {
      // Of columns with one name, the search path decides.
      columnIndex ??= indexOf(ownColumns([...relations].sort((a, b) => order(a) - order(b))))
      return like(columnIndex, word, limit, undefined, () => 0)
    },
    linksOf: ({ schema, name }) => links.get(`${schema}.${name}`) ?? [],
    isVisible: ({ schema, name }) => relation(undefined, name)?.schema === schema,
  }
}

export function isSystem(schema: string): boolean {
  return schema === 'information_schema' || schema.startsWith('pg_')
}

interface Named {
  schema: string
  name: string
}

interface OwnColumn extends Named {
  column: KnownColumn
  relation: KnownRelation
}

function ownColumns(relations: readonly KnownRelation[]): OwnColumn[] {
  const found = new Map<string, OwnColumn>()
  for (const relation of relations) {
    if (isSystem(relation.schema)) continue
    for (const column of relation.columns)
      if (!found.has(column.name))
        found.set(column.name, { schema: relation.schema, name: column.name, column, relation })
  }
  return [...found.values()]
}

function linksIn(keys: readonly KnownForeignKey[]): Map<string, KnownForeignKey[]> {
  const links = new Map<string, KnownForeignKey[]>()
  for (const key of keys)
    for (const end of new Set([`${key.schema}.${key.name}`, `${key.toSchema}.${key.toName}`]))
      links.set(end, [...(links.get(end) ?? []), key])
  return links
}

/** From so many letters on, letters may be skipped: `ord_l` matches `order_lines`. */
const SPARSE_LETTERS = 3

/** Whether the name has these letters in this order, the first one at the beginning of a part. */
export function isSparse(name: string, word: string): boolean {
  return word.length >= SPARSE_LETTERS && hasLetters(name.toLowerCase(), word.toLowerCase())
}

/** Both in lower case. */
function hasLetters(name: string, letters: string): boolean {
  const first = letters.charAt(0)
  for (let begin = name.indexOf(first); begin >= 0; begin = name.indexOf(first, begin + 1)) {
    if (begin > 0 && name[begin - 1] !== '_') continue
    let at = begin
    for (const letter of letters.slice(1)) {
      at = name.indexOf(letter, at + 1)
      // Behind a later beginning there are fewer letters.
      if (at === -1) return false
    }
    return true
  }
  return false
}

interface NameIndex<Entry> {
  byName: Map<string, Entry[]>
  /** Every part of every name in small letters, sorted: `order_items` is listed under itself and under `items`. */
  parts: NamePart<Entry>[]
  /** Of these the whole names. */
  wholes: NamePart<Entry>[]
}

interface NamePart<Entry> {
  part: string
  isWhole: boolean
  entry: Entry
}

function indexOf<Entry extends Named>(entries: readonly Entry[]): NameIndex<Entry> {
  const byName = new Map<string, Entry[]>()
  const parts: NamePart<Entry>[] = []
  for (const entry of entries) {
    const known = byName.get(entry.name)
    if (known) known.push(entry)
    else byName.set(entry.name, [entry])
    const lower = entry.name.toLowerCase()
    parts.push({ part: lower, isWhole: true, entry })
    for (let at = lower.indexOf('_'); at >= 0; at = lower.indexOf('_', at + 1))
      parts.push({ part: lower.slice(at + 1), isWhole: false, entry })
  }
  parts.sort((a, b) => (a.part < b.part ? -1 : a.part > b.part ? 1 : 0))
  return { byName, parts, wholes: parts.filter(({ isWhole }) => isWhole) }
}

/** The number of matches that are looked at before the best are chosen. */
const LOOKED_AT = 2000
/** Ranks behind all names that begin like the word. */
const SPARSE_PLACE = 100

function like<Entry extends Named>(
  { parts, wholes }: NameIndex<Entry>,
  word: string,
  limit: number,
  schema: string | undefined,
  order: (entry: Entry) => number,
  /** Off for functions: there are so many that a few letters match a lot of them. */
  maySkipLetters = true,
): Entry[] {
  const wanted = word.toLowerCase()
  const found: { entry: Entry; position: number }[] = []
  const seen = new Set<Entry>()
  for (let at = firstFrom(parts, wanted); at < parts.length && found.length < LOOKED_AT; at++) {
    const { part, isWhole, entry } = parts[at] as (typeof parts)[number]
    if (!part.startsWith(wanted)) break
    if (seen.has(entry) || (schema !== undefined && entry.schema !== schema)) continue
    seen.add(entry)
    found.push({ entry, position: order(entry) * 2 + (isWhole ? 0 : 1) })
  }
  if (maySkipLetters && found.length < limit && word.length >= SPARSE_LETTERS) {
    for (const { part, entry } of wholes) {
      // PostgreSQL's long names contain nearly any letters.
      if (schema === undefined ? isSystem(entry.schema) : entry.schema !== schema) continue
      if (hasLetters(part, wanted) && !seen.has(entry))
        found.push({ entry, position: SPARSE_PLACE + order(entry) })
      if (found.length >= LOOKED_AT) break
    }
  }
  return found
    .sort((a, b) => a.position - b.position)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

function firstFrom(parts: readonly { part: string }[], word: string): number {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.part ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
