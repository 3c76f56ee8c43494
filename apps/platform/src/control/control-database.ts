/**
 * Where the platform keeps what it knows of itself: one PostgreSQL, its own PGlite or a server given by URL, asked in
 * two ways. Reads give rows as JSON; writes are one transaction that commits whole or says which statement did not fit.
 */
import { randomUUID } from 'node:crypto'
import { DatabaseError, EngineError, type Database } from '../engines/engine.js'
import { UNLIMITED } from '../engines/wire/limits.js'
import { DomainError } from '../domain-error.js'
import { controlText } from '../text/control.js'

export type Parameter = string | number | boolean | null | undefined

export interface ControlStatement {
  /** Parameters as `$1 …`. To give rows back it returns one column of JSON: `returning to_json(p)`. */
  sql: string
  parameters?: readonly Parameter[]
  /** How many rows it must touch, else nothing of the transaction happens. */
  expect?: number
}

export type Written =
  | { ok: true; rows: unknown[][] }
  /** Statement `statement` touched other rows than expected: somebody was faster, or it does not exist. */
  | { ok: false; reason: 'mismatch'; statement: number }
  /** A unique name is taken. */
  | { ok: false; reason: 'taken'; constraint: string }

export interface ControlDatabase {
  /** Rows of one reading statement. `Row` names what the SQL gives: its columns as JSON. */
  select<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>
  /** The same for what every request asks; the rows may be a few seconds old where only the time has changed. */
  selectOften<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>
  write(statements: readonly ControlStatement[]): Promise<Written>
  /** The same for what nothing remembered depends on: lines of the log, counters. What was asked often stays remembered. */
  append(statements: readonly ControlStatement[]): Promise<Written>
  /** Runs a whole script, for migrations. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

/** The control plane's database failed; never shown to a caller as it is. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

const UNIQUE_VIOLATION = '23505'
const TIMEOUT_MS = 30_000

/** @param open gives the database; called at each use, so that one that went idle opens again */
export function createControlDatabase(
  open: () => Promise<Database>,
  end: () => Promise<void>,
): ControlDatabase {
  // A row is one cell of JSON, and a cell that is cut is none any more.
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

/** Half a character or a NUL can't be stored, and would else be changed on the way. */
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
  // Its sentence names the server, which is nothing for the callers of the platform.
  if (error instanceof EngineError) throw new ControlError(controlText.away, { cause: error })
  throw error
}
