/**
 * Reads records out of a part of a CSV file (RFC 4180 and the dialects of other programs), each with its line. What can't be
 * read becomes a fault of one line, and reading goes on behind it.
 * @rule import.csv-records  @spec §4
 */

/** How a CSV file is written. `quote` is empty where none is used. */
export interface CsvDialect {
  /** One sign or several. */
  delimiter: string
  quote: '"' | "'" | ''
  /**
   * What a backslash does. `quotes`: before a quote or a backslash inside of quotes it makes that a sign of the cell.
   * `text`: as in COPY's text format, `\n` is a line break, `\t` a tab, and before any other character it is dropped.
   * Absent: it is a sign like others.
   */
  escapes?: 'quotes' | 'text'
  /** Lines that begin with it are passed over. Absent: none are. */
  comment?: string
  /** Blanks and tabs before a cell, and around its quotes, do not belong to it. */
  skipsBlanks?: true
  /** What NULL is written as, without quotes. Absent: as nothing. */
  nullText?: string
}

/** A record of a file. */
export interface CsvRecord {
  /** The number of its first line, from 1. */
  line: number
  cells: string[]
  /** The numbers of the cells that are NULL, increasing. A quoted cell never is. */
  nulls: number[]
  /** Its quotes can't be understood; its only cell is the line as it is. */
  isBroken?: true
}

/** Records of a part of a file, and how much of it was read. */
export interface CsvRecords {
  records: CsvRecord[]
  /** Where reading ended; what follows is the beginning of a record. */
  read: number
  /** The line that follows. */
  nextLine: number
}

/** Characters of a quoted cell; in a longer one the closing quote is missing. */
const MAX_QUOTED = 16 * 1024 * 1024
const TAB = 9
const LF = 10
const CR = 13
const BLANK = 32
const BACKSLASH = 92

/**
 * Reads the whole records at the beginning of a text. Empty lines are passed over, unless the file has one column, and so
 * are comments.
 * @param options `isEnd`: nothing follows the text; `most`: how many records are read at most; a skipped line counts as one
 */
export function csvRecords(
  text: string,
  dialect: CsvDialect,
  options: { line: number; isEnd: boolean; columns?: number; from?: number; most?: number },
): CsvRecords {
  const { line: firstLine, isEnd, columns, from = 0, most = Number.POSITIVE_INFINITY } = options
  const { delimiter, quote, escapes, comment = '', skipsBlanks = false, nullText = '' } = dialect
  const records: CsvRecord[] = []
  const reading: Reading = {
    delimiter,
    separator: delimiter.charCodeAt(0),
    // Without quotes it is no number, which equals nothing.
    quoteCode: quote.charCodeAt(0),
    quote,
    escapes,
    // A tab that separates is no blank.
    blanks: skipsBlanks ? [BLANK, TAB].filter((code) => code !== delimiter.charCodeAt(0)) : [],
    nullText,
    isEnd,
  }
  let line = firstLine
  let start = from
  for (let read = 0; start < text.length && read < most; read += 1) {
    if (comment !== '' && text.startsWith(comment, start)) {
      const end = lineEnd(text, start, isEnd)
      if (end === undefined) break
      line += 1
      start = end
      continue
    }
    // It may be the beginning of a comment.
    if (!isEnd && comment.length > 1 && text.length - start < comment.length) break
    const record = recordAt(text, start, reading)
    if (record === undefined) break
    const { cells, nulls, end, lines, isBroken } = record
    const isEmpty = cells.length === 1 && cells[0] === '' && isUnquoted(text, start, end, quote)
    if (!isEmpty || columns === 1)
      records.push({ line, cells, nulls, ...(isBroken && { isBroken: true as const }) })
    line += lines
    start = end
  }
  return { records, read: start, nextLine: line }
}

interface Reading {
  delimiter: string
  separator: number
  quoteCode: number
  quote: string
  escapes: CsvDialect['escapes']
  /** Codes of the signs that are passed over around a cell. */
  blanks: readonly number[]
  nullText: string
  isEnd: boolean
}

interface FoundRecord {
  cells: string[]
  nulls: number[]
  /** Behind its line break. */
  end: number
  lines: number
  isBroken?: boolean
}

