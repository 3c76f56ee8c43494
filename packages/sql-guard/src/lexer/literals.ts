/**
 * Where a string, a quoted name or a comment ends. Each returns the offset after it; undefined when it is not closed.
 */
import { isNamePart, isNameStart } from './characters.js'

const BACKSLASH = 92
const QUOTE = 39
const SLASH = 47
const STAR = 42
const DOLLAR = 36

/** `'…'` and `"…"`: a doubled quote means one. `from` is the offset behind the opening quote. */
export function endOfQuoted(sql: string, from: number, quote: string): number | undefined {
  for (let at = sql.indexOf(quote, from); at >= 0; at = sql.indexOf(quote, at + 2)) {
    if (sql[at + 1] !== quote) return at + 1
  }
  return undefined
}

/** `B'…'` and `X'…'`: the next quote ends it. */
export function endOfBits(sql: string, from: number): number | undefined {
  const at = sql.indexOf("'", from)
  return at < 0 ? undefined : at + 1
}

/** `E'…'`: a backslash takes the next character with it. */
export function endOfEscaped(sql: string, from: number): number | undefined {
  for (let at = from; at < sql.length; at++) {
    const code = sql.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) {
      if (sql.charCodeAt(at + 1) !== QUOTE) return at + 1
      at++
    }
  }
  return undefined
}

/** The tag `$$` or `$name$` that begins here; undefined when the dollar begins no string. */
export function dollarTagAt(sql: string, start: number): string | undefined {
  let at = start + 1
  if (isNameStart(sql.charCodeAt(at))) {
    while (sql.charCodeAt(at) !== DOLLAR && isNamePart(sql.charCodeAt(at))) at++
  }
  return sql.charCodeAt(at) === DOLLAR ? sql.slice(start, at + 1) : undefined
}

/** A dollar string has no escapes: the next occurrence of its tag ends it. */
export function endOfDollarString(sql: string, start: number, tag: string): number | undefined {
  const end = sql.indexOf(tag, start + tag.length)
  return end < 0 ? undefined : end + tag.length
}

/** `-- …` ends before its line break. */
export function endOfLineComment(sql: string, start: number): number {
  let at = start
  while (at < sql.length && sql[at] !== '\n' && sql[at] !== '\r') at++
  return at
}

/** Block comments nest. */
export function endOfBlockComment(sql: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < sql.length; at++) {
    const code = sql.charCodeAt(at)
    if (code === SLASH && sql.charCodeAt(at + 1) === STAR) {
      depth++
      at++
    } else if (code === STAR && sql.charCodeAt(at + 1) === SLASH) {
      depth--
      at++
      if (depth === 0) return at + 1
    }
  }
  return undefined
}
