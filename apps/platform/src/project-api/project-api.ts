/**
 * The projects' own API for applications, on a separate origin. The dashboard's page may call it (CORS); files of
 * users can never run script on the dashboard's origin. DESIGN §4.
 */
import { SERVED_PATHS } from './served-paths.js'
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import { createOriginOf } from '../http/origin.js'
import type { AppEnv } from '../routes/app-env.js'
import { DomainError } from '../kernel/domain-error.js'
import { acceptForwarded, type CheckProof } from '../http/forwarded.js'
import { createOnError } from '../http/on-error.js'
import { requestId } from '../http/request-id.js'
import { reportOf, reportRequests } from '../http/request-report.js'
import type { WriteLine } from '../log-lines/log-line.js'
import type { SentAnswer } from '../services/metered-request.js'
import type { AnsweredRequest } from '../metrics/platform-metrics.js'
import { plainFilesPath } from '../http/plain-files-path.js'
import { knownHost, type AllowedOrigins } from '../http/same-site.js'
import { answerWhenStopping, untilStopping } from '../http/stopping.js'
import type { StorageApiDeps } from './storage/acted-call.js'
import { answersDoor, callsDoor } from './door.js'
import { serveService } from './serve-service.js'
import { createServices } from './services.js'
import type { TakeCall } from '../http/listen.js'
import { createPlainLane } from './plain/plain-lane.js'
import { isPlainService } from './plain/plain-service.js'
import { createTokenVerifier } from '../keys/token-verifier.js'
import { createOpenings } from './openings.js'
import { createLoopTurns } from './loop-turns.js'
import { createShares, OPEN_CONNECTIONS } from './shares.js'
import type { Service } from './service.js'

export interface ProjectApiDeps {
  /** Undefined: there is no such project. @throws DomainError platform_unavailable */
  projectStatus(ref: string): Promise<{ ref: string; status: string } | undefined>
  storage: Promise<StorageApiDeps>
  /** Default: those of the list. Whoever makes them ends them. */
  services?: readonly Service[]
  /** Whether the disk of the data directory is full. Default: never. */
  isDiskFull?: () => Promise<boolean>
  onAnswer?: (request: AnsweredRequest) => void
  /** A call for a project has been answered; for its usage. */
  onSent?: (answer: SentAnswer) => void
  /** Keeps the lines of calls. Default: none is kept. */
  writeLine?: WriteLine
  /** As `createApi`. Default false. */
  trustProxy?: boolean
  /** Aborted when the platform begins to stop. Default: never. */
  stopping?: AbortSignal
  log: Logger
  /** Checks the proof of calls that the dashboard's port hands over. Default: every proof is refused. */
  proofs?: Promise<CheckProof | undefined>
  /** Of the one project of a self-hosted platform, which the dashboard's port serves at its root. */
  ownRef?: string | undefined
  /** Where this API itself is reached. */
  ownOrigins: AllowedOrigins
  /** Origins of the dashboard. */
  dashboardOrigins: AllowedOrigins
}

export interface ProjectApi extends Hono<AppEnv> {
  /** Answers usual calls before the framework sees them. */
  takeCall: TakeCall
}

export function createProjectApi({
  projectStatus,
  storage,
  services = createServices({ storage }),
  isDiskFull,
  stopping = new AbortController().signal,
  trustProxy = false,
  onAnswer,
  onSent,
  writeLine,
  log,
  proofs = Promise.resolve(undefined),
  ownRef,
  ownOrigins,
  dashboardOrigins,
}: ProjectApiDeps): ProjectApi {
  const tools = storage.then(({ storage: { host }, requireRoom, neighbours }) => ({
    host,
    requireRoom,
    neighbours,
  }))
  // Each call tells the failure.
  tools.catch(() => {})
  const originOf = createOriginOf(trustProxy)
  const reporting = { log, onAnswer, onSent, writeLine }
  const until = untilStopping(stopping)
  const api = new Hono<AppEnv>()
  // Applications did not write the statement, so its text, file and line would not help them.
  api.onError(createOnError(log, isDiskFull, { tellsReports: false }))
  api.notFound(() => {
    throw new DomainError('not_found')
  })
  for (const { name, refusal } of services) {
    if (!refusal) continue
    const inItsWords = createMiddleware<AppEnv>(async (c, next) => {
      c.set('errorForm', refusal)
      await next()
    })
    api.use(`/:ref${SERVED_PATHS[name]}/*`, inItsWords)
    if (ownRef !== undefined) api.use(`${SERVED_PATHS[name]}/*`, inItsWords)
  }
  api.use(
    requestId,
    reportRequests({ ...reporting, originOf }),
    answerWhenStopping(until),
    acceptForwarded(proofs),
    knownHost(ownOrigins),
    callsDoor,
    answersDoor({ isDashboardPort: false }),
    plainFilesPath,
  )
  // Before the headers of the calls below: files have their own, and applications call it from any page.
  const serving = {
    tools,
    shares: createShares(),
    connections: createShares(OPEN_CONNECTIONS),
    verifier: createTokenVerifier(),
    turns: createLoopTurns(),
    openings: createOpenings(),
    originOf,
  }
  for (const service of services) {
    const path = SERVED_PATHS[service.name]
    const byRef = { refOf: (c: Context<AppEnv>) => c.req.param('ref'), prefixOf: (ref: string) => `/${ref}` }
    api.route(`/:ref${path}`, serveService(service, byRef, serving))
    const own = { refOf: () => ownRef, prefixOf: () => '', onlyForwarded: true }
    if (ownRef !== undefined) api.route(path, serveService(service, own, serving))
  }
  api.use(
    cors({
      origin: (origin) => (dashboardOrigins().includes(origin) ? origin : null),
      allowHeaders: ['apikey', 'authorization', 'content-type', 'x-request-id', 'x-source'],
      exposeHeaders: ['x-request-id'],
      maxAge: 600,
    }),
  )
  api.use(async (c, next) => {
    c.header('x-content-type-options', 'nosniff')
    c.header('content-security-policy', "default-src 'none'; sandbox")
    await next()
  })
  api.get('/:ref', async (c) => {
    reportOf(c).route = '/{ref}'
    const found = await projectStatus(c.req.param('ref'))
    if (!found) throw new DomainError('project_not_found')
    return c.json({ ref: found.ref, status: found.status })
  })
  const takeCall = createPlainLane({
    ...reporting,
    services: services.filter(isPlainService),
    serving,
    until,
    ownOrigins,
    trustProxy,
    isDiskFull,
  })
  return Object.assign(api, { takeCall })
}
