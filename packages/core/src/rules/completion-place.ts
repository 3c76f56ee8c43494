/**
 * What the text before the cursor asks for: a table, a column, the rest of a name, a word of the grammar, or nothing.
 * @rule completion.place  @spec §2
 */
import { SqlWords } from './sql-words.js'

export type CompletionPlace = {
  /** What is typed of the name so far, without its quotes. */
  typed: string
  isQuoted: boolean
  /** What the name would replace: offsets in the statement. */
  start: number
  end: number
  words: SqlWords
  /** The piece at the cursor, or the one after it. */
  index: number
} & Wanted

export type Wanted =
  /** In a string, a comment, a number, or where a new name is made up. */
  | { type: 'nothing' }
  /** The beginning of a statement, or of a query in brackets. */
  | { type: 'head' }
  | { type: 'relation' }
  /** Columns of the one relation: `insert into t (`. */
  | { type: 'columns-of'; relation: readonly string[] }
  /** Behind `a.` or `a.b.`. */
  | { type: 'member'; of: readonly string[]; wantsRelation: boolean }
  | { type: 'value' }
  | { type: 'type' }
  | { type: 'role' }
  /** In a string that is compared with a column: `status = '`. */
  | { type: 'literal'; column: readonly string[] }
  /** Right behind the `*` of a list. */
  | { type: 'star' }
  /** Something complete stands before: a clause, an operator or an alias follows. */
  | { type: 'clause' }

