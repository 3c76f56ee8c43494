/**
 * Composes the platform into one handler and never listens. The page is served at once; calls wait until the control
 * plane is open.
 */
import { getReadiness, type Readiness } from '@basedeck/platform-client/contract'
import { Hono, type Context } from 'hono'
import type { Logger } from 'pino'
import { SERVED_PATHS, type ServedName } from '../project-api/served-paths.js'
import { createOriginOf } from '../http/origin.js'
import type { AppEnv } from '../routes/app-env.js'
import { DomainError } from '../kernel/domain-error.js'
import { acceptForwarded, forwardedOf, type CheckProof } from '../http/forwarded.js'
import { createOnError } from '../http/on-error.js'
import { requestId } from '../http/request-id.js'
import { reportOf, reportRequests } from '../http/request-report.js'
import type { WriteLine } from '../log-lines/log-line.js'
import type { SentAnswer } from '../services/metered-request.js'
import { plainFilesPath } from '../http/plain-files-path.js'
import { knownHost, sameSite, type AllowedOrigins } from '../http/same-site.js'
import { securityHeaders } from '../http/security-headers.js'
import { answerWhenStopping, untilStopping } from '../http/stopping.js'
import type { PlatformMetrics } from '../metrics/platform-metrics.js'
import { dashboardRoutes } from '../routes/dashboard.js'
import { metricsRoute } from '../http/metrics-route.js'
import { answersDoor, callsDoor } from '../project-api/door.js'
import { REFUSALS } from '../project-api/refusals.js'

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
  /** Keeps the lines of calls. Default: none is kept. */
  writeLine?: WriteLine
  /** Whether the disk of the data directory is full. Default: never. */
  isDiskFull?: () => Promise<boolean>
  /** Aborted when the platform begins to stop. Default: never. */
  stopping?: AbortSignal
  /** Verifies calls forwarded by other processes of the installation. Default: there are no others. */
  proofs?: Promise<CheckProof | undefined>
  /**
   * Answers the calls of the projects' services that come to this port: those that another process forwards, and, self-hosted,
   * those of the one project, `ownRef`. Default: this port has no services.
   */
  services?: { ownRef: string | undefined; answer(c: Context<AppEnv>, ref: string): Promise<Response> }
  /** Deno’s types for the editor of functions, by its version; undefined: that one is not here. Default: none is. */
  denoTypes?: (version: string) => Promise<string | undefined>
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
  writeLine,
  isDiskFull,
  stopping = new AbortController().signal,
  proofs = Promise.resolve(undefined),
  services,
  denoTypes = async () => undefined,
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
      writeLine,
    }),
    securityHeaders(apiOrigin),
    answerWhenStopping(untilStopping(stopping)),
  )
  // Runs before the host check, because a monitor may use the container's name as the host. The token protects it.
  if (metrics?.token !== undefined) app.route('/', metricsRoute(metrics.source, metrics.token))
  const ownRef = services?.ownRef
  const paths = Object.entries(SERVED_PATHS) as [ServedName, string][]
  for (const [service, path] of paths)
    for (const address of [`/:ref${path}/*`, `${path}/*`])
      app.use(address, answersDoor({ isDashboardPort: true }), async (c, next) => {
        const refusal = REFUSALS[service]
        if (refusal) c.set('errorForm', refusal)
        await next()
      })
  app.use(acceptForwarded(proofs), knownHost(allowedOrigins))
  for (const [, path] of paths) {
    if (!services) continue
    app.all(`/:ref${path}/*`, callsDoor, plainFilesPath, (c) => {
      reportOf(c).route = `/{ref}${path}/*`
      if (!forwardedOf(c)) throw new DomainError('not_found')
      return services.answer(c, c.req.param('ref'))
    })
    if (ownRef === undefined) continue
    // Applications call it from any page: the key that is always asked for decides, and not the page's origin.
    app.all(`${path}/*`, callsDoor, plainFilesPath, (c) => {
      reportOf(c).route = `${path}/*`
      return services.answer(c, ownRef)
    })
  }
  app.use(sameSite(allowedOrigins), plainFilesPath)
  app.route('/', dashboardRoutes(dashboardDir, denoTypes))
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
