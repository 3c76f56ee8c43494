/** A project's services behind a door that tells as whom a call is made, for tests of tokens. */
import { listSigningKeys, type SigningKey } from '@basedeck/platform-client'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { openSigningKey } from '../src/control/project-keys.js'
import { projectByRef } from '../src/control/projects.js'
import { listSigningKeyRows } from '../src/control/signing-keys.js'
import { newSigningKey, publicJwkOf, type WholeKey } from '../src/keys/signing-key.js'
import { platformStorageHost } from '../src/objects/platform-storage-host.js'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { createStorage } from '../src/objects/storage.js'
import type { StorageProject } from '../src/objects/storage-host.js'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing } from '../src/outgoing/outgoing.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import type { Service } from '../src/project-api/service.js'
import { createServices } from '../src/project-api/services.js'
import { createIssuerKeys } from '../src/services/issuer-keys.js'
import { runApp, type RunningApp } from './running-app.js'

const ECHO: Service = {
  name: 'functions',
  exposedHeaders: [],
  lacks: {},
  callOf: () => ({ name: 'echo', needs: 'key', stores: false, body: 0 }),
  answer: async ({ c, actor: { role, claims } }) => c.json({ role, sub: claims['sub'] }),
}
const log = pino({ level: 'silent' })

export interface TokenStage {
  running: RunningApp
  /** A sign-in service of somebody else; its key has the kid `theirs`. */
  signIn: { server: Server; issuer: string; key: WholeKey }
  /** A call of the project's API. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** The role that a token gives, or the status of its refusal. @param key sent as `apikey` beside it */
  roleOf(token: string, key?: string): Promise<string | number>
  keys(): Promise<SigningKey[]>
  /** The key that signs, with what signs. */
  current(): Promise<{ id: string; key: WholeKey }>
  whole(id: string): Promise<WholeKey>
  project(): Promise<StorageProject>
  stop(): Promise<void>
}

/** Seconds since 1970. */
export const now = () => Math.floor(Date.now() / 1000)

/** Claims of a user's token. */
export const user = (more: object = {}) => ({ role: 'authenticated', sub: 'ada', exp: now() + 60, ...more })

export async function startTokenStage(engine: 'cluster' | 'pglite'): Promise<TokenStage> {
  const running = await runApp(engine)
  const signIn = await startSignIn()
  const outgoing = createOutgoing({
    userAgent: 'test',
    allowed: readAllowedHosts(new URL(signIn.issuer).host),
  })
  const { control, box, life, dataDir } = running
  const host = platformStorageHost({
    control,
    box,
    life,
    isPlatform: false,
    accountsOn: false,
    isSplit: false,
    issuers: createIssuerKeys({ outgoing, log }),
  })
  const storage = createStorage({ host, bytes: running.storage.bytes })
  const storageApi = Promise.resolve({ storage, resumable: createResumableUploads(dataDir, storage) })
  const api = createProjectApi({
    projectStatus: (ref) => projectByRef(control, ref),
    storage: storageApi,
    services: [...createServices({ storage: storageApi }), ECHO],
    log,
    ownOrigins: () => ['http://127.0.0.1:8788'],
    dashboardOrigins: () => [],
  })
  const ask = async (path: string, init: RequestInit = {}) =>
    api.request(`http://127.0.0.1:8788/default${path}`, init)
  const keys = () => running.client.call(listSigningKeys, { params: { ref: 'default' } })
  const whole = async (id: string) => {
    const row = (await listSigningKeyRows(control, 'default')).find((one) => one.id === id)
    return openSigningKey(box, 'default', row ?? { id, value: null })
  }
  return {
    running,
    signIn,
    ask,
    async roleOf(token, key) {
      const headers = { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { apikey: key }) }
      const answer = await ask('/functions/v1/echo', { headers })
      return answer.ok ? ((await answer.json()) as { role: string }).role : answer.status
    },
    keys,
    async current() {
      const found = (await keys()).find(({ state }) => state === 'current')
      if (!found) throw new Error('No key is current.')
      return { id: found.id, key: await whole(found.id) }
    },
    whole,
    async project() {
      const found = await running.storage.host.project('default')
      if (!found) throw new Error('There is no such project.')
      return found
    },
    async stop() {
      signIn.server.close()
      await running.stop()
    },
  }
}

async function startSignIn(): Promise<TokenStage['signIn']> {
  const key = await newSigningKey('ES256')
  const jwks = JSON.stringify({ keys: [publicJwkOf(key, 'theirs')] })
  const server = createServer((_, answer) => void answer.end(jwks))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key }
}
