/** A program for tests: creates a project, or creates and removes one, and prints its progress, until it is killed. */
import { createSecretKey, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { openControlDatabase } from '../../src/control/open-control-database.js'
import { usableBinariesOrReason } from '../../src/engines/cluster/usable-binaries.js'
import { openEngineRegistry } from '../../src/engines/engine-registry.js'
import { encryptedFileSecrets } from '../../src/engines/secrets.js'
import { createProjectLife } from '../../src/project-life/create-project-life.js'
import type { NewProjectRequest } from '../../src/project-life/project-life.js'
import { createSecretBox } from '../../src/secrets/secret-box.js'

const [, , dataDir = '', engine, key = '', installationId = '', organizationId] = process.argv
if (engine !== 'cluster' && engine !== 'pglite')
  throw new Error('usage: interrupted-child <data directory> <engine> …')

const control = openControlDatabase({ dataDir })
await control.ready
const box = createSecretBox(createSecretKey(Buffer.from(key, 'hex')))
const secrets = encryptedFileSecrets(join(dataDir, 'secrets'), box)
const registry = openEngineRegistry({
  dataDir,
  binaries: await usableBinariesOrReason(dataDir),
  secrets,
  wanted: engine,
  sync: false,
})
const life = createProjectLife({
  control,
  registry,
  box,
  log: pino({ level: 'silent' }),
  installationId,
  databaseHost: '127.0.0.1',
  now: () => new Date(),
  operatorDatabase: undefined,
})
const request: NewProjectRequest = {
  name: 'Interrupted',
  organizationId: Number(organizationId),
  region: undefined,
  engine,
  ownerPassword: 'hush-hush-hush',
  existing: undefined,
}
const { ref } = await life.create(request, null)
console.log(`coming-up ${ref}`)
await life.settled()
console.log(`healthy ${ref}`)
await life.remove(ref, { actor: { id: randomUUID(), name: 'Test', email: null }, origin: null })
console.log(`going-down ${ref}`)
await life.settled()
