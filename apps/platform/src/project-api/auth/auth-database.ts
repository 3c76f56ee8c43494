/** Transactions of the auth service. A flow is one of them, or reads first, computes a hash, and checks again what it read. */
import { randomUUID } from 'node:crypto'
import type { BatchStatement, BatchOutcome } from '../../engines/engine.js'
import { DatabaseError } from '../../engines/engine.js'
import { AuthError } from './auth-error.js'
import type { AuthHost } from './auth-host.js'

/** Cells by the names of their columns. */
export type AuthRow = Readonly<Record<string, string | null>>

export interface AuthDatabase {
  /**
   * All statements, or none. A statement with `expectRows` that meets another number undoes all: `conflict`.
   * @param limits default: 10 s
   * @throws AuthError conflict, unexpected_failure; EngineError
   */
  transact(statements: readonly BatchStatement[], limits?: { timeoutMs: number }): Promise<AuthRow[][]>
}

const TIMEOUT_MS = 10_000

export function authDatabase(host: Pick<AuthHost, 'authBatch'>, ref: string): AuthDatabase {
  return {
    async transact(statements, { timeoutMs } = { timeoutMs: TIMEOUT_MS }) {
      const request = { runId: randomUUID(), statements: [...statements], timeoutMs }
      const outcome = await host.authBatch(ref, request).catch((error: unknown) => {
        throw asRefusal(error)
      })
      if (outcome.type === 'mismatch') throw new AuthError('conflict')
      return outcome.results.map(rowsOf)
    },
  }
}

const UNIQUE_VIOLATION = '23505'
/** A table, a schema, a role or a right that the service needs is not there. */
const NOT_PREPARED: ReadonlySet<string> = new Set(['42P01', '3F000', '42704', '42501', '42703', '22023'])

/** What a trigger or a constraint of the project said is not told: it may name other users. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const { code, constraint } = error.report as { code: string; constraint?: string }
  if (code === UNIQUE_VIOLATION && constraint === 'users_email_key')
    return new AuthError('email_exists', { cause: error })
  if (code === UNIQUE_VIOLATION && constraint === 'users_phone_key')
    return new AuthError('phone_exists', { cause: error })
  if (code === UNIQUE_VIOLATION) return new AuthError('conflict', { cause: error })
  const message = NOT_PREPARED.has(code) ? 'The database is not prepared for sign-in' : 'Database error'
  return new AuthError('unexpected_failure', { message, cause: error })
}

type Results = (BatchOutcome & { type: 'committed' })['results']

function rowsOf({ fields, rows }: Results[number]): AuthRow[] {
  return rows.map((row) => Object.fromEntries(fields.map(({ name }, at) => [name, row[at] ?? null])))
}
