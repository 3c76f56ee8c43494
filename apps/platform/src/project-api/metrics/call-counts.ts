/** Counts the answers of each project's services since this process began, for the metrics of their owners. */
import type { ProjectService } from '@basedeck/platform-client/contract'
import { createHistogram, type Histogram, type Metric } from '../../metrics/metric.js'
import type { SentAnswer } from '../../services/metered-request.js'
import { serviceOfRoute } from '../../services/served-services.js'
import { projectMetricText } from '../../text/metrics.js'

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
/** The most projects that are counted; the one that was silent longest is forgotten, as after a restart. */
const MOST_PROJECTS = 10_000

export interface CallCounts {
  count(sent: SentAnswer): void
  /** Of one project; without samples where nothing was counted. */
  metricsOf(ref: string): Metric[]
}

interface Counted {
  durations: Histogram
  bytes: Map<ProjectService, number>
}

export function createCallCounts(): CallCounts {
  const projects = new Map<string, Counted>()
  return {
    count({ project, route, status, bytes, ms }) {
      const service = serviceOfRoute(route)
      if (service === undefined) return
      const counted = projects.get(project) ?? newCounts()
      projects.delete(project)
      projects.set(project, counted)
      const [oldest] = projects.keys()
      if (projects.size > MOST_PROJECTS && oldest !== undefined) projects.delete(oldest)
      counted.durations.observe({ service, status: `${Math.floor(status / 100)}xx` }, ms / 1000)
      counted.bytes.set(service, (counted.bytes.get(service) ?? 0) + bytes)
    },
    metricsOf(ref) {
      const counted = projects.get(ref)
      if (!counted) return []
      const sent = [...counted.bytes].map(([service, value]) => ({ labels: { service }, value }))
      return [
        counted.durations,
        {
          name: 'basedeck_project_sent_bytes_total',
          help: projectMetricText.sentBytes,
          type: 'counter',
          samples: () => sent,
        },
      ]
    },
  }
}

function newCounts(): Counted {
  return {
    durations: createHistogram(
      'basedeck_project_request_duration_seconds',
      projectMetricText.requests,
      BUCKETS,
    ),
    bytes: new Map(),
  }
}
