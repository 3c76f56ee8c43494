/**
 * What the names at a position of a statement mean: the tables of its query, of the queries around it, and the queries that
 * `with` names; a derived table has the columns its query gives.
 * @rule completion.scope  @spec §2
 */
import type { KnownColumn, KnownRelation, SqlCatalogue } from './sql-catalogue.js'
import { SqlWords } from './sql-words.js'

/** Something with columns that a name in the statement refers to. */
export interface Source {
  /** Its name in the statement. */
  name: string
  columns: readonly KnownColumn[]
  /** Undefined for a derived table and for what the database does not hold. */
  relation?: KnownRelation
}

export interface Scope {
  /** The sources of the query itself first, then those of the enclosing queries. */
  sources: readonly Source[]
  /** The queries of WITH. */
  queries: readonly Source[]
}

/** @param at the index of the token at the position, or of the one after it */
export function scopeAt(words: SqlWords, at: number, catalogue: SqlCatalogue): Scope {
  const levels = [...levelsAround(words, at)].reverse()

  let scope: Scope = { sources: [], queries: [] }
  for (const [from, to] of levels) {
    const reader = new Reader(words, catalogue, scope.queries)
    const begin = reader.readWith(from)
    const arm = armAround(words, begin, to, at)
    const read = reader.sourcesIn(...arm)
    const own = arm[0] === begin ? visibleAt(words, begin, at, read) : read
    scope = {
      sources: [...own, ...excludedAt(words, begin, at, own), ...scope.sources],
      queries: reader.queries,
    }
  }
  return scope
}

/** The tokens of the list of the query around a position; empty without a list. */
export function listAround(words: SqlWords, at: number): [from: number, to: number][] {
  const [from = 0, to = 0] = levelsAround(words, at).next().value ?? []
  let begin = from
  // The query itself follows a WITH list, an INSERT or a CREATE VIEW.
  for (const index of words.shallow(from, at)) if (words.is(index, 'select')) begin = index
  const list = listOf(words, ...armAround(words, begin, to, at))
  return list ? piecesBetween(words, ...list) : []
}

/** The ranges of the brackets around a position, the innermost first, then the whole text. */
function* levelsAround(words: SqlWords, at: number): Generator<[from: number, to: number], undefined> {
  for (let open = words.bracketAround(at); open >= 0; open = words.bracketAround(open))
    yield [open + 1, words.closing(open)]
  yield [0, words.tokens.length]
}

/** The query of an INSERT does not see the table that it fills; behind the query, ON CONFLICT and RETURNING see that table alone. */
function visibleAt(words: SqlWords, from: number, at: number, sources: readonly Source[]): readonly Source[] {
  const parts = [...words.shallow(from, at)]
    .map((index) => words.word(index))
    .filter((word) => ['insert', 'select', 'merge', 'conflict', 'returning'].includes(word))
  if (parts[0] !== 'insert') return sources
  return parts.at(-1) === 'select' ? sources.slice(1) : sources.slice(0, 1)
}

/** Behind `on conflict … do update` the row that was not inserted is called `excluded`. */
function excludedAt(words: SqlWords, from: number, at: number, [target]: readonly Source[]): Source[] {
  const steps = [...words.shallow(from, at)]
    .map((index) => words.word(index))
    .filter((word) => ['insert', 'conflict', 'set', 'returning'].includes(word))
  const isUpdate = /insert (set )*conflict set$/.test(steps.join(' '))
  return target && isUpdate ? [{ ...target, name: 'excluded' }] : []
}

/** The columns of a written name: `u.id` and `id`; undefined parts match any. */
export function columnIn(
  scope: Pick<Scope, 'sources'>,
  source: string | undefined,
  column: string,
): { column: KnownColumn; source: Source } | undefined {
  for (const one of scope.sources) {
    if (source !== undefined && one.name !== source) continue
    const found = one.columns.find(({ name }) => name === column)
    if (found) return { column: found, source: one }
  }
  return undefined
}

const ARMS = ['union', 'intersect', 'except']

/** In a UNION and its like, the arm that contains the position: each arm has its own tables. */
function armAround(words: SqlWords, from: number, to: number, at: number): [from: number, to: number] {
  let begin = from
  for (const index of words.shallow(from, to)) {
    if (!words.is(index, ...ARMS)) continue
    if (index >= at) return [begin, index]
    begin = index + 1
  }
  return [begin, to]
}

