/** The projects' own API with all its services on a real port, over a running app. */
import { SignJWT } from 'jose'
import { pino } from 'pino'
import { createResumableUploads, type ResumableUploads } from '../src/objects/resumable-uploads.js'
import type { Storage } from '../src/objects/storage.js'
import { createStorage } from '../src/objects/storage.js'
import { lastingKey } from '../src/keys/jwt.js'
import { listen } from '../src/http/listen.js'
import { projectByRef } from '../src/control/projects.js'
import type { Outgoing } from '../src/outgoing/outgoing.js'
import { openAuth, type OpenedAuth } from './opened-auth.js'
import { openData, type OpenedData } from './opened-data.js'
import { openRealtime } from './opened-realtime.js'
import type { OpenRealtimeService } from '../src/project-api/realtime/open-realtime-service.js'
import { createServices } from '../src/project-api/services.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import type { RunningApp } from './running-app.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'

export interface ServedStorage {
  /** `http://127.0.0.1:1234/default` */
  address: string
  origin: string
  /** The same, where the framework answers all calls. */
  frameworkOrigin: string
  /** The same with `/storage/v1`. */
  url: string
  anon: string
  service: string
  /** The token of a user, for five minutes. */
  tokenOf(sub: string): Promise<string>
  storage: Storage
  resumable: ResumableUploads
  data: OpenedData
  auth: OpenedAuth
  realtime: OpenRealtimeService
  stop(): Promise<void>
}

/** @param change of what storage is made of. @param outgoing by which hooks are called; default: that of the platform */
export async function serveStorage(
  running: RunningApp,
  change: (storage: Storage) => Pick<Storage, 'bytes' | 'host'> = (storage) => storage,
  outgoing?: Pick<Outgoing, 'call'>,
): Promise<ServedStorage> {
  const storage = createStorage(change(running.storage))
  const resumable = createResumableUploads(running.dataDir, storage)
  const origins: string[] = []
  const data = openData(running)
  const auth = openAuth(running, () => origins, outgoing)
  const { realtime, close: closeRealtime } = openRealtime(running, storage.host)
  const api = createProjectApi({
    services: createServices({
      storage: Promise.resolve({ storage, resumable }),
      data: data.service,
      auth: auth.service,
      realtime,
    }),
    projectStatus: (ref) => projectByRef(running.control, ref),
    storage: Promise.resolve({ storage, resumable }),
    log: pino({ level: 'silent' }),
    ownOrigins: () => origins,
    dashboardOrigins: () => ['http://127.0.0.1:8787'],
  })
  const listener = await listen(api, '127.0.0.1', 0, { takesUploads: true, takeCall: api.takeCall })
  const framework = await listen(api, '127.0.0.1', 0, { takesUploads: true })
  const origin = `http://127.0.0.1:${listener.port}`
  const frameworkOrigin = `http://127.0.0.1:${framework.port}`
  origins.push(origin, frameworkOrigin)
  const project = await storage.host.project('default')
  if (!project) throw new Error('There is no such project.')
  const request = { secret: firstSecretOf(project.keys), ref: 'default', now: new Date() }
  return {
    address: `${origin}/default`,
    origin,
    frameworkOrigin,
    url: `${origin}/default/storage/v1`,
    anon: lastingKey('anon', request),
    service: lastingKey('service_role', request),
    tokenOf: (sub) =>
      new SignJWT({ role: 'authenticated', sub })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('5m')
        .sign(new TextEncoder().encode(request.secret)),
    storage,
    resumable,
    data,
    auth,
    realtime,
    async stop() {
      await closeRealtime()
      await listener.close()
      await framework.close()
      await data.service.close?.()
      data.sessions.close()
    },
  }
}
