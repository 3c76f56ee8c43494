/** Clients, channels and messages of realtime, as metrics of Prometheus. */
import { gauge, one, type Metric } from '../../metrics/metric.js'
import { projectMetricText as text } from '../../text/metrics.js'
import type { RealtimeTotals } from '../realtime/realtime-figures.js'

/** The metrics of realtime. @param totals undefined: no client was connected since the start */
export function realtimeMetrics(totals: RealtimeTotals | undefined): Metric[] {
  if (!totals) return []
  const { connections, channels, messages } = totals
  return [
    gauge('basedeck_realtime_connections', text.realtimeConnections, one(connections)),
    gauge('basedeck_realtime_channels', text.realtimeChannels, one(channels)),
    {
      name: 'basedeck_realtime_messages_total',
      help: text.realtimeMessages,
      type: 'counter',
      samples: () => [{ labels: {}, value: messages }],
    },
  ]
}
