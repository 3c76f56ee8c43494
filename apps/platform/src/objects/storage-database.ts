/** Transactions of storage in a project's database, and what PostgreSQL's refusals mean there. */
import { randomUUID } from 'node:crypto'
import type { Cell, RestRole } from '@basedeck/platform-client/contract'
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'
import { DatabaseError, type BatchStatement } from '../engines/engine.js'
import { UNLIMITED } from '../engines/wire/limits.js'
import { OWNER, roleOfActor, type StorageActor } from './storage-actor.js'
import type { StorageHost } from './storage-host.js'

export interface AskOptions {
  /** Names the run, so that it can be cancelled. */
  runId?: string
  /** Milliseconds; 0: no limit. Default: that of the actor's role. */
  timeoutMs?: number
}

/** `mismatch`: the index of the statement that touched an unexpected number of rows; nothing was changed then. */
export type Answered = { ok: true; rows: Cell[][][] } | { ok: false; mismatch: number }

/**
 * Runs statements as the actor, in one transaction; gives the rows of each.
 * @throws DomainError for what is refused, DatabaseError, EngineError
 */
export async function askStorage(
  host: Pick<StorageHost, 'batch'>,
  ref: string,
  actor: StorageActor | typeof OWNER,
  statements: BatchStatement[],
  { runId = randomUUID(), timeoutMs = timeoutOf(actor) }: AskOptions = {},
): Promise<Answered> {
  const role = roleOfActor(actor)
  const request = {
    runId,
    statements,
    timeoutMs,
    limits: UNLIMITED,
    withoutTypes: true,
    ...(role ? { role, as: 'service' as const } : {}),
  }
  const outcome = await host.batch(ref, request).catch((error: unknown) => {
    throw meaningOf(error)
  })
  return outcome.type === 'committed'
    ? { ok: true, rows: outcome.results.map(({ rows }) => rows) }
    : { ok: false, mismatch: outcome.index }
}

/** The same where no statement expects a number of rows. */
export async function rowsOfStorage(...given: Parameters<typeof askStorage>): Promise<Cell[][][]> {
  const answered = await askStorage(...given)
  return answered.ok ? answered.rows : []
}

/** Milliseconds. A policy that sleeps costs its caller this much, and one of the callers' sessions no more. */
const TIMEOUTS_MS: Readonly<Record<RestRole, number>> & Readonly<Record<string, number | undefined>> = {
  anon: 3000,
  authenticated: 8000,
  service_role: 60_000,
}

function timeoutOf(actor: StorageActor | typeof OWNER): number {
  return TIMEOUTS_MS[actor === OWNER ? 'service_role' : actor.role] ?? TIMEOUTS_MS.authenticated
}

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
const UNDEFINED_FUNCTION = '42883'
const UNDEFINED_ROLE = '42704'
const NO_SUCH_ROLE = '22023'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const CHECK_VIOLATION = '23514'
const INSUFFICIENT_PRIVILEGE = '42501'
const QUERY_CANCELED = '57014'

const MEANING: ReadonlyMap<string, DomainErrorCode> = new Map([
  [UNDEFINED_TABLE, 'storage_not_prepared'],
  [UNDEFINED_COLUMN, 'storage_not_prepared'],
  [UNDEFINED_FUNCTION, 'storage_not_prepared'],
  [UNDEFINED_ROLE, 'storage_not_prepared'],
  [NO_SUCH_ROLE, 'storage_not_prepared'],
  [INSUFFICIENT_PRIVILEGE, 'storage_denied'],
])

/** Of the constraints of 0004-storage. */
const TAKEN: ReadonlyMap<string, DomainErrorCode> = new Map([
  ['buckets_pkey', 'bucket_exists'],
  ['buckets_name_key', 'bucket_exists'],
  ['objects_bucket_id_name_key', 'object_exists'],
])

function meaningOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const { code, message } = error.report
  const taken = [...TAKEN].find(([constraint]) => message.includes(`"${constraint}"`))?.[1]
  if (code === UNIQUE_VIOLATION && taken) return new DomainError(taken, undefined, { cause: error })
  if (code === FOREIGN_KEY_VIOLATION && message.includes('"objects_bucket_id_fkey"')) {
    const isDeletion = message.startsWith('update or delete')
    return new DomainError(isDeletion ? 'bucket_not_empty' : 'bucket_not_found', undefined, { cause: error })
  }
  if (code === CHECK_VIOLATION && message.includes('"objects_name_check"'))
    return new DomainError('invalid_path', undefined, { cause: error })
  // A function that is missing is ours only by its schema.
  const isOurs = code !== UNDEFINED_FUNCTION || message.includes('storage.')
  const meaning = isOurs ? MEANING.get(code) : undefined
  return meaning ? new DomainError(meaning, undefined, { cause: error }) : error
}

/** Whether a run was cancelled. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DatabaseError && error.report.code === QUERY_CANCELED
}
