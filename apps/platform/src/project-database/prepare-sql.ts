/** "Prepare this database": the same steps for somebody's own database, as the user who runs them. */
import { journalSql, recordSql } from './journal.js'
import { migrations } from './migrations/index.js'
import type { Owner } from './migrations/migration.js'
import { prepareReaderSql, type ReaderLogin } from './reader.js'

const whoRunsIt: Owner = { role: 'current_user', mayGrant: false }

/** One transaction; running it again changes nothing. With `reader`, also the login of members who only read. */
export function prepareSql(reader?: ReaderLogin): string {
  const steps = migrations.map(
    (step) => `-- ${step.id}: ${step.name}\n${step.sql(whoRunsIt).trim()}\n${recordSql(step)}`,
  )
  const readers = reader ? [`-- members who only read${prepareReaderSql(reader)}`] : []
  return ['begin;', journalSql(whoRunsIt), ...steps, ...readers, 'commit;', ''].join('\n')
}
