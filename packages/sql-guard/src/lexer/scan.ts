/**
 * PostgreSQL's lexical rules (`standard_conforming_strings` on): cuts any text into tokens, never throws, and looks at
 * no character more than a fixed number of times.
 *
 * @rule sql.lexer  @spec §5
 */
import { isBlank, isDigit, isNamePart, isNameStart, isOperator } from './characters.js'
import {
  dollarTagAt,
  endOfBits,
  endOfBlockComment,
  endOfDollarString,
  endOfEscaped,
  endOfLineComment,
  endOfQuoted,
} from './literals.js'
import { endOfNumber, isNumberAt } from './numbers.js'
import { isCommentAt, operatorRunAt } from './operators.js'
import type { Token, TokenKind } from './token.js'

/** All tokens of the text, in order. Only blanks are between them. */
export function scan(sql: string): Token[] {
  return Array.from(tokensFrom(sql, 0))
}

/** The tokens from an offset on that is between two of them, as they are asked for. */
export function* tokensFrom(sql: string, offset: number): Generator<Token, void> {
  const scanner = new Scanner(sql, offset)
  for (let token = scanner.next(); token; token = scanner.next()) yield token
}

const QUOTE = 39
const DOUBLE_QUOTE = 34
const DOLLAR = 36
const MINUS = 45
const SLASH = 47
const NEWLINE = 10
const RETURN = 13
const AMPERSAND = 38

class Scanner {
  /** Up to here every sign is a separate operator; see `operatorRunAt`. */
  private loneSignsEnd = 0
  /** The last token was a part of an `E'…'` string; only blanks and line comments came since. */
  private afterEscaped = false
  private lineBroken = false

  constructor(
    private readonly sql: string,
    private at: number,
  ) {}

  next(): Token | undefined {
    const { sql } = this
    let at = this.at
    let code = sql.charCodeAt(at)
    while (isBlank(code)) {
      if (code === NEWLINE || code === RETURN) this.lineBroken = true
      code = sql.charCodeAt(++at)
    }
    if (at >= sql.length) return undefined
    const token = this.read(at, code)
    this.at = token.end
    return token
  }

  private read(start: number, code: number): Token {
    if ((code === MINUS || code === SLASH) && isCommentAt(this.sql, start))
      return this.readComment(start, code)
    // `E'a'` newline `'b\''`: a string that continues in another line keeps the rules of its first part.
    const escaped = this.afterEscaped && this.lineBroken
    this.afterEscaped = false
    this.lineBroken = false
    if (isNameStart(code)) return this.readWord(start, code)
    if (code === QUOTE) return escaped ? this.readEscaped(start, 1) : this.readQuoted('string', start, 1)
    if (code === DOUBLE_QUOTE) return this.readQuoted('quoted', start, 1)
    if (code === DOLLAR) return this.readDollar(start)
    if (isNumberAt(this.sql, start)) return token('number', start, endOfNumber(this.sql, start))
    if (isOperator(code)) return this.readOperator(start)
    return this.readSymbol(start)
  }

  private readComment(start: number, code: number): Token {
    if (code === MINUS) return token('comment', start, endOfLineComment(this.sql, start))
    this.afterEscaped = false
    return this.open('comment', start, endOfBlockComment(this.sql, start))
  }

  /** A word, or one of the strings and names that begin with a letter: `E''`, `B''`, `X''`, `N''`, `U&''`, `U&""`. */
  private readWord(start: number, code: number): Token {
    const second = this.sql.charCodeAt(start + 1)
    if (second === QUOTE || second === AMPERSAND) {
      const prefixed = this.readPrefixed(start, String.fromCharCode(code).toLowerCase(), second)
      if (prefixed) return prefixed
    }
    return token('word', start, endOfName(this.sql, start + 1))
  }

  private readPrefixed(start: number, prefix: string, second: number): Token | undefined {
    if (second === QUOTE) {
      if (prefix === 'e') return this.readEscaped(start, 2)
      if (prefix === 'b' || prefix === 'x') return this.open('string', start, endOfBits(this.sql, start + 2))
      return prefix === 'n' ? this.readQuoted('string', start, 2) : undefined
    }
    if (prefix !== 'u') return undefined
    const third = this.sql.charCodeAt(start + 2)
    if (third === QUOTE) return this.readQuoted('string', start, 3)
    return third === DOUBLE_QUOTE ? this.readQuoted('quoted', start, 3) : undefined
  }

  private readEscaped(start: number, prefix: number): Token {
    this.afterEscaped = true
    return this.open('string', start, endOfEscaped(this.sql, start + prefix))
  }

  private readQuoted(kind: 'string' | 'quoted', start: number, prefix: number): Token {
    return this.open(kind, start, endOfQuoted(this.sql, start + prefix, kind === 'string' ? "'" : '"'))
  }

  private readDollar(start: number): Token {
    const tag = dollarTagAt(this.sql, start)
    if (tag !== undefined) return this.open('string', start, endOfDollarString(this.sql, start, tag))
    let end = start + 1
    while (isDigit(this.sql.charCodeAt(end))) end++
    return token(end > start + 1 ? 'parameter' : 'symbol', start, end)
  }

  private readOperator(start: number): Token {
    if (start < this.loneSignsEnd) return token('operator', start, start + 1)
    const run = operatorRunAt(this.sql, start)
    this.loneSignsEnd = run.end
    return token('operator', start, run.first)
  }

  private readSymbol(start: number): Token {
    switch (this.sql[start]) {
      case '(':
        return token('open', start, start + 1)
      case ')':
        return token('close', start, start + 1)
      case ',':
        return token('comma', start, start + 1)
      case ';':
        return token('semicolon', start, start + 1)
      case '.':
        return this.sql[start + 1] === '.'
          ? token('symbol', start, start + 2)
          : token('dot', start, start + 1)
      case ':':
        return token('symbol', start, start + (/[:=]/.test(this.sql.charAt(start + 1)) ? 2 : 1))
      default:
        return token('symbol', start, start + 1)
    }
  }

  /** A token that the text may leave open. */
  private open(kind: TokenKind, start: number, end: number | undefined): Token {
    return { kind, start, end: end ?? this.sql.length, closed: end !== undefined }
  }
}

function token(kind: TokenKind, start: number, end: number): Token {
  return { kind, start, end, closed: true }
}

function endOfName(sql: string, from: number): number {
  let end = from
  while (isNamePart(sql.charCodeAt(end))) end++
  return end
}
