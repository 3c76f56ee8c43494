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
/** Frequent calls of monitors and pages. */
const FREQUENT = new Set(['/healthz', '/readyz', '/metrics', 'file'])
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function reportRequests({
  log,
  originOf,
  onAnswer,
  onSent,
  writeLine = keepNoLines,
}: RequestReportDeps) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const startedAt = performance.now()
    const report: RequestReport = {}
    const whenSent = measureSent(c.env?.outgoing)
    c.set('report', report)
    await next()
    const answered: AnsweredRequest = {
      method: METHODS.has(c.req.method) ? c.req.method : 'other',
      route: report.route ?? routeOfFile(c.res),
      status: c.env?.upgrade?.isTaken ? 101 : c.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    }
    onAnswer?.(answered)
    const { project } = report
    if (onSent && project !== undefined) {
      const { ms: _, ...sent } = answered
      whenSent((bytes) => onSent({ ...sent, project, bytes }))
    }
    const level = FREQUENT.has(answered.route) ? 'debug' : 'info'
    const { code, account } = report
    const told = {
      ...answered,
      ...(code === undefined ? {} : { code }),
      ...(account === undefined ? {} : { account }),
      ip: originOf(c).ip,
      requestId: c.get('requestId'),
    }
    log[level](told, 'request')
    if (level === 'info' && answered.route !== PAGE && report.isElsewhere !== true)
      writeLine(requestLine({ ...told, project }, Date.now()))
  })
}

/** Lets middlewares and handlers add details of a call. */
export function reportOf(c: Context<AppEnv>): RequestReport {
  return c.env?.report ?? c.get('report') ?? {}
}

function routeOfFile(answer: Response): string {
  if (!answer.ok) return 'unmatched'
  return answer.headers.get('content-type')?.startsWith('text/html') === true ? PAGE : 'file'
}
