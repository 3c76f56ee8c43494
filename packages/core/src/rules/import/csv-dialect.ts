/**
 * How a CSV file is written, by its beginning: its delimiter and quotes, what a backslash does, lines before the head,
 * comments, blanks, what NULL is written as, and whether each line ends in a delimiter.
 * @rule import.csv-dialect  @spec §4
 */
import { behindLines, csvRecords, type CsvDialect, type CsvRecord } from './csv-records.js'

/** Delimiters that are offered; any other can be typed. */
export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const
/** Delimiters that are found too, where none of the offered ones is. */
const RARE_DELIMITERS = ['||', '~', '^', '¦', '§', '\u0001', '\u001f'] as const
/** Quotes that can be chosen; empty: none. */
export const CSV_QUOTES = ['"', "'", ''] as const
/** Signs at the beginning of a comment that are offered; empty: none. */
export const CSV_COMMENTS = ['', '#', '//', '--', ';', '%'] as const
/** Comments that are found. */
const FOUND_COMMENTS = ['#', '//', '%'] as const
/** Characters of a delimiter that is typed. */
export const MAX_DELIMITER = 10

const SAMPLE_RECORDS = 50

/** How a whole file is written. */
export interface CsvLayout extends CsvDialect {
  /** Lines before the first record, which are passed over. Absent: none. */
  skipLines?: number
  /** Each record ends in a delimiter; what follows it is no cell. */
  endsInDelimiter?: true
}

/** How a file is written. @param isWhole the text is the whole file; otherwise it is its beginning, whose end is cut */
export function layoutOf(text: string, isWhole: boolean): CsvLayout {
  const named = /^sep=(.)(?:\r\n|\r|\n|$)/.exec(text)?.[1]
  const begin = named === undefined ? 0 : 1
  const body = text.slice(behindLines(text, begin, { isEnd: true }))
  const comment = commentOf(body, isWhole)
  const uncommented = comment === undefined ? {} : { comment }
  const found = dialectOf(body, uncommented, isWhole)
  const dialect = { ...found, ...(named === undefined ? {} : { delimiter: named }) }
  const records = sampleOf(body, dialect, isWhole)
  const before = linesBefore(records)
  const kept = records.filter(({ line }) => line > before)
  const skipLines = begin + before
  return {
    ...dialect,
    ...nullTextOf(body, dialect, isWhole),
    ...(skipLines > 0 && { skipLines }),
    ...(endsInDelimiter(kept) && { endsInDelimiter: true as const }),
  }
}

/**
 * The delimiter and the quotes of a text: those with which most of its first records have the same number of cells. What
 * else the dialect has is there only where it was found.
 */
export function dialectOf(text: string, known: Partial<CsvDialect> = {}, isWhole = false): CsvDialect {
  const quote = quoteOf(text)
  const scored = (delimiters: readonly string[]) =>
    delimiters
      .map((delimiter) => ({ delimiter, score: scoreOf(text, { ...known, delimiter, quote }, isWhole) }))
      .reduce((one, other) => (other.score > one.score ? other : one))
  const usual = scored(CSV_DELIMITERS)
  const best = usual.score > 0 ? usual : scored(RARE_DELIMITERS)
  const isDoubled = best.delimiter === '|' && !/(?<!\|)\|(?!\|)/.test(text) && text.includes('||')
  const delimiter = isDoubled ? '||' : best.score > 0 ? best.delimiter : ','
  const plain: CsvDialect = { ...known, delimiter, quote }
  const found = { ...plain, ...blanksOf(text, plain, isWhole) }
  return { ...found, ...escapesOf(text, found, isWhole) }
}

