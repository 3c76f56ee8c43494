/**
 * The platform's own database: its own cluster or PGlite, or a PostgreSQL by URL. Reads return rows as JSON. A write
 * is one transaction that commits whole, or names the statement that touched an unexpected number of rows.
 */
import { randomUUID } from 'node:crypto'
import { DatabaseError, EngineError, type Database } from '../engines/engine.js'
import { UNLIMITED } from '../engines/wire/limits.js'
import { DomainError } from '../kernel/domain-error.js'
import { controlText } from '../text/control.js'

export type Parameter = string | number | boolean | null | undefined

export interface ControlStatement {
  /** Parameters as `$1 …`. To give rows back it returns one column of JSON: `returning to_json(p)`. */
  sql: string
  parameters?: readonly Parameter[]
  /** How many rows it must touch; otherwise the transaction is rolled back. */
  expect?: number
}

export type Written =
  | { ok: true; rows: unknown[][] }
  /**
   * Statement `statement` touched an unexpected number of rows: the row was changed by another caller, or does not
   * exist.
   */
  | { ok: false; reason: 'mismatch'; statement: number }
  /** A unique name is taken. */
  | { ok: false; reason: 'taken'; constraint: string }

export interface ControlDatabase {
  /** Rows of one SELECT. `Row` is the type of its columns as JSON. */
  select<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>
  /** The same for queries of every request. Rows that depend on the time may be a few seconds old. */
  selectOften<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>
  write(statements: readonly ControlStatement[]): Promise<Written>
  /** The same for writes that don't change cached rows: log entries, counters. The cache is kept. */
  append(statements: readonly ControlStatement[]): Promise<Written>
  /** Runs a whole script, for migrations. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

/** The control plane's database failed. Callers never see the message. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

const UNIQUE_VIOLATION = '23505'
const TIMEOUT_MS = 30_000

/** @param open returns the database; called at each use, so that an idle one is opened again */
export function createControlDatabase(
  open: () => Promise<Database>,
  end: () => Promise<void>,
): ControlDatabase {
  // Each row is one JSON cell, and a truncated cell can't be parsed.
  const request = () =>
    ({ runId: randomUUID(), as: 'admin', timeoutMs: TIMEOUT_MS, limits: UNLIMITED }) as const
  const select = async <Row>(sql: string, parameters: readonly Parameter[] = []) => {
    const database = await open().catch(rethrow)
    const outcome = await database
      .run({
        ...request(),
        query: `select to_json(q) from (${sql}) q`,
        parameters: parameters.map(cell),
      })
      .catch(rethrow)
    return (outcome.results[0]?.rows ?? []).map(([json]) => JSON.parse(json ?? 'null') as Row)
  }
  const write: ControlDatabase['write'] = async (statements) => {
    const database = await open().catch(rethrow)
    try {
      const outcome = await database.batch({
        ...request(),
        statements: statements.map(({ sql, parameters = [], expect }) => ({
          query: sql,
          parameters: parameters.map(cell),
          ...(expect === undefined ? {} : { expectRows: expect }),
        })),
      })
      if (outcome.type === 'mismatch') return { ok: false, reason: 'mismatch', statement: outcome.index }
      return {
        ok: true,
        rows: outcome.results.map(({ rows }) => rows.map(([json]) => JSON.parse(json ?? 'null') as unknown)),
      }
    } catch (error) {
      if (error instanceof DatabaseError && error.report.code === UNIQUE_VIOLATION)
        return { ok: false, reason: 'taken', constraint: error.report.constraint ?? '' }
      return rethrow(error)
    }
  }
  return {
    select,
    selectOften: select,
    write,
    append: write,
    async script(sql) {
      const database = await open().catch(rethrow)
      await database.run({ ...request(), query: sql, timeoutMs: 0 }).catch(rethrow)
    },
    close: end,
  }
}

/** PostgreSQL can't store an unpaired surrogate or a NUL; without this check they would be changed silently. */
const UNSTORABLE = /[\0\p{Cs}]/u

function cell(parameter: Parameter): string | null {
  if (parameter === undefined || parameter === null) return null
  const text = String(parameter)
  if (UNSTORABLE.test(text)) throw new DomainError('unstorable_text')
  return text
}

function rethrow(error: unknown): never {
  if (error instanceof DatabaseError)
    throw new ControlError(controlText.refused(error.report.message), { cause: error })
  // The original message names the server, which callers must not learn.
  if (error instanceof EngineError) throw new ControlError(controlText.away, { cause: error })
  throw error
}
