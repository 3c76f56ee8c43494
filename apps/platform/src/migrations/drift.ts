/** What a database has that no migration explains: its schema against that of its history, replayed elsewhere. */
import type { SchemaDifference, SchemaDrift } from '@basedeck/platform-client/contract'
import { DatabaseError, EngineError, type Database, type Scratch } from '../engines/engine.js'
import { TurnQueue } from '../engines/turn-queue.js'
import { DomainError } from '../kernel/domain-error.js'
import { diffSchemas, NotComparable } from '../schema-diff/diff-schemas.js'
import { readCatalogue } from '../schema-diff/read-catalogue.js'
import type { SchemaChange } from '../schema-diff/schema-change.js'
import { migrationsText as text } from '../text/migrations.js'
import { wholeHistory } from './history.js'
import { replay } from './replay.js'

const LONGEST_MS = 10 * 60_000

/** Drift is checked for one project at a time, because each check starts a server or a worker, which takes memory. */
const turns = new TurnQueue()

/** @throws DomainError drift_impossible, history_unreadable; DatabaseError, EngineError */
export function findDriftOf(
  database: Pick<Database, 'run' | 'batch' | 'scratch' | 'use'>,
  signal: AbortSignal,
): Promise<SchemaDrift> {
  return turns.take(signal, async () => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
    const endUse = database.use()
    const scratch = await scratchOf(database)
    try {
      return await compare(database, scratch, limited)
    } finally {
      endUse()
      await scratch.drop()
    }
  })
}

async function compare(
  database: Pick<Database, 'run' | 'batch'>,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<SchemaDrift> {
  const replayed = await replay(scratch, await wholeHistory(database), signal)
  if (replayed.failed) return { changes: [], not_compared: [], ...replayed }
  const [explained, actual] = await Promise.all([
    readCatalogue(scratch.database, signal),
    readCatalogue(database, signal),
  ])
  try {
    const { changes, notCompared } = diffSchemas(explained, actual, { onlyOwn: scratch.sharesServer })
    return { changes: changes.map(differenceOf), not_compared: notCompared, ...replayed }
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error
    throw new DomainError('drift_impossible', text.notComparable(error.message), { cause: error })
  }
}

async function scratchOf(database: Pick<Database, 'scratch'>): Promise<Scratch> {
  try {
    return await database.scratch()
  } catch (error) {
    if (error instanceof DatabaseError || (error instanceof EngineError && error.code === 'unsupported'))
      throw new DomainError('drift_impossible', text.noScratch(error.message), { cause: error })
    throw error
  }
}

export function differenceOf({ losesData, isAlone, ...change }: SchemaChange): SchemaDifference {
  return { ...change, loses_data: losesData, is_alone: isAlone }
}
