/** Realtime with all that it keeps: settings of the projects, and what is read of their databases. */
import type { Logger } from 'pino'
import { createTokenVerifier } from '../../keys/token-verifier.js'
import type { StorageHost } from '../../objects/storage-host.js'
import { keepSettings } from '../kept-settings.js'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import { createTableChanges } from './changes/table-changes.js'
import { createChannelPolicies } from './channel-policies.js'
import type { RealtimeHost } from './realtime-host.js'
import { sentMessageOf } from './stored-messages.js'
import type { RealtimeFigures } from './realtime-figures.js'
import { createRealtimeService, type RealtimeService } from './realtime-service.js'

export interface RealtimeServiceHost {
  host: RealtimeHost
  storageHost: Promise<StorageHost>
  /** Of its own: no other service waits for its questions. */
  sessions: Pick<ProjectSessions, 'serve'>
  /** Other processes share the control plane. */
  isShared: boolean
  /** As `createRealtimeService`. */
  onFigures?(figures: RealtimeFigures): void
  log: Pick<Logger, 'warn'>
}

export interface OpenRealtimeService extends RealtimeService {
  /** What the catalogue of its database lists was changed. */
  schemaChanged(ref: string): void
}

const CHECK_MS = 200
/** A client that joins waits at most so long for the log of its database. */
const READY_MS = 3000

export function openRealtimeService({
  host,
  storageHost,
  sessions,
  isShared,
  onFigures,
  log,
}: RealtimeServiceHost): OpenRealtimeService {
  const changes = createTableChanges({ host, sessions, isShared, log })
  const policies = createChannelPolicies(sessions)
  /** Of projects with clients: when what their databases send is read. */
  const messages = new Map<string, Promise<void>>()
  const checking = new Map<string, NodeJS.Timeout>()
  const service = createRealtimeService({
    host: storageHost,
    settings: keepSettings(host.realtime, 'realtime_off'),
    verifier: createTokenVerifier(),
    async rights(ref, topic, actor) {
      // What the database sends after a client has joined must reach it.
      await Promise.race([messages.get(ref), later(READY_MS)])
      return policies.rights(ref, topic, actor)
    },
    replay: policies.replay,
    subscribe: changes.subscribe,
    begin(ref, hub) {
      const ready = changes.hearMessages(ref, (row) => {
        const sent = sentMessageOf(row)
        if (sent) hub.knownTopic(sent.topic, sent.isPrivate)?.broadcast(sent.broadcast)
      })
      messages.set(
        ref,
        ready.catch((error: unknown) =>
          log.warn({ err: error, project: ref }, 'what the database sends is not delivered'),
        ),
      )
    },
    end(ref) {
      messages.delete(ref)
      changes.endMessages(ref)
    },
    close: changes.close,
    ...(onFigures && { onFigures }),
    log,
  })
  return {
    ...service,
    schemaChanged(ref) {
      changes.schemaChanged(ref)
      // Policies may be others now. A migration has many statements: channels are checked once after them.
      const timer =
        checking.get(ref) ??
        setTimeout(() => void (checking.delete(ref), service.policiesChanged(ref)), CHECK_MS)
      checking.set(ref, timer.unref())
    },
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
