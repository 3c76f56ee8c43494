/** An in-memory platform with the real protocol, for tests of the layers above the client. */
import type { Fetch } from 'ofetch'
import { listenEvents } from '../contract/events.js'
import { cancelQuery, queryBatch, queryPlain, queryProgress, queryTyped } from '../contract/query.js'
import type { Project } from '../contract/projects.js'
import type { DatabaseErrorReport, StatementResult } from '../contract/result.js'
import {
  getCliRelease,
  getDeploymentCommit,
  getHealth,
  getPlatformStatus,
  getReadiness,
  getRuntimeConfig,
  type CliRelease,
  type DeploymentCommit,
  type PlatformStatus,
  type RuntimeConfig,
} from '../contract/runtime.js'
import { CONTRACT_QUERIES, type FakeAnswer } from './contract-queries.js'
import { answerBatch } from './fake-batch.js'
import { accountRoutes } from './fake-accounts.js'
import { aiRoutes, createFakeAi, type FakeAi } from './fake-ai.js'
import { authConfigRoutes } from './fake-auth-config.js'
import { authMailRoutes } from './fake-auth-mails.js'
import { authUserRoutes } from './fake-auth-users.js'
import { connectRoutes } from './fake-connect.js'
import { contentRoutes, createFakeContent, type FakeContent } from './fake-content.js'
import { branchRoutes } from './fake-branches.js'
import { backupRoutes } from './fake-backups.js'
import { networkAccessRoutes } from './fake-network-access.js'
import { replicaRoutes } from './fake-replicas.js'
import { dataApiRoutes } from './fake-data-api.js'
import { realtimeRoutes } from './fake-realtime.js'
import { createFakeServerSettings, serverSettingsRoutes } from './fake-server-settings.js'
import type { ServerSettings } from '../contract/server-settings.js'
import { mergeRoutes, type FakeMerges } from './fake-merge.js'
import { createFakeMigrations, migrationRoutes, type FakeMigrations } from './fake-migrations.js'
import { documentRoutes } from './fake-documents.js'
import { createFakeEvents, type FakeEvents } from './fake-events.js'
import type { Extension } from '../contract/extensions.js'
import { createFakeExtensions, extensionRoutes } from './fake-extensions.js'
import { createFakeFunctions, functionRoutes, type FakeFunctions } from './fake-functions.js'
import { gitHostRoutes } from './fake-git-hosts.js'
import { createFakeImports, importRoutes, type FakeImports } from './fake-imports.js'
import { billingRoutes } from './fake-billing.js'
import { createFakeStatements, statementRoutes, type FakeStatements } from './fake-statements.js'
import { createFakeInsight, insightRoutes, type FakeInsight } from './fake-insight.js'
import { keyRoutes } from './fake-keys.js'
import { signingKeyRoutes } from './fake-signing-keys.js'
import { installationRoutes } from './fake-installation.js'
import { memberRoutes } from './fake-members.js'
import { organizationAppRoutes } from './fake-organization-apps.js'
import { makeOrganization, organizationRoutes } from './fake-organizations.js'
import { createFakeNotifications, notificationRoutes, type FakeNotifications } from './fake-notifications.js'
import { createFakeAccounts, type FakeAccounts } from './fake-people.js'
import { profileRoutes } from './fake-profile.js'
import { makeProject, projectRoutes, settle } from './fake-projects.js'
import {
  FakeRefusal,
  fakeRoute,
  refusal,
  replyRoute,
  type CheckedCall,
  type FakeCall,
  type FakeRequest,
  type FakeRoute,
  type Reply,
} from './fake-route.js'
import { createFakeReports, reportRoutes, type FakeReports } from './fake-reports.js'
import { createFakeLogs, logRoutes, type FakeLogs } from './fake-logs.js'
import { createFakeRunning, runningRoutes, type FakeRunning } from './fake-running.js'
import { sampleDataRoutes } from './fake-sample-data.js'
import { createFakeStorage, storageRoutes, type FakeStorage } from './fake-storage.js'
import { supportRoutes } from './fake-support.js'
import { vaultRoutes } from './fake-vault.js'
import { scheduleRoutes } from './fake-schedules.js'
import { logAlertRoutes } from './fake-log-alerts.js'
import { logDrainRoutes } from './fake-log-drains.js'
import { webhookRoutes } from './fake-webhooks.js'
import { createFakeWorld, projectOf, type FakeProject, type FakeWorld } from './fake-world.js'

