/** The thread that serves the projects' API: files of any size pass through it, and delay no call of the dashboard. */
import { parentPort, workerData } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import { createOriginOf } from '../../http/origin.js'
import { writeFromThread } from '../../log-lines/log-lines.js'
import { oncePerMinute } from '../../services/key-use.js'
import { createLog, type LogLevel } from '../../kernel/log.js'
import { listen, type Listener } from '../../http/listen.js'
import { byteStoreAtRest } from '../../objects/open-byte-store.js'
import { fileByteStore } from '../../objects/file-byte-store.js'
import { createResumableUploads } from '../../objects/resumable-uploads.js'
import { createStorage } from '../../objects/storage.js'
import { createForwardFiles } from '../../processes/forward-files.js'
import { createSend } from '../../processes/send.js'
import type { CountedSeries } from '../../control/usage.js'
import type { AuditAction } from '../auth/audit-entry.js'
import { createProjectApi } from '../project-api.js'
import { createServices } from '../services.js'
import { freeBytes, isFull } from '../../services/disk-space.js'
import { roomIn } from '../../http/room.js'
import { platformAuthMails } from '../auth/auth-config-host.js'
import { openAuthService } from '../auth/open-auth-service.js'
import { createTokenVerifier } from '../../keys/token-verifier.js'
import { createFunctionsService } from '../functions/functions-service.js'
import { openDataService } from '../data/open-data-service.js'
import { createCallCounts } from '../metrics/call-counts.js'
import { createMetricsService } from '../metrics/metrics-service.js'
import { openRealtimeService } from '../realtime/open-realtime-service.js'
import { createProjectSessions } from '../sessions/project-sessions.js'
import { channelOver, NO_LIMIT_MS } from './channel.js'
import { createRemoteWatch } from './remote-watch.js'
import { toldInBatches } from './told-in-batches.js'
import { createKnownProjects } from './known-projects.js'
import {
  TOLD_TO_PLATFORM,
  type AskedOfPlatform,
  type AskedOfThread,
  type Origins,
  type ServiceEvent,
  type ThreadData,
} from './thread-calls.js'

/** What of the audit log of sign-in is counted. */
const AUTH_COUNTERS: Readonly<Partial<Record<AuditAction, CountedSeries>>> = {
  login: 'AUTH_SIGN_INS',
  user_signedup: 'AUTH_SIGN_UPS',
}

const port = parentPort
if (port) serve(port, workerData as ThreadData)

function serve(
  end: NonNullable<typeof parentPort>,
  { dataDir, storage, trustProxy, logLevel, installationId, isShared, ownRef, lines }: ThreadData,
): void {
  let origins: Origins = { dashboard: [], own: [] }
  let listener: Listener | undefined
  const lineWriter = lines && writeFromThread(lines)
  const stopping = new AbortController()
  const asked: AskedOfThread = {
    async listen(host, wanted) {
      listener = await listen(api, host, wanted, { takesUploads: true, takeCall: api.takeCall })
      return listener.port
    },
    reachedAt: (told) => void (origins = told),
    peerGone: (watch) => peers.gone(watch),
    written: () => known?.forget(),
    projectChanged(ref) {
      data.projectChanged(ref)
      auth.projectChanged(ref)
      realtime.projectChanged(ref)
    },
    schemaChanged(ref) {
      data.schemaChanged(ref)
      realtime.schemaChanged(ref)
    },
    isKept: async (runId, rows) => sessions.isKept(runId, rows) || realtimeSessions.isKept(runId, rows),
    beginStop: () => stopping.abort(),
    async close() {
      await listener?.close()
      sessions.close()
      await Promise.all(services.map((service) => service.close?.()))
      realtimeSessions.close()
      told.flush()
      await lineWriter?.flush()
    },
  }
  const platform = createBirpc<AskedOfPlatform, AskedOfThread>(asked, {
    ...channelOver(end),
    eventNames: [...TOLD_TO_PLATFORM],
    timeout: NO_LIMIT_MS,
    bind: 'functions',
  })
  const peers = createRemoteWatch(platform)
  const told = toldInBatches(platform.told)
  const tell = (event: ServiceEvent) => told.add({ event })
  const sessionsHost = {
    signIn: platform.signIn,
    serve: platform.serve,
    cancel: platform.cancel,
    used: platform.used,
  }
  const sessions = createProjectSessions(sessionsHost)
  const realtimeSessions = createProjectSessions(sessionsHost)
  const known = isShared ? undefined : createKnownProjects(platform)
  const data = openDataService({ host: platform, sessions, trustProxy })
  const log = createLog(logLevel as LogLevel, { write: (logged) => told.add({ logged }) })
  const auth = openAuthService({
    host: platform,
    mails: {
      async send(ref, mail) {
        await platformAuthMails(platform).send(ref, mail)
        tell({ ref, counter: 'AUTH_MAILS', amount: 1 })
      },
    },
    onAction(ref, action) {
      const counter = AUTH_COUNTERS[action]
      if (counter) tell({ ref, counter, amount: 1 })
    },
    ownOrigins: () => origins.own,
    trustProxy,
    log,
  })
  const host = {
    project: known?.project ?? platform.project,
    apiKey: known?.apiKey ?? platform.apiKey,
    keyUsed: oncePerMinute((hash) => void platform.keyUsed(hash)),
    isServedRole: platform.isServedRole,
    issuerKeys: platform.issuerKeys,
    isMakerEntitled: platform.isMakerEntitled,
    batch: platform.batch,
    cancel: platform.cancel,
  }
  const realtime = openRealtimeService({
    host: platform,
    storageHost: Promise.resolve(host),
    sessions: realtimeSessions,
    isShared,
    log,
    onFigures({ ref, connections, channels, messages }) {
      tell({ ref, gauge: 'REALTIME_PEAK_CONNECTIONS', value: connections })
      tell({ ref, gauge: 'REALTIME_CHANNELS', value: channels })
      if (messages > 0) tell({ ref, counter: 'REALTIME_MESSAGE_COUNT', amount: messages })
    },
  })
  const files = createStorage({ host, bytes: byteStoreAtRest(storage, dataDir) ?? fileByteStore(dataDir) })
  const neighbours = {
    installationId,
    forward: createForwardFiles({
      installationId,
      holderOf: platform.holderOf,
      addressOf: platform.addressOf,
      send: createSend({ proofs: { make: platform.proof }, presence: peers }),
      originOf: createOriginOf(trustProxy),
    }),
  }
  const storageApi = Promise.resolve({
    storage: files,
    resumable: createResumableUploads(dataDir, files),
    requireRoom: roomIn(dataDir),
    neighbours: isShared ? neighbours : undefined,
  })
  const functions = createFunctionsService({
    functions: platform,
    host,
    verifier: createTokenVerifier(),
  })
  const counts = createCallCounts()
  const services = createServices({
    storage: storageApi,
    data: data.service,
    auth: auth.service,
    functions,
    realtime,
    metrics: createMetricsService({ host: platform, counts, realtime: realtime.figuresOf }),
  })
  const api = createProjectApi({
    services,
    stopping: stopping.signal,
    ownRef,
    proofs: Promise.resolve({ check: platform.checkProof }),
    projectStatus: platform.projectStatus,
    isDiskFull: async () => isFull(await freeBytes(dataDir)),
    storage: storageApi,
    onAnswer: (answered) => told.add({ answered }),
    onSent(sent) {
      counts.count(sent)
      told.add({ sent })
    },
    ...(lineWriter && { writeLine: lineWriter.write }),
    trustProxy,
    log,
    ownOrigins: () => origins.own,
    dashboardOrigins: () => origins.dashboard,
  })
}
