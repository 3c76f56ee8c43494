/**
 * Migrates a project's database to the newest step. Finished steps are recorded in `basedeck.migrations`, which only
 * the role that ran them can write.
 */
import { EngineError, type Database } from '../engines/engine.js'
import { MIGRATIONS } from './migrations/index.js'
import type { Migration, Owner } from './migrations/migration.js'
import { journalSql, recordSql } from './journal.js'
import { projectText } from '../text/projects.js'

/** Runs the missing steps as the server's superuser, each in one transaction. @throws EngineError, DatabaseError */
export async function migrate(
  database: Database,
  owner: Owner,
  steps: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const done = await lastStep(database)
  const newest = steps.at(-1)?.id ?? 0
  if (done > newest) {
    throw new EngineError('version', projectText.newerDatabase(database.id, done, newest))
  }
  for (const step of steps) {
    if (step.id > done) await runAsAdmin(database, journalSql(owner) + step.sql(owner) + recordSql(step))
  }
}

async function lastStep(database: Database): Promise<number> {
  const exists = await runAsAdmin(database, `select to_regclass('basedeck.migrations')`)
  if (exists === null) return 0
  return Number(await runAsAdmin(database, 'select max(id) from basedeck.migrations'))
}

/** The first value of the last result. */
async function runAsAdmin(database: Database, query: string): Promise<string | null> {
  const { results } = await database.run({
    runId: `migrate-${database.id}`,
    query,
    as: 'admin',
    timeoutMs: 0,
  })
  return results.at(-1)?.rows[0]?.[0] ?? null
}
