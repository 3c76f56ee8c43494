/** The services that are served, each in a room of its own. `docs/new-service.md` says how another one comes in. */
import { createKeySetService } from './auth/key-set-service.js'
import type { Service } from './service.js'
import type { StorageApiDeps } from './storage/acted-call.js'
import { createStorageService } from './storage/storage-api.js'

export interface ServicesDeps {
  storage: Promise<StorageApiDeps>
  /** Absent: no data API. */
  data?: Service
  /** Absent: no functions. */
  functions?: Service
  /** Absent: of auth, the public keys alone. */
  auth?: Service
  /** Absent: no realtime. */
  realtime?: Service
  /** Absent: none for the owner's monitor. */
  metrics?: Service
}

export function createServices({
  storage,
  data,
  functions,
  auth = createKeySetService(),
  realtime,
  metrics,
}: ServicesDeps): readonly Service[] {
  return [createStorageService(storage), auth, data, realtime, functions, metrics].filter(
    (service) => service !== undefined,
  )
}