/** A platform in memory, with everything that a test may look at or change. */
export interface FakePlatform {
  /** Give it to `createClient`. */
  fetch: Fetch
  /** Every request so far. */
  readonly requests: FakeRequest[]
  /** While true, no call is answered. */
  offline: boolean
  /** While true, current runs are reported as waiting. */
  busy: boolean
  /** The project `default`. */
  readonly project: Project
  /** What `/api/runtime-config` answers; change it before the deck asks. */
  runtime: RuntimeConfig
  /** Its commit and the released versions. */
  commit: DeploymentCommit
  release: CliRelease
  /** How its parts are. */
  status: PlatformStatus
  /** People: sign-in, profile, tokens. */
  accounts: FakeAccounts
  /** Organizations, their members and projects. */
  world: FakeWorld
  /** Findings and limits of its projects. */
  insight: FakeInsight
  /** What the statements of its projects' databases came to. */
  statements: FakeStatements
  /** The extensions of its projects' databases. */
  extensions: Extension[]
  /** The settings of their PostgreSQL. */
  serverSettings: ServerSettings
  /** Their migrations. */
  migrations: FakeMigrations
  /** What its branches differ in from their parents. */
  merges: FakeMerges
  /** Answers of its AI, if `runtime.aiEnabled` is set. */
  ai: FakeAi
  /** Snippets and folders. */
  content: FakeContent
  /** Edge functions of its projects. */
  functions: FakeFunctions
  /** The inbox of its caller. */
  notifications: FakeNotifications
  /** Answers in place of the platform, or returns undefined. */
  intercept: ((request: FakeRequest) => Reply | Promise<Reply | undefined> | undefined) | undefined
  /** What runs in its databases, and its exports. */
  /** Lines of the projects' logs. */
  logs: FakeLogs
  /** What was measured over time. */
  reports: FakeReports
  running: FakeRunning
  /** What was imported into its tables. */
  imports: FakeImports
  /** Buckets and objects of its projects. */
  storage: FakeStorage
  /** Sends events; `end` breaks the stream. */
  readonly events: FakeEvents
  /** Adds a project to the organization `default`, or to the one in `given`. */
  addProject(given: Partial<Project> & { name: string }): FakeProject
  /** What a project was on its way to has come: the next status, or the one given, with its reason. */
  settle(ref: string, status?: Project['status'], reason?: string): void
  /** Scripts the answer to a text of SQL. @param parameters of a typed query; absent: whatever they are */
  answer(sql: string, answer: FakeAnswer, parameters?: readonly (string | null)[]): void
}

const runtimeConfig: RuntimeConfig = {
  isPlatform: false,
  accounts: false,
  setupNeeded: false,
  mail: false,
  flags: {},
  aiEnabled: false,
  capabilities: {
    engine: 'pglite',
    engines: [
      { kind: 'cluster', available: false, reason: 'No PostgreSQL is installed on this machine.' },
      { kind: 'pglite', available: true, description: 'PostgreSQL 18 in WebAssembly (PGlite)' },
      { kind: 'postgres', available: true, description: 'Any PostgreSQL 14 or later, by its URL' },
    ],
  },
  limits: { statementTimeoutMs: 60_000, rows: 100_000, bytes: 52_428_800, cellBytes: 1_048_576 },
  projectApiUrl: 'http://127.0.0.1:8788',
}

