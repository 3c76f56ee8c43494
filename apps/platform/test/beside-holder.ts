/** Two processes in one: one holds the project `default` and listens, the other forwards to it what needs its database. */
import { createClient, type Client } from '@basedeck/platform-client'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { seeProcess } from '../src/control/processes.js'
import { usableBinariesOrReason } from '../src/engines/cluster/usable-binaries.js'
import { openEngineRegistry } from '../src/engines/engine-registry.js'
import { fileSecrets } from '../src/engines/secrets.js'
import { listen } from '../src/http/listen.js'
import { createProofs } from '../src/processes/proof.js'
import { createSend } from '../src/processes/send.js'
import { createProjectLife } from '../src/project-life/create-project-life.js'
import { runApp } from './running-app.js'
import { ORIGIN, testApi } from './test-api.js'

export interface BesideHolder {
  /** The process that holds no databases. */
  client: Client
  stop(): Promise<void>
}

export async function runBesideHolder(): Promise<BesideHolder> {
  const holderId = randomUUID()
  const installationId = randomUUID()
  const holder = await runApp('cluster', { installationId: holderId })
  const { control, box } = holder
  const listener = await listen(holder.app, '127.0.0.1', 0)
  const address = `http://127.0.0.1:${listener.port}`
  await control.write([seeProcess({ installation_id: holderId, address })])
  const dataDir = await mkdtemp(join(tmpdir(), 'basedeck-beside-'))
  const registry = openEngineRegistry({
    dataDir,
    binaries: await usableBinariesOrReason(dataDir),
    wanted: 'pglite',
    secrets: fileSecrets(join(dataDir, 'secrets')),
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
  const proofs = createProofs(box, { installationId, now: Date.now })
  const remove = async () => {
    await life.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  const { app } = await testApi({
    control: { ...control, dataDir, remove },
    box,
    life,
    isPlatform: false,
    accountsOn: false,
    engines: registry.offers,
    ownEngine: 'cluster',
    neighbours: { installationId, send: createSend({ proofs, presence: { watch: () => () => {} } }) },
  })
  return {
    client: createClient({
      baseUrl: ORIGIN,
      fetch: ((url: string, init: RequestInit) => app.request(url, init)) as never,
    }),
    async stop() {
      await remove()
      await listener.close()
      await holder.stop()
    },
  }
}
