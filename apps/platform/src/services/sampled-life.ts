/**
 * Measures a project's database, and its files, while it is in use, at most every ten minutes; and once more when its use pauses, so
 * that what was written last is measured, also before a week without use. A database that was closed meanwhile is not opened.
 */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { claimJob } from '../control/jobs.js'
import { insertSample } from '../control/samples.js'
import { addStatementCounters, type StatementCounter } from '../control/statement-series.js'
import { recordSize } from '../control/usage.js'
import type { Database } from '../engines/engine.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { insertFigures } from '../control/report.js'
import { databaseFigures, keptFigures, type DatabaseFigures } from './database-figures.js'
import { databaseFacts } from './database-facts.js'
import { storageSize } from './storage-size.js'

const EVERY_MS = 10 * 60_000
/** A use that is over for so long has paused; a database stays open for longer. */
const PAUSED_AFTER_MS = 20_000
/** Shorter than the interval of one process, so that each of its samples is kept. */
const DUE_AFTER_SECONDS = 9 * 60

export interface SampledLifeDeps {
  life: ProjectLife
  control: Pick<ControlDatabase, 'write'>
  log: Pick<Logger, 'info'>
  /** What the statements of a database came to. Default: none are followed. */
  readStatements?(database: Database): Promise<StatementCounter[]>
  now(): Date
}

export function createSampledLife({ life, control, log, readStatements, now }: SampledLifeDeps): ProjectLife {
  /** When each was measured last. */
  const measured = new Map<string, number>()

  /** What was counted of each at its last measurement here. */
  const figures = new Map<string, DatabaseFigures>()

  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  /** @param database as it was used: to ask for it again would open it */
  const measure = async (ref: string, database: Database, isAtPause: boolean) => {
    const used = { database: async () => database }
    try {
      const facts = await databaseFacts(used, ref)
      if (!facts) return
      const { size_bytes, connections } = facts
      const storage_bytes = await storageSize(used, ref)
      const counted = await databaseFigures(used, ref)
      const grown = keptFigures(figures.get(ref), counted)
      const counters = (await readStatements?.(database)) ?? []
      // Another process may have measured the same database.
      await control.write([
        claimJob(`measure ${ref}`, isAtPause ? 0 : DUE_AFTER_SECONDS),
        insertSample(ref, { at: now().toISOString(), size_bytes, connections, storage_bytes }),
        recordSize(ref, 'DATABASE_SIZE', now(), size_bytes),
        ...(storage_bytes === null ? [] : [recordSize(ref, 'STORAGE_SIZE', now(), storage_bytes)]),
        ...(Object.keys(grown).length === 0 ? [] : [insertFigures(ref, now().toISOString(), grown)]),
        ...(counters.length === 0 ? [] : addStatementCounters(ref, now(), counters)),
      ])
      figures.set(ref, counted)
    } catch (error) {
      log.info({ err: error, project: ref }, 'the size of a database could not be kept')
    }
  }

  /** What is measured here is no use: it begins no other pause. */
  const atPause = (ref: string, database: Database) => {
    waiting.delete(ref)
    measured.set(ref, now().getTime())
    void measure(ref, database, true)
  }

  return {
    ...life,
    async database(ref) {
      const database = await life.database(ref)
      const last = measured.get(ref) ?? 0
      if (now().getTime() - last >= EVERY_MS) {
        measured.set(ref, now().getTime())
        void measure(ref, database, false)
      }
      clearTimeout(waiting.get(ref))
      waiting.set(ref, setTimeout(() => atPause(ref, database), PAUSED_AFTER_MS).unref())
      return database
    },
  }
}
