/** The platform's calls as one handler: every route of the contract, behind one gate. */
import type { DatabaseAddress } from '../engines/engine.js'
import type { EndpointData, EngineKind } from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createAccounts } from '../accounts/accounts.js'
import { addressSubjectsOf, createAttempts } from '../accounts/attempts.js'
import { withSignInLog } from '../accounts/sign-in-log.js'
import { createAccountAdministration } from '../accounts/account-administration.js'
import { createEmailChanges } from '../accounts/email-change.js'
import { createPasswordResets } from '../accounts/password-reset.js'
import { createSecondFactors } from '../accounts/second-factor.js'
import { createAuthenticate } from '../http/authenticate.js'
import { createGate } from '../http/gate.js'
import { createOriginOf } from '../http/origin.js'
import type { SessionCookie } from '../access/session-cookie.js'
import type { Config } from '../config/config.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { PlanCatalogue } from '../control/plans.js'
import { createChangeReports } from '../control/change-reports.js'
import { createGroupedLines } from '../control/grouped-lines.js'
import type { ProjectChanges } from '../control/project-changes.js'
import { OWN_SLUG } from '../control/own-installation.js'
import type { AppEnv } from '../routes/app-env.js'
import type { EngineOffer } from '../engines/engine-registry.js'
import { DomainError } from '../kernel/domain-error.js'
import { createMount } from '../http/mount.js'
import { createOnError } from '../http/on-error.js'
import { createResolvers } from '../http/resolvers.js'
import { requestId } from '../http/request-id.js'
import type { Mailer } from '../mail/mailer.js'
import { createForwarding, type Neighbours } from '../processes/forwarding.js'
import { createAskPeers } from '../processes/ask-peers.js'
import { ignoreNotices, type Notify } from '../notifications/notice.js'
import type { Poolers } from '../poolers/poolers.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { accountRoutes } from '../routes/accounts.js'
import { advisorRoutes } from '../routes/advisors.js'
import { aiRoutes, isAiPath, onlyPost } from '../routes/ai.js'
import { apiKeyRoutes } from '../routes/api-keys.js'
import { signingKeyRoutes } from '../routes/signing-keys.js'
import { tokenIssuerRoutes } from '../routes/token-issuers.js'
import { functionRoutes } from '../routes/functions.js'
import type { Functions } from '../functions/functions.js'
import { vaultRoutes } from '../routes/vault.js'
import { scheduleRoutes } from '../routes/schedules.js'
import { logAlertRoutes } from '../routes/log-alerts.js'
import { createLogAlerts, type LogAlerts } from '../log-alerts/log-alerts.js'
import { logDrainRoutes } from '../routes/log-drains.js'
import { createLogDrains, type LogDrains } from '../log-drains/log-drains.js'
import { webhookRoutes } from '../routes/webhooks.js'
import { createSchedules, type Schedules } from '../schedules/schedules.js'
import { createWebhookQueue } from '../webhooks/webhook-queue.js'
import { createWebhooks, type Webhooks } from '../webhooks/webhooks.js'
import { billingRoutes } from '../routes/billing.js'
import { connectRoutes } from '../routes/connect.js'
import { contentRoutes } from '../routes/content.js'
import { createAuthMails, type AuthMails } from '../mail/auth/auth-mails.js'
import { authMailRoutes } from '../routes/auth-mails.js'
import { authUserRoutes } from '../routes/auth-users.js'
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.js'
import { createAuthUsers } from '../project-api/auth/member-calls.js'
import type { AuthUsers } from '../services/auth-users.js'
import { authConfigRoutes } from '../routes/auth-config.js'
import { backupRoutes } from '../routes/backups.js'
import type { Branches } from '../branches/branches.js'
import { branchRoutes } from '../routes/branches.js'
import type { KeptBackups } from '../backup/kept/kept-backups.js'
import { replicaRoutes } from '../routes/replicas.js'
import type { Replicas } from '../replicas/replicas.js'
import { dataApiRoutes } from '../routes/data-api.js'
import { realtimeRoutes } from '../routes/realtime.js'
import { documentRoutes } from '../routes/documents.js'
import { eventRoutes } from '../routes/events.js'
import { exportRoutes } from '../routes/export.js'
import { extensionRoutes } from '../routes/extensions.js'
import { gitHostRoutes } from '../routes/git-hosts.js'
import { importRoutes } from '../routes/import.js'
import { installationRoutes } from '../routes/installation.js'
import { livePeers } from '../control/processes.js'
import { reportRoutes } from '../routes/reports.js'
import { logRoutes, type SearchedLines } from '../routes/logs.js'
import { USUAL_LOG_DAYS } from '../config/log-days.js'
import type { KeptDays } from '../log-lines/kept-days.js'
import { machineRoutes } from '../routes/machine.js'
import { memberRoutes } from '../routes/members.js'
import { notificationRoutes } from '../routes/notifications.js'
import { organizationAppRoutes } from '../routes/organization-apps.js'
import { organizationRoutes } from '../routes/organizations.js'
import { profileRoutes } from '../routes/profile.js'
import { poolerRoutes } from '../routes/poolers.js'
import { projectRoutes } from '../routes/projects.js'
import { mergeRoutes } from '../routes/merge.js'
import { migrationRoutes } from '../routes/migrations.js'
import { queryRoutes } from '../routes/query.js'
import { runningRoutes } from '../routes/running.js'
import { sampleDataRoutes } from '../routes/sample-data.js'
import { statementRoutes } from '../routes/statements.js'
import { storageRoutes } from '../routes/storage.js'
import { SERVICE } from '../objects/storage-actor.js'
import { createGitHosts, type GitHosts } from '../services/git-hosts.js'
import type { IssuerKeys } from '../services/issuer-keys.js'
import type { Storage } from '../objects/storage.js'
import { networkAccessRoutes } from '../routes/network-access.js'
import type { NetworkServers } from '../services/network-access.js'
import { serverSettingsRoutes } from '../routes/server-settings.js'
import type { SettingTrials } from '../services/server-settings.js'
import { runtimeRoutes } from '../routes/runtime.js'
import { supportRoutes } from '../routes/support.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { isFull, type Disk, type RequireRoom } from '../services/disk-space.js'
import { createQuestionBudget } from '../services/question-budget.js'
import { roomForSql } from '../services/room-for-sql.js'
import { createReadersTurns } from '../services/readers-turns.js'
import { createRunBudget } from '../services/run-budget.js'
import { createReleases, type Releases } from '../services/releases.js'