/** @param offset the cursor, in the statement */
export function completionPlace(statement: string, offset: number): CompletionPlace {
  const words = new SqlWords(withoutOpenQuote(statement, offset))
  const { tokens } = words
  let index = tokens.findIndex(({ end }) => end >= offset)
  if (index < 0) index = tokens.length
  // Right behind a piece that is no name, what comes next is asked for.
  const under = tokens[index]
  const isName = under !== undefined && (under.kind === 'word' || under.kind === 'quoted')
  const isTyping = isName && under.start < offset
  const here = { typed: '', isQuoted: false, start: offset, end: offset, words, index }
  if (isInside(statement, words, offset)) return { ...here, ...literalAt(words, index, offset) }
  if (
    under?.end === offset &&
    words.text(index) === '*' &&
    afterOperator(words, index, '*').type === 'clause'
  )
    return { ...here, typed: '*', start: under.start, type: 'star' }
  if (!isTyping) {
    if (under && under.start < offset) here.index = index + 1
    if (words.kind(here.index - 1) === 'dot') {
      // What follows is no part of the name that is still to be written.
      const filled = new SqlWords(`${words.sql.slice(0, offset)}_ ${words.sql.slice(offset)}`)
      return { ...here, words: filled, ...wantedAt(filled, here.index) }
    }
    return { ...here, ...wantedAt(words, here.index) }
  }
  const isQuoted = under.kind === 'quoted' || statement[under.start] !== words.sql[under.start]
  const typed = statement.slice(under.start, offset).replace(/^"/, '')
  // An open quote was taken for a blank.
  const start =
    statement[under.start - 1] === '"' && words.sql[under.start - 1] === ' ' ? under.start - 1 : under.start
  return {
    ...here,
    typed,
    isQuoted: isQuoted || start < under.start,
    start,
    end: under.end,
    ...wantedAt(words, index),
  }
}

/** What is typed of a text that a column is compared with. */
function literalAt(
  words: SqlWords,
  index: number,
  offset: number,
): { type: 'nothing' } | (Wanted & { type: 'literal'; typed: string; start: number; end: number }) {
  const token = words.tokens[index]
  if (token?.kind !== 'string' || words.sql[token.start] !== "'") return { type: 'nothing' }
  let at = index - 1
  // `in ('a', '|')`
  while (words.kind(at) === 'comma' && words.kind(at - 1) === 'string') at -= 2
  if (words.kind(at) === 'open' && words.is(at - 1, 'in')) at -= words.is(at - 2, 'not') ? 3 : 2
  else if (words.kind(at) === 'operator' && COMPARES.has(words.text(at))) at--
  else return { type: 'nothing' }
  const column: string[] = []
  for (let name = words.plainName(at); name !== undefined; name = words.plainName(at)) {
    column.unshift(name)
    if (words.kind(at - 1) !== 'dot') break
    at -= 2
  }
  if (column.length === 0) return { type: 'nothing' }
  const start = token.start + 1
  const end = token.closed ? token.end - 1 : offset
  return { type: 'literal', column, typed: words.sql.slice(start, offset), start, end }
}

const COMPARES = new Set(['=', '<>', '!='])

/** A quote that is not closed yet would swallow the rest of the statement. */
function withoutOpenQuote(statement: string, offset: number): string {
  const last = new SqlWords(statement).tokens.at(-1)
  if (last?.kind !== 'quoted' || last.closed || last.start >= offset) return statement
  return `${statement.slice(0, last.start)} ${statement.slice(last.start + 1)}`
}

/** In a string, a comment or a number. */
function isInside(statement: string, { tokens }: SqlWords, offset: number): boolean {
  const token = tokens.find(({ end }) => end >= offset)
  if (token && token.start < offset) {
    if (token.kind === 'string') return offset < token.end || !token.closed
    return token.kind === 'number' || token.kind === 'parameter'
  }
  // Between the pieces there are blanks and comments.
  const before = tokens.findLast(({ end }) => end <= offset)
  const gap = statement.slice(before?.end ?? 0, offset)
  return isInComment(gap)
}

function isInComment(gap: string): boolean {
  let depth = 0
  for (let at = 0; at < gap.length; at++) {
    const two = gap.slice(at, at + 2)
    if (two === '/*') depth++
    if (two === '*/') depth--
    if (two === '/*' || two === '*/') at++
    else if (two === '--' && depth === 0) {
      const end = gap.indexOf('\n', at)
      if (end < 0) return true
      at = end
    }
  }
  return depth > 0
}

const RELATION_WORDS = [
  'from',
  'join',
  'update',
  'into',
  'only',
  'truncate',
  'references',
  'inherits',
  'vacuum',
  'copy',
]
const OBJECT_WORDS = ['table', 'view', 'exists']
/** Behind these a CREATE makes up a name. */
const NEW_NAMES = [
  'table',
  'view',
  'index',
  'function',
  'policy',
  'schema',
  'type',
  'trigger',
  'exists',
  'role',
]

function wantedAt(words: SqlWords, index: number): Wanted {
  const before = index - 1
  if (before < 0) return { type: 'head' }
  if (words.kind(before) === 'dot') return memberAt(words, before)
  const open = words.bracketAround(index)
  if (words.kind(before) === 'open') return inBracket(words, open)
  if (words.kind(before) === 'comma') return afterComma(words, index, open)
  return afterPiece(words, before, open)
}

function memberAt(words: SqlWords, dot: number): Wanted {
  const of: string[] = []
  let at = dot
  while (words.kind(at) === 'dot') {
    const name = words.name(at - 1)
    if (name === undefined) return { type: 'nothing' }
    of.unshift(name)
    at -= 2
  }
  const asked = wantedAt(words, at + 1)
  return { type: 'member', of, wantsRelation: asked.type === 'relation' }
}

function inBracket(words: SqlWords, open: number): Wanted {
  const relation = relationBefore(words, open)
  if (relation) return { type: 'columns-of', relation }
  if (words.is(open - 1, 'as', 'exists', 'in', 'lateral', 'from', 'join')) return { type: 'head' }
  return definesTable(words, open) ? { type: 'nothing' } : { type: 'value' }
}

/** `insert into t (`, `references t (`, `create index on t (`, `copy t (`. */
function relationBefore(words: SqlWords, open: number): string[] | undefined {
  const parts: string[] = []
  let at = open - 1
  // `on t using gin (`
  if (words.is(at - 1, 'using') && words.is(0, 'create')) at -= 2
  for (let name = words.plainName(at); name !== undefined; name = words.plainName(at)) {
    parts.unshift(name)
    at--
    if (words.kind(at) !== 'dot') break
    at--
  }
  if (parts.length === 0) return undefined
  const isIndex = words.is(at, 'on') && words.is(0, 'create')
  return isIndex || words.is(at, 'into', 'references', 'copy') ? parts : undefined
}

/** The brackets of `create table t (`: names there are new. */
function definesTable(words: SqlWords, open: number): boolean {
  if (!words.is(0, 'create') || words.bracketAround(open) >= 0) return false
  for (let at = 1; at < Math.min(open, 6); at++) if (words.is(at, 'table')) return true
  return false
}

function afterComma(words: SqlWords, index: number, open: number): Wanted {
  const relation = open >= 0 ? relationBefore(words, open) : undefined
  if (relation) return { type: 'columns-of', relation }
  if (open >= 0 && definesTable(words, open)) return { type: 'nothing' }
  for (let at = index - 1; at > open; at--) {
    if (words.kind(at) === 'close') at = words.partner(at) ?? at
    else if (words.is(at, 'from') || (words.is(at, 'using') && words.is(0, 'delete')))
      return { type: 'relation' }
    else if (words.is(at, 'select', 'where', 'by', 'set', 'returning', 'values', 'on', 'having'))
      return { type: 'value' }
    else if (words.is(at, 'with')) return { type: 'nothing' }
  }
  return { type: 'value' }
}

function afterPiece(words: SqlWords, before: number, open: number): Wanted {
  const token = words.tokens[before]
  const text = token ? words.sql.slice(token.start, token.end) : ''
  if (text === '::') return { type: 'type' }
  if (token?.kind === 'operator') return afterOperator(words, before, text)
  if (token?.kind !== 'word') return { type: 'clause' }
  if (wantsRole(words, before)) return { type: 'role' }
  if (words.is(before, 'as')) return afterAs(words, before, open)
  if (isRelationWord(words, before)) return { type: 'relation' }
  if (words.is(before, ...NEW_NAMES) && words.is(0, 'create', 'declare')) return { type: 'nothing' }
  // In the brackets of `create table t (id |` a type stands behind the name.
  if (open >= 0 && definesTable(words, open) && isFirstOfPiece(words, before)) return { type: 'type' }
  if (words.plainName(before) !== undefined || words.is(before, 'end', 'null', 'true', 'false'))
    return { type: 'clause' }
  return words.is(before, 'with', 'create', 'alter', 'drop', 'table') ? { type: 'clause' } : { type: 'value' }
}

/** `set role`, `grant … to`, `owner to`, `create policy … to`, `revoke … from`. */
function wantsRole(words: SqlWords, at: number): boolean {
  if (words.is(at, 'role')) return words.is(0, 'set', 'alter', 'drop')
  if (words.is(at, 'from')) return words.is(0, 'revoke')
  if (!words.is(at, 'to')) return false
  return words.is(0, 'grant') || words.is(at - 1, 'owner') || words.is(1, 'policy')
}

/** `select *` and `count(*)` are complete, `a *` is not. */
function afterOperator(words: SqlWords, before: number, text: string): Wanted {
  const isStar =
    text === '*' &&
    (words.is(before - 1, 'select', 'distinct', 'all', 'returning') ||
      ['dot', 'open', 'comma'].includes(words.kind(before - 1) ?? ''))
  return isStar ? { type: 'clause' } : { type: 'value' }
}

function afterAs(words: SqlWords, before: number, open: number): Wanted {
  if (open >= 0 && words.is(open - 1, 'cast')) return { type: 'type' }
  if (words.is(0, 'create') && open < 0 && !words.is(before - 1, 'restrictive')) return { type: 'head' }
  return { type: 'nothing' }
}

function isRelationWord(words: SqlWords, at: number): boolean {
  if (words.is(at, ...OBJECT_WORDS))
    return words.is(0, 'alter', 'drop', 'truncate', 'comment', 'lock', 'analyze') && !words.is(0, 'create')
  if (words.is(at, 'on')) return words.is(0, 'create', 'comment') && !words.is(at - 1, 'comment')
  if (words.is(at, 'update')) return !words.is(at - 1, 'for', 'do', 'key', 'on')
  if (words.is(at, 'from')) return !words.is(at - 1, 'distinct')
  if (words.is(at, 'analyze')) return at === 0
  if (words.is(at, 'using')) return words.is(0, 'delete', 'merge')
  return words.is(at, ...RELATION_WORDS)
}

function isFirstOfPiece(words: SqlWords, at: number): boolean {
  return ['open', 'comma'].includes(words.kind(at - 1) ?? '')
}
