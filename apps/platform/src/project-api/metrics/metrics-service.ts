/**
 * The metrics of a project for its owner's Prometheus: `GET /customer/v1/privileged/metrics` on the project's address, with basic
 * authentication: the user `service_role`, a secret key as the password. SERVICES §6
 */
import type { Context } from 'hono'
import { DomainError } from '../../kernel/domain-error.js'
import { gauge, metricsText, one } from '../../metrics/metric.js'
import type { GivenKeys } from '../../objects/storage-key.js'
import type { AppEnv } from '../../routes/app-env.js'
import { projectMetricText } from '../../text/metrics.js'
import { createRequestRate } from '../request-rate.js'
import type { Service } from '../service.js'
import type { CallCounts } from './call-counts.js'
import type { RealtimeTotals } from '../realtime/realtime-figures.js'
import { figureMetrics, type ProjectFigures } from './figure-metrics.js'
import { realtimeMetrics } from './realtime-metrics.js'

/** What the platform tells of a project. */
export interface MetricsHost {
  /** Null: its database does not answer. */
  projectFigures(ref: string): Promise<ProjectFigures>
}

export interface MetricsServiceDeps {
  host: MetricsHost
  counts: CallCounts
  /** Gives undefined for a project without a connection since the start. Default: realtime has no metrics. */
  realtime?: (ref: string) => RealtimeTotals | undefined
  now?: () => number
}

const METRICS = { name: 'metrics', needs: 'secret', stores: false, body: 0 } as const
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8'
/** Milliseconds in which the figures of a project are asked for once, however many monitors there are. */
const FRESH_MS = 5000
/** Answers of a project in a minute: a monitor asks every 15 seconds, or every second. */
const MOST_A_MINUTE = 120

export function createMetricsService({
  host,
  counts,
  realtime = () => undefined,
  now = Date.now,
}: MetricsServiceDeps): Service {
  const asked = new Map<string, { at: number; figures: Promise<ProjectFigures> }>()
  const rate = createRequestRate(now)
  const figuresOf = (ref: string) => {
    const known = asked.get(ref)
    if (known && now() - known.at < FRESH_MS) return known.figures
    for (const [other, { at }] of asked) if (now() - at >= FRESH_MS) asked.delete(other)
    const figures = host.projectFigures(ref)
    asked.set(ref, { at: now(), figures })
    figures.catch(() => asked.delete(ref))
    return figures
  }
  return {
    name: 'metrics',
    exposedHeaders: [],
    lacks: {},
    keysOf,
    callOf: ({ method, path }) =>
      path === '/metrics' && (method === 'GET' || method === 'HEAD') ? METRICS : undefined,
    async answer({ c, project: { ref } }) {
      rate.count(ref, '', MOST_A_MINUTE)
      const figures = await figuresOf(ref)
      const text = metricsText([
        gauge('basedeck_project_up', projectMetricText.up, one(figures.database === null ? 0 : 1)),
        ...figureMetrics(figures),
        ...counts.metricsOf(ref),
        ...realtimeMetrics(realtime(ref)),
      ])
      return c.body(text, 200, { 'content-type': TEXT_FORMAT, 'cache-control': 'no-store' })
    },
  }
}

const USER = 'service_role'

/** Only basic authentication gives a key here. @throws DomainError invalid_key */
function keysOf(c: Context<AppEnv>): GivenKeys {
  const [, given = ''] = /^basic\s+([A-Za-z0-9+/]+={0,2})$/i.exec(c.req.header('authorization') ?? '') ?? []
  const text = Buffer.from(given, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0 || text.slice(0, colon) !== USER || colon === text.length - 1)
    throw new DomainError('invalid_key')
  return { apiKey: text.slice(colon + 1), bearer: undefined }
}
