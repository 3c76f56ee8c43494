/**
 * Formats SQL as the editor does: small keywords and types, two blanks. The text's meaning is checked, not trusted.
 *
 * @rule sql.format  @spec §9
 */
import { formatDialect, postgresql } from 'sql-formatter'
import { KEYWORDS } from './keywords.js'
import { scan } from './lexer/scan.js'
import type { Token } from './lexer/token.js'
import { piecesOf, type Piece } from './pieces.js'

/**
 * The formatted text. A text that the formatter can't read, or that would not be the same to PostgreSQL afterwards
 * (another name, another string, a lost comment), comes back exactly as it was.
 */
export function formatSql(sql: string): string {
  return formattedSql(sql) ?? sql
}

/** The formatted text; undefined when the formatter can't read it or would change its meaning. */
export function formattedSql(sql: string): string | undefined {
  const meaning = meaningOf(sql)
  for (const format of [polished, plain]) {
    const formatted = format(sql)
    if (formatted !== undefined && meaningOf(formatted) === meaning) return formatted
  }
  return undefined
}

function plain(sql: string): string | undefined {
  try {
    return formatDialect(sql, {
      dialect: postgresql,
      keywordCase: 'lower',
      dataTypeCase: 'lower',
      tabWidth: 2,
    })
  } catch {
    // The formatter's own grammar is smaller than PostgreSQL's: an unreadable text stays unchanged.
    return undefined
  }
}

/** Words that the formatter would misread as clauses or calls are replaced by placeholders. */
function polished(sql: string): string | undefined {
  const formatted = plain(withoutClauses(sql))
  return formatted === undefined ? undefined : closedCalls(smallKeywords(withClauses(formatted)), sql)
}

/** Statements whose `select`, `on` and `from` begin no clause: `grant select on t`, `for select to anon`. */
const WITHOUT_CLAUSES =
  /^(?:grant|revoke|alter default privileges|create(?: or replace)? (?:policy|trigger))\b/
const CLAUSES = new Set(['select', 'insert', 'update', 'delete', 'from', 'on', 'with', 'set'])
const STAND_IN = 'basedeck_stands_for_'

function withoutClauses(sql: string): string {
  let text = ''
  let from = 0
  for (const piece of piecesOf(sql)) {
    for (const { start, end } of clausesIn(piece)) {
      text += sql.slice(from, start) + STAND_IN + sql.slice(start, end).toLowerCase()
      from = end
    }
  }
  return text + sql.slice(from)
}

function clausesIn({ tokens, words }: Piece): Token[] {
  if (!WITHOUT_CLAUSES.test(words.slice(0, 4).join(' '))) return []
  let depth = 0
  return tokens.filter(({ kind }, index) => {
    if (kind === 'open') depth++
    else if (kind === 'close') depth--
    return depth === 0 && CLAUSES.has(words[index] ?? '')
  })
}

/** They get their words back, and become one line; brackets and comments keep their line breaks. */
function withClauses(formatted: string): string {
  const sql = formatted.replaceAll(STAND_IN, '')
  let text = ''
  let from = 0
  for (const { tokens, words } of piecesOf(sql)) {
    if (!WITHOUT_CLAUSES.test(words.slice(0, 4).join(' '))) continue
    let depth = 0
    for (const [index, { kind, end }] of tokens.entries()) {
      if (kind === 'open') depth++
      else if (kind === 'close') depth--
      const next = tokens[index + 1]
      const between = next && depth === 0 ? sql.slice(end, next.start) : ''
      if (!next || between.trim() !== '' || !between.includes('\n')) continue
      text += `${sql.slice(from, end)} `
      from = next.start
    }
  }
  return text + sql.slice(from)
}

/** The formatter knows fewer keywords than PostgreSQL. A keyword in capitals is treated as one. */
function smallKeywords(formatted: string): string {
  return replaced(formatted, ({ kind }, text) =>
    kind === 'word' && text === text.toUpperCase() && KEYWORDS.has(text.toLowerCase())
      ? text.toLowerCase()
      : text,
  )
}

/** `f ()` is `f()`, and a call that was written without a blank has none. */
function closedCalls(formatted: string, sql: string): string {
  const before = scan(sql).filter(({ kind }) => kind !== 'comment')
  const after = scan(formatted).filter(({ kind }) => kind !== 'comment')
  if (before.length !== after.length) return formatted
  let text = ''
  let from = 0
  for (const [index, token] of after.entries()) {
    const bracket = after[index + 1]
    const isName = token.kind === 'word' || token.kind === 'quoted'
    if (!isName || bracket?.kind !== 'open' || formatted.slice(token.end, bracket.start) !== ' ') continue
    const isEmpty = after[index + 2]?.kind === 'close'
    const wasClosed = before[index]?.end === before[index + 1]?.start
    const isKeyword = KEYWORDS.has(formatted.slice(token.start, token.end))
    if (!isEmpty && !(wasClosed && !isKeyword)) continue
    text += formatted.slice(from, token.end)
    from = bracket.start
  }
  return text + formatted.slice(from)
}

function replaced(sql: string, write: (token: Token, text: string) => string): string {
  let text = ''
  let from = 0
  for (const token of scan(sql)) {
    text += sql.slice(from, token.start) + write(token, sql.slice(token.start, token.end))
    from = token.end
  }
  return text + sql.slice(from)
}

/**
 * All that PostgreSQL sees: the tokens, bare words in small letters; that there is a comment, not how it looks; and
 * whether a line break joins two strings, since `'a' 'b'` on one line is an error.
 */
function meaningOf(sql: string): string {
  let before: Token | undefined
  const parts = scan(sql).map((token) => {
    const text = sql.slice(token.start, token.end)
    const joins =
      before?.kind === 'string' &&
      token.kind === 'string' &&
      /[\n\r]/.test(sql.slice(before.end, token.start))
    if (token.kind !== 'comment') before = token
    if (token.kind === 'comment') return '--'
    return (joins ? '+' : '') + (token.kind === 'word' ? text.toLowerCase() : text)
  })
  return parts.join('\n')
}
