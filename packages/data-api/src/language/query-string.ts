/** The part of an address behind the `?`, as parameters of the language. */
import { refused } from '../errors.js'
import { looksLikeFilter, readFilter, readLogic, type Filter } from './filter.js'
import { readField, readName } from './name.js'
import { readOrder, type OrderTerm } from './order.js'
import { readSelect, type SelectItem } from './select-items.js'
import { TextReader } from './text-reader.js'

/** What is asked of one level: the table itself, or an embedded relation. */
export interface LevelQuery {
  filters: Filter[]
  order: OrderTerm[]
  limit: number | undefined
  offset: number | undefined
}

/** A whole query string. */
export interface DataQuery {
  /** Undefined: all columns. */
  select: SelectItem[] | undefined
  columns: string[] | undefined
  onConflict: string[] | undefined
  root: LevelQuery
  /** Of embedded relations, each with the names that lead to it. */
  embedded: { path: readonly string[]; level: LevelQuery }[]
  /** Arguments of a function, in their order. */
  arguments: [name: string, value: string][]
  /** All parameters, decoded. */
  parameters: [name: string, value: string][]
}

/**
 * @param isCall whether a function is called with arguments in the query: a value without an operator is one
 * @throws DataApiError PGRST100, PGRST103
 */
export function readQuery(query: string, isCall = false): DataQuery {
  const parameters = parametersOf(query)
  const read: DataQuery = {
    select: undefined,
    columns: undefined,
    onConflict: undefined,
    root: emptyLevel(),
    embedded: [],
    arguments: [],
    parameters,
  }
  const levels = new Map<string, LevelQuery>()
  for (const [name, value] of parameters) {
    if (name === 'select') read.select = value.trim() === '' ? undefined : readSelect(value)
    else if (name === 'columns')
      read.columns = value === '' ? undefined : readNames(value, 'columns parameter')
    else if (name === 'on_conflict') read.onConflict = readNames(value, 'on_conflict parameter')
    else if (isCall && isArgument(name, value)) read.arguments.push([name, value])
    else addToLevel(read, levels, name, value)
  }
  return read
}

function emptyLevel(): LevelQuery {
  return { filters: [], order: [], limit: undefined, offset: undefined }
}

/** Names and values, decoded. A NUL can be in no text of PostgreSQL and would end the SQL that it gets into. */
export function parametersOf(query: string): [string, string][] {
  if (query === '') return []
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const at = part.indexOf('=')
      return at === -1 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
    })
}

/** @throws DataApiError PGRST100 for what is no UTF-8, and for a NUL */
export function decoded(part: string): string {
  let text: string
  try {
    text = decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    throw refused('PGRST100', 'The address is not percent-encoded UTF-8', { details: part.slice(0, 200) })
  }
  if (text.includes('\0')) throw refused('PGRST100', 'The address contains a NUL character')
  return text
}

const LAST_WORDS = new Set(['order', 'limit', 'offset', 'and', 'or'])

function isArgument(name: string, value: string): boolean {
  return !looksLikeFilter(value) && !LAST_WORDS.has(name) && !name.includes('.')
}

function readNames(value: string, what: string): string[] {
  const reader = new TextReader(value, what)
  const names: string[] = []
  do names.push(readName(reader))
  while (reader.takes(','))
  reader.expectEnd()
  return names
}

function addToLevel(read: DataQuery, levels: Map<string, LevelQuery>, name: string, value: string): void {
  const { path, last } = splitPath(name)
  const level = levelAt(read, levels, path)
  const negation = path.at(-1) === 'not' ? levelAt(read, levels, path.slice(0, -1)) : undefined
  if (last.path.length === 0 && LAST_WORDS.has(last.name)) {
    if (last.name === 'order') level.order = value === '' ? [] : readOrder(value)
    else if (last.name === 'limit') level.limit = limitOf(value)
    else if (last.name === 'offset') level.offset = offsetOf(value)
    else if (negation) negation.filters.push(readLogic(last.name as 'and' | 'or', true, value))
    else level.filters.push(readLogic(last.name as 'and' | 'or', false, value))
  } else level.filters.push(readFilter(last, value))
}

function splitPath(name: string) {
  const reader = new TextReader(name, 'tree path')
  const path: string[] = []
  for (;;) {
    const last = readField(reader)
    if (!reader.takes('.')) {
      reader.expectEnd()
      return { path, last }
    }
    if (last.path.length > 0) throw reader.failure('end of input')
    path.push(last.name)
  }
}

/** `not.or` is no relation of the name `not`. */
function levelAt(read: DataQuery, levels: Map<string, LevelQuery>, path: readonly string[]): LevelQuery {
  if (path.length === 0) return read.root
  if (path.at(-1) === 'not') return emptyLevel()
  const key = JSON.stringify(path)
  const known = levels.get(key)
  if (known) return known
  const level = emptyLevel()
  levels.set(key, level)
  read.embedded.push({ path, level })
  return level
}

function limitOf(value: string): number | undefined {
  const limit = wholeNumber(value)
  if (limit !== undefined && limit < 0) {
    throw refused('PGRST103', 'Requested range not satisfiable', {
      details: 'Limit should be greater than or equal to zero.',
    })
  }
  return limit
}

function offsetOf(value: string): number | undefined {
  const offset = wholeNumber(value)
  return offset === undefined || offset < 0 ? undefined : offset
}

/** What is no number is no limit; one that no counter holds is the largest that it holds. */
function wholeNumber(value: string): number | undefined {
  if (!/^-?\d+$/.test(value.trim())) return undefined
  return Math.max(-1, Math.min(Number(value), Number.MAX_SAFE_INTEGER))
}
