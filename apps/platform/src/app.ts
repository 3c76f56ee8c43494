/**
 * Composes the platform into one handler and never listens. The page is served at once; calls wait until the control
 * plane is open.
 */
import { getReadiness, type Readiness } from '@basedeck/platform-client/contract'
import { Hono, type Context } from 'hono'
import type { Logger } from 'pino'
import { createOriginOf } from './http/origin.js'
import type { AppEnv } from './routes/app-env.js'
import { DomainError } from './domain-error.js'
import { acceptForwarded, forwardedOf, type CheckProof } from './http/forwarded.js'
import { createOnError } from './http/on-error.js'
import { requestId } from './http/request-id.js'
import { reportOf, reportRequests } from './http/request-report.js'
import type { SentAnswer } from './services/metered-request.js'
import { plainFilesPath } from './http/plain-files-path.js'
import { knownHost, sameSite, type AllowedOrigins } from './http/same-site.js'
import { securityHeaders } from './http/security-headers.js'
import { answerWhenStopping } from './http/stopping.js'
import type { PlatformMetrics } from './metrics/platform-metrics.js'
import { dashboardRoutes } from './routes/dashboard.js'
import { metricsRoute } from './http/metrics-route.js'
import { familyErrors } from './project-api/storage/family-errors.js'
import { STORAGE_PATH } from './project-api/storage/storage-api.js'

export interface AppDeps {
  log: Logger
  /** As `createApi`. Default false. */
  trustProxy?: boolean
  /** Origins under which the dashboard is reached. */
  allowedOrigins: AllowedOrigins
  /** Origin of the projects' own API, where pages upload files and show them. Default: there is none. */
  apiOrigin?: () => string | undefined
  /** Folder of the built dashboard. */
  dashboardDir: string
  /** The metrics, and the token for `/metrics`; without a token that address answers 404. */
  metrics?: { source: PlatformMetrics; token: string | undefined }
  /** A call for a project has been answered; for its usage. */
  onSent?: (answer: SentAnswer) => void
  /** Whether the disk of the data directory is full. Default: never. */
  isDiskFull?: () => Promise<boolean>
  /** Aborted when the platform begins to stop. Default: never. */
  stopping?: AbortSignal
  /** Verifies calls forwarded by other processes of the installation. Default: there are no others. */
  proofs?: Promise<CheckProof | undefined>
  /**
   * Answers the calls of the object API that come to this port: those that another process forwards, and, self-hosted, those of
   * the one project, `ownRef`. Default: this port has no object API.
   */
  storage?: { ownRef: string | undefined; answer(c: Context<AppEnv>, ref: string): Promise<Response> }
  /** Every call of the contract. */
  api: Hono<AppEnv> | Promise<Hono<AppEnv>>
}

export function createApp({
  log,
  apiOrigin,
  allowedOrigins,
  dashboardDir,
  api,
  trustProxy = false,
  metrics,
  onSent,
  isDiskFull,
  stopping = new AbortController().signal,
  proofs = Promise.resolve(undefined),
  storage,
}: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(createOnError(log, isDiskFull))
  app.use(
    requestId,
    reportRequests({
      log,
      originOf: createOriginOf(trustProxy),
      onAnswer: (request) => metrics?.source.onAnswer('platform', request),
      onSent,
    }),
    securityHeaders(apiOrigin),
    answerWhenStopping(stopping),
  )
  // Runs before the host check, because a monitor may use the container's name as the host. The token protects it.
  if (metrics?.token !== undefined) app.route('/', metricsRoute(metrics.source, metrics.token))
  app.use(`/:ref${STORAGE_PATH}/*`, familyErrors)
  app.use(`${STORAGE_PATH}/*`, familyErrors)
  app.use(acceptForwarded(proofs), knownHost(allowedOrigins), sameSite(allowedOrigins), plainFilesPath)
  if (storage) {
    const { ownRef, answer } = storage
    app.all(`/:ref${STORAGE_PATH}/*`, (c) => {
      reportOf(c).route = `/{ref}${STORAGE_PATH}/*`
      if (!forwardedOf(c)) throw new DomainError('not_found')
      return answer(c, c.req.param('ref'))
    })
    if (ownRef !== undefined)
      app.all(`${STORAGE_PATH}/*`, (c) => {
        reportOf(c).route = `${STORAGE_PATH}/*`
        return answer(c, ownRef)
      })
  }
  app.route('/', dashboardRoutes(dashboardDir))
  let isOpen = false
  Promise.resolve(api).then(
    () => (isOpen = true),
    // Answering calls reports a failed opening, so the rejection needs no handling here.
    () => {},
  )
  // The readiness check must answer at once.
  app.get(getReadiness.path, (c, next) =>
    isOpen ? next() : c.json({ status: 'not-ready', missing: ['control'] } satisfies Readiness, 503),
  )
  app.all('*', async (c) => {
    // The reason may name hosts and files, so only the terminal shows it.
    const opened = await Promise.resolve(api).catch((cause: unknown) => {
      throw new DomainError('platform_unavailable', undefined, { cause })
    })
    return opened.fetch(c.req.raw, {
      ...c.env,
      requestId: c.get('requestId'),
      report: reportOf(c),
      forwarded: forwardedOf(c),
    })
  })
  return app
}