export interface ApiDeps {
  log: Logger
  control: ControlDatabase
  box: SecretBox
  life: ProjectLife
  /** Buckets and objects of the projects. */
  storage: Storage
  /** Reads the public keys of sign-in services. Default: they are not read before a service is trusted. */
  issuers?: IssuerKeys
  /** Asks hosts of source code. Default: none of the private network is reached. */
  gitHosts?: GitHosts
  /** Lines of the projects' logs. Default: none are kept. */
  lines?: SearchedLines
  /** For how many days each project's lines are kept. Default: 7. */
  keptDays?: Pick<KeptDays, 'of'>
  /** Runs edge functions. Default: none can run. */
  functions?: Functions
  /** Schedules of projects. Default: they are set, and nothing is run. */
  schedules?: Schedules
  /** Webhooks of tables. Default: they are set, and nothing is sent. */
  webhooks?: Webhooks
  /** Alerts on logs. Default: they are set, and nothing is counted. */
  logAlerts?: LogAlerts
  /** Drains of logs. Default: they are set, and nothing is sent. */
  logDrains?: LogDrains
  /** Calls to the outside. Absent: without exceptions, and addresses that are stored are not checked. */
  outgoing?: Outgoing
  /** Backups of the projects whose files are here. Default: none are made. */
  backups?: KeptBackups
  /** Default: no server is restarted with a new setting. */
  settingTrials?: SettingTrials
  network?: NetworkServers
  /** Makes branches. Default: they are only listed. */
  branches?: Branches
  /** Read replicas of the projects whose files are here. Default: none can be made. */
  replicas?: Replicas
  mailer: Mailer
  /** Mails of the projects' auth services. Default: nothing looks at what is added. */
  authMails?: AuthMails
  /** Users of the projects, as members change them. Default: hooks reach no host of the private network. */
  authUsers?: AuthUsers
  /** Sends what is due in the queue of deliveries. Default: nothing is sent. */
  deliver?(): Promise<void>
  cookie: SessionCookie
  /** The hosted build. */
  isPlatform: boolean
  /** Whether one must sign in. */
  accountsOn: boolean
  /** Printed at the terminal; creating the first account needs it. */
  setupCode: string
  trustProxy: boolean
  version: string
  /** Which commit is served, as far as the build knows. */
  commit: { sha: string; time: string }
  /** The available engines, and the one for projects that don't choose. */
  engines: readonly EngineOffer[]
  ownEngine: EngineKind
  /** Feature flags and the notice that the operator set. */
  flags: Config['flags']
  notice: Config['notice']
  links: Config['links']
  /** Address that returns the newest version; undefined: not asked. */
  releasesUrl?: string | undefined
  supportEmail: string | undefined
  /** Reports changed projects; undefined: dashboards poll instead. */
  projectChanges?: ProjectChanges
  /** Tells people what happened. Default: no notifications. */
  notify?: Notify
  /** Forwards calls to other processes on the same control plane. Default: there are no others. */
  neighbours?: Neighbours | undefined
  /** The port of the databases in PGlite; undefined: none is open. */
  pgliteAddress?(): DatabaseAddress | undefined
  /** Connection poolers; undefined: none run here. */
  poolers?: Promise<Poolers | undefined> | undefined
  /** The AI service; undefined when none is configured. */
  ai?: Config['ai']
  auditRetentionDays: number
  /** Statements that one account may run in a minute; 0: no limit. */
  runsAMinute: number
  /** Prices, limits and add-ons. */
  plans: PlanCatalogue
  /** Writes what was counted of the projects' usage. Default: nothing is counted. */
  writeUsage?(): Promise<void>
  /** Called for what stores something in the data directory. Default: there is always room. @throws HttpError disk_full */
  requireRoom?: RequireRoom
  /** Something could not be written because that disk is full. Default: nothing. */
  onDiskFull?: () => void
  /** Free bytes on the disk of the data directory. Default: unlimited. */
  freeBytes?(): Promise<number>
  /** The file system of the data directory. Default: one without a limit. */
  disk?(): Promise<Disk>
  /** Called when an event stream begins; calls the returned function when it ends. */
  onEventStream?(): () => void
  /** Whether the server listens beyond loopback. Default false. */
  isReachedByOthers?: boolean
  now(): Date
  /** Origin of the dashboard in links. */
  publicUrl(): string
  /** Origin of the projects' own API. */
  apiUrl(): string
  /** Called for every endpoint that is mounted. */
  onMount?(endpoint: EndpointData): void
}

