/**
 * How a CSV file is written, by its beginning: its encoding, its delimiter, its quotes, whether it has a header.
 * @rule import.csv-dialect  @spec §4
 */
import { csvRecords, type CsvDialect } from './csv-records.js'

/** Encodings that can be chosen: labels of the Encoding Standard. */
export const CSV_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
/** An encoding of a file. */
export type CsvEncoding = (typeof CSV_ENCODINGS)[number]

/** Delimiters that can be chosen. */
export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const
/** Quotes that can be chosen; empty: none. */
export const CSV_QUOTES = ['"', "'", ''] as const

const SAMPLE_RECORDS = 50

/**
 * The encoding of a file: by its byte order mark, else UTF-8 where its bytes are that, else Windows-1252, which holds
 * Latin-1.
 * @param isWhole the bytes are the whole file; otherwise the last character may be cut
 */
export function encodingOf(bytes: Uint8Array, isWhole: boolean): CsvEncoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The delimiter and the quotes of a text: those with which its first records have the same number of cells. */
export function dialectOf(text: string): CsvDialect {
  const quote = quoteOf(text)
  const scored = CSV_DELIMITERS.map((delimiter) => ({
    delimiter,
    score: scoreOf(text, { delimiter, quote }),
  }))
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one))
  return { delimiter: best.score > 0 ? best.delimiter : ',', quote }
}

function quoteOf(text: string): CsvDialect['quote'] {
  const beginning = (quote: string) =>
    text.match(new RegExp(`(?:^|[,;\\t|\\r\\n])${quote}`, 'g'))?.length ?? 0
  return beginning("'") > 2 * beginning('"') ? "'" : '"'
}

/** More cells are better; records that differ in their number are worse. */
function scoreOf(text: string, dialect: CsvDialect): number {
  const { records } = csvRecords(text, dialect, { line: 1, isEnd: true })
  // The last one may be cut.
  const looked = records.slice(0, Math.min(SAMPLE_RECORDS, Math.max(1, records.length - 1)))
  const counts = looked.map(({ cells }) => cells.length)
  const [first = 1] = counts
  if (first === 1) return 0
  const alike = counts.filter((count) => count === first).length / counts.length
  // A delimiter inside of quotes leaves quotes inside of cells.
  const cells = looked.flatMap((record) => record.cells)
  const quoted = cells.filter((cell) => cell.includes(dialect.quote)).length
  return (alike - quoted / cells.length / 2) * (1 + Math.min(first, 100) / 100)
}

const LOOKS_LIKE_DATA = /^[-+]?[\d.,]+$|^\d{4}-\d\d-\d\d|^(?:true|false|null)$/i

/** Whether the first record names the columns: its cells are all filled, differ, and look like no values. */
export function hasHeader([first = []]: readonly (readonly string[])[]): boolean {
  const names = first.map((cell) => cell.trim())
  return (
    names.length > 0 &&
    names.every((name) => name !== '' && !LOOKS_LIKE_DATA.test(name)) &&
    new Set(names).size === names.length
  )
}
