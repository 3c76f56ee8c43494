/**
 * What the text before the cursor asks for: a table, a column, the rest of a name, a word of the grammar, or nothing.
 * @rule completion.context  @spec §2
 */
import { followingWords, likelyWords, type FollowingWords } from './following-words.js'
import { literalContext, type LiteralContext } from './literal-context.js'
import { SqlWords } from './sql-words.js'

export type CompletionContext = {
  /** What is typed of the name so far, without its quotes. */
  typed: string
  isQuoted: boolean
  /** What the name would replace: offsets in the statement. */
  start: number
  end: number
  words: SqlWords
  /** The token at the cursor, or the one after it. */
  index: number
} & Expected

export type Expected =
  /** In a string, a comment, a number, or where a new name is made up. */
  | { type: 'nothing' }
  /** The beginning of a statement, or of a query in brackets. */
  | { type: 'head' }
  | { type: 'relation' }
  /** Columns of the one relation: `insert into t (`. */
  | { type: 'columns-of'; relation: readonly string[] }
  /** Behind `a.` or `a.b.`; `named`: the name of a function without a call. */
  | { type: 'member'; of: readonly string[]; wantsRelation: boolean; named?: NamedFunction }
  | { type: 'value' }
  | { type: 'type' }
  | { type: 'role' }
  | { type: 'schema' }
  | ({ type: 'function' } & NamedFunction)
  /** In a string whose meaning follows from the statement: `status = '`. */
  | { type: 'literal'; of: LiteralContext['of'] }
  /** Right behind the `*` of a list. */
  | { type: 'star' }
  /** A few keywords, and little else. */
  | ({ type: 'words' } & FollowingWords)
  /** Follows a complete expression: a clause, an operator or an alias comes next. */
  | { type: 'clause'; likely: readonly string[]; mayBeAlias: boolean }

/** A function that is named outside an expression: `drop function`, `execute function`. */
export interface NamedFunction {
  /** Only trigger functions. */
  isTrigger: boolean
}

/** @param offset the cursor, in the statement */
export function completionContext(statement: string, offset: number): CompletionContext {
  const words = new SqlWords(withoutOpenQuote(statement, offset))
  const { tokens } = words
  let index = tokens.findIndex(({ end }) => end >= offset)
  if (index < 0) index = tokens.length
  // Behind a token that is not a name, the next token is completed.
  const under = tokens[index]
  const isName = under !== undefined && (under.kind === 'word' || under.kind === 'quoted')
  const isTyping = isName && under.start < offset
  const here = { typed: '', isQuoted: false, start: offset, end: offset, words, index }
  if (isInside(statement, words, offset)) {
    const literal = literalContext(words, index, offset)
    return literal ? { ...here, ...literal, type: 'literal' } : { ...here, type: 'nothing' }
  }
  if (under?.end === offset && afterOperator(words, index, -1).type === 'clause')
    return { ...here, typed: '*', start: under.start, type: 'star' }
  if (!isTyping) {
    if (under && under.start < offset) here.index = index + 1
    if (words.kind(here.index - 1) === 'dot') {
      // The tokens behind the cursor are not part of the name that is being typed.
      const filled = new SqlWords(`${words.sql.slice(0, offset)}_ ${words.sql.slice(offset)}`)
      return { ...here, words: filled, ...wantedAt(filled, here.index) }
    }
    return { ...here, ...wantedAt(words, here.index) }
  }
  const isQuoted = under.kind === 'quoted'
  const typed = statement.slice(under.start, offset).replace('"', '')
  // An open quote was replaced by a blank.
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

/** A quote that is not closed yet would swallow the rest of the statement, or everything up to the next quote. */
function withoutOpenQuote(statement: string, offset: number): string {
  const { tokens } = new SqlWords(statement)
  const last = tokens.at(-1)
  if (last?.kind !== 'quoted' || last.closed) return statement
  const open = tokens.find(({ kind, start, end }) => kind === 'quoted' && start < offset && offset <= end)
  if (!open) return statement
  return `${statement.slice(0, open.start)} ${statement.slice(open.start + 1)}`
}

/** In a string, a comment or a number. */
function isInside(statement: string, { tokens }: SqlWords, offset: number): boolean {
  const token = tokens.find(({ end }) => end >= offset)
  if (token && token.start < offset) {
    if (token.kind === 'string') return offset < token.end || !token.closed
    return token.kind === 'number' || token.kind === 'parameter'
  }
  // Between tokens there are blanks and comments.
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
      if (end === -1) return true
      at = end
    }
  }
  return depth > 0
}

const RELATION_WORDS = ['from', 'join', 'update', 'into', 'only', 'truncate', 'references', 'vacuum', 'copy']
const OBJECT_WORDS = ['table', 'view', 'exists']
/** Behind these words a CREATE has a new name. */
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

