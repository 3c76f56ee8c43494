/** "Prepare this database": the same steps for a database that was added by URL, run by its user. */
import { quoteIdentifier } from '@basedeck/core/sql'
import type { Login } from '../engines/server/login.js'
import { journalSql, recordSql } from './journal.js'
import { MIGRATIONS } from './migrations/index.js'
import type { Owner } from './migrations/migration.js'
import { plainOwnerSql } from './plain-owner.js'
import { prepareReaderSql } from './reader.js'
import { prepareServiceLoginSql } from './service-login.js'

/** Logins to create in addition to the roles and schemas. */
export interface PreparedLogins {
  /** The login of read-only members. */
  reader?: Login | undefined
  /** The login of the project's services. */
  service?: Login | undefined
  /** For a user who is a superuser: members' SQL then runs as this login. Default: the user who runs the text. */
  owner?: Login | undefined
}

/** One transaction; running it again changes nothing. */
export function prepareSql({ reader, service, owner }: PreparedLogins = {}): string {
  const whose: Owner = { role: owner ? quoteIdentifier(owner.role) : 'current_user', mayGrant: false }
  const steps = MIGRATIONS.map(
    (step) => `-- ${step.id}: ${step.name}\n${step.sql(whose).trim()}\n${recordSql(step)}`,
  )
  const owners = owner ? [`-- an owner who is no superuser${plainOwnerSql(owner)}`] : []
  const readers = reader ? [`-- members who only read${prepareReaderSql(reader, owner?.role)}`] : []
  const services = service ? [`-- the services of the project${prepareServiceLoginSql(service)}`] : []
  return ['begin;', ...owners, journalSql(whose), ...steps, ...readers, ...services, 'commit;', ''].join('\n')
}
