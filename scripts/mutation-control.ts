/**
 * A PostgreSQL with an empty control plane in the database `control_template`, which tests of changed code copy: opening
 * a PGlite for each change takes seconds. Prints the server's URL, then a line for each line of its input as long as the
 * server answers; ends with its input.
 */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { openControlDatabase } from '../apps/platform/src/control/open-control-database.js'
import { testCluster, urlOf } from '../apps/platform/src/engines/testing/test-cluster.js'
import { temporaryDirectory } from '../apps/platform/src/engines/testing/temporary-directory.js'

const directory = await temporaryDirectory()
// The engine does not see the tests' own connections, and would stop the server as idle.
const cluster = await testCluster(directory.path, { idleMs: 2 ** 31 - 1 })
await cluster.open('control')
const url = await urlOf(directory.path, 'control')
const client = new pg.Client(url)
await client.connect()
await client.query('create database control_template')
await client.end()
const control = openControlDatabase({
  dataDir: directory.path,
  databaseUrl: url.replace(/\/postgres$/, '/control_template'),
})
await control.ready
await control.close()
console.log(url)
for await (const _line of createInterface(process.stdin)) {
  const asking = new pg.Client(url)
  await asking.connect()
  await asking.end()
  console.log('It answers.')
}
await cluster.close()
await directory.remove()
