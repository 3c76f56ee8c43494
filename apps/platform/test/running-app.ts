/** The self-hosted platform over a real engine, without a port: requests go straight in. */
import { createClient, type Client } from '@basedeck/platform-client'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes, createSecretKey, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { changeAuth } from '../src/control/auth-settings.js'
import { changeDataApi } from '../src/control/data-api-settings.js'
import type { ControlDatabase } from '../src/control/control-database.js'
import type { ProgramAccess } from '../src/engines/program-access.js'
import { usableBinariesOrReason } from '../src/engines/cluster/usable-binaries.js'
import { openControlDatabase } from '../src/control/open-control-database.js'
import { tellingProjectChanges } from '../src/control/project-changes.js'
import { ensureOwnOrganization, OWN_REF } from '../src/control/own-installation.js'
import {
  openEngineRegistry,
  type EngineFiles,
  type EngineReplicas,
  type EngineRegistry,
} from '../src/engines/engine-registry.js'
import { parseDatabaseUrl } from '../src/engines/server/database-url.js'
import { fileSecrets } from '../src/engines/secrets.js'
import { createLogLines, type LogLines } from '../src/log-lines/log-lines.js'
import type { ByteStore } from '../src/objects/byte-store.js'
import { fileByteStore } from '../src/objects/file-byte-store.js'
import { platformStorageHost } from '../src/objects/platform-storage-host.js'
import { createStorage, type Storage } from '../src/objects/storage.js'
import { createAuthMails } from '../src/mail/auth/auth-mails.js'
import { createBranches } from '../src/branches/branches.js'
import { createBranchMaking } from '../src/branches/branch-making.js'
import type { BranchesContext } from '../src/branches/branches-context.js'
import { createServerBackups } from '../src/backup/by-url/server-backups.js'
import { createKeptBackups, type KeptBackups } from '../src/backup/kept/kept-backups.js'
import { createReplicas, type Replicas } from '../src/replicas/replicas.js'
import { createFunctions, type Functions } from '../src/functions/functions.js'
import { keepDelivering } from '../src/outgoing/keep-delivering.js'
import { beginSchedules } from '../src/schedules/begin-schedules.js'
import type { Scheduled } from '../src/schedules/keep-scheduled.js'
import { sendEvent } from '../src/webhooks/send-event.js'
import { createFunctionCaller } from '../src/functions/call-function.js'
import { createLogAlerts } from '../src/log-alerts/log-alerts.js'
import { createLogDrains } from '../src/log-drains/log-drains.js'
import { runDrains, type RunningDrains } from '../src/log-drains/run-drains.js'
import { createWebhookQueue, type WebhookQueue } from '../src/webhooks/webhook-queue.js'
import { createWebhooks } from '../src/webhooks/webhooks.js'
import { createOutgoing, type OutgoingOptions } from '../src/outgoing/outgoing.js'
import { createNotify } from '../src/notifications/notify.js'
import type { Notify } from '../src/notifications/notice.js'
import type { Poolers, PoolersDeps } from '../src/poolers/poolers.js'
import type { Inside } from '../src/services/open-platform.js'
import { openPgPort } from '../src/app/pg-port.js'
import { createProofs } from '../src/processes/proof.js'
import { createProjectLife } from '../src/project-life/create-project-life.js'
import type { ProjectLife } from '../src/project-life/project-life.js'
import { DEFAULT_PLANS } from '../src/control/plans.js'
import { computeMemoryOf } from '../src/services/compute.js'
import { createSecretBox, type SecretBox } from '../src/secrets/secret-box.js'
import { startDatabaseServer } from './database-by-url.js'
import { seesLines } from './audited-control.js'
import { ORIGIN, testApi, type TestApi } from './test-api.js'
import { copyControl } from './test-control.js'

export interface RunningApp {
  app: TestApi['app']
  /** A call to the app, watched. */
  request(url: string, init?: RequestInit): Promise<Response>
  /** What watched calls changed without writing it into the audit log. */
  unaudited: TestApi['unaudited']
  client: Client
  registry: EngineRegistry & EngineFiles & EngineReplicas
  life: ProjectLife
  notify: Notify
  organizationId: number
  control: ControlDatabase
  box: SecretBox
  /** Of the same files as the app's. */
  storage: Storage
  /** Lines of the projects' logs, also of its own calls. */
  lines: LogLines
  backups: KeptBackups
  branching: BranchesContext
  replicas: Replicas
  functions: Functions
  webhookQueue: WebhookQueue
  scheduled: Scheduled
  drains: RunningDrains
  /** Sends what is due. */
  deliver(): void
  dataDir: string
  stop(): Promise<void>
}

/** What poolers are started with. */
export type PoolersInside = Pick<
  PoolersDeps,
  'control' | 'life' | 'box' | 'dataDir' | 'projectChanges' | 'installationId'
