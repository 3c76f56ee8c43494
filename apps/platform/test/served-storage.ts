/** The projects' own API with storage on a real port, over a running app. */
import { pino } from 'pino'
import { createResumableUploads, type ResumableUploads } from '../src/objects/resumable-uploads.js'
import type { Storage } from '../src/objects/storage.js'
import { createStorage } from '../src/objects/storage.js'
import { lastingKey } from '../src/keys/jwt.js'
import { listen } from '../src/listen.js'
import { projectByRef } from '../src/control/projects.js'
import { createProjectApi } from '../src/project-api/project-api.js'
import type { RunningApp } from './running-app.js'
import { firstSecretOf } from '../src/keys/testing/project-keys.js'

export interface ServedStorage {
  /** `http://127.0.0.1:1234/default/storage/v1` */
  url: string
  anon: string
  service: string
  storage: Storage
  resumable: ResumableUploads
  stop(): Promise<void>
}

/** @param change of what storage is made of */
export async function serveStorage(
  running: RunningApp,
  change: (storage: Storage) => Pick<Storage, 'bytes' | 'host'> = (storage) => storage,
): Promise<ServedStorage> {
  const storage = createStorage(change(running.storage))
  const resumable = createResumableUploads(running.dataDir, storage)
  const origins: string[] = []
  const api = createProjectApi({
    projectStatus: (ref) => projectByRef(running.control, ref),
    storage: Promise.resolve({ storage, resumable }),
    log: pino({ level: 'silent' }),
    ownOrigins: () => origins,
    dashboardOrigins: () => ['http://127.0.0.1:8787'],
  })
  const listener = await listen(api, '127.0.0.1', 0, { takesUploads: true })
  const origin = `http://127.0.0.1:${listener.port}`
  origins.push(origin)
  const project = await storage.host.project('default')
  if (!project) throw new Error('There is no such project.')
  const request = { secret: firstSecretOf(project.keys), ref: 'default', now: new Date() }
  return {
    url: `${origin}/default/storage/v1`,
    anon: lastingKey('anon', request),
    service: lastingKey('service_role', request),
    storage,
    resumable,
    stop: () => listener.close(),
  }
}
