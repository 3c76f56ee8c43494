/** Prepares a text for libpg-query where it is stricter or looser than PostgreSQL itself. Every UTF-16 offset stays. */
import { scan } from '../lexer/scan.js'
import type { Token } from '../lexer/token.js'

/** The text that libpg-query reads as PostgreSQL reads the given one. */
export function readableText(sql: string): string {
  return withoutCommentsInStrings(sql).replace(LONE_SURROGATE, '\ufffd')
}

/** It has no UTF-8: drivers send the replacement character, libpg-query would swallow the next character too. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * A string may go on in another line, also past a line comment: `'a' -- note` newline `'b'` is `'ab'`. libpg-query refuses
 * such a comment, PostgreSQL doesn't, so blanks take its place.
 */
function withoutCommentsInStrings(sql: string): string {
  if (!sql.includes('--')) return sql
  let text = ''
  let copied = 0
  /** The line comments since the last string, while nothing else came. */
  let comments: Token[] | undefined
  for (const token of scan(sql)) {
    if (token.kind === 'comment' && sql[token.start] === '-') comments?.push(token)
    else {
      for (const { start, end } of (token.kind === 'string' && comments) || []) {
        text += sql.slice(copied, start) + ' '.repeat(end - start)
        copied = end
      }
      comments = token.kind === 'string' ? [] : undefined
    }
  }
  return text + sql.slice(copied)
}
