/** "Prepare this database": the same steps for somebody's own database, as the user who runs them. */
import { journalSql, recordSql } from './journal.js'
import { migrations } from './migrations/index.js'
import type { Owner } from './migrations/migration.js'

const whoRunsIt: Owner = { role: 'current_user', mayGrant: false }

/** One transaction; running it again changes nothing. */
export function prepareSql(): string {
  const steps = migrations.map(
    (step) => `-- ${step.id}: ${step.name}\n${step.sql(whoRunsIt).trim()}\n${recordSql(step)}`,
  )
  return ['begin;', journalSql(whoRunsIt), ...steps, 'commit;', ''].join('\n')
}
