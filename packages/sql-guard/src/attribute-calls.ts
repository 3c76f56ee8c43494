/**
 * PostgreSQL's call without brackets: `(value).function` calls `function(value)`, and so does `x.function` where `x`
 * names a plain value in `from` (`from lower('seq') x`). `select ('seq'::regclass).nextval` writes.
 *
 * @rule sql.attribute-call  @spec §5
 */
import type { Token } from './lexer/token.js'
import type { Piece } from './pieces.js'

/** The name of the first part of a statement that may be such a call. */
export function attributeCallIn(sql: string, { tokens, words }: Piece): Token | undefined {
  const values = new Set<string>()
  for (const value of namesOfValues(tokens, words)) values.add(nameOf(sql, value))
  const dot = tokens.findIndex(
    ({ kind }, index) => kind === 'dot' && isName(tokens[index + 1]) && mayCall(sql, tokens, index, values),
  )
  return dot < 0 ? undefined : tokens[dot + 1]
}

function mayCall(sql: string, tokens: readonly Token[], dot: number, values: ReadonlySet<string>): boolean {
  const owner = tokens[dot - 1]
  if (!isName(owner)) return owner !== undefined
  if (tokens[dot - 2]?.kind === 'dot') return false
  const name = nameOf(sql, owner)
  return name === UNKNOWN || values.has(name) || values.has(UNKNOWN)
}

/** Functions that are called without brackets. */
const BARE_FUNCTIONS: ReadonlySet<string> = new Set([
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

/** Every name that may stand for the value of a function in `from`: the function's own, and the alias behind it. */
function namesOfValues(tokens: readonly Token[], words: readonly string[]): Token[] {
  const names: Token[] = []
  /** For each open bracket the function in front of it, if there is one. */
  const called: (Token | undefined)[] = []
  const add = (callee: Token, end: number): void => {
    const alias = tokens[words[end + 1] === 'as' ? end + 2 : end + 1]
    names.push(callee)
    if (isName(alias)) names.push(alias)
  }
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    if (token.kind === 'open') called.push(isName(before) && words[index - 1] !== 'in' ? before : undefined)
    else if (token.kind === 'close') {
      const callee = called.pop()
      if (callee) add(callee, index)
    } else if (BARE_FUNCTIONS.has(String(words[index])) && before?.kind !== 'dot') add(token, index)
  }
  return names
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
