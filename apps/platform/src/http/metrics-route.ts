/**
 * `GET /metrics` for Prometheus. It exists only if the operator sets a token, and requires that token: behind a proxy
 * every caller seems to come from this machine, so addresses prove nothing.
 */
import { Hono } from 'hono'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AppEnv } from '../routes/app-env.js'
import { DomainError } from '../kernel/domain-error.js'
import { reportOf } from './request-report.js'
import type { PlatformMetrics } from '../metrics/platform-metrics.js'
import { requestText } from '../text/errors.js'

export const METRICS_PATH = '/metrics'
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8'

export function metricsRoute(metrics: Pick<PlatformMetrics, 'text'>, token: string): Hono<AppEnv> {
  return new Hono<AppEnv>().get(METRICS_PATH, async (c) => {
    reportOf(c).route = METRICS_PATH
    const [, given = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (!isSame(given, token)) throw new DomainError('invalid_token', requestText.wrongMetricsToken)
    c.header('cache-control', 'no-store')
    return c.body(await metrics.text(), 200, { 'content-type': TEXT_FORMAT })
  })
}

/** Takes the same time wherever they differ. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
