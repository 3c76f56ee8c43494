/** Databases of one server are prepared at once, though their roles are the server's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresEngine } from '../src/engines/server/postgres-engine.js'
import { startDatabaseServer, type DatabaseServer } from './database-by-url.js'

const DATABASES = 8
const PASSWORD = 'of-this-login'
const LOGINS = {
  reader: { role: 'all_reader', password: PASSWORD },
  service: { role: 'all_service', password: PASSWORD },
}
let server: DatabaseServer
beforeAll(async () => {
  server = await startDatabaseServer()
})
afterAll(() => server?.stop())

test('each of them is prepared, whatever the others change', async () => {
  const urls: string[] = []
  for (let n = 0; n < DATABASES; n++) urls.push(await server.create(`shop_${n}`))
  const engines = urls.map((databaseUrl) => new PostgresEngine({ databaseUrl, ...LOGINS }))
  const opened = await Promise.allSettled(engines.map((engine) => engine.open('default')))
  await Promise.all(engines.map((engine) => engine.close()))
  expect(opened.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))).toEqual(
    Array.from({ length: DATABASES }, () => ''),
  )
}, 120_000)
