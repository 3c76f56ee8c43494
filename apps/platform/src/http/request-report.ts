/**
 * Reports a finished call to the log and the metrics. Path, query, headers and body are left out, because they may
 * contain the secret of a link, a token, a cookie or the text of a query.
 */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { Origin } from '../access/caller.js'
import type { AppEnv, RequestReport } from '../routes/app-env.js'
import type { AnsweredRequest } from '../metrics/platform-metrics.js'
import { keepNoLines, type WriteLine } from '../log-lines/log-line.js'
import { requestLine } from '../log-lines/request-line.js'
import type { SentAnswer } from '../services/metered-request.js'
import { measureSent } from './sent-bytes.js'

export interface RequestReportDeps {
  log: Pick<Logger, 'info' | 'debug'>
  originOf(c: Context<AppEnv>): Origin
  onAnswer?: ((request: AnsweredRequest) => void) | undefined
  /** A call for a project has been answered to its last byte. */
  onSent?: ((answer: SentAnswer) => void) | undefined
  /** Keeps the line of a call for the project's log. Default: none is kept. */
  writeLine?: WriteLine | undefined
}

const PAGE = 'page'
/** Frequent calls of monitors and pages. To read the logs writes no line: a live tail would be full of itself. */
const FREQUENT = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  'file',
  '/v1/projects/{ref}/logs',
  '/v1/projects/{ref}/logs/counts',
])
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function reportRequests({ originOf, ...deps }: RequestReportDeps) {
  const begin = requestReports(deps)
  return createMiddleware<AppEnv>(async (c, next) => {
    const { report, end } = begin(c.env?.outgoing)
    c.set('report', report)
    await next()
    end({
      method: c.req.method,
      route: report.route ?? routeOfFile(c.res),
      status: c.env?.upgrade?.isTaken ? 101 : c.res.status,
      ip: originOf(c).ip,
      requestId: c.get('requestId'),
    })
  })
}

/** What is known of a call when its answer begins. */
export interface EndedRequest {
  method: string
  route: string
  status: number
  ip: string | null
  requestId: string
}

export interface BegunReport {
  report: RequestReport
  end(request: EndedRequest): void
}

/** Begins the report of a call. @returns takes Node's response; undefined: there is no connection */
export function requestReports({
  log,
  onAnswer,
  onSent,
  writeLine = keepNoLines,
}: Omit<RequestReportDeps, 'originOf'>): (outgoing: AppEnv['Bindings']['outgoing']) => BegunReport {
  return (outgoing) => {
    const startedAt = performance.now()
    const report: RequestReport = {}
    const whenSent = measureSent(outgoing)
    const end = ({ method, route, status, ip, requestId }: EndedRequest): void => {
      const answered: AnsweredRequest = {
        method: METHODS.has(method) ? method : 'other',
        route,
        status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
      }
      onAnswer?.(answered)
      const { project } = report
      if (onSent && project !== undefined) {
        const { method: known, ms } = answered
        whenSent((bytes) => onSent({ method: known, route, status, project, bytes, ms }))
      }
      const level = FREQUENT.has(route) ? 'debug' : 'info'
      const { code, account } = report
      const told = {
        ...answered,
        ...(code === undefined ? {} : { code }),
        ...(account === undefined ? {} : { account }),
        ip,
        requestId,
      }
      log[level](told, 'request')
      if (level === 'info' && route !== PAGE && report.isElsewhere !== true)
        writeLine(requestLine({ ...told, project }, Date.now()))
    }
    return { report, end }
  }
}

/** Lets middlewares and handlers add details of a call. */
export function reportOf(c: Context<AppEnv>): RequestReport {
  return c.env?.report ?? c.get('report') ?? {}
}

function routeOfFile(answer: Response): string {
  if (!answer.ok) return 'unmatched'
  return answer.headers.get('content-type')?.startsWith('text/html') === true ? PAGE : 'file'
}