/** Derived tables nested deeper than this have no columns, which keeps the search short. */
const DEPTH_MAX = 12

class Reader {
  /** @param queries those of WITH around it; its own come before them */
  constructor(
    private readonly words: SqlWords,
    private readonly catalogue: SqlCatalogue,
    public queries: readonly Source[],
    private readonly depth = 0,
  ) {}

  /** Reads `with a as (…), b (x) as (…)`; returns where the statement after it begins. */
  readWith(from: number): number {
    const { words } = this
    if (!words.is(from, 'with')) return from
    let at = words.is(from + 1, 'recursive') ? from + 2 : from + 1
    for (;;) {
      const name = words.name(at)
      if (name === undefined || words.is(at, 'select', 'insert', 'update')) return at
      const [given, behind] = this.readNames(at + 1)
      at = behind
      while (words.is(at, 'as', 'not', 'materialized')) at++
      if (words.kind(at) !== 'open') return at
      const columns = this.outputOf(at + 1, words.closing(at))
      this.queries = [{ name, columns: renamed(columns, given) }, ...this.queries]
      at = words.closing(at) + 1
      if (words.kind(at) !== 'comma') return at
      at++
    }
  }

  sourcesIn(from: number, to: number): Source[] {
    const { words } = this
    const sources: Source[] = []
    let isInList = false
    for (const index of words.shallow(from, to)) {
      if (words.kind(index - 1) === 'dot') continue
      const opens = this.opensSources(index, isInList)
      if (opens || (isInList && words.kind(index) === 'comma')) {
        const source = this.readSource(index + 1)
        if (source) sources.push(source)
      }
      if (opens && words.is(index, 'from')) isInList = true
      else if (words.is(index, ...SOURCES_END)) isInList = false
    }
    return sources
  }

  /** @param isInList whether the list of a FROM has begun, so that an ON is the condition of a join */
  private opensSources(index: number, isInList: boolean): boolean {
    const { words } = this
    switch (words.word(index)) {
      case 'from':
        return !words.is(index - 1, 'distinct') && !words.separatesArguments(index)
      case 'update':
        return !words.is(index - 1, 'for', 'key', 'on')
      case 'using':
        return words.kind(index + 1) !== 'open'
      case 'table':
        return words.is(index - 1, 'alter', 'truncate')
      case 'join':
      case 'into':
        return true
      case 'on':
        return !isInList && words.is(0, 'create', 'comment', 'drop', 'alter')
    }
    return false
  }

  private readSource(from: number): Source | undefined {
    const { words } = this
    let at = from
    while (words.is(at, 'only', 'lateral', 'if', 'not', 'exists')) at++
    if (words.kind(at) === 'open') {
      const columns = this.outputOf(at + 1, words.closing(at))
      return this.readAlias(words.closing(at) + 1, { name: '', columns })
    }
    const parts: string[] = []
    for (let name = words.plainName(at); name !== undefined; name = words.plainName(at)) {
      parts.push(name)
      at++
      if (words.kind(at) !== 'dot') break
      at++
    }
    const name = parts.at(-1)
    if (name === undefined) return undefined
    // The rows of a function, or the columns of an INSERT.
    const isInsert = words.is(from - 1, 'into')
    if (words.kind(at) === 'open') at = words.closing(at) + 1
    if (words.is(at, 'with') && words.is(at + 1, 'ordinality')) at += 2
    const source = this.named(parts.at(-2), name)
    return isInsert && !words.is(at, 'as') ? source : this.readAlias(at, source)
  }

  private named(schema: string | undefined, name: string): Source {
    const query = schema === undefined ? this.queries.find((one) => one.name === name) : undefined
    if (query) return query
    const relation = this.catalogue.relation(schema, name)
    return relation ? { name, columns: relation.columns, relation } : { name, columns: [] }
  }

  private readAlias(from: number, source: Source): Source {
    const { words } = this
    const at = words.is(from, 'as') ? from + 1 : from
    const alias = words.plainName(at)
    if (alias === undefined) return source
    const [given] = this.readNames(at + 1)
    return { ...source, name: alias, columns: renamed(source.columns, given) }
  }

  /** `(a, b)`: the names; empty without a bracket. */
  private readNames(open: number): [string[], behind: number] {
    const { words } = this
    if (words.kind(open) !== 'open') return [[], open]
    const close = words.closing(open)
    const names = piecesBetween(words, open + 1, close).map(([first]) => words.name(first) ?? '')
    return [names, close + 1]
  }