>

export interface RunAppOptions {
  /** The hosted build. Default false. */
  isPlatform?: boolean
  /** Whether one must sign in. Default false. */
  accountsOn?: boolean
  /** With the engine `url`: a database that is there. Default: a server is started for it. */
  databaseUrl?: string
  /** An unused database is closed after this time. */
  idleMs?: number
  ownerPassword?: string
  /** Opens the port of databases in PGlite. Default false. */
  opensPgPort?: boolean
  /** Its id among the processes on its control plane. Default: generated. */
  installationId?: string
  /** Where the files of projects are, by the data directory. Default: in it. */
  byteStore?: (dataDir: string) => ByteStore
  /** Where programs reach clusters. Default: on this machine only. */
  access?: ProgramAccess
  /** Poolers of the app. Default: none run. */
  poolers?: (inside: PoolersInside) => Promise<Poolers>
  /** What functions may reach beyond public addresses, and how names are resolved. Default: nothing, by the system. */
  outgoing?: Pick<OutgoingOptions, 'allowed' | 'resolve'>
  /** Where functions reach their project. Default: where nothing listens. */
  apiUrl?: () => string
  /** Fills the new installation; by default it gets the project `default`. */
  fill?: (inside: Inside) => Promise<void>
}

/** `url`: a prepared database on a server that the platform does not run. */
export type TestedEngine = 'cluster' | 'pglite' | 'url'

