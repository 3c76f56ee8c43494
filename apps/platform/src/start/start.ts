/** Starts the platform: lock, listen, then open the control plane and engines. Stops everything it started. */
import type { EngineKind } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createApi } from '../app/api.js'
import { createApp } from '../app/app.js'
import { createSessionCookie } from '../access/session-cookie.js'
import type { Config } from '../config/config.js'
import { containerNote, isInContainer } from '../app/container.js'
import { OWN_REF } from '../control/own-installation.js'
import { plansOfServed } from '../control/plans.js'
import { hasAccounts } from '../control/profiles.js'
import { parseDatabaseUrl } from '../engines/server/database-url.js'
import type { EngineRegistry } from '../engines/engine-registry.js'
import { isLoopback, shownHost } from '../kernel/host-address.js'
import { originOf, originsOf, withPort } from '../http/origins.js'
import type { Listener } from '../http/listen.js'
import { listenApi, listenDashboard } from './listen-ports.js'
import { runPoolers } from '../poolers/run-poolers.js'
import { createMeasuredLife } from '../metrics/measured-life.js'
import { createPlatformMetrics } from '../metrics/platform-metrics.js'
import { createAuthMails, sendAuthMail } from '../mail/auth/auth-mails.js'
import { keepNoLines, type LogLine, type WriteLine } from '../log-lines/log-line.js'
import { deliveryLine, noticeLine } from '../log-lines/work-lines.js'
import { keepForgetting } from '../log-lines/keep-forgetting.js'
import { createKeptDays } from '../log-lines/kept-days.js'
import { followServerLogs } from '../log-lines/follow-server-logs.js'
import { createLogLines } from '../log-lines/log-lines.js'
import { createMailer } from '../mail/mailer.js'
import { openPlatform, type Inside } from '../services/open-platform.js'
import { ensureOwnProject, openOwnDatabase } from './own-project.js'
import { checkPgHost, openPgPort } from '../app/pg-port.js'
import { listenToOperator } from '../config/operator-socket.js'
import { beginProcesses } from '../processes/begin-processes.js'
import { createProofs } from '../processes/proof.js'
import { platformStorageHost } from '../objects/platform-storage-host.js'
import { createResumableUploads } from '../objects/resumable-uploads.js'
import { createStorage } from '../objects/storage.js'
import { serveProjects } from '../project-api/thread/serve-projects.js'
import { createAnswersFor } from '../objects/answers-for.js'
import { keepSwept } from '../objects/sweep.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { createDiskReserve } from '../services/disk-reserve.js'
import { diskOf, freeBytes, isFull } from '../services/disk-space.js'
import { roomIn } from '../http/room.js'
import { createBranches } from '../branches/branches.js'
import { s3BackupStore } from '../backup/kept/backup-store.js'
import { createServerBackups } from '../backup/by-url/server-backups.js'
import { createKeptBackups } from '../backup/kept/kept-backups.js'
import { backupSettingsOf } from '../control/backups.js'
import { createReplicas } from '../replicas/replicas.js'
import { beginPeriodicWork } from '../services/periodic-work.js'
import { keepHostSampled } from '../services/host-samples.js'
import { usageOf, type SentAnswer } from '../services/metered-request.js'
import { serviceOfRoute } from '../services/served-services.js'
import { SERVED } from '../services/served-services.js'
import { createMetering } from '../services/metering.js'
import { createDenoTypes } from '../functions/deno-types.js'
import { createFunctions, type Functions } from '../functions/functions.js'
import { createFunctionCaller } from '../functions/call-function.js'
import { beginSchedules } from '../schedules/begin-schedules.js'
import { sendEvent } from '../webhooks/send-event.js'
import { createWebhookQueue } from '../webhooks/webhook-queue.js'
import { createWebhooks } from '../webhooks/webhooks.js'
import { checkAlerts } from '../log-alerts/check-alerts.js'
import { createLogAlerts } from '../log-alerts/log-alerts.js'
import { createLogDrains } from '../log-drains/log-drains.js'
import { runDrains } from '../log-drains/run-drains.js'
import { createGitHosts } from '../services/git-hosts.js'
import { createIssuerKeys } from '../services/issuer-keys.js'
import { createKeyUse } from '../services/key-use.js'
import { makeFirstSigningKeys } from '../control/first-signing-keys.js'
import { keepDelivering } from '../outgoing/keep-delivering.js'
import { createOutgoing } from '../outgoing/outgoing.js'
import { createAuthUsers } from '../project-api/auth/member-calls.js'
import { createSampledLife } from '../services/sampled-life.js'
import { statementCounters } from '../services/statement-counters.js'
import { answerQuestion } from './answer-question.js'
import { StartError } from '../app/start-failure.js'
import { optionText } from '../text/options.js'
import { startText } from '../text/start.js'
import { databaseText } from '../text/databases.js'