function wantedAt(words: SqlWords, index: number): Expected {
  const before = index - 1
  if (before < 0) return { type: 'head' }
  if (words.kind(before) === 'dot') return memberAt(words, before)
  const open = words.bracketAround(index)
  if (words.kind(before) === 'open') return inBracket(words, open)
  if (words.kind(before) === 'comma') return afterComma(words, index, open)
  return afterPiece(words, before, open)
}

function memberAt(words: SqlWords, dot: number): Expected {
  const of: string[] = []
  let at = dot
  while (words.kind(at) === 'dot') {
    const name = words.name(at - 1)
    if (name === undefined) return { type: 'nothing' }
    of.unshift(name)
    at -= 2
  }
  const asked = wantedAt(words, at + 1)
  const wantsRelation = asked.type === 'relation' && !words.is(at, 'column')
  const member = { type: 'member' as const, of, wantsRelation }
  return asked.type === 'function' ? { ...member, named: { isTrigger: asked.isTrigger } } : member
}

function inBracket(words: SqlWords, open: number): Expected {
  const relation = relationBefore(words, open)
  if (relation) return { type: 'columns-of', relation }
  if (words.is(open - 1, 'inherits')) return { type: 'relation' }
  if (words.is(open - 1, 'as', 'exists', 'in', 'lateral', 'from', 'join')) return { type: 'head' }
  const following = followingWords(words, open + 1)
  if (following) return { type: 'words', ...following }
  return definesTable(words, open) || definesFunction(words, open) ? { type: 'nothing' } : { type: 'value' }
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

/** The brackets of `create table t (` and `returns table (`: names there are new. */
function definesTable(words: SqlWords, open: number): boolean {
  let at = open - 1
  if (words.is(at, 'table')) return true
  while (words.kind(at - 1) === 'dot') at -= 2
  return words.is(at - 1, 'table') || (words.is(at - 1, 'exists') && words.is(at - 4, 'table'))
}

/** The brackets of `create function f (`: parameters with their types. */
function definesFunction(words: SqlWords, open: number): boolean {
  if (!words.is(0, 'create')) return false
  let at = open - 1
  while (words.kind(at - 1) === 'dot') at -= 2
  return words.is(at - 1, 'function', 'procedure') && !isExecuted(words, at - 1)
}

function afterComma(words: SqlWords, index: number, open: number): Expected {
  const relation = relationBefore(words, open)
  if (relation) return { type: 'columns-of', relation }
  if (definesTable(words, open) || definesFunction(words, open)) return { type: 'nothing' }
  const following = followingWords(words, index)
  if (following) return { type: 'words', ...following }
  for (let at = index - 1; at > open; at--) {
    if (words.kind(at) === 'close') at = words.partner(at) ?? at
    else if (wantsRole(words, at)) return { type: 'role' }
    else if (isRelationWord(words, at) && !words.is(0, 'alter')) return { type: 'relation' }
    else if (words.is(at, 'select', 'where', 'by', 'set', 'returning', 'values', 'on', 'having'))
      return { type: 'value' }
    else if (words.is(at, 'with')) return { type: 'nothing' }
  }
  return { type: 'value' }
}

function afterPiece(words: SqlWords, before: number, open: number): Expected {
  if (words.text(before) === '::') return { type: 'type' }
  if (words.kind(before) === 'operator') return afterOperator(words, before, open)
  const following = followingWords(words, before + 1)
  if (following) return { type: 'words', ...following }
  // Behind a dot a keyword is a name: `a.from`.
  if (words.kind(before) !== 'word' || words.kind(before - 1) === 'dot') return clauseAt(words, before, open)
  if (wantsRole(words, before)) return { type: 'role' }
  if (words.is(before, 'as')) return afterAs(words, before, open)
  if (wantsType(words, before, open)) return { type: 'type' }
  if (isRelationWord(words, before)) return { type: 'relation' }
  if (words.is(before, ...NEW_NAMES) && words.is(0, 'create') && !isExecuted(words, before))
    return { type: 'nothing' }
  if (words.is(before, 'column') && words.is(before - 1, 'add')) return { type: 'nothing' }
  if (words.is(0, ...NAMING_HEADS)) {
    if (words.is(before, 'schema')) return { type: 'schema' }
    if (words.is(before, 'function', 'procedure', 'routine'))
      return { type: 'function', isTrigger: isExecuted(words, before) }
  }
  if (words.plainName(before) !== undefined || words.is(before, ...COMPLETE_WORDS))
    return clauseAt(words, before, open)
  return words.is(before, 'with') ? clauseAt(words, before, open) : { type: 'value' }
}

/** Statements with the kind of object before its name: `drop schema a`. */
const NAMING_HEADS = ['create', 'alter', 'drop', 'comment', 'grant', 'revoke']

/** No value follows these words. */
const COMPLETE_WORDS = ['end', 'null', 'true', 'false', 'asc', 'desc']

const CLAUSES = [
  'select',
  'returning',
  'from',
  'join',
  'using',
  'update',
  'into',
  'where',
  'on',
  'having',
  'when',
  'by',
  'set',
  'values',
  'limit',
  'offset',
]

/** After a complete expression: its clause, what likely follows, and whether that may be an alias or another name. */
function clauseAt(words: SqlWords, before: number, open: number): Expected {
  let clause = ''
  for (let at = before; at > open && clause === ''; at--) {
    if (words.kind(at) === 'close') at = words.partner(at) ?? at
    else if (words.is(at, ...CLAUSES) && words.kind(at - 1) !== 'dot')
      clause = words.is(at, 'using') && words.kind(at + 1) !== 'open' ? 'source' : words.word(at)
  }
  const isSource = ['from', 'join', 'source', 'update'].includes(clause)
  const hasAlias = words.plainName(before) !== undefined && endsName(words, before - 1)
  const mayBeAlias = isSource ? !hasAlias : ['', 'select', 'returning'].includes(clause)
  const likely = clause === 'join' && hasAlias ? ['on', 'using'] : likelyWords(words, before + 1, clause)
  return { type: 'clause', likely, mayBeAlias }
}

/** Whether the expression there is complete, so that the name behind it is its alias. */
function endsName(words: SqlWords, at: number): boolean {
  return words.plainName(at) !== undefined || words.kind(at) === 'close' || words.is(at, 'as')
}

/** `alter column c type`, `returns`, and behind the names in `create table t (` and `create function f (`. */
function wantsType(words: SqlWords, before: number, open: number): boolean {
  if (words.is(before, 'returns', 'setof')) return words.is(0, 'create')
  if (words.is(before, 'type')) return words.is(0, 'alter') && words.is(1, 'table')
  const isName = words.plainName(before) !== undefined
  if (isName && (definesTable(words, open) || definesFunction(words, open)))
    return isFirstOfPiece(words, before)
  return isName && words.is(1, 'table') && words.is(0, 'alter') && isAdded(words, before)
}

/** `add column c`, `add c`. */
function isAdded(words: SqlWords, name: number): boolean {
  return words.is(name - 1, 'add') || (words.is(name - 1, 'column') && words.is(name - 2, 'add'))
}

/** `create trigger … execute function`. */
function isExecuted(words: SqlWords, at: number): boolean {
  return words.is(at - 1, 'execute') && words.is(0, 'create')
}

/** `set role`, `grant … to`, `owner to`, `create policy … to`, `revoke … from`. */
function wantsRole(words: SqlWords, at: number): boolean {
  if (words.is(at, 'role')) return words.is(0, 'set', 'alter', 'drop')
  if (words.is(at, 'from')) return words.is(0, 'revoke')
  if (!words.is(at, 'to')) return false
  return words.is(0, 'grant') || words.is(at - 1, 'owner') || words.is(1, 'policy')
}

/** `select *` and `count(*)` are complete, `a *` is not. */
function afterOperator(words: SqlWords, before: number, open: number): Expected {
  const kind = words.kind(before - 1)
  const isStar =
    words.text(before) === '*' &&
    (words.is(before - 1, 'select', 'distinct', 'all', 'returning') ||
      kind === 'dot' ||
      kind === 'open' ||
      kind === 'comma')
  return isStar ? clauseAt(words, before, open) : { type: 'value' }
}

/** `cast(a as`, `create view v as`; else a new name follows. */
function afterAs(words: SqlWords, before: number, open: number): Expected {
  if (words.is(open - 1, 'cast')) return { type: 'type' }
  return words.is(0, 'create') && open === -1 && !hasQuery(words, before)
    ? { type: 'head' }
    : { type: 'nothing' }
}

/** Whether the query of a CREATE has begun: `create view v as select a`. */
function hasQuery(words: SqlWords, index: number): boolean {
  return [...words.shallow(0, index)].some((at) => words.is(at, 'as'))
}

function isRelationWord(words: SqlWords, at: number): boolean {
  if (words.is(at, ...OBJECT_WORDS))
    return words.is(0, 'alter', 'drop', 'truncate', 'comment', 'lock', 'refresh')
  if (words.is(at, 'on')) return words.is(0, 'create', 'comment', 'grant', 'revoke')
  if (words.is(at, 'update')) return !words.is(at - 1, 'for', 'do', 'key', 'on')
  if (words.is(at, 'from')) return !words.is(at - 1, 'distinct') && !words.separatesArguments(at)
  if (words.is(at, 'analyze')) return at === 0 || words.is(0, 'vacuum')
  // `comment on column t.c`
  if (words.is(at, 'column')) return words.is(0, 'comment')
  if (words.is(at, 'using')) return words.is(0, 'delete', 'merge')
  return words.is(at, ...RELATION_WORDS)
}

function isFirstOfPiece(words: SqlWords, at: number): boolean {
  const before = words.kind(at - 1)
  return before === 'open' || before === 'comma'
}
