/** Runs a migration, or only records it: its SQL and its line in the history are one transaction where they can be. */
import { LOCK_WAIT_SECONDS, LOCK_WAIT_STATEMENT, quoteLiteral } from '@basedeck/core/sql'
import { DatabaseError, type BatchStatement, type Database } from '../engines/engine.js'
import { DomainError } from '../kernel/domain-error.js'
import { migrationsText as text } from '../text/migrations.js'
import { isInHistory } from './history.js'
import { BEFORE_RECORDING, recordStatements, type Recorded } from './history-sql.js'
import { applicationOf, watchLocks } from './lock-watch.js'
import { migrationParts, type MigrationPart } from './migration-parts.js'

export interface AppliedRun {
  runId: string
  signal?: AbortSignal
}

/** What runs in the transactions of a migration beside its statements. */
export interface AppliedWith {
  /** Default: `migrationParts` of the statements. */
  parts?: MigrationPart[]
  /** Before its first statement. One that touches an unexpected number of rows: nothing is applied, and `stale` is thrown. */
  first?: readonly BatchStatement[]
  /** In the transaction that records it; the same. */
  last?: readonly BatchStatement[]
}

/**
 * @param recorded whose statements are those of `migrationStatements`
 * @throws DomainError migration_exists, stale; DatabaseError of a statement, which says what was kept; EngineError
 */
export async function applyMigration(
  database: Pick<Database, 'run' | 'batch'>,
  recorded: Recorded,
  run: AppliedRun,
  { parts = migrationParts(recorded.statements), first = [], last: atTheEnd = [] }: AppliedWith = {},
): Promise<void> {
  const { version, statements } = recorded
  if (await isInHistory(database, version)) throw new DomainError('migration_exists')
  const last = parts.at(-1)
  const watch = watchLocks(database, version)
  let done = 0
  try {
    if (parts[0]?.isAlone && first.length > 0) await together(database, first, run)
    for (const [at, part] of parts.entries()) {
      const isLast = part === last && !part.isAlone
      const beside = { first: at === 0 ? first : [], last: isLast ? atTheEnd : [] }
      await runPart(database, part, { recorded: isLast ? recorded : null, run, version, ...beside })
      done += part.statements.length
    }
    if (last?.isAlone) await recordMigration(database, recorded, run, atTheEnd)
  } catch (error) {
    throw error instanceof DatabaseError
      ? told(error, { done, of: statements, holders: watch.holders() })
      : error
  } finally {
    watch.stop()
  }
}

/** Writes it into the history, and runs nothing of it. Errors as `applyMigration`. */
export async function recordMigration(
  database: Pick<Database, 'run' | 'batch'>,
  recorded: Recorded,
  run: AppliedRun,
  beside: readonly BatchStatement[] = [],
): Promise<void> {
  if (await isInHistory(database, recorded.version)) throw new DomainError('migration_exists')
  await together(database, [...beside, ...BEFORE_RECORDING, ...recordStatements(recorded)], run)
}

/** @throws DomainError stale; DatabaseError, EngineError */
async function together(
  database: Pick<Database, 'batch'>,
  statements: readonly BatchStatement[],
  { runId, signal }: AppliedRun,
): Promise<void> {
  const request = { runId, statements: [...statements], ...(signal ? { signal } : {}) }
  if ((await database.batch(request)).type === 'mismatch') throw new DomainError('stale')
}

interface PartRun {
  version: string
  /** Null: it does not end the migration. */
  recorded: Recorded | null
  run: AppliedRun
  first: readonly BatchStatement[]
  last: readonly BatchStatement[]
}

/** The error counts the statements of the part from 0. */
async function runPart(
  database: Pick<Database, 'run' | 'batch'>,
  { statements, isAlone }: MigrationPart,
  { recorded, run: { runId, signal }, version, first, last }: PartRun,
): Promise<void> {
  const options = { runId, timeoutMs: 0, ...(signal ? { signal } : {}) }
  if (isAlone) {
    await database.run({ ...options, query: statements[0] ?? '' })
    return
  }
  const before: BatchStatement[] = [
    { query: LOCK_WAIT_STATEMENT },
    { query: `set local application_name to ${quoteLiteral(applicationOf(version))}` },
    ...first,
    ...(recorded ? BEFORE_RECORDING : []),
  ]
  const after = [...last, ...(recorded ? recordStatements(recorded) : [])]
  try {
    const outcome = await database.batch({
      ...options,
      statements: [...before, ...statements.map((query) => ({ query })), ...after],
      limits: { rows: 0 },
      withoutTypes: true,
    })
    if (outcome.type === 'mismatch') throw new DomainError('stale')
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const { statementIndex, ...report } = error.report
    const at = statementIndex === undefined ? -1 : statementIndex - before.length
    const isOwn = at >= 0 && at < statements.length
    throw new DatabaseError(isOwn ? { ...report, statementIndex: at } : report)
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
const UNIQUE_VIOLATION = '23505'

interface Failed {
  /** Statements of earlier transactions, which are kept. */
  done: number
  of: readonly string[]
  holders: readonly string[]
}

function told({ report }: DatabaseError, { done, of, holders }: Failed): Error {
  // Another process recorded the same version meanwhile.
  if (report.code === UNIQUE_VIOLATION && report.statementIndex === undefined && done === 0)
    return new DomainError('migration_exists')
  const at = done + (report.statementIndex ?? 0)
  const place = report.statementIndex === undefined && done === 0 ? null : { number: at + 1, of: of.length }
  const message = [
    place && of.length > 1 ? text.failedAt(place.number, place.of, report.message) : report.message,
    ...(done > 0 ? [text.kept(done)] : []),
  ].join(' ')
  const waited = report.code === LOCK_NOT_AVAILABLE ? { hint: text.heldBy(LOCK_WAIT_SECONDS, holders) } : {}
  return new DatabaseError({ ...report, message, ...waited, statementIndex: at })
}
