/**
 * Brings a project's database to the newest step. What was done is written down in `basedeck.migrations`, which only
 * the login that ran the steps can write.
 */
import type { Database } from '../engines/engine.js'
import { runSteps } from '../engines/run-steps.js'
import { MIGRATIONS } from './migrations/index.js'
import type { Migration, Owner } from './migrations/migration.js'
import { journalSql, recordSql } from './journal.js'
import { projectText } from '../text/projects.js'

/** Runs what is missing as the server's superuser. @throws EngineError, DatabaseError */
export function migrate(
  database: Database,
  owner: Owner,
  steps: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  /** The first value of the last result. */
  async function runAsAdmin(query: string): Promise<string | null> {
    const { results } = await database.run({
      runId: `migrate-${database.id}`,
      query,
      as: 'admin',
      timeoutMs: 0,
    })
    return results.at(-1)?.rows[0]?.[0] ?? null
  }
  return runSteps(
    {
      newer: (done, newest) => projectText.newerDatabase(database.id, done, newest),
      journal: 'basedeck.migrations',
      ask: runAsAdmin,
      async perform(together) {
        await runAsAdmin(
          journalSql(owner) + together.map((step) => step.sql(owner) + recordSql(step)).join(''),
        )
      },
    },
    steps,
  )
}
