/** Turns the parser's positions, UTF-8 bytes or characters, into UTF-16 offsets, and finds the tokens there. */
import { scan } from '../lexer/scan.js'
import { foldedText, wordOf, type Token } from '../lexer/token.js'

/** A range of the text, in UTF-16 units. */
export interface TextRange {
  start: number
  end: number
}

export class Positions {
  readonly tokens: readonly Token[]
  private readonly folded: string
  private readonly offsets: Uint32Array | undefined

  /**
   * @param sql what the parser read
   * @param written the text as it was given, of the same length
   */
  constructor(
    private readonly sql: string,
    private readonly written = sql,
  ) {
    this.folded = foldedText(sql)
    this.tokens = scan(sql).filter((token) => token.kind !== 'comment')
    this.offsets = isAscii(sql) ? undefined : offsetsOfBytes(sql)
  }

  offsetOfByte(byte: number): number {
    return this.offsets ? (this.offsets[byte] ?? this.sql.length) : byte
  }

  /** `position` counts characters from 1, as PostgreSQL's errors do. */
  offsetOfCharacter(position: number): number {
    if (!this.offsets) return Math.min(Math.max(position - 1, 0), this.sql.length)
    let offset = 0
    for (let rest = position - 1; rest > 0 && offset < this.sql.length; rest--)
      offset += widthAt(this.sql, offset)
    return offset
  }

  /** The token at an offset or the next one; undefined behind the last. */
  indexAt(offset: number): number {
    let low = 0
    let high = this.tokens.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.tokens[middle]?.end ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The token at an offset, or an empty range. */
  at(offset: number): TextRange {
    const token = this.tokens[this.indexAt(offset)]
    return token ? { start: token.start, end: token.end } : { start: offset, end: offset }
  }

  /** The last of these words before an offset, no further back than `from`. */
  wordBefore(offset: number, from: number, words: readonly string[]): TextRange | undefined {
    for (let index = this.indexAt(offset); index >= 0; index--) {
      const token = this.tokens[index]
      if (token && token.start < from) return undefined
      if (token && words.includes(wordOf(this.folded, token))) return { start: token.start, end: token.end }
    }
    return undefined
  }

  text(start: number, end: number): string {
    return this.written.slice(start, end)
  }

  word(index: number): string {
    return wordOf(this.folded, this.tokens[index])
  }
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** For each byte of the text's UTF-8 the UTF-16 offset of its character. */
function offsetsOfBytes(sql: string): Uint32Array {
  const offsets = new Uint32Array(sql.length * 3 + 1)
  let byte = 0
  for (let offset = 0; offset < sql.length; offset += widthAt(sql, offset)) {
    const bytes = bytesOf(sql.codePointAt(offset) ?? 0)
    offsets.fill(offset, byte, byte + bytes)
    byte += bytes
  }
  offsets[byte] = sql.length
  return offsets.subarray(0, byte + 1)
}

function widthAt(sql: string, offset: number): number {
  return (sql.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
