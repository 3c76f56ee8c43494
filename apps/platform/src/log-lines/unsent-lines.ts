/** The lines that a drain has not sent, in the order in which they were stored. It runs in the thread of the lines. */
import type { FoundLine, LogSource } from './log-line.js'
import type { LineFile } from './line-file.js'
import type { LineStore } from './line-store.js'
import { lineOf } from './find-lines.js'
import type { LineQuestion } from './line-question.js'

export interface DrainMark {
  project: string
  sources: readonly LogSource[]
  /** The number of the last line that was sent. */
  after: number
}

export interface UnsentLimits {
  lines: number
  /** Of messages and fields together; one line is given however long it is. */
  characters: number
  limitMs: number
}

export interface UnsentLine extends FoundLine {
  number: number
}

export interface UnsentLines {
  lines: UnsentLine[]
  /** There are more now. */
  isCut: boolean
  /** All lines of the drain up to this number are among these, or were sent. */
  upTo: number
}

/** Of files: the first and the last number, and what the file looked like on the disk then. */
export type KnownRanges = Map<string, { first: number; last: number; stamp: string }>

const RANGE =
  'select coalesce(min(seq), 0)::bigint as first, coalesce(max(seq), 0)::bigint as last from lines'
const QUESTION_MS = 10_000
const NOTHING = { first: 0, last: 0 }
const COLUMNS = 'seq, epoch_us(time) as id, source, level, request_id, message, fields'

export async function unsentLines(
  store: LineStore,
  { project, sources, after }: DrainMark,
  { lines: most, characters, limitMs }: UnsentLimits,
  ranges: KnownRanges,
): Promise<UnsentLines> {
  const until = await store.lastNumber()
  const found: UnsentLine[] = []
  for (const { name, first } of await filesAfter(store, after, ranges)) {
    // A clock that was set back mixes the numbers of two files.
    const last = found.at(-1)
    if (found.length >= most && last !== undefined && first > last.number) break
    const rows = await store.lookInto(name, (file) =>
      file.ask(question({ project, sources, after }, until, `order by seq limit ${most}`), limitMs),
    )
    found.push(...(rows ?? []).map((row) => ({ ...lineOf(row), number: Number(row['seq']) })))
    found.sort((one, other) => one.number - other.number)
    found.splice(most)
  }
  const lines = withinCharacters(found, characters)
  const isCut = found.length === most || lines.length < found.length
  return { lines, isCut, upTo: isCut ? (lines.at(-1)?.number ?? after) : Math.max(after, until) }
}

/** How many lines wait, and when the oldest of them happened (microseconds since 1970; undefined: none waits). */
export async function countUnsent(
  store: LineStore,
  mark: DrainMark,
  limitMs: number,
  ranges: KnownRanges,
): Promise<{ count: number; oldest: number | undefined }> {
  let count = 0
  let oldest: number | undefined
  const until = await store.lastNumber()
  for (const { name } of await filesAfter(store, mark.after, ranges)) {
    const [row] = (await store.lookInto(name, (file) => file.ask(countQuestion(mark, until), limitMs))) ?? []
    count += Number(row?.['count'] ?? 0)
    if (row?.['oldest'] !== null && row?.['oldest'] !== undefined)
      oldest = Math.min(oldest ?? Infinity, Number(row['oldest']))
  }
  return { count, oldest }
}

export function countQuestion(mark: DrainMark, until: number, before?: number): LineQuestion {
  const { sql, values } = question(mark, until, '')
  if (before !== undefined) values.push(BigInt(Math.trunc(before)) * 1000n)
  const older = before === undefined ? '' : ` and time < make_timestamp($${values.length}::bigint)`
  return {
    sql: `${sql.replace(COLUMNS, 'count(*)::int as count, min(epoch_us(time)) as oldest')}${older}`,
    values,
  }
}

function question({ project, sources, after }: DrainMark, until: number, end: string): LineQuestion {
  const values: LineQuestion['values'] = [project, BigInt(after), BigInt(until), ...sources]
  const names = sources.map((_, at) => `$${at + 4}`).join(', ')
  return {
    sql: `select ${COLUMNS} from lines
      where project = $1 and seq > $2 and seq <= $3 and source in (${names || "''"}) ${end}`,
    values,
  }
}

async function filesAfter(
  store: LineStore,
  after: number,
  ranges: KnownRanges,
): Promise<{ name: string; first: number }[]> {
  const names = await store.names()
  for (const name of ranges.keys()) if (!names.includes(name)) ranges.delete(name)
  const found: { name: string; first: number }[] = []
  for (const name of names) {
    const stamp = await store.stampOf(name)
    const known = ranges.get(name)
    const range = known?.stamp === stamp ? known : ((await store.lookInto(name, rangeOf)) ?? NOTHING)
    ranges.set(name, { ...range, stamp })
    if (range.last > after) found.push({ name, first: range.first })
  }
  return found.sort((one, other) => one.first - other.first)
}

async function rangeOf(file: LineFile): Promise<{ first: number; last: number }> {
  if (!file.isNumbered()) return NOTHING
  const [row] = await file.ask({ sql: RANGE, values: [] }, QUESTION_MS)
  return { first: Number(row?.['first'] ?? 0), last: Number(row?.['last'] ?? 0) }
}

function withinCharacters(lines: readonly UnsentLine[], most: number): UnsentLine[] {
  let size = 0
  const end = lines.findIndex(({ message, fields }) => {
    size += message.length + JSON.stringify(fields).length
    return size > most
  })
  return end === -1 ? [...lines] : lines.slice(0, Math.max(1, end))
}