/** Undefined: the text ends before the record does. */
function recordAt(text: string, start: number, reading: Reading): FoundRecord | undefined {
  const { delimiter, separator, quoteCode, escapes, blanks, nullText, isEnd } = reading
  const isShort = delimiter.length === 1
  const readsEscapes = escapes === 'text'
  const cells: string[] = []
  const nulls: number[] = []
  let at = start
  let lines = 1
  for (;;) {
    if (blanks.length > 0) at = behindBlanks(text, at, blanks)
    let cell: string
    if (text.charCodeAt(at) === quoteCode) {
      const quoted = quotedCell(text, at, reading)
      if (quoted === undefined) return isTooLong(text, at) ? brokenLine(text, start, isEnd) : undefined
      if (quoted === 'broken') return brokenLine(text, start, isEnd)
      const end = behindBlanks(text, quoted.end, blanks)
      // The rest of a delimiter may be on its way.
      if (!isEnd && text.length - end < delimiter.length) return undefined
      if (!endsCell(text, end, reading)) return brokenLine(text, start, isEnd)
      cell = quoted.value
      lines += quoted.breaks
      at = end
    } else {
      let end = at
      let isEscaped = false
      for (; end < text.length; end += 1) {
        const code = text.charCodeAt(end)
        if (code === LF || code === CR) break
        if (code === separator && (isShort || text.startsWith(delimiter, end))) break
        if (readsEscapes && code === BACKSLASH) {
          isEscaped = true
          end += 1
          if (text.charCodeAt(end) === LF) lines += 1
        }
      }
      end = Math.min(end, text.length)
      const raw = text.slice(at, end)
      if (raw === nullText) nulls.push(cells.length)
      cell = isEscaped ? withoutEscapes(raw) : raw
      at = end
    }
    cells.push(cell)
    if (at >= text.length) return isEnd ? { cells, nulls, end: at, lines } : undefined
    const code = text.charCodeAt(at)
    if (code !== LF && code !== CR) {
      at += delimiter.length
      continue
    }
    const end = behindBreak(text, at, isEnd)
    return end === undefined ? undefined : { cells, nulls, end, lines }
  }
}

function isUnquoted(text: string, start: number, end: number, quote: string): boolean {
  return quote === '' || !text.slice(start, end).includes(quote)
}

function behindBlanks(text: string, start: number, blanks: readonly number[]): number {
  let at = start
  while (blanks.includes(text.charCodeAt(at))) at += 1
  return at
}

function isTooLong(text: string, at: number): boolean {
  return text.length - at > MAX_QUOTED
}

function endsCell(text: string, at: number, { delimiter }: Reading): boolean {
  const code = text.charCodeAt(at)
  return at >= text.length || code === LF || code === CR || text.startsWith(delimiter, at)
}

/** A CR at the end of a part may have its LF in the next one. */
function behindBreak(text: string, at: number, isEnd: boolean): number | undefined {
  if (text.charCodeAt(at) === LF) return at + 1
  if (at + 1 < text.length) return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1
  return isEnd ? at + 1 : undefined
}

/** Undefined: its end is not in the text yet. */
function quotedCell(
  text: string,
  start: number,
  { quote, escapes, isEnd }: Reading,
): { value: string; end: number; breaks: number } | 'broken' | undefined {
  let at = start + 1
  let hasDoubled = false
  let searched = at
  for (;;) {
    const next = text.indexOf(quote, at)
    if (next === -1) return isEnd ? 'broken' : undefined
    if (escapes && isEscaped(text, searched, next)) {
      at = next + 1
      continue
    }
    if (text[next + 1] !== quote) {
      const raw = text.slice(start + 1, next)
      const single = hasDoubled ? raw.replaceAll(quote + quote, quote) : raw
      return { value: unescaped(single, quote, escapes), end: next + 1, breaks: breaksIn(raw) }
    }
    hasDoubled = true
    at = next + 2
    searched = at
  }
}

/** Whether an odd number of backslashes is before the sign. */
function isEscaped(text: string, from: number, at: number): boolean {
  let before = at - 1
  while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1
  return (at - 1 - before) % 2 === 1
}

function unescaped(text: string, quote: string, escapes: CsvDialect['escapes']): string {
  if (!escapes || !text.includes('\\')) return text
  if (escapes === 'text') return withoutEscapes(text)
  return text.replace(/\\([\s\S])/g, (whole, sign: string) =>
    sign === quote || sign === '\\' ? sign : whole,
  )
}

const SIGNS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' }

function withoutEscapes(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, sign: string) => SIGNS[sign] ?? sign)
}

function breaksIn(text: string): number {
  let breaks = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks += 1
  if (breaks > 0) return breaks
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) breaks += 1
  return breaks
}

/** Where the line after this one begins. */
function lineEnd(text: string, start: number, isEnd: boolean): number | undefined {
  let end = start
  while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== CR) end += 1
  return end >= text.length ? (isEnd ? end : undefined) : behindBreak(text, end, isEnd)
}

/** The line as it is: the next one is read as if this one were not there. */
function brokenLine(text: string, start: number, isEnd: boolean): FoundRecord | undefined {
  const end = lineEnd(text, start, isEnd)
  if (end === undefined) return undefined
  return { cells: [withoutBreak(text.slice(start, end))], nulls: [], end, lines: 1, isBroken: true }
}

function withoutBreak(line: string): string {
  return line.replace(/\r\n$|[\r\n]$/, '')
}

/**
 * Where a number of lines ends, by their breaks alone. Undefined: the text ends before.
 * @param options `isEnd`: nothing follows the text
 */
export function behindLines(text: string, lines: number, { isEnd }: { isEnd: boolean }): number | undefined {
  let at = 0
  for (let line = 0; line < lines; line += 1) {
    const end = at >= text.length && isEnd ? at : lineEnd(text, at, isEnd)
    if (end === undefined) return undefined
    at = end
  }
  return at
}
