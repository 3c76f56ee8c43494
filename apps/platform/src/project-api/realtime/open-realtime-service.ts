/** Realtime with all that it keeps: settings of the projects, and what is read of their databases. */
import type { Logger } from 'pino'
import { createTokenVerifier } from '../../keys/token-verifier.js'
import type { StorageHost } from '../../objects/storage-host.js'
import { keepSettings } from '../kept-settings.js'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import { createTableChanges } from './changes/table-changes.js'
import { PUBLIC_RIGHTS } from './channel-rights.js'
import type { RealtimeHost } from './realtime-host.js'
import { createRealtimeService, type RealtimeService } from './realtime-service.js'

export interface RealtimeServiceHost {
  host: RealtimeHost
  storageHost: Promise<StorageHost>
  /** Of its own: no other service waits for its questions. */
  sessions: Pick<ProjectSessions, 'serve'>
  /** Other processes share the control plane. */
  isShared: boolean
  log: Pick<Logger, 'warn'>
}

export interface OpenRealtimeService extends RealtimeService {
  /** What the catalogue of its database lists was changed. */
  schemaChanged(ref: string): void
}

export function openRealtimeService({
  host,
  storageHost,
  sessions,
  isShared,
  log,
}: RealtimeServiceHost): OpenRealtimeService {
  const changes = createTableChanges({ host, sessions, isShared, log })
  const service = createRealtimeService({
    host: storageHost,
    settings: keepSettings(host.realtime, 'realtime_off'),
    verifier: createTokenVerifier(),
    // Policies of messages are not read yet.
    rights: async () => ({
      ...PUBLIC_RIGHTS,
      readsBroadcasts: false,
      readsPresence: false,
      writesBroadcasts: false,
    }),
    subscribe: changes.subscribe,
    close: changes.close,
    log,
  })
  return { ...service, schemaChanged: changes.schemaChanged }
}