export function createApi(deps: ApiDeps): Hono<AppEnv> {
  const { control, box, now, isPlatform, accountsOn, notify = ignoreNotices } = deps
  const authenticate = createAuthenticate({ control, cookie: deps.cookie, accounts: accountsOn })
  const attempts = createAttempts(control)
  const plainAccounts = createAccounts({
    control,
    attempts,
    box,
    now,
    setupCode: () => deps.setupCode,
    ownOrganization: isPlatform ? undefined : OWN_SLUG,
    isReachedByOthers: deps.isReachedByOthers ?? false,
  })
  const accounts = withSignInLog(plainAccounts, deps.log)
  const resets = createPasswordResets(control)
  const emailChanges = createEmailChanges(deps)
  const factors = createSecondFactors({ control, attempts, box, now })

  const app = new Hono<AppEnv>()
  const answerTo = createOnError(
    deps.log,
    async () => isFull((await deps.freeBytes?.()) ?? Number.MAX_SAFE_INTEGER),
    { onDiskFull: deps.onDiskFull },
  )
  app.onError(answerTo)
  app.notFound((c) => {
    // The contract answers 405 for these methods. CONTRACT "SQL and content".
    if (isAiPath(c.req.path)) throw onlyPost()
    throw new DomainError('not_found')
  })
  app.use(requestId)
  const gate = createGate(
    authenticate,
    createResolvers({
      control,
      hasBucket: async ({ ref }, bucket) =>
        (await deps.storage.buckets.find(ref, SERVICE, bucket)) !== undefined,
    }),
  )
  const originOf = createOriginOf(deps.trustProxy)
  const mount = createMount(app, {
    control,
    gate,
    originOf,
    isHosted: isPlatform,
    spend: {
      runs: createRunBudget(control, { aMinute: accountsOn ? deps.runsAMinute : 0, now }).spend,
      // Without an AI service, that refusal comes before the rate limit.
      questions: deps.ai ? createQuestionBudget(control, { now }).spend : async () => {},
    },
    countRefused: (ip) => attempts.begin(addressSubjectsOf(ip)),
    forwarding: deps.neighbours && createForwarding({ ...deps.neighbours, control, gate, originOf }),
    requireRoom: deps.requireRoom,
    ...(deps.onMount ? { onMount: deps.onMount } : {}),
  })
  runtimeRoutes(mount, {
    ...deps,
    accounts,
    mail: deps.mailer.isConfigured,
    aiEnabled: deps.ai !== undefined,
    releases: releasesOf(deps),
    freeBytes: deps.freeBytes ?? (async () => Number.MAX_SAFE_INTEGER),
  })
  accountRoutes(mount, { ...deps, accounts, attempts, resets, emailChanges, authenticate })
  profileRoutes(mount, {
    ...deps,
    attempts,
    factors,
    notify,
    emailChanges,
    isMailing: deps.mailer.isConfigured,
  })
  const outgoing = deps.outgoing ?? createOutgoing({ userAgent: `Basedeck/${deps.version}`, allowed: [] })
  organizationRoutes(mount, deps)
  installationRoutes(mount, { ...deps, administration: createAccountAdministration(control, notify) })
  memberRoutes(mount, { ...deps, accounts, attempts, authenticate, notify })
  organizationAppRoutes(mount, deps)
  documentRoutes(mount, deps)
  notificationRoutes(mount, deps)
  projectRoutes(mount, { ...deps, notify })
  advisorRoutes(mount, deps)
  apiKeyRoutes(mount, { ...deps, notify })
  signingKeyRoutes(mount, { ...deps, notify })
  tokenIssuerRoutes(mount, deps)
  vaultRoutes(mount, deps)
  functionRoutes(mount, deps)
  const stored = { outgoing: deps.outgoing }
  scheduleRoutes(mount, { ...stored, schedules: deps.schedules ?? createSchedules({ ...deps, look() {} }) })
  webhookRoutes(mount, {
    ...stored,
    webhooks:
      deps.webhooks ??
      createWebhooks({ ...deps, queue: createWebhookQueue({ ...deps, onTaken() {} }), deliver() {} }),
  })
  logAlertRoutes(mount, {
    ...stored,
    logAlerts: deps.logAlerts ?? createLogAlerts({ ...deps, mayMail: false, deliver() {}, now: Date.now }),
  })
  logDrainRoutes(mount, {
    ...stored,
    logDrains:
      deps.logDrains ??
      createLogDrains({ ...deps, outgoing, installationId: 'default', look() {}, now: Date.now }),
  })
  billingRoutes(mount, { ...deps, notify })
  supportRoutes(mount, deps)
  contentRoutes(mount, deps)
  const turns = createReadersTurns()
  const schemaChanged = createChangeReports(control, 'schema')
  const requireRoomFor = roomForSql({ control, requireRoom: deps.requireRoom })
  queryRoutes(mount, {
    life: deps.life,
    requireRoomFor,
    lines: createGroupedLines(control),
    turns,
    schemaChanged,
    answerTo,
  })
  aiRoutes(mount, deps)
  exportRoutes(mount, { ...deps, turns })
  importRoutes(mount, { ...deps, schemaChanged, answerTo })
  migrationRoutes(mount, { ...deps, requireRoomFor, schemaChanged })
  mergeRoutes(mount, { ...deps, turns, schemaChanged })
  extensionRoutes(mount, { ...deps, schemaChanged })
  sampleDataRoutes(mount, { ...deps, schemaChanged })
  runningRoutes(mount, deps.life)
  statementRoutes(mount, control)
  connectRoutes(mount, { ...deps, notify })
  poolerRoutes(mount, deps)
  dataApiRoutes(mount, deps)
  realtimeRoutes(mount, deps)
  backupRoutes(mount, deps)
  serverSettingsRoutes(mount, deps)
  networkAccessRoutes(mount, deps)
  machineRoutes(mount, { ...deps, disk: deps.disk ?? NO_LIMIT })
  branchRoutes(mount, deps)
  replicaRoutes(mount, deps)
  authConfigRoutes(mount, deps)
  const mails = deps.authMails ?? createAuthMails({ ...deps, onAdded() {} })
  authMailRoutes(mount, { ...deps, mails, deliver: deps.deliver ?? (async () => {}) })
  gitHostRoutes(mount, { ...deps, gitHosts: deps.gitHosts ?? createGitHosts({ outgoing }) })
  authUserRoutes(mount, {
    control,
    authUsers: deps.authUsers ?? createAuthUsers({ ...deps, mails, outgoing, leakedPasswordsUrl: undefined }),
  })
  reportRoutes(mount, {
    control,
    lines: deps.lines,
    keptDays: deps.keptDays ?? { of: async () => USUAL_LOG_DAYS },
    askPeers: deps.neighbours && createAskPeers({ ...deps.neighbours, control, originOf }),
  })
  logRoutes(mount, {
    lines: deps.lines,
    keptDays: deps.keptDays ?? { of: async () => USUAL_LOG_DAYS },
    countPeers: deps.neighbours && countPeersOf(control, deps.neighbours),
    askPeers: deps.neighbours && createAskPeers({ ...deps.neighbours, control, originOf }),
  })
  storageRoutes(mount, deps)
  eventRoutes(mount, {
    control,
    authenticate,
    changes: deps.projectChanges,
    onStream: deps.onEventStream,
  })
  return app
}

/**
 * Asked only if the operator configures a service, and only self-hosted: users of a hosted platform can't update it.
 */
function countPeersOf(control: ControlDatabase, { installationId }: Neighbours): () => Promise<number> {
  return async () => (await livePeers(control, installationId)).length
}

function releasesOf({ releasesUrl, isPlatform, now, log }: ApiDeps): Releases | undefined {
  if (releasesUrl === undefined || isPlatform) return undefined
  return createReleases({
    url: releasesUrl,
    now,
    onFailure: (err) => log.info({ err }, 'the release service does not say which version is the newest'),
  })
}

const NO_LIMIT = async (): Promise<Disk> => ({
  freeBytes: Number.MAX_SAFE_INTEGER,
  totalBytes: Number.MAX_SAFE_INTEGER,
})
