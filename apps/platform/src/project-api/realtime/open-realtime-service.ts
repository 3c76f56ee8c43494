/** Realtime with all that it keeps: settings of the projects, and what is read of their databases. */
import type { Logger } from 'pino'
import { createTokenVerifier } from '../../keys/token-verifier.js'
import type { StorageHost } from '../../objects/storage-host.js'
import { realtimeText } from '../../text/realtime.js'
import { keepSettings } from '../kept-settings.js'
import { PUBLIC_RIGHTS } from './channel-rights.js'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import type { RealtimeHost } from './realtime-host.js'
import { createRealtimeService, type RealtimeService } from './realtime-service.js'

export interface RealtimeServiceHost {
  host: RealtimeHost
  storageHost: Promise<StorageHost>
  sessions: Pick<ProjectSessions, 'serve'>
  log: Pick<Logger, 'warn'>
}

export function openRealtimeService({ host, storageHost, log }: RealtimeServiceHost): RealtimeService {
  return createRealtimeService({
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
    subscribe(_, { asked, tell }) {
      tell('error', realtimeText.noChanges)
      return { ids: asked.map((_, at) => at), end() {} }
    },
    log,
  })
}
