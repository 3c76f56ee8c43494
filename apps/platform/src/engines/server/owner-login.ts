/** The owner's own way into a server, as other programs have it: by password, over the network. */
import { isLoopback } from '@basedeck/core/rules'
import type pg from 'pg'
import { setOwnerPassword } from '../../project-database/bootstrap.js'
import { EngineError, type Database, type DatabaseAddress, type OwnerLogin } from '../engine.js'
import { DATABASE_NAME } from '../roles.js'
import type { Secrets } from '../secrets.js'
import { databaseText } from '../../text/databases.js'
import { ServerConnection } from './connection.js'

export interface OwnerLoginOptions {
  /** Of its password. */
  secret: { secrets: Secrets; name: string }
  database: string
  /** Called when it is used: the database may not be open yet. */
  owned: () => Database
}

const TIMEOUT_MS = 10_000

/** The login of a database of ours. */
export function ownerLogin({ secret: { secrets, name }, database, owned }: OwnerLoginOptions): OwnerLogin {
  return {
    async tryAt(target) {
      const password = await secrets.get(name)
      if (password === undefined) throw new EngineError('authentication', databaseText.passwordUnknown)
      await signInAs({ database, ...target }, password)
    },
    async setPassword(password) {
      await setOwnerPassword(owned(), password)
      await secrets.set(name, password)
    },
  }
}

/** Signs in by password; beyond loopback encrypted, as the servers demand it there. @throws EngineError */
export function signInAs(
  target: DatabaseAddress & { user: string; database?: string },
  password: string,
): Promise<void> {
  return signIn({
    database: DATABASE_NAME,
    ...target,
    password,
    // It is this machine all the same: nothing has to be proved.
    ssl: isLoopback(target.host) ? false : { rejectUnauthorized: false },
    connectionTimeoutMillis: TIMEOUT_MS,
  })
}

/** Signs in once and changes nothing. @throws EngineError */
export async function signIn(config: pg.ClientConfig): Promise<void> {
  const connection = await ServerConnection.open({ ...config, application_name: 'basedeck' })
  connection.close()
}
