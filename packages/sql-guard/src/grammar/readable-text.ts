/** Prepares a text for libpg-query where it is stricter, looser or slower than PostgreSQL itself. Every UTF-16 offset stays. */
import { scan } from '../lexer/scan.js'
import type { Token } from '../lexer/token.js'

/** The text that libpg-query reads as PostgreSQL reads the given one. */
export function readableText(sql: string): string {
  return withoutComments(sql).replace(LONE_SURROGATE, '\ufffd')
}

/** It has no UTF-8: drivers send the replacement character, libpg-query would swallow the next character too. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Replaces comments by blanks, because thousands of comments, or nested ones, cost libpg-query seconds. Their meaning
 * stays:
 * - A string may continue in another line, even after a line comment: `'a' -- note` newline `'b'` is `'ab'`.
 *   libpg-query refuses such a comment, PostgreSQL doesn't.
 * - A block comment ends a string for good: behind one, its shortest form stays.
 * - A comment that is left open is an error that quotes it; it stays, without openings inside.
 */
function withoutComments(sql: string): string {
  if (!sql.includes('--') && !sql.includes('/*')) return sql
  let text = ''
  let copied = 0
  let before: Token | undefined
  for (const token of scan(sql)) {
    if (token.kind !== 'comment') {
      before = token
      continue
    }
    const shortest = shortestForm(sql, token, before)
    text += sql.slice(copied, token.start) + shortest + ' '.repeat(token.end - token.start - shortest.length)
    copied = token.end
    // One block comment ends the string; the next ones may be blanks.
    if (shortest !== '') before = undefined
  }
  return text + sql.slice(copied)
}

function shortestForm(sql: string, { start, end, closed }: Token, before: Token | undefined): string {
  if (sql[start] === '-') return ''
  if (!closed) return `/*${sql.slice(start + 2, end).replaceAll('/', ' ')}`
  return before?.kind === 'string' ? '/**/' : ''
}

/** Characters of operators without a blank between them that the parser reads in no time worth mentioning. */
const OPERATORS_MAX = 1000

/** A long run of operators costs libpg-query, like PostgreSQL, the square of its length. */
export function hasEndlessOperators(tokens: readonly Token[]): boolean {
  let runStart = 0
  let runEnd = -1
  for (const { kind, start, end } of tokens) {
    if (kind !== 'operator') continue
    if (start !== runEnd) runStart = start
    runEnd = end
    if (runEnd - runStart > OPERATORS_MAX) return true
  }
  return false
}
