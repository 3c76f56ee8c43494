/** A program for tests: opens an engine's database, commits row after row and prints each, until it is killed. */
import { join } from 'node:path'
import { usableBinariesOrReason } from '../cluster/usable-binaries.js'
import { lockDataDirectory, openEngineRegistry } from '../index.js'
import { fileSecrets } from '../secrets.js'

const [, , kind, dataDir] = process.argv
if ((kind !== 'cluster' && kind !== 'pglite') || !dataDir)
  throw new Error('usage: committing-child <engine> <data directory>')

await lockDataDirectory(dataDir)
const secrets = fileSecrets(join(dataDir, 'secrets'))
const registry = openEngineRegistry({
  dataDir,
  binaries: await usableBinariesOrReason(dataDir),
  secrets,
  wanted: kind,
})
const database = await registry.open({ id: 'default', engine: kind })
await database.run({ runId: 'create', query: 'create table committed (id int primary key)' })
for (let id = 1; ; id++) {
  await database.run({ runId: 'insert', query: `insert into committed values (${id})` })
  console.log(id)
}