export async function runApp(
  engine: TestedEngine,
  {
    isPlatform = false,
    accountsOn = false,
    databaseUrl,
    idleMs,
    ownerPassword,
    opensPgPort = false,
    fill,
    installationId = randomUUID(),
    byteStore = fileByteStore,
    poolers: startOwn,
    access,
    outgoing = { allowed: [] },
    apiUrl = () => 'http://127.0.0.1:8788',
  }: RunAppOptions = {},
): Promise<RunningApp> {
  const wanted = engine === 'url' ? 'cluster' : engine
  const server = engine === 'url' && databaseUrl === undefined ? await startDatabaseServer() : undefined
  const given = databaseUrl ?? (await server?.create('app'))
  const url = given === undefined ? undefined : parseDatabaseUrl(given)
  const dataDir = await mkdtemp(join(tmpdir(), 'basedeck-app-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  if (wanted === 'pglite') await copyControl(dataDir)
  const binaries = await usableBinariesOrReason(dataDir)
  const opening = openControlDatabase({ dataDir, binaries, wanted, sync: false })
  const { control: told, changes: projectChanges } = tellingProjectChanges(opening)
  const control = seesLines(told)
  const remove = async () => {
    await control.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  const box = createSecretBox(createSecretKey(randomBytes(32)))
  const registry = openEngineRegistry({
    dataDir,
    binaries,
    wanted,
    secrets: fileSecrets(join(dataDir, 'secrets')),
    sync: false,
    ...(access && { access }),
    ...(idleMs === undefined ? {} : { idleMs }),
  })
  const bytes = byteStore(dataDir)
  const notify = createNotify({ control, log: pino({ level: 'silent' }) })
  const branching: BranchesContext = {
    control,
    registry,
    life: () => life,
    box,
    bytes,
    dataDir,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  }
  const life: ProjectLife = createProjectLife({
    branches: createBranchMaking(branching),
    control,
    notify,
    registry,
    box,
    log: pino({ level: 'silent' }),
    installationId,
    databaseHost: '127.0.0.1',
    now: () => new Date(),
    operatorDatabase: url && { ref: OWN_REF, url, prepare: true },
    removeFiles: bytes.shared?.removeAll,
    memoryOf: isPlatform ? (ref) => computeMemoryOf(control, DEFAULT_PLANS, ref) : undefined,
  })
  if (fill)
    await fill({
      control,
      box,
      registry,
      life,
      branching,
      bytes,
      projectChanges,
      notify,
      backUpControl: undefined,
      notes: [],
    })
  const organizationId = fill ? 0 : await ensureOwnOrganization(control, false)
  if (!fill) {
    const name = 'Default project'
    const rest = { region: undefined, engine: undefined, existing: undefined }
    await life.create({ ref: OWN_REF, name, organizationId, ownerPassword, ...rest }, null)
  }
  await life.settled()
  // Of a database by URL both are off until a member turns them on.
  if (url)
    await control.write([
      changeAuth(box, OWN_REF, { enabled: true, disable_signup: false }, undefined),
      changeDataApi(OWN_REF, { enabled: true }, undefined),
    ])
  const storage = createStorage({
    host: platformStorageHost({
      control,
      box,
      life,
      isPlatform,
      accountsOn,
      isSplit: false,
      isFunctionAlive: (ref, id) => functions.isAlive(ref, id),
    }),
    bytes,
  })
  const poolers = startOwn?.({ control, life, box, dataDir, projectChanges, installationId })
  const pgPort = await openPgPort(
    {
      pgPort: opensPgPort ? 0 : undefined,
      pgHost: '127.0.0.1',
      pgTls: undefined,
      publicUrl: undefined,
      platform: isPlatform,
    },
    { inside: Promise.resolve({ control, life, registry }), log: pino({ level: 'silent' }) },
  )
  const backups = createKeptBackups({
    control,
    registry,
    life,
    box,
    dataDir,
    installationId,
    version: '0.0.0',
    bytes: undefined,
    servers: createServerBackups({
      targetOf: (ref) => life.targetOf(ref),
      stop: (ref) => registry.stop({ id: ref, engine: 'postgres' }),
      folder: () => join(dataDir, 'restoring', randomUUID()),
    }),
    now: () => new Date(),
    writeLine: (line) => lines.write(line),
    log: pino({ level: 'silent' }),
  })
  branching.keptDraft = backups.draft
  branching.writeLine = (line) => lines.write(line)
  branching.copyFunctions = (from, to) => functions.copyTo(from, to)
  const branches = createBranches({
    ...branching,
    requireMoment: backups.requireMoment,
    syncWebhooks: (database) => webhookQueue.sync(database),
  })
  const replicas = createReplicas({
    control,
    registry,
    life,
    dataDir,
    installationId,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  const calls = createOutgoing({ userAgent: 'Basedeck/test', ...outgoing })
  const lines = createLogLines({ dataDir, keptDays: 7, keptBytes: 1e9, log: pino({ level: 'silent' }) })
  const functions = await createFunctions({
    control,
    box,
    life,
    registry,
    dataDir,
    outgoing: calls,
    writeLine: lines.write,
    isPlatform,
    apiUrl,
    ownApiUrl: apiUrl,
  })
  const sending = { control, box, outgoing: calls }
  const callFunction = createFunctionCaller({ control, box, ownApiUrl: apiUrl })
  const deliveries = keepDelivering({
    ...sending,
    sendEvent: (event, id) => sendEvent({ ...sending, callFunction, now: () => new Date() }, event, id),
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  })
  const deliver = () => void deliveries.look()
  const webhookQueue = createWebhookQueue({ control, box, log: pino({ level: 'silent' }), onTaken: deliver })
  life.onUse(webhookQueue.used)
  const { schedules, scheduled } = beginSchedules({
    ...sending,
    life,
    installationId,
    callFunction,
    notify,
    writeLine: lines.write,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  })
  const drainDeps = { ...sending, installationId, now: Date.now }
  const drains = runDrains({
    ...drainDeps,
    lines: lines.drains,
    writeLine: lines.write,
    log: pino({ level: 'silent' }),
  })
  const alertDeps = { ...drainDeps, mayMail: true, deliver }
  const { app, unaudited, whileCalling } = await testApi({
    schedules,
    functions,
    logAlerts: createLogAlerts({ ...alertDeps, lines }),
    outgoing: calls,
    logDrains: createLogDrains({ ...drainDeps, look: () => void drains.look() }),
    webhooks: createWebhooks({ control, box, life, queue: webhookQueue, deliver }),
    control: { ...control, dataDir, remove },
    box,
    life,
    storage,
    lines,
    backups,
    settingTrials: registry,
    network: { registry, certificate: access?.tls?.certificate },
    branches,
    replicas,
    writeLine: lines.write,
    isPlatform,
    accountsOn,
    engines: registry.offers,
    ownEngine: registry.preferred,
    projectChanges,
    notify,
    poolers,
    // As on a laptop: mails of auth are kept.
    authMails: createAuthMails({ control, box, mailer: { isConfigured: false }, isPlatform, onAdded() {} }),
    pgliteAddress: () => pgPort?.address,
    proofs: createProofs(box, { installationId, now: Date.now }),
  })
  const request = (url: string, init?: RequestInit) => whileCalling(url, init, () => app.request(url, init))
  return {
    app,
    request,
    unaudited,
    registry,
    life,
    notify,
    organizationId,
    control,
    box,
    storage,
    lines,
    backups,
    branching,
    replicas,
    functions,
    webhookQueue,
    scheduled,
    drains,
    deliver,
    dataDir,
    client: createClient({
      baseUrl: ORIGIN,
      fetch: request as never,
    }),
    async stop() {
      await scheduled.close()
      await drains.close()
      await webhookQueue.close()
      await deliveries.close()
      await functions.close()
      await replicas.close()
      await backups.close()
      await (await poolers)?.close()
      await pgPort?.close()
      await lines.close()
      await life.close()
      await registry.close()
      await remove()
      await server?.stop()
    },
  }
}
