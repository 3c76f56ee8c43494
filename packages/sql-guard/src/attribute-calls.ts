/**
 * PostgreSQL's call without brackets: `(value).function` calls `function(value)`, and so does `x.function` where `x`
 * names a plain value in `from` (`from lower('seq') x`). `select ('seq'::regclass).nextval` writes.
 *
 * @rule sql.attribute-call  @spec §5
 */
import type { Token } from './lexer/token.js'
import type { Piece } from './pieces.js'
import { RESERVED_WORDS } from './reserved-words.js'

/** The name of the first part of a statement that may be such a call. */
export function attributeCallIn(sql: string, piece: Piece): Token | undefined {
  const { tokens } = piece
  let values: Set<string> | undefined
  for (const [dot, { kind }] of tokens.entries()) {
    const name = tokens[dot + 1]
    if (kind !== 'dot' || !isName(name)) continue
    const owner = tokens[dot - 1]
    if (!isName(owner)) return name
    if (tokens[dot - 2]?.kind === 'dot') continue
    values ??= namesOfValues(sql, piece)
    const ownerName = nameOf(sql, owner)
    if (ownerName === UNKNOWN || values.has(ownerName) || values.has(UNKNOWN)) return name
  }
  return undefined
}

/** Functions that are called without brackets. */
const BARE_FUNCTIONS: ReadonlySet<string | undefined> = new Set([
  'current_catalog',
  'current_date',
  'current_role',
  'current_schema',
  'current_time',
  'current_timestamp',
  'current_user',
  'localtime',
  'localtimestamp',
  'session_user',
  'system_user',
  'user',
])

/** What PostgreSQL calls the value of these where it has no alias; `as integer` makes it `int4`. */
const OTHER_NAMES: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['trim', ['btrim', 'ltrim', 'rtrim']],
  [
    'cast',
    'int2 int4 int8 float4 float8 numeric bool bit varbit bpchar varchar time timetz timestamp timestamptz interval json'.split(
      ' ',
    ),
  ],
])

/** Every name that may refer to the value of a function in `from`: the function's name and its alias. */
function namesOfValues(sql: string, { tokens, words }: Piece): Set<string> {
  const names = new Set<string>()
  const isCast = (callee: number | undefined) => callee !== undefined && words[callee] === 'cast'
  const addToken = (token: Token | undefined) => void (isName(token) && names.add(nameOf(sql, token)))
  const add = (callee: number, end: number): void => {
    for (const name of OTHER_NAMES.get(words[callee]) ?? []) names.add(name)
    addToken(tokens[callee])
    addToken(tokens[words[end + 1] === 'as' ? end + 2 : end + 1])
  }
  /** For each open bracket the index of the name in front of it, where that may be a function in `from`. */
  const callees: (number | undefined)[] = []
  let openCasts = 0
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === 'open') {
      const callee = canBeCallee(tokens, words, index - 1) ? index - 1 : undefined
      callees.push(callee)
      if (isCast(callee)) openCasts++
    } else if (kind === 'close') {
      const callee = callees.pop()
      if (isCast(callee)) openCasts--
      if (callee !== undefined) add(callee, index)
    } else {
      if (canBeSource(tokens, words, index) && BARE_FUNCTIONS.has(words[index])) add(index, index)
      // The value of a cast has the name of its argument or of its type.
      if (openCasts > 0 && tokens[index + 1]?.kind !== 'dot') addToken(tokens[index])
    }
  }
  return names
}

/** Whether the word in front of a bracket may be a function in `from`, or the `from` of `rows from (lower('seq')) x`. */
function canBeCallee(tokens: readonly Token[], words: readonly string[], index: number): boolean {
  if (!isName(tokens[index])) return false
  const word = String(words[index])
  if (word === 'from') return words[index - 1] === 'rows'
  return (word === 'cast' || !RESERVED_WORDS.has(word)) && canBeSource(tokens, words, index)
}

/** Whether an item of `from` may begin here. A column may, too: the words before it are the same. */
function canBeSource(tokens: readonly Token[], words: readonly string[], index: number): boolean {
  const before = tokens[index - 1]?.kind
  if (before === 'comma' || before === 'open') return true
  const word = words[index - 1]
  return word === 'from' || word === 'join' || word === 'lateral'
}

function isName(token: Token | undefined): token is Token {
  return token?.kind === 'word' || token?.kind === 'quoted'
}

/** `U&"…"` may be any name. */
const UNKNOWN = ''

/** Longer names are cut at 63 bytes: what differs only behind these characters may be the same name. */
const CERTAIN_CHARACTERS = 20

/** A name for comparing: two spellings of one name are equal here. */
function nameOf(sql: string, { kind, start, end }: Token): string {
  const text = sql.slice(start, end)
  if (kind === 'quoted' && !text.startsWith('"')) return UNKNOWN
  const name = kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text
  return name.slice(0, CERTAIN_CHARACTERS).toLowerCase()
}
