/**
 * Reads records out of a part of a CSV file (RFC 4180), each with its line. What can't be read becomes a fault of one line,
 * and reading goes on behind it.
 * @rule import.csv-records  @spec §4
 */

/** How a CSV file is written. `quote` is empty where none is used. */
export interface CsvDialect {
  delimiter: ',' | ';' | '\t' | '|'
  quote: '"' | "'" | ''
}

/** A record of a file. */
export interface CsvRecord {
  /** The number of its first line, from 1. */
  line: number
  cells: string[]
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
const LF = 10
const CR = 13

/**
 * Reads the whole records at the beginning of a text. Empty lines are passed over, unless the file has one column.
 * @param options `isEnd`: nothing follows the text; `most`: so many records, or empty lines, are read at most
 */
export function csvRecords(
  text: string,
  { delimiter, quote }: CsvDialect,
  options: { line: number; isEnd: boolean; columns?: number; from?: number; most?: number },
): CsvRecords {
  const { line: firstLine, isEnd, columns, from = 0, most = Number.POSITIVE_INFINITY } = options
  const records: CsvRecord[] = []
  const separator = delimiter.charCodeAt(0)
  // Without quotes it is no number, which equals nothing.
  const quoteCode = quote.charCodeAt(0)
  let line = firstLine
  let start = from
  for (let read = 0; start < text.length && read < most; read += 1) {
    const record = recordAt(text, start, { separator, quoteCode, quote, isEnd })
    if (record === undefined) break
    const { cells, end, lines, isBroken } = record
    const isEmpty = cells.length === 1 && cells[0] === '' && end - start <= 2
    if (!isEmpty || columns === 1) records.push({ line, cells, ...(isBroken && { isBroken: true as const }) })
    line += lines
    start = end
  }
  return { records, read: start, nextLine: line }
}

interface Reading {
  separator: number
  quoteCode: number
  quote: string
  isEnd: boolean
}

interface FoundRecord {
  cells: string[]
  /** Behind its line break. */
  end: number
  lines: number
  isBroken?: boolean
}

/** Undefined: the text ends before the record does. */
function recordAt(text: string, start: number, reading: Reading): FoundRecord | undefined {
  const { separator, quoteCode, quote, isEnd } = reading
  const cells: string[] = []
  let at = start
  let lines = 1
  for (;;) {
    let cell: string
    if (text.charCodeAt(at) === quoteCode) {
      const quoted = quotedCell(text, at, quote, isEnd)
      if (quoted === undefined) return isTooLong(text, at) ? brokenLine(text, start, isEnd) : undefined
      if (quoted === 'broken' || !endsCell(text, quoted.end, separator)) return brokenLine(text, start, isEnd)
      cell = quoted.value
      lines += quoted.breaks
      at = quoted.end
    } else {
      let end = at
      let code = text.charCodeAt(end)
      while (end < text.length && code !== separator && code !== LF && code !== CR)
        code = text.charCodeAt(++end)
      cell = text.slice(at, end)
      at = end
    }
    cells.push(cell)
    if (at >= text.length) return isEnd ? { cells, end: at, lines } : undefined
    if (text.charCodeAt(at) === separator) {
      at += 1
      continue
    }
    const end = behindBreak(text, at, isEnd)
    return end === undefined ? undefined : { cells, end, lines }
  }
}

function isTooLong(text: string, at: number): boolean {
  return text.length - at > MAX_QUOTED
}

function endsCell(text: string, at: number, separator: number): boolean {
  const code = text.charCodeAt(at)
  return at >= text.length || code === separator || code === LF || code === CR
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
  quote: string,
  isEnd: boolean,
): { value: string; end: number; breaks: number } | 'broken' | undefined {
  let at = start + 1
  let hasDoubled = false
  for (;;) {
    const next = text.indexOf(quote, at)
    if (next === -1) return isEnd ? 'broken' : undefined
    if (text[next + 1] !== quote) {
      const raw = text.slice(start + 1, next)
      const value = hasDoubled ? raw.replaceAll(quote + quote, quote) : raw
      return { value, end: next + 1, breaks: breaksIn(raw) }
    }
    hasDoubled = true
    at = next + 2
  }
}

function breaksIn(text: string): number {
  let breaks = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks += 1
  if (breaks > 0) return breaks
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) breaks += 1
  return breaks
}

/** The line as it is: the next one is read as if this one were not there. */
function brokenLine(text: string, start: number, isEnd: boolean): FoundRecord | undefined {
  let end = start
  while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== CR) end += 1
  const behind = end >= text.length ? (isEnd ? end : undefined) : behindBreak(text, end, isEnd)
  if (behind === undefined) return undefined
  return { cells: [text.slice(start, end)], end: behind, lines: 1, isBroken: true }
}
