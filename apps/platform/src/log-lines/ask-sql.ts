/**
 * A reader's own SQL over the lines of one project. It runs in a database in memory that holds a copy of these lines and
 * nothing else, so that no text of SQL reaches a file, another project or a setting.
 */
import { LOCKS, OPTIONS, withinTime, type DuckDb, type DuckDBConnection } from './duckdb.js'
import { copyQuestion, type LineSearch } from './line-question.js'
import type { LineStore } from './line-store.js'
import { refusedFunction } from './readable-sql.js'

export interface SqlLimits {
  /** Of the project's lines, the newest ones are copied. */
  lines: number
  /** Of the answer. */
  rows: number
  /** Milliseconds, copying included. */
  limitMs: number
}

export interface SqlAnswer {
  columns: string[]
  /** Values as JSON has them; times and large numbers are texts. */
  rows: unknown[][]
  /** There are more rows. */
  isCut: boolean
  /** There may be more lines than were copied. */
  isSample: boolean
}

/** The SQL is refused: it is wrong, or does more than read. */
export class SqlRefused extends Error {
  override readonly name = 'SqlRefused'
}

/** Its reader is gone. */
export class SqlCancelled extends Error {
  override readonly name = 'SqlCancelled'
}

const NO_SELECT = 'Write a SELECT: logs can only be read'
const TABLE = `create table logs (time timestamp, project varchar, source varchar, level varchar,
  request_id varchar, message varchar, fields varchar)`

/** Reads `logs (time, project, source, level, request_id, message, fields)`. @throws SqlRefused, TooSlow */
export async function askSql(
  { duckdb, store }: { duckdb: DuckDb; store: LineStore },
  { sql, ...search }: LineSearch & { sql: string },
  { lines, rows, limitMs }: SqlLimits,
  isCancelled: () => boolean = () => false,
): Promise<SqlAnswer> {
  const instance = await duckdb.DuckDBInstance.create(':memory:', OPTIONS)
  const connection = await instance.connect()
  const endsAt = performance.now() + limitMs
  const leftMs = () => Math.max(1, endsAt - performance.now())
  try {
    await connection.run(TABLE)
    let copied = 0
    await store.eachFile(search, async (file) => {
      await file.copyTo(connection, 'logs', copyQuestion(search, lines - copied), leftMs())
      const [count] = (await connection.runAndReadAll('select count(*) from logs')).getRowsJson()
      copied = Number(count?.[0])
      return copied < lines && !isCancelled()
    })
    if (isCancelled()) throw new SqlCancelled()
    for (const lock of LOCKS) await connection.run(lock)
    const answer = await withinTime(
      connection,
      leftMs(),
      () => answerOf(duckdb, connection, sql, rows),
      isCancelled,
    )
    return { ...answer, isSample: copied >= lines }
  } catch (error) {
    throw isCancelled() ? new SqlCancelled() : error
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

async function answerOf(
  { StatementType }: DuckDb,
  connection: DuckDBConnection,
  sql: string,
  most: number,
): Promise<Omit<SqlAnswer, 'isSample'>> {
  const refused = (cause: unknown) => new SqlRefused((cause as Error).message, { cause })
  const statements = await connection.extractStatements(sql).catch((error: unknown) => {
    throw refused(error)
  })
  if (statements.count !== 1) throw new SqlRefused('Write one statement')
  const called = await refusedIn(connection, sql)
  if (called !== undefined) throw new SqlRefused(`${called} can’t be used over logs`)
  const prepared = await statements.prepare(0).catch((error: unknown) => {
    throw refused(error)
  })
  if (prepared.statementType !== StatementType.SELECT) throw new SqlRefused(NO_SELECT)
  if (prepared.parameterCount > 0) throw new SqlRefused('Write values instead of parameters')
  const reader = await prepared.streamAndReadUntil(most + 1).catch((error: unknown) => {
    throw refused(error)
  })
  const found = reader.getRowsJson()
  return { columns: reader.columnNames(), rows: found.slice(0, most), isCut: found.length > most }
}

/** The first forbidden function that a SELECT calls; undefined where it calls none. @throws SqlRefused for other statements */
async function refusedIn(connection: DuckDBConnection, sql: string): Promise<string | undefined> {
  const reader = await connection.runAndReadAll('select json_serialize_sql($1::varchar)::varchar', [sql])
  const tree = JSON.parse(String(reader.getRowsJson()[0]?.[0])) as { error?: boolean; error_message?: string }
  if (tree.error === true) throw new SqlRefused(tree.error_message ?? NO_SELECT)
  return refusedFunction(tree)
}
