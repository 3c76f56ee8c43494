/**
 * Formats SQL as the editor does: small keywords, two blanks. The text's meaning is checked, not trusted.
 *
 * @rule sql.format  @spec §9
 */
import { formatDialect, postgresql } from 'sql-formatter'
import { scan } from './lexer/scan.js'
import type { Token } from './lexer/token.js'

/**
 * The formatted text. A text that the formatter can't read, or that would not be the same to PostgreSQL afterwards
 * (another name, another string, a lost comment), comes back exactly as it was.
 */
export function formatSql(sql: string): string {
  return formattedSql(sql) ?? sql
}

/** The formatted text; undefined for one that the formatter can't read, or that would not be the same afterwards. */
export function formattedSql(sql: string): string | undefined {
  const formatted = tryFormat(sql)
  return formatted !== undefined && meaningOf(formatted) === meaningOf(sql) ? formatted : undefined
}

function tryFormat(sql: string): string | undefined {
  try {
    return formatDialect(sql, { dialect: postgresql, keywordCase: 'lower', tabWidth: 2 })
  } catch {
    // The formatter's own grammar is smaller than PostgreSQL's: what it can't read stays as it is.
    return undefined
  }
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