export interface Platform {
  /** Where it listens. */
  url: string
  /** Where callers reach the projects' API. */
  apiUrl: string
  /** Where that listens. */
  ownApiUrl: string
  /** Where programs connect to databases in PGlite; undefined: it is not switched on. */
  pgAddress?: string | undefined
  /** Lines for the operator, as soon as what they speak of is open. */
  opened: Promise<Opened>
  /** The self-hosted project's database is open, with warnings for the operator. Rejects when it can't be opened. */
  ready: Promise<readonly string[]>
  stop(): Promise<void>
}

export interface Opened {
  engine: string
  /** Notes for the operator about the choice. */
  notes: string[]
  /** Address for creating the first account; absent once it exists. */
  setupUrl?: string
}

export interface StartDeps {
  log: Logger
  version: string
  dashboardDir: string
}

const SETUP_CODE_LENGTH = 16

/** @throws StartError, EngineError */
export async function startPlatform(config: Config, deps: StartDeps): Promise<Platform> {
  const ends: (() => Promise<void>)[] = []
  const stopping = new AbortController()
  const stop = async () => {
    stopping.abort()
    while (ends.length > 0) await ends.pop()?.()
  }
  try {
    return await start(config, deps, ends, { signal: stopping.signal, stop })
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  given: Config,
  { log, version, dashboardDir }: StartDeps,
  ends: (() => Promise<void>)[],
  { signal: stopping, stop }: { signal: AbortSignal; stop: () => Promise<void> },
): Promise<Platform> {
  let opened: Inside | undefined
  const metrics = createPlatformMetrics({
    version,
    sources: () => opened,
    freeBytes: () => freeBytes(given.dataDir),
  })
  await checkPgHost(given)
  let keepLine: WriteLine = keepNoLines
  const writeLine = (line: LogLine | undefined) => line && keepLine(line)
  const platform = await openPlatform(given, {
    log,
    onControlCall: metrics.onControlCall,
    onNotice: (notice) => writeLine(noticeLine(notice, Date.now())),
    begin: keepsOwnDatabase(given) ? OWN_REF : undefined,
  })
  const { config } = platform
  ends.push(platform.close)
  const reserve = createDiskReserve({ dataDir: config.dataDir, disk: () => diskOf(config.dataDir), log })
  // With a full disk nothing could be opened.
  await reserve.settle()
  const metering = createMetering({ control: () => opened?.control, log, now: () => new Date() })
  // Ends after the ports are closed, and before the control plane is.
  ends.push(metering.close)
  const keyUse = createKeyUse({ control: () => opened?.control, log, now: () => new Date() })
  ends.push(keyUse.close)
  const outgoing = createOutgoing({ userAgent: `Basedeck/${version}`, allowed: config.allowedOutgoingHosts })
  const issuers = createIssuerKeys({ outgoing, log })
  const plans = plansOfServed(config.plans, SERVED)
  const lines = createLogLines({
    dataDir: config.dataDir,
    keptDays: config.logDays,
    keptBytes: config.logBytes,
    log,
  })
  ends.push(lines.close)
  keepLine = lines.write
  const serverLogs = followServerLogs({
    dataDir: config.dataDir,
    writeLine: lines.write,
    log,
    since: Date.now(),
  })
  // Servers end after it: what they say last is read at the next start of one of them, or not at all.
  ends.push(serverLogs.close)
  const onSent = (answer: SentAnswer) => {
    for (const [metric, amount] of usageOf(answer)) metering.count(answer.project, metric, amount)
    if (serviceOfRoute(answer.route) !== undefined) metering.time(answer.project, answer.ms)
  }

  let main: Listener | undefined
  let apiPort = config.apiPort
  const origins = () => [
    ...originsOf(config.host, main?.port ?? config.port),
    ...(config.publicUrl === undefined ? [] : [config.publicUrl]),
  ]
  const apiOrigins = () => [
    ...originsOf(config.host, apiPort),
    ...[publicApiUrl()].filter((origin) => origin !== undefined),
  ]
  const url = () => originOf(shownHost(config.host), main?.port ?? config.port)
  /** Where callers reach the projects' API, when that is not where it listens. */
  const publicApiUrl = () =>
    config.publicApiUrl ?? (config.publicUrl === undefined ? undefined : withPort(config.publicUrl, apiPort))
  const ownApiUrl = () => originOf(shownHost(config.host), apiPort)
  const apiUrl = () => publicApiUrl() ?? ownApiUrl()
  const publicUrl = () => config.publicUrl ?? url()
  const isShared = config.controlDatabaseUrl !== undefined
  const accountsOn = needsAccounts(config)

  const proofsOf = ({ box }: Pick<Inside, 'box'>) =>
    createProofs(box, { installationId: platform.installation.id, now: Date.now })
  /** A session that began at one process is one at all of them. */
  const cookieId = (box: SecretBox) =>
    isShared ? box.passwordFor('name of the session cookie') : platform.installation.id

  /** Opened after both ports are bound, so that a refused start fails at once and opens nothing. */
  let openInside = () => {}
  const inside = heard(
    new Promise<Inside>((resolve) => {
      openInside = () => resolve(platform.inside())
    }),
  )
  const others = heard(
    inside.then(async (whole) => {
      if (!isShared) return undefined
      const processes = await beginProcesses({
        inside: whole,
        installationId: platform.installation.id,
        address: config.internalUrl ?? url(),
        proofs: proofsOf(whole),
        log,
      })
      ends.push(processes.close)
      return processes
    }),
  )
  let runningFunctions: Functions | undefined
  const functions = heard(
    inside.then(async ({ control, box, life, registry }) => {
      const made = await createFunctions({
        control,
        box,
        life,
        registry,
        dataDir: config.dataDir,
        outgoing,
        writeLine: lines.write,
        isPlatform: config.platform,
        apiUrl,
        ownApiUrl,
      })
      runningFunctions = made
      ends.push(made.close)
      await made
        .sweep()
        .catch((error: unknown) => log.warn({ err: error }, 'old builds could not be deleted'))
      return made
    }),
  )
  const storage = heard(
    inside.then(async ({ control, box, life, bytes }) => {
      // Projects of an older Basedeck have none.
      await makeFirstSigningKeys(control, box)
      const isSplit = isShared && bytes.shared === undefined
      const host = platformStorageHost({
        control,
        box,
        life,
        isPlatform: config.platform,
        accountsOn,
        isSplit,
        onKeyUsed: keyUse.used,
        issuers,
        isFunctionAlive: (ref, id) => runningFunctions?.isAlive(ref, id) ?? false,
      })
      return createStorage({ host, bytes })
    }),
  )
  const mailer = createMailer(config.smtpUrl, log)
  const mails = heard(
    inside.then(async ({ control, box }) => {
      const sending = { control, box, mailer, outgoing, now: () => new Date() }
      const callFunction = createFunctionCaller({ control, box, ownApiUrl })
      const deliveries = keepDelivering({
        ...sending,
        sendMail: (mail) => sendAuthMail(sending, mail),
        sendEvent: (event, id) => sendEvent({ ...sending, callFunction }, event, id),
        onTried: (tried) => writeLine(deliveryLine(tried, Date.now())),
        log,
      })
      ends.push(deliveries.close)
      const { platform: isPlatform } = config
      const onAdded = () => void deliveries.look()
      return { deliveries, authMails: createAuthMails({ control, box, mailer, isPlatform, onAdded }) }
    }),
  )
  const { thread, answer: answerFiles } = serveProjects({
    config,
    installationId: platform.installation.id,
    opened: heard(
      Promise.all([inside, storage, mails, functions]).then(([whole, files, { authMails }, running]) => ({
        functions: running,
        inside: whole,
        storage: files,
        authMails,
        outgoing,
        proofs: proofsOf(whole),
      })),
    ),
    others,
    onAnswer: metrics.onAnswer,
    onSent,
    onEvent(event) {
      if ('gauge' in event) metering.gauge(event.ref, event.gauge, event.value)
      else metering.count(event.ref, event.counter, event.amount)
    },
    log,
    lines,
    address: ownApiUrl,
  })
  ends.push(thread.close)
  stopping.addEventListener('abort', thread.beginStop)
  const calls = heard(
    inside.then(async (whole) => {
      opened = whole
      const { control, box, registry, life, projectChanges, notify } = whole
      // Other processes must see this one before it resumes work, so that they don't take over its unfinished jobs.
      const neighbours = (await others)?.neighbours
      const backups = createKeptBackups({
        ...whole,
        dataDir: config.dataDir,
        installationId: platform.installation.id,
        version,
        bytes: whole.bytes.shared && { shared: whole.bytes.shared, read: whole.bytes.read },
        store: config.backupStore && s3BackupStore(config.backupStore),
        // Where several processes share a control plane, each would make its own.
        servers:
          config.controlDatabaseUrl === undefined
            ? createServerBackups({
                targetOf: (ref) => life.targetOf(ref),
                stop: (ref) => registry.stop({ id: ref, engine: 'postgres' }),
                folder: () => join(config.dataDir, 'restoring', randomUUID()),
              })
            : undefined,
        now: () => new Date(),
        writeLine: lines.write,
        log,
      })
      ends.push(backups.close)
      const { deliveries, authMails } = await mails
      const deliver = () => void deliveries.look()
      const webhookQueue = createWebhookQueue({ control, box, log, onTaken: deliver })
      ends.push(webhookQueue.close)
      life.onUse(webhookQueue.used)
      // Before a branch of a moment, which a stopped program had begun, is made again.
      whole.branching.keptDraft = backups.draft
      whole.branching.writeLine = lines.write
      whole.branching.copyFunctions = async (from, to) => (await functions).copyTo(from, to)
      const branches = createBranches({
        ...whole.branching,
        requireMoment: backups.requireMoment,
        syncWebhooks: webhookQueue.sync,
      })
      await life.resumeUnfinished()
      // The project exists before the first call is answered: an early visitor sees that it is starting.
      if (!config.platform) await ensureOwnProject({ control, registry, life }, accountsOn)
      await requirePglite(registry, config)
      const replicas = createReplicas({
        control,
        registry,
        life,
        dataDir: config.dataDir,
        installationId: platform.installation.id,
        freeBytes: () => freeBytes(config.dataDir),
        // A replay of the new line of the log starts from a backup.
        onPromoted: async (ref) => {
          if ((await backupSettingsOf(control, ref))?.settings.point_in_time) await backups.beginLine(ref)
        },
        now: () => new Date(),
        log,
      })
      ends.push(replicas.close)
      await replicas.resumeUnfinished()
      ends.push(
        await listenToOperator(config.dataDir, async (question) => {
          const answer = answerQuestion(question, {
            functions: await functions,
            inside: whole,
            lines,
            backups,
            branches,
            replicas,
            config,
            installationId: platform.installation.id,
            version,
            signal: stopping,
            publicUrl: publicUrl(),
          })
          return answer.catch((error: unknown) => {
            log.error({ err: error }, 'a command of the operator failed')
            throw error
          })
        }),
      )
      ends.push(
        beginPeriodicWork({
          registry,
          backups,
          replicas,
          control,
          life,
          notify,
          plans,
          isPlatform: config.platform,
          auditRetentionDays: config.auditRetentionDays,
          freeBytes: () => freeBytes(config.dataDir),
          reserve,
          log,
          now: () => new Date(),
        }),
      )
      const files = await storage
      const webhooks = createWebhooks({ control, box, life, queue: webhookQueue, deliver })
      void webhooks
        .resume()
        .catch((error: unknown) => log.warn({ err: error }, 'databases with webhooks could not be opened'))
      const { schedules, scheduled } = beginSchedules({
        control,
        box,
        life,
        installationId: platform.installation.id,
        outgoing,
        callFunction: createFunctionCaller({ control, box, ownApiUrl }),
        notify,
        writeLine: lines.write,
        log,
        now: () => new Date(),
      })
      ends.push(scheduled.close)
      void scheduled.look()
      const endHostSamples = keepHostSampled({
        control,
        installationId: platform.installation.id,
        disk: () => diskOf(config.dataDir),
        log,
        now: () => new Date(),
      })
      ends.push(async () => endHostSamples())
      const drainDeps = { control, box, outgoing, installationId: platform.installation.id, now: Date.now }
      const drains = runDrains({ ...drainDeps, lines: lines.drains, writeLine: lines.write, log })
      ends.push(drains.close)
      const logDrains = createLogDrains({ ...drainDeps, look: () => void drains.look() })
      const alertDeps = { ...drainDeps, mayMail: mailer.isConfigured, deliver }
      const alerts = checkAlerts({ ...alertDeps, lines, log })
      ends.push(alerts.close)
      const logAlerts = createLogAlerts({ ...alertDeps, lines })
      const keptDays = createKeptDays(control, { logDays: config.logDays, isHosted: config.platform })
      const endForgetting = keepForgetting({ keptDays, lines, log })
      ends.push(async () => endForgetting())
      const endSweeping = keepSwept({
        ...files,
        resumable: createResumableUploads(config.dataDir, files),
        dataDir: config.dataDir,
        answersFor: createAnswersFor({ control, installationId: platform.installation.id, isShared }),
        log,
      })
      ends.push(async () => endSweeping())
      return createApi({
        log,
        control,
        box,
        life: createMeasuredLife(
          createSampledLife({ life, control, log, readStatements: statementCounters, now: () => new Date() }),
          metrics,
        ),
        storage: files,
        settingTrials: registry,
        network: {
          registry,
          certificate: config.databaseUrl === undefined ? config.pgTls?.certificate : undefined,
        },
        issuers,
        gitHosts: createGitHosts({ outgoing }),
        lines,
        keptDays,
        onEventStream: metrics.onEventStream,
        mailer,
        authMails,
        authUsers: createAuthUsers({
          control,
          box,
          life,
          mails: authMails,
          outgoing,
          leakedPasswordsUrl: config.leakedPasswordsUrl,
          apiUrl,
          log,
        }),
        outgoing,
        backups,
        branches,
        replicas,
        functions: await functions,
        webhooks,
        schedules,
        logDrains,
        logAlerts,
        deliver: deliveries.look,
        cookie: createSessionCookie(cookieId(box), publicUrl().startsWith('https:')),
        isPlatform: config.platform,
        accountsOn,
        setupCode: setupCodeOf(box),
        trustProxy: config.trustProxy,
        version,
        commit: {
          sha: process.env['BASEDECK_COMMIT_SHA'] ?? 'unknown',
          time: process.env['BASEDECK_COMMIT_TIME'] ?? 'unknown',
        },
        engines: registry.offers,
        ownEngine: await ownEngine(registry, config),
        flags: config.flags,
        notice: config.notice,
        links: config.links,
        projectChanges,
        notify,
        neighbours,
        pgliteAddress: () => pgPort?.address,
        poolers: runPoolers(
          { ...whole, writeLine: lines.write },
          config,
          platform.installation.id,
          log,
          ends,
        ),
        releasesUrl: config.releasesUrl,
        supportEmail: config.supportEmail,
        ai: config.ai,
        auditRetentionDays: config.auditRetentionDays,
        runsAMinute: config.runsAMinute,
        plans,
        requireRoom: roomIn(config.dataDir),
        onDiskFull: () => void reserve.giveUp(),
        writeUsage: metering.write,
        freeBytes: () => freeBytes(config.dataDir),
        disk: () => diskOf(config.dataDir),
        isReachedByOthers: !isLoopback(config.host) || config.publicUrl !== undefined,
        now: () => new Date(),
        publicUrl,
        apiUrl,
      })
    }),
  )

  const app = createApp({
    log,
    trustProxy: config.trustProxy,
    dashboardDir,
    denoTypes: createDenoTypes(config.dataDir),
    allowedOrigins: origins,
    apiOrigin: apiUrl,
    metrics: { source: metrics, token: config.metricsToken },
    onSent,
    writeLine: lines.write,
    isDiskFull: async () => isFull(await freeBytes(config.dataDir)),
    stopping,
    services: { ownRef: config.platform ? undefined : OWN_REF, answer: answerFiles },
    proofs: heard(inside.then((whole) => (isShared ? proofsOf(whole) : undefined))),
    api: calls,
  })
  main = await listenDashboard(app, config)
  ends.push(async () => void (await Promise.all([main?.close(), thread.close()])))
  apiPort = await listenApi(thread.listen, config)
  thread.reachedAt({ dashboard: origins(), own: apiOrigins() })
  const pgPort = await openPgPort(config, { inside, log })
  ends.push(async () => pgPort?.close())

  openInside()

  const ready = heard(Promise.all([inside, calls]).then(([whole]) => openOwnDatabase(whole, config)))
  return {
    url: url(),
    apiUrl: apiUrl(),
    ownApiUrl: ownApiUrl(),
    pgAddress: pgPort && `${pgPort.address.host}:${pgPort.address.port}`,
    opened: heard(
      calls.then(async () =>
        describe(await inside, config, {
          setupUrl: `${publicUrl()}/set-up?code=${setupCodeOf((await inside).box)}`,
          isLockedByKernel: platform.isLockedByKernel,
        }),
      ),
    ),
    ready,
    stop,
  }
}

/**
 * Callers who await it get the failure. Without this line, an unhandled rejection would end the process before that.
 */
function heard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

/** The same in every process of the installation, as long as it needs a first account. */
function setupCodeOf(box: SecretBox): string {
  return box.passwordFor('set-up code').slice(0, SETUP_CODE_LENGTH)
}

/** Whether the one project of a self-hosted platform is surely in this data directory. */
function keepsOwnDatabase({ platform, databaseUrl, controlDatabaseUrl }: Config): boolean {
  return !platform && databaseUrl === undefined && controlDatabaseUrl === undefined
}

/** On loopback, the self-hosted platform has a single user without accounts. */
export function needsAccounts(config: Config): boolean {
  return config.platform || !isLoopback(config.host) || config.publicUrl !== undefined
}

async function describe(
  { control, registry, notes }: Inside,
  config: Config,
  { setupUrl, isLockedByKernel }: { setupUrl: string; isLockedByKernel: boolean },
): Promise<Opened> {
  const used = await ownEngine(registry, config)
  const preferred = registry.preferred === 'pglite' && used === 'pglite'
  const isOpenToAll = !isLoopback(config.host) && !(config.publicUrl ?? '').startsWith('https:')
  const inContainer = containerNote({
    isInContainer: isInContainer(),
    isLoopback: isLoopback(config.host),
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    host: config.host,
  })
  return {
    engine: `${used}: ${describeEngine(registry, used, config)}`,
    notes: [
      ...notes,
      ...(preferred ? [registry.preferredReason] : []),
      ...(inContainer === undefined ? [] : [inContainer]),
      ...(isOpenToAll ? [startText.passwordsInTheOpen] : []),
      ...(isLockedByKernel ? [] : [startText.noLockBetweenContainers]),
    ],
    ...(needsAccounts(config) && !(await hasAccounts(control)) ? { setupUrl } : {}),
  }
}

/** What runs the databases: that of a self-hosted platform stays with the engine that made it. */
async function ownEngine(registry: EngineRegistry, config: Config): Promise<EngineKind> {
  if (config.databaseUrl !== undefined) return 'postgres'
  return (config.platform ? undefined : await registry.madeBy(OWN_REF)) ?? registry.preferred
}

/** `auto` may have chosen a cluster. @throws StartError */
async function requirePglite(registry: EngineRegistry, config: Config): Promise<void> {
  if (config.pgPort === undefined || config.platform) return
  if ((await ownEngine(registry, config)) !== 'pglite') throw new StartError(optionText.pgPortOther)
}

function describeEngine(registry: EngineRegistry, kind: EngineKind, { databaseUrl }: Config): string {
  if (databaseUrl !== undefined) {
    const { host, port } = parseDatabaseUrl(databaseUrl)
    return databaseText.server(host, port)
  }
  const offer = registry.offers.find((one) => one.kind === kind)
  return offer?.available ? offer.description : (offer?.reason ?? '')
}

/** The directory of the built dashboard, next to the built server. */
export function builtDashboard(from: string): string {
  return join(from, 'dashboard')
}
