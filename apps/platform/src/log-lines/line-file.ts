/** One file of lines. Appending and searching have a connection each, so that a long search holds up no line. */
import type { DuckDBTimestampValue } from '@duckdb/node-api'
import { LOCKS, OPTIONS, withinTime, type DuckDb, type DuckDBConnection } from './duckdb.js'
import type { LineQuestion } from './line-question.js'
import type { StoredLine } from './stored-line.js'

export interface LineFile {
  /**
   * Stored when it resolves: a process that is killed then loses none of them.
   * @param first number of the first line; each next one has the next number
   * @throws Error e.g. the disk is full
   */
  append(lines: readonly StoredLine[], first: number): Promise<void>
  /** Lines have numbers, by which drains know what they sent. Files of an older Basedeck have none. */
  isNumbered(): boolean
  /** Rows as objects; whole numbers of 64 bits are bigint. @throws TooSlow */
  ask(question: LineQuestion, limitMs: number): Promise<Record<string, unknown>[]>
  /** Puts the rows of a question into a table of another database. @throws TooSlow */
  copyTo(target: DuckDBConnection, table: string, question: LineQuestion, limitMs: number): Promise<void>
  /** Deletes the lines of projects that are older than a moment, in milliseconds since 1970. */
  forget(projects: readonly string[], before: number): Promise<void>
  /** Ends searches that are under way. */
  close(): Promise<void>
}

const TABLE = `create table if not exists lines (
  time timestamp not null,
  project varchar not null,
  source varchar not null,
  level varchar not null,
  request_id varchar not null,
  message varchar not null,
  fields varchar not null,
  seq bigint
)`
const HAS_NUMBERS = `select count(*)::int as count from duckdb_columns()
  where table_name = 'lines' and column_name = 'seq'`
const ADD_NUMBERS = 'alter table lines add column if not exists seq bigint'

/** In a millisecond; with them, times are unique in a process. */
const MICROS = 1000

/** @throws Error: it is damaged, or cannot be written */
export async function openLineFile(
  { DuckDBInstance, DuckDBTimestampValue }: DuckDb,
  path: string,
): Promise<LineFile> {
  const instance = await DuckDBInstance.create(path, OPTIONS)
  try {
    const writer = await instance.connect()
    await writer.run(TABLE)
    for (const lock of LOCKS) await writer.run(lock)
    const reader = await instance.connect()
    const micros = (value: bigint) => new DuckDBTimestampValue(value)
    const [found] = (await reader.runAndReadAll(HAS_NUMBERS)).getRowObjectsJS()
    return fileOf({ writer, reader, micros }, Number(found?.['count']) > 0, () => {
      reader.closeSync()
      writer.closeSync()
      instance.closeSync()
    })
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

interface Connections {
  writer: DuckDBConnection
  reader: DuckDBConnection
  micros(value: bigint): DuckDBTimestampValue
}

function fileOf({ writer, reader, micros }: Connections, hasNumbers: boolean, end: () => void): LineFile {
  let isNumbered = hasNumbers
  const underWay = new Set<Promise<unknown>>()
  let count = 0
  let isClosed = false

  async function followed<Value>(work: Promise<Value>): Promise<Value> {
    underWay.add(work)
    try {
      return await work
    } finally {
      underWay.delete(work)
    }
  }

  async function store(lines: readonly StoredLine[], first: number): Promise<void> {
    if (!isNumbered) await writer.run(ADD_NUMBERS)
    isNumbered = true
    const appender = await writer.createAppender('lines')
    try {
      let seq = first
      for (const { time, project, source, level, requestId, message, fields } of lines) {
        count = (count + 1) % MICROS
        appender.appendTimestamp(micros(BigInt(Math.trunc(time) * MICROS + count)))
        for (const text of [project, source, level, requestId, message, fields]) appender.appendVarchar(text)
        appender.appendBigInt(BigInt(seq))
        seq += 1
        appender.endRow()
      }
    } finally {
      appender.closeSync()
    }
  }

  return {
    append: (lines, first) => followed(store(lines, first)),
    isNumbered: () => isNumbered,
    ask: ({ sql, values }, limitMs) =>
      followed(
        withinTime(reader, limitMs, async () => (await reader.runAndReadAll(sql, values)).getRowObjectsJS()),
      ),
    copyTo: (target, table, { sql, values }, limitMs) =>
      followed(
        withinTime(reader, limitMs, async () => {
          const result = await reader.stream(sql, values)
          const appender = await target.createAppender(table)
          for (
            let chunk = await result.fetchChunk();
            chunk && chunk.rowCount > 0;
            chunk = await result.fetchChunk()
          )
            appender.appendDataChunk(chunk)
          appender.closeSync()
        }),
      ),
    forget: (projects, before) =>
      followed(
        (async () => {
          const names = projects.map((_, at) => `$${at + 2}`).join(', ')
          await writer.run(
            `delete from lines where time < make_timestamp($1::bigint) and project in (${names})`,
            [BigInt(Math.trunc(before)) * BigInt(MICROS), ...projects],
          )
          await writer.run('checkpoint')
        })(),
      ),
    async close() {
      if (isClosed) return
      isClosed = true
      reader.interrupt()
      await Promise.allSettled(underWay)
      end()
    },
  }
}
