/** The platform's metrics: counters updated while it runs, and values looked up for each request of a monitor. */
import { memoryUsage } from 'node:process'
import type { ControlDatabase } from '../control/control-database.js'
import { IS_PRIMARY } from '../control/databases.js'
import { latestStorageSizes } from '../control/samples.js'
import type { EngineRegistry } from '../engines/engine-registry.js'
import { counter, createHistogram, gauge, metricsText, one, type Metric, type Sample } from './metric.js'
import { serviceOfRoute } from '../services/served-services.js'
import { metricText } from '../text/metrics.js'

/** A call over HTTP. */
export interface AnsweredRequest {
  method: string
  route: string
  status: number
  /** Until the answer began; a stream continues after that. */
  ms: number
}

export type RunOutcomeName = 'done' | 'refused' | 'cancelled' | 'failed'

export interface PlatformMetrics {
  onAnswer(api: 'platform' | 'project', request: AnsweredRequest): void
  /** A text of SQL begins; the result is called with its end. */
  onRun(): (outcome: RunOutcomeName) => void
  onControlCall(operation: 'read' | 'write', seconds: number): void
  /** A stream of events begins; the result is called with its end, and counts once. */
  onEventStream(): () => void
  /** In Prometheus' text format. A source that does not answer leaves its numbers out. */
  text(): Promise<string>
}

/** Sources of the values that are looked up. */
export interface MetricSources {
  control: Pick<ControlDatabase, 'select'>
  registry: Pick<EngineRegistry, 'states'>
}

export interface PlatformMetricsDeps {
  version: string
  /** Undefined until the control plane and engines are open. */
  sources(): MetricSources | undefined
  /** Of the data directory. */
  freeBytes(): Promise<number>
}

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const RUN_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 10, 30, 60, 300]
const CONTROL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Statuses from here on are failures of ours. */
const FAILED_FROM = 500
/** A monitor waits ten seconds at most, by its defaults. */
const LOOK_UP_MS = 3000

export function createPlatformMetrics({ version, sources, freeBytes }: PlatformMetricsDeps): PlatformMetrics {
  const requests = createHistogram(
    'basedeck_http_request_duration_seconds',
    metricText.requests,
    REQUEST_BUCKETS,
  )
  const services = createHistogram(
    'basedeck_service_request_duration_seconds',
    metricText.serviceRequests,
    REQUEST_BUCKETS,
  )
  const serviceErrors = new Map<string, Sample>()
  const runs = createHistogram('basedeck_run_duration_seconds', metricText.runs, RUN_BUCKETS)
  const controlCalls = createHistogram(
    'basedeck_control_database_duration_seconds',
    metricText.controlCalls,
    CONTROL_BUCKETS,
  )
  let runsUnderWay = 0
  let eventStreams = 0

  return {
    onAnswer(api, { method, route, status, ms }) {
      requests.observe({ api, method, route, status: String(status) }, ms / 1000)
      const service = serviceOfRoute(route)
      if (service === undefined) return
      services.observe({ service, route }, ms / 1000)
      const failures = serviceErrors.get(route) ?? { labels: { service, route }, value: 0 }
      serviceErrors.set(route, { ...failures, value: failures.value + (status >= FAILED_FROM ? 1 : 0) })
    },
    onRun() {
      const startedAt = performance.now()
      runsUnderWay += 1
      return (outcome) => {
        runsUnderWay -= 1
        runs.observe({ outcome }, (performance.now() - startedAt) / 1000)
      }
    },
    onControlCall: (operation, seconds) => controlCalls.observe({ operation }, seconds),
    onEventStream() {
      eventStreams += 1
      let isOpen = true
      return () => {
        if (isOpen) eventStreams -= 1
        isOpen = false
      }
    },
    async text() {
      const opened = sources()
      return metricsText([
        gauge('basedeck_info', metricText.info, [{ labels: { version }, value: 1 }]),
        requests,
        services,
        counter('basedeck_service_errors_total', metricText.serviceErrors, [...serviceErrors.values()]),
        runs,
        gauge('basedeck_runs_in_progress', metricText.runsInProgress, one(runsUnderWay)),
        gauge('basedeck_event_streams', metricText.eventStreams, one(eventStreams)),
        ...(opened === undefined ? [] : await lookUp(opened)),
        controlCalls,
        ...(await optional(async () => [
          gauge('basedeck_disk_free_bytes', metricText.diskFree, one(await freeBytes())),
        ])),
        ...processMetrics(),
      ])
    },
  }
}

async function lookUp({ control, registry }: MetricSources): Promise<Metric[]> {
  const projects = await optional(async () => [
    gauge('basedeck_projects', metricText.projects, await projectSamples(control)),
  ])
  return [
    gauge('basedeck_control_database_up', metricText.controlUp, one(projects.length)),
    ...projects,
    ...(await optional(async () => [
      gauge(
        'basedeck_storage_bytes',
        metricText.storageBytes,
        (await latestStorageSizes(control)).map(({ ref, bytes }) => ({
          labels: { project: ref },
          value: bytes,
        })),
      ),
    ])),
    ...(await optional(async () => [
      gauge(
        'basedeck_databases',
        metricText.databases,
        (await registry.states()).map(({ count, ...labels }) => ({ labels, value: count })),
      ),
    ])),
  ]
}

async function projectSamples(control: Pick<ControlDatabase, 'select'>): Promise<Sample[]> {
  const rows = await control.select<{ engine: string; status: string; count: number }>(
    `select d.engine, p.status, count(*)::int as count from control.projects p
     join control.databases d on ${IS_PRIMARY} group by d.engine, p.status order by 1, 2`,
  )
  return rows.map(({ count, ...labels }) => ({ labels, value: count }))
}

/** Returns no metrics when the lookup fails or takes longer than a monitor waits. */
async function optional(look: () => Promise<Metric[]>): Promise<Metric[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Metric[]>((resolve) => (timer = setTimeout(resolve, LOOK_UP_MS, [])))
  try {
    return await Promise.race([look().catch(() => []), late])
  } finally {
    clearTimeout(timer)
  }
}

/** By the names that Prometheus' clients use everywhere. */
function processMetrics(): Metric[] {
  const { rss, heapUsed, external } = memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', metricText.residentMemory, one(rss)),
    gauge('nodejs_heap_size_used_bytes', metricText.heap, one(heapUsed)),
    gauge('nodejs_external_memory_bytes', metricText.externalMemory, one(external)),
    counter('process_cpu_seconds_total', metricText.cpu, one((user + system) / 1e6)),
    gauge('process_start_time_seconds', metricText.startTime, one(Math.round(performance.timeOrigin) / 1000)),
  ]
}