const CANCELED: DatabaseErrorReport = {
  message: 'canceling statement due to user request',
  formattedError: 'ERROR:  57014: canceling statement due to user request',
  code: '57014',
}

/**
 * Makes a platform in memory that keeps the contract: it holds one organization and one project, both `default`, and
 * needs no sign-in.
 * @example const client = createClient({ baseUrl: 'http://fake', fetch: createFakePlatform().fetch })
 */
export function createFakePlatform(): FakePlatform {
  const answers = new Map<string, FakeAnswer>(CONTRACT_QUERIES.map(({ sql, answer }) => [sql, answer]))
  const hanging = new Map<string, (reply: Reply) => void>()

  const accounts = createFakeAccounts()
  const world = createFakeWorld(accounts)
  const insight = createFakeInsight()
  const statements = createFakeStatements()
  const extensions = createFakeExtensions()
  const serverSettings = createFakeServerSettings()
  const migrations = createFakeMigrations()
  const merges: FakeMerges = new Map()
  const ai = createFakeAi()
  const logs = createFakeLogs()
  const reports = createFakeReports()
  const running = createFakeRunning()
  const imports = createFakeImports()
  const storage = createFakeStorage(world)
  const content = createFakeContent()
  const functions = createFakeFunctions()
  const events = createFakeEvents()
  const notifications = createFakeNotifications(events)
  const { project } = makeProject(world, {
    ref: 'default',
    name: 'Default project',
    dbVersion: '18.0',
    inserted_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  })
  const routes: FakeRoute[] = [
    ...accountRoutes(accounts, world, (name) => makeOrganization(world, name)),
    ...profileRoutes(accounts, world),
    ...organizationRoutes(world),
    ...memberRoutes(world),
    ...gitHostRoutes(world),
    ...documentRoutes(world),
    ...organizationAppRoutes(accounts, world),
    ...installationRoutes(accounts, world),
    ...projectRoutes(world),
    ...connectRoutes(world),
    ...keyRoutes(world),
    ...signingKeyRoutes(world),
    ...vaultRoutes(world),
    ...scheduleRoutes(world),
    ...webhookRoutes(world),
    ...logAlertRoutes(world),
    ...logDrainRoutes(world),
    ...functionRoutes(world, functions),
    ...insightRoutes(world, insight),
    ...statementRoutes(world, statements),
    ...dataApiRoutes(world),
    ...realtimeRoutes(world),
    ...backupRoutes(world, insight, () => fake.runtime.isPlatform),
    ...branchRoutes(world),
    ...networkAccessRoutes(world),
    ...replicaRoutes(world),
    ...authConfigRoutes(world),
    ...authMailRoutes(world),
    ...authUserRoutes(world),
    ...logRoutes(world, logs),
    ...reportRoutes(world, reports),
    ...extensionRoutes(world, extensions),
    ...serverSettingsRoutes(world, serverSettings),
    ...migrationRoutes(world, migrations),
    ...mergeRoutes(world, merges),
    ...sampleDataRoutes(world),
    ...billingRoutes(world, insight),
    ...aiRoutes(world, ai, () => fake.runtime.aiEnabled),
    ...supportRoutes(world),
    ...runningRoutes(running, (sql) => firstCell(answers.get(sql))),
    ...importRoutes(imports),
    ...storageRoutes(world, storage),
    ...contentRoutes(world, content),
    ...notificationRoutes(notifications, events),
    ...platformRoutes(),
    ...queryRoutes(),
  ]

  const fake: FakePlatform = {
    accounts,
    world,
    insight,
    statements,
    extensions,
    serverSettings,
    migrations,
    merges,
    ai,
    logs,
    reports,
    running,
    imports,
    storage,
    content,
    functions,
    events,
    notifications,
    intercept: undefined,
    project,
    addProject: (given) => makeProject(world, given),
    settle: (ref, status, reason) => settle(world, ref, status, reason),
    runtime: { ...runtimeConfig },
    commit: { commitSha: 'unknown', commitTime: 'unknown' },
    release: { current: 'v0.0.0' },
    status: {
      version: '0.0.0',
      started_at: '2026-01-01T00:00:00.000Z',
      parts: [
        { part: 'control', state: 'works', tookMs: 1 },
        { part: 'engine', state: 'works', detail: 'PostgreSQL 18 in WebAssembly (PGlite)' },
        { part: 'disk', state: 'works', detail: '50 GB free' },
        { part: 'mail', state: 'off' },
        { part: 'ai', state: 'off' },
        { part: 'releases', state: 'off' },
        { part: 'backups', state: 'off' },
        { part: 'branches', state: 'off' },
        { part: 'replicas', state: 'off' },
        { part: 'functions', state: 'off' },
        { part: 'schedules', state: 'off' },
      ],
    },
    requests: [],
    offline: false,
    busy: false,
    answer: (sql, answer, parameters) =>
      void answers.set(parameters ? withParameters(sql, parameters) : sql, answer),
    fetch: (async (
      url: string,
      init: { method?: string; headers?: unknown; body?: string | Blob; signal?: AbortSignal } = {},
    ) => {
      const request: FakeRequest = {
        method: init.method ?? 'GET',
        path: new URL(url, 'http://fake').pathname,
        query: queryOf(url),
        headers: headersOf(init.headers),
        // A text is read at once, so that a request is seen before its caller goes on.
        body: init.body instanceof Blob ? await init.body.text() : bodyIn(init.body),
        ...(init.signal ? { signal: init.signal } : {}),
      }
      fake.requests.push(request)
      if (fake.offline) throw new TypeError('fetch failed')
      const reply = await Promise.race([answer(request), aborted(init.signal)])
      return new Response(reply.stream ?? reply.text ?? JSON.stringify(reply.body), {
        status: reply.status,
        headers: { 'content-type': 'application/json', ...reply.headers },
      })
    }) as Fetch,
  }

  async function answer(request: FakeRequest): Promise<Reply> {
    return (await fake.intercept?.(request)) ?? route(request)
  }

  async function route(request: FakeRequest): Promise<Reply> {
    const requestId = request.headers['x-request-id'] ?? ''
    const wanted = routes.flatMap((known) => {
      const params = known.match(request)
      return params ? [{ known, params }] : []
    })
    const [found] = wanted
    if (!found?.known.isOpen && isOut()) return signedOut(requestId)
    if (!found) return refusal(404, 'not_found', 'The fake platform has no such call', requestId)
    return found.known.answer({ ...request, params: found.params, requestId })
  }

  function isOut(): boolean {
    return accounts.required && !accounts.current
  }

  function signedOut(requestId: string): Reply {
    return accounts.waiting
      ? refusal(
          401,
          'second_factor_needed',
          'Enter the code from your authenticator app to continue',
          requestId,
        )
      : refusal(401, 'signed_out', 'Sign in to continue', requestId)
  }

  /** The platform itself. */
  function platformRoutes(): FakeRoute[] {
    return [
      fakeRoute(getReadiness, () => ({ status: 'ready' as const, missing: [] })),
      fakeRoute(getHealth, () => ({ status: 'ok' as const })),
      fakeRoute(getDeploymentCommit, () => fake.commit),
      fakeRoute(getCliRelease, () => {
        if (fake.runtime.isPlatform) throw new FakeRefusal(404, 'not_found', 'Not found')
        return fake.release
      }),
      fakeRoute(getRuntimeConfig, () => ({
        ...fake.runtime,
        accounts: fake.runtime.accounts || accounts.required,
        mail: fake.runtime.mail || accounts.mail,
      })),
      fakeRoute(getPlatformStatus, () => fake.status),
      replyRoute(listenEvents, ({ signal }) => events.open(signal)),
    ]
  }

  /** What runs SQL. */
  function queryRoutes(): FakeRoute[] {
    const known = ({ params }: FakeCall) => projectOf(world, params['ref'])
    const answerOf = (sql: string) => answers.get(sql) ?? { results: [] }
    return [
      replyRoute(queryBatch, (call) => known(call) && answerBatch(call.body, answerOf, call.requestId)),
      replyRoute(queryTyped, (call) => known(call) && runQuery(call, call.requestId)),
      replyRoute(queryPlain, (call) => known(call) && runQuery(call, call.requestId)),
      fakeRoute(cancelQuery, (call) => {
        known(call)
        const { runId = '' } = call.params
        const stop = hanging.get(runId)
        hanging.delete(runId)
        stop?.({ status: 400, body: { ...CANCELED, requestId: call.requestId } })
        return { cancelled: stop !== undefined }
      }),
      fakeRoute(queryProgress, (call) => {
        known(call)
        if (!hanging.has(call.params['runId'] ?? '')) return { state: 'ended' as const }
        return { state: fake.busy ? ('waiting' as const) : ('running' as const), forMs: 1000 }
      }),
    ]
  }

  function runQuery(
    { body: { query, ...body }, headers }: CheckedCall<typeof queryPlain | typeof queryTyped>,
    requestId: string,
  ): Promise<Reply> | Reply {
    const runId = 'runId' in body ? body.runId : ''
    const parameters = 'parameters' in body ? body.parameters : undefined
    if ('onlyQueries' in body && body.onlyQueries === true && !READS.test(query))
      return { status: 400, body: { ...NOT_A_QUERY, requestId } }
    const answer = answers.get(withParameters(query, parameters ?? [])) ??
      answers.get(query) ?? { results: [] }
    if (answer === 'hangs') return new Promise((resolve) => void hanging.set(runId, resolve))
    if ('error' in answer) return { status: 400, body: { ...answer.error, requestId } }
    const typed = headers['version'] === '2'
    return {
      status: 200,
      body: typed ? { results: answer.results, durationMs: 1 } : plainRows(answer.results),
    }
  }

  return fake
}

