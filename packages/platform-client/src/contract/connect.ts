/** How other programs reach a project's database: whether they can, and the password that they sign in with. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'
import { databasePassword } from './projects.js'

const PATH = '/platform/projects/{ref}'
const REQUIRES = { ref: 'Project ref is required' }

/** What came of signing in with the stored password. `reason` is a sentence. */
export type ConnectionTest = { connected: true; took_ms: number } | { connected: false; reason: string }

/** What `testConnection` takes: the way to the database. */
export const connectionTestBody = v.object({
  method: v.picklist(['direct', 'transaction', 'session'], 'method must be direct, transaction or session'),
})
/** What `resetDatabasePassword` takes. */
export const databasePasswordBody = v.object({ password: databasePassword })

/** The platform signs in to the database as another program would, with the stored password, and says how it went. */
export const testConnection = endpoint({
  method: 'POST',
  path: `${PATH}/connection-test`,
  access: inProject('read', 'database'),
  evenFull: true,
  servedBy: 'holder',
  audit: 'never, because it changes nothing',
  body: connectionTestBody,
  response: gives<ConnectionTest>(),
  requires: REQUIRES,
})
/** Replaces the password of the database's owner, in place. Sessions that are open stay. */
export const resetDatabasePassword = endpoint({
  method: 'POST',
  path: `${PATH}/db-password`,
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  audit: true,
  body: databasePasswordBody,
  response: gives<{ ref: string }>(),
  requires: REQUIRES,
})