/** Single quotes are those of cells only where they end cells too. */
function quoteOf(text: string): CsvDialect['quote'] {
  const beginning = (quote: string) =>
    text.match(new RegExp(`(?:^|[,;\\t|\\r\\n])${quote}`, 'g'))?.length ?? 0
  const ending = text.match(/'(?=[,;\t|\r\n]|$)/g)?.length ?? 0
  const single = beginning("'")
  return single > 1 && ending >= single && single > 2 * beginning('"') ? "'" : '"'
}

/** The first records, without the last one where it is cut, unless it is the only one. */
function sampleOf(text: string, dialect: CsvDialect, isWhole: boolean): CsvRecord[] {
  const read = (isEnd: boolean) => csvRecords(text, dialect, { line: 1, isEnd, most: SAMPLE_RECORDS }).records
  const whole = read(isWhole)
  return whole.length > 0 || isWhole ? whole : read(true).slice(0, 1)
}

/** More cells are better; records that differ in their number are worse. */
function scoreOf(text: string, dialect: CsvDialect, isWhole: boolean): number {
  const looked = sampleOf(text, dialect, isWhole)
  const usual = usualCells(looked)
  if (usual <= 1) return 0
  const alike = looked.filter(({ cells }) => cells.length === usual).length / looked.length
  // A delimiter inside of quotes leaves quotes inside of cells.
  const cells = looked.flatMap((record) => record.cells)
  const quoted = cells.filter((cell) => cell.includes(dialect.quote)).length
  return (alike - quoted / cells.length / 2) * (1 + Math.min(usual, 100) / 100)
}

/** The number of cells that most records have; of two the one of the earlier record. */
function usualCells(records: readonly CsvRecord[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  let usual = 1
  let most = 0
  for (const [cells, count] of counts)
    if (count > most) {
      usual = cells
      most = count
    }
  return usual
}

/**
 * A sign is a comment's where the lines that begin with it have another number of cells, and the file reads better without them:
 * such a line may also be a record whose quotes end on a later line. Of one column it can't be told.
 */
function commentOf(text: string, isWhole: boolean): string | undefined {
  return FOUND_COMMENTS.find((comment) => {
    if (!text.startsWith(comment) && !text.includes(`\n${comment}`)) return false
    const found = dialectOf(text, { comment }, isWhole)
    if (scoreOf(text, found, isWhole) <= scoreOf(text, dialectOf(text, {}, isWhole), isWhole)) return false
    const { comment: _comment, ...without } = found
    const usual = usualCells(sampleOf(text, { ...without, comment }, isWhole))
    const lines = sampleOf(text, without, isWhole).filter(({ cells }) => cells[0]?.startsWith(comment))
    return usual > 1 && lines.length > 0 && lines.every(({ cells }) => cells.length !== usual)
  })
}

/** Blanks after each delimiter, or before quotes, belong to no cell. */
function blanksOf(text: string, dialect: CsvDialect, isWhole: boolean): { skipsBlanks?: true } {
  const cells = sampleOf(text, dialect, isWhole).flatMap((record) => record.cells.slice(1))
  const given = cells.filter((cell) => cell.trim() !== '')
  const isBefore = (cell: string) => /^ +\S/.test(cell)
  return given.length > 0 && given.every(isBefore) ? { skipsBlanks: true } : {}
}

/** A backslash before a quote is told by the lines that can be read with it only. */
function escapesOf(text: string, dialect: CsvDialect, isWhole: boolean): { escapes?: 'quotes' } {
  if (dialect.quote === '' || !text.includes(`\\${dialect.quote}`)) return {}
  const faults = (escapes: CsvDialect) => {
    const records = sampleOf(text, escapes, isWhole)
    const usual = usualCells(records)
    return records.filter(({ cells, isBroken }) => isBroken || cells.length !== usual).length
  }
  return faults({ ...dialect, escapes: 'quotes' }) < faults(dialect) ? { escapes: 'quotes' } : {}
}

/** The number of a file's columns, by its first records: as many as the first one has, or more where most have more. */
export function columnsOf(
  records: readonly CsvRecord[],
  { endsInDelimiter, nullText = '' }: CsvLayout,
): number {
  const [first] = records
  if (!first) return 0
  const behind = endsInDelimiter ? 1 : 0
  // Where NULL is a word, it can't be told whether an empty cell is quoted.
  const isEmpty = nullText === '' ? isLastEmpty(first) : first.cells.at(-1) === ''
  const named = first.cells.length - (isEmpty ? behind : 0)
  return Math.max(named, usualCells(records) - behind)
}

/** Lines of a title stand before the first record that has as many cells as most: one cell each, or few and an empty line. */
function linesBefore(records: readonly CsvRecord[]): number {
  const usual = usualCells(records)
  if (usual <= 1) return 0
  const first = records.findIndex(({ cells }) => cells.length === usual)
  const before = records.slice(0, first)
  const [last] = before.slice(-1)
  const line = records[first]?.line ?? 1
  if (last === undefined) return 0
  const isApart = line - last.line > 1
  const areTitles = before.every(({ cells }) => cells.length === 1 || isApart || cells.length <= usual / 2)
  // A head may lack what each line ends in.
  const isHead =
    before.length === 1 &&
    last.cells.length === usual - 1 &&
    !isApart &&
    (usual > 2 || records[first]?.cells.at(-1) === '')
  return areTitles && !isHead ? line - 1 : 0
}

/** The last cell is empty in each record, and has no name. */
function endsInDelimiter(records: readonly CsvRecord[]): boolean {
  const [head, ...others] = records
  const usual = usualCells(others.length > 0 ? others : records)
  if (!head || usual < 2 || others.length === 0) return false
  const isHead = head.cells.length === usual - 1 || (head.cells.length === usual && isLastEmpty(head))
  return isHead && others.every(isLastEmpty)
}

function isLastEmpty({ cells, nulls }: CsvRecord): boolean {
  return cells.at(-1) === '' && nulls.at(-1) === cells.length - 1
}

const VALUE = /^[-+]?[.,]?\d[\d.,]*%?$|^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|^\d\d?:\d\d|^(?:true|false)$/i

/** `\N`, or `NULL` in a column whose other cells are no texts; without quotes, which would make it a text. */
function nullTextOf(text: string, dialect: CsvDialect, isWhole: boolean): { nullText?: string } {
  for (const nullText of ['\\N', 'NULL']) {
    if (!text.includes(nullText)) continue
    const records = sampleOf(text, { ...dialect, nullText }, isWhole)
    const columns = new Set(records.flatMap(({ nulls }) => nulls))
    const isSure = (at: number) => {
      const values = records
        .slice(1)
        .flatMap(({ cells, nulls }) => (nulls.includes(at) ? [] : [cells[at] ?? '']))
      const given = values.filter((value) => value !== '')
      return nullText === '\\N' || (given.length > 0 && given.every((value) => VALUE.test(value)))
    }
    if ([...columns].some(isSure)) return { nullText }
  }
  return {}
}
