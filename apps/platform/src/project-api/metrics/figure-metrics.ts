/** What the platform tells of a project, as metrics of Prometheus. */
import type { Metric } from '../../metrics/metric.js'
import { projectMetricText as text } from '../../text/metrics.js'

/** Figures of a database at a moment; null: not known. Counters are totals since its statistics began. */
export interface ProjectFigures {
  /** Null: it does not answer. */
  database: Partial<Record<DatabaseFigureName, number | null>> | null
  /** Connections to it, by the state that PostgreSQL gives them. */
  connections: Readonly<Record<string, number>>
  /** Locks that are held, by mode; `waiting` counts those that are waited for. */
  locks: Readonly<Record<string, number>>
  /** Bytes of all files, as they were measured last; null: never. */
  storageBytes: number | null
  /** Seconds that each replica is behind. */
  replicas: readonly { id: string; lagSeconds: number }[]
}

interface Told {
  name: string
  type: 'counter' | 'gauge'
  help: keyof typeof text
}

/** In the order in which they are told. */
export const DATABASE_FIGURES = {
  size_bytes: { name: 'size_bytes', type: 'gauge', help: 'size' },
  max_connections: { name: 'max_connections', type: 'gauge', help: 'maxConnections' },
  commits: { name: 'transactions_committed_total', type: 'counter', help: 'commits' },
  rollbacks: { name: 'transactions_rolled_back_total', type: 'counter', help: 'rollbacks' },
  blocks_hit: { name: 'blocks_hit_total', type: 'counter', help: 'blocksHit' },
  blocks_read: { name: 'blocks_read_total', type: 'counter', help: 'blocksRead' },
  rows_fetched: { name: 'rows_fetched_total', type: 'counter', help: 'rowsFetched' },
  rows_inserted: { name: 'rows_inserted_total', type: 'counter', help: 'rowsInserted' },
  rows_updated: { name: 'rows_updated_total', type: 'counter', help: 'rowsUpdated' },
  rows_deleted: { name: 'rows_deleted_total', type: 'counter', help: 'rowsDeleted' },
  deadlocks: { name: 'deadlocks_total', type: 'counter', help: 'deadlocks' },
  temp_files: { name: 'temp_files_total', type: 'counter', help: 'tempFiles' },
  temp_bytes: { name: 'temp_bytes_total', type: 'counter', help: 'tempBytes' },
  wal_bytes: { name: 'wal_bytes_total', type: 'counter', help: 'walBytes' },
  dead_rows: { name: 'dead_rows', type: 'gauge', help: 'deadRows' },
  live_rows: { name: 'live_rows', type: 'gauge', help: 'liveRows' },
  oldest_transaction: { name: 'oldest_transaction_seconds', type: 'gauge', help: 'oldestTransaction' },
  started_at: { name: 'start_time_seconds', type: 'gauge', help: 'startedAt' },
} as const satisfies Record<string, Told>

export type DatabaseFigureName = keyof typeof DATABASE_FIGURES

export function figureMetrics({
  database,
  connections,
  locks,
  storageBytes,
  replicas,
}: ProjectFigures): Metric[] {
  const figures = Object.entries(DATABASE_FIGURES) as [DatabaseFigureName, Told][]
  return [
    ...figures.flatMap(([figure, { name, type, help }]) => {
      const value = database?.[figure]
      return typeof value === 'number'
        ? [metric(`basedeck_database_${name}`, help, type, [{ labels: {}, value }])]
        : []
    }),
    metric('basedeck_database_connections', 'connections', 'gauge', labelled('state', connections)),
    metric('basedeck_database_locks', 'locks', 'gauge', labelled('mode', locks)),
    metric(
      'basedeck_project_storage_bytes',
      'storageBytes',
      'gauge',
      storageBytes === null ? [] : [{ labels: {}, value: storageBytes }],
    ),
    metric(
      'basedeck_replica_lag_seconds',
      'replicaLag',
      'gauge',
      replicas.map(({ id, lagSeconds }) => ({ labels: { replica: id }, value: lagSeconds })),
    ),
  ]
}

function metric(
  name: string,
  help: keyof typeof text,
  type: Metric['type'] & ('counter' | 'gauge'),
  samples: ReturnType<Metric['samples']>,
): Metric {
  return { name, help: text[help], type, samples: () => samples }
}

function labelled(label: string, values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}
