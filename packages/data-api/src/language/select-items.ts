/** The parameter `select`: what of each row is given, and which relations are embedded. */
import { readField, readName, type Field } from './name.js'
import { MAX_NESTING, TextReader } from './text-reader.js'

/** An aggregate function. */
export type Aggregate = 'sum' | 'avg' | 'count' | 'min' | 'max'

/** One item of `select`. */
export type SelectItem = StarItem | FieldItem | RelationItem

/** `*`: all columns. */
export interface StarItem {
  type: 'star'
}

/** `alias:column->key::cast.agg()::cast` */
export interface FieldItem {
  type: 'field'
  alias: string | undefined
  /** Undefined for `count()`. */
  field: Field | undefined
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
}

/** `alias:relation!hint!inner(…)` */
export interface RelationItem {
  type: 'relation'
  alias: string | undefined
  name: string
  hint: string | undefined
  /** Rows without a related one are left out. */
  isInner: boolean
  /** `...relation(…)`: its columns become columns of the row. */
  isSpread: boolean
  items: readonly SelectItem[]
}

const AGGREGATE = /\.(?:sum|avg|count|min|max)\(\)/y
const CAST = /[A-Za-z_][A-Za-z0-9_ ]*(?:\[\])*/y
const COUNT = /count\(\)/y

/** @throws DataApiError PGRST100 */
export function readSelect(text: string): SelectItem[] {
  const reader = new TextReader(text, 'select parameter')
  const items = readItems(reader, 0)
  reader.expectEnd()
  return items
}

function readItems(reader: TextReader, depth: number): SelectItem[] {
  if (depth > MAX_NESTING) throw reader.failure(`at most ${MAX_NESTING} levels`)
  if (reader.isAtEnd || reader.sees(')')) return []
  const items: SelectItem[] = []
  do items.push(readItem(reader, depth))
  while (reader.takes(','))
  return items
}

function readItem(reader: TextReader, depth: number): SelectItem {
  if (reader.takes('*')) return { type: 'star' }
  if (reader.takes('...')) return readRelation(reader, depth, undefined, readName(reader), true)
  const alias = readAlias(reader)
  if (reader.match(COUNT) !== undefined) return fieldItem(reader, alias, undefined, undefined, 'count')
  const field = readField(reader)
  if (field.path.length === 0 && (reader.sees('!') || reader.sees('(')))
    return readRelation(reader, depth, alias, field.name, false)
  const cast = readCast(reader)
  const aggregate = reader.match(AGGREGATE)?.slice(1, -2) as Aggregate | undefined
  return fieldItem(reader, alias, field, cast, aggregate)
}

function fieldItem(
  reader: TextReader,
  alias: string | undefined,
  field: Field | undefined,
  cast: string | undefined,
  aggregate: Aggregate | undefined,
): FieldItem {
  const aggregateCast = aggregate === undefined ? undefined : readCast(reader)
  return { type: 'field', alias, field, cast, aggregate, aggregateCast }
}

/** A name before a single `:`. */
function readAlias(reader: TextReader): string | undefined {
  const start = reader.at
  const name = readName(reader)
  if (reader.sees(':') && !reader.sees('::')) {
    reader.at += 1
    return name
  }
  reader.at = start
  return undefined
}

/** The words of a type. */
function readCast(reader: TextReader): string | undefined {
  if (!reader.takes('::')) return undefined
  const cast = reader.match(CAST)?.trim()
  if (cast === undefined) throw reader.failure('the name of a type')
  return cast
}

function readRelation(
  reader: TextReader,
  depth: number,
  alias: string | undefined,
  name: string,
  isSpread: boolean,
): RelationItem {
  let hint: string | undefined
  let isInner = false
  while (reader.takes('!')) {
    const word = readName(reader)
    if (word === 'inner') isInner = true
    else if (word !== 'left') hint = word
  }
  reader.expect('(')
  const items = readItems(reader, depth + 1)
  reader.expect(')')
  return { type: 'relation', alias, name, hint, isInner, isSpread, items }
}
