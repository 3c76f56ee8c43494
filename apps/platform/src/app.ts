/**
 * The platform as one handler: composes, never listens. The page is served at once; a call waits until the control plane
 * behind it is open.
 */
import { getReadiness, type Readiness } from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import { except } from 'hono/combine'
import type { Logger } from 'pino'
import { createOriginOf } from './access/origin.js'
import type { AppEnv } from './http/app-env.js'
import { bodyLimit } from './http/body-limit.js'
import { HttpError } from './http/error-table.js'
import { createOnError } from './http/on-error.js'
import { requestId } from './http/request-id.js'
import { reportOf, reportRequests } from './http/request-report.js'
import { knownHost, sameSite, type AllowedOrigins } from './http/same-site.js'
import { securityHeaders } from './http/security-headers.js'
import { answerWhenStopping } from './http/stopping.js'
import type { PlatformMetrics } from './metrics/platform-metrics.js'
import { dashboardRoutes } from './routes/dashboard.js'
import { metricsRoute } from './routes/metrics.js'

export interface AppDeps {
  log: Logger
  /** As `createApi`. Default false. */
  trustProxy?: boolean
  /** Origins under which the dashboard is reached. */
  allowedOrigins: AllowedOrigins
  /** Folder of the built dashboard. */
  dashboardDir: string
  /** What is counted, and the token that opens `/metrics`; without a token there is no such address. */
  metrics?: { source: PlatformMetrics; token: string | undefined }
  /** Whether the data directory's disk has no room left. Default: it has. */
  isDiskFull?: () => Promise<boolean>
  /** Aborted when the platform begins to stop. Default: never. */
  stopping?: AbortSignal
  /** Every call of the contract. */
  api: Hono<AppEnv> | Promise<Hono<AppEnv>>
}

/** Bytes; a run of SQL may carry large parameters, a snippet a long text, nothing else is large. */
const MAX_RUN_BYTES = 64 * 1024 * 1024
/** A text of 10 MB in JSON, where a character may take six. */
const MAX_SNIPPET_BYTES = 32 * 1024 * 1024
const MAX_BODY_BYTES = 1024 * 1024
const RUNS = '/platform/pg-meta/*'
const SNIPPETS = '/platform/projects/:ref/content'

export function createApp({
  log,
  allowedOrigins,
  dashboardDir,
  api,
  trustProxy = false,
  metrics,
  isDiskFull,
  stopping = new AbortController().signal,
}: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(createOnError(log, isDiskFull))
  app.use(
    requestId,
    reportRequests({
      log,
      originOf: createOriginOf(trustProxy),
      onAnswer: (request) => metrics?.source.onAnswer('platform', request),
    }),
    securityHeaders(),
    answerWhenStopping(stopping),
  )
  // Before the check of the host: a monitor calls a container by its name, and has the token.
  if (metrics?.token !== undefined) app.route('/', metricsRoute(metrics.source, metrics.token))
  app.use(knownHost(allowedOrigins), sameSite(allowedOrigins))
  app.use(RUNS, bodyLimit(MAX_RUN_BYTES))
  app.use(SNIPPETS, bodyLimit(MAX_SNIPPET_BYTES))
  app.use(except([RUNS, SNIPPETS], bodyLimit(MAX_BODY_BYTES)))
  app.route('/', dashboardRoutes(dashboardDir))
  let isOpen = false
  Promise.resolve(api).then(
    () => (isOpen = true),
    // The calls tell it.
    () => {},
  )
  // Who asks whether it is ready must not wait until it is.
  app.get(getReadiness.path, (c, next) =>
    isOpen ? next() : c.json({ status: 'not-ready', missing: ['control'] } satisfies Readiness, 503),
  )
  app.all('*', async (c) => {
    // The terminal has the reason; it may name hosts and files.
    const opened = await Promise.resolve(api).catch((cause: unknown) => {
      throw new HttpError('platform_unavailable', undefined, { cause })
    })
    return opened.fetch(c.req.raw, { ...c.env, requestId: c.get('requestId'), report: reportOf(c) })
  })
  return app
}