  /** The columns that a query returns, as far as its text shows. */
  private outputOf(from: number, to: number): KnownColumn[] {
    if (this.depth >= DEPTH_MAX) return []
    const inner = new Reader(this.words, this.catalogue, this.queries, this.depth + 1)
    const begin = inner.readWith(from)
    const { words } = this
    if (words.kind(begin) === 'open') return inner.outputOf(begin + 1, words.closing(begin))
    const [first, last] = armAround(words, begin, to, begin)
    const sources = inner.sourcesIn(first, last)
    const list = listOf(words, first, last)
    return list ? piecesBetween(words, ...list).flatMap((piece) => columnsOf(words, piece, sources)) : []
  }
}

const FROM_ENDS = ['where', 'group', 'having', 'window', 'order', 'limit', 'offset', 'fetch', 'for', 'into']
const LIST_ENDS = ['from', ...FROM_ENDS]
/** Behind these a comma separates something other than the tables of FROM or USING. */
const SOURCES_END = [...FROM_ENDS, 'set', 'returning', 'when']

/** The range of the list of a SELECT or a RETURNING. */
function listOf(words: SqlWords, from: number, to: number): [from: number, to: number] | undefined {
  if (!words.is(from, 'select')) {
    for (const index of words.shallow(from, to)) if (words.is(index, 'returning')) return [index + 1, to]
    return undefined
  }
  let begin = from + 1
  if (words.is(begin, 'all', 'distinct')) begin++
  if (words.is(begin, 'on') && words.kind(begin + 1) === 'open') begin = words.closing(begin + 1) + 1
  for (const index of words.shallow(begin, to)) if (words.is(index, ...LIST_ENDS)) return [begin, index]
  return [begin, to]
}

/** The ranges between the commas. */
function piecesBetween(words: SqlWords, from: number, to: number): [from: number, to: number][] {
  const pieces: [number, number][] = []
  let begin = from
  for (const index of words.shallow(from, to)) {
    if (words.kind(index) !== 'comma') continue
    pieces.push([begin, index])
    begin = index + 1
  }
  if (begin < to) pieces.push([begin, to])
  return pieces
}

function columnsOf(
  words: SqlWords,
  [from, to]: readonly [number, number],
  sources: readonly Source[],
): KnownColumn[] {
  const last = to - 1
  const token = words.tokens[last]
  if (!token || last < from) return []
  if (words.sql.slice(token.start, token.end) === '*') {
    const of = words.kind(last - 1) === 'dot' ? words.name(last - 2) : undefined
    return sources.flatMap((source) => (of === undefined || source.name === of ? source.columns : []))
  }
  const cast = castAt(words, from, to)
  if (cast !== undefined) return columnsOf(words, [from, cast], [])
  const name = words.kind(last) === 'close' ? calledAt(words, last) : namedAt(words, last)
  if (name === undefined) return []
  const isPath = last - 2 === from && words.kind(last - 1) === 'dot'
  const isColumn = from === last || isPath
  const known = isColumn
    ? columnIn({ sources }, isPath ? words.name(from) : undefined, name)?.column
    : undefined
  return [known ?? { name, type: '', isNullable: true, comment: null }]
}

/** Where the cast at the end of an expression is: `a::text` gives a column `a`. A word behind the type is an alias. */
function castAt(words: SqlWords, from: number, to: number): number | undefined {
  const cast = [...words.shallow(from, to)].findLast((at) => words.text(at) === '::')
  if (cast === undefined) return undefined
  const behind = words.kind(cast + 2) === 'open' ? words.closing(cast + 2) + 1 : cast + 2
  return behind === to ? cast : undefined
}

/** The alias or the column at the end of an expression; the sum of two columns has no name. */
function namedAt(words: SqlWords, last: number): string | undefined {
  return words.kind(last - 1) === 'operator' ? undefined : words.name(last)
}

/** `count(*)` gives a column `count`. */
function calledAt(words: SqlWords, close: number): string | undefined {
  const open = words.partner(close)
  return open === undefined ? undefined : words.plainName(open - 1)
}

function renamed(columns: readonly KnownColumn[], names: readonly string[]): KnownColumn[] {
  const unknown = { type: '', isNullable: true, comment: null }
  const length = Math.max(columns.length, names.length)
  return Array.from({ length }, (_, index) => {
    const column = columns[index] ?? { ...unknown, name: '' }
    return { ...column, name: names[index] ?? column.name }
  })
}
