/** Metrics in Prometheus' text format, version 0.0.4. */

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  /** Suffix of the metric's name: `_bucket`, `_sum`, `_count`. Default: none. */
  suffix?: string
  labels: Labels
  value: number
}

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  samples(): readonly Sample[]
}

export interface Histogram extends Metric {
  observe(labels: Labels, value: number): void
}

/** @param buckets upper bounds, ascending, in the unit of the name */
export function createHistogram(name: string, help: string, buckets: readonly number[]): Histogram {
  const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
  return {
    name,
    help,
    type: 'histogram',
    observe(labels, value) {
      const key = JSON.stringify(labels)
      const known = series.get(key) ?? { labels, counts: buckets.map(() => 0), sum: 0, count: 0 }
      series.set(key, known)
      const index = buckets.findIndex((bound) => value <= bound)
      if (index >= 0) known.counts[index] = (known.counts[index] ?? 0) + 1
      known.sum += value
      known.count += 1
    },
    samples() {
      return [...series.values()].flatMap(({ labels, counts, sum, count }) => {
        let below = 0
        return [
          ...buckets.map((bound, index) => ({
            suffix: '_bucket',
            labels: { ...labels, le: String(bound) },
            value: (below += counts[index] ?? 0),
          })),
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
          { suffix: '_sum', labels, value: sum },
          { suffix: '_count', labels, value: count },
        ]
      })
    },
  }
}

/** A number as it is now. */
export function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: 'gauge', samples: () => samples }
}

/** A number that only grows while the program runs. */
export function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: 'counter', samples: () => samples }
}

/** One without labels. */
export function one(value: number): Sample[] {
  return [{ labels: {}, value }]
}

/** The whole text; a metric without samples is left out. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .map((metric) => ({ ...metric, told: metric.samples() }))
    .filter(({ told }) => told.length > 0)
    .map(({ name, help, type, told }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...told.map(
          ({ suffix = '', labels, value }) => `${name}${suffix}${labelsText(labels)} ${valueText(value)}`,
        ),
        '',
      ].join('\n'),
    )
    .join('')
}

function labelsText(labels: Labels): string {
  const entries = Object.entries(labels)
  if (entries.length === 0) return ''
  return `{${entries.map(([name, value]) => `${name}="${escaped(value)}"`).join(',')}}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function valueText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return String(value)
}
