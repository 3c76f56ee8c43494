/** Databases of a user who is no superuser, on a server that the platform does not run: they are reached by URL. */
import pg from 'pg'
import { fileSecrets } from '../src/engines/secrets.js'
import { temporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'

const OWNER = 'maker'

export interface DatabaseServer {
  /** Creates a database; answers its URL. */
  create(name: string): Promise<string>
  /** As the superuser. */
  query(text: string): Promise<pg.QueryResult>
  /** Of a database of its own. */
  superuserUrl: string
  stop(): Promise<void>
}

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const directory = await temporaryDirectory()
  const cluster = await testCluster(directory.path)
  await cluster.open('one')
  const password = await fileSecrets(`${directory.path}/secrets`).get('one.admin-password')
  const superuser = new URL(await urlOf(directory.path, 'one'))
  Object.assign(superuser, { username: 'basedeck_admin', password })
  const query = (text: string) => queryAt(superuser.href, text)
  // The database of the cluster has the role already, which a user without its membership may not pass on.
  await query(
    `create role ${OWNER} login createrole createdb password 'hush'; grant supabase_auth_admin to ${OWNER} with admin option`,
  )
  return {
    async create(name) {
      await query(`create database ${name} owner ${OWNER}`)
      const url = new URL(superuser.href)
      return Object.assign(url, { username: OWNER, password: 'hush', pathname: `/${name}` }).href
    },
    query,
    superuserUrl: superuser.href,
    async stop() {
      await cluster.close()
      await directory.remove()
    },
  }
}

export async function queryAt(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  await client.connect()
  return client.query(text).finally(() => client.end())
}