/** As far as the fake judges: PostgreSQL's grammar is the platform's. */
const READS = /^\s*(?:select(?!\s+pg_(?:advisory|notify|terminate))|values|table|show|explain|with)\b/i
const NOT_A_QUERY: DatabaseErrorReport = {
  message: 'A report may only read',
  formattedError: 'ERROR:  A report may only read',
  code: '42501',
  severity: 'ERROR',
}

function withParameters(sql: string, parameters: readonly unknown[]): string {
  return JSON.stringify([sql, parameters])
}

/** The first value of the last result, as JSON. Without one it is the text `null`. */
function firstCell(answer: FakeAnswer | undefined): string {
  const cell = typeof answer === 'object' && 'results' in answer ? answer.results.at(-1)?.rows[0]?.[0] : null
  return cell ?? 'null'
}

function plainRows(results: StatementResult[]): unknown[] {
  const result = results.at(-1)
  if (!result) return []
  return result.rows.map((row) =>
    Object.fromEntries(result.fields.map((field, column) => [field.name, row[column]])),
  )
}

/** JSON, or the text of a file. */
function bodyIn(body: string | undefined): unknown {
  if (body === undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function queryOf(url: string): Record<string, string> {
  const query: Record<string, string> = {}
  new URL(url, 'http://fake').searchParams.forEach((value, name) => {
    query[name] = value
  })
  return query
}

function headersOf(headers: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (value: string, name: string) => {
    found[name.toLowerCase()] = value
  }
  if (hasForEach(headers)) headers.forEach(visit)
  else for (const [name, value] of Object.entries(headers ?? {})) visit(String(value), name)
  return found
}

function hasForEach(
  headers: unknown,
): headers is { forEach(visit: (value: string, name: string) => void): void } {
  return typeof (headers as { forEach?: unknown } | undefined)?.forEach === 'function'
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(Object.assign(new Error('This operation was aborted'), { name: 'AbortError' }))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
