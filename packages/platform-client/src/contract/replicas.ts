/** Read replicas of a project's database: made, watched, and put in the place of their primary. */
import * as v from 'valibot'
import type { DatabaseId } from './databases.js'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'
import type { ProjectStatus } from './projects.js'

/** The steps of a setup, in their order. SPEC §3. */
export const REPLICA_STEPS = [
  'Requested',
  'Started',
  'LaunchedReadReplicaInstance',
  'InitiatedReadReplicaSetup',
  'DownloadedBaseBackup',
  'ReplayedWalArchives',
  'CompletedReadReplicaSetup',
] as const
/** One step of a setup. */
export type ReplicaStep = (typeof REPLICA_STEPS)[number]

/** How far a replica is behind its primary at a moment, ISO 8601. */
export interface ReplicaLagPoint {
  at: string
  bytes: number
  seconds: number
}

/** A read replica, and how it follows its primary. */
export interface ReadReplica {
  identifier: DatabaseId
  region: string
  status: ProjectStatus
  /** Why it failed or is unhealthy, as a sentence. */
  status_reason: string | null
  /** The last step of its setup that is done. */
  step: ReplicaStep
  /** Of the copy of the primary's files; null: it has not begun. */
  copy: { done_bytes: number; total_bytes: number; bytes_per_second: number } | null
  /** What it has not replayed yet; null: not known, because it does not follow at the moment. */
  lag: { bytes: number; seconds: number } | null
  /** Of the last 24 hours, the oldest first. */
  history: ReplicaLagPoint[]
  db_host: string
  db_port: number
  inserted_at: string
}

/** Whether GET requests of the data API go to replicas unasked. */
export interface ReplicaReads {
  enabled: boolean
  /** A replica that is further behind is not asked. */
  max_lag_seconds: number
}

/** The files of a primary whose place a replica took. */
export interface FormerPrimary {
  id: string
  /** When its place was taken, ISO 8601. */
  at: string
}

/** The read replicas of a project, and what belongs to them. */
export interface ReadReplicas {
  /** The oldest first. */
  replicas: ReadReplica[]
  reads: ReplicaReads
  /** The newest first. */
  former_primaries: FormerPrimary[]
  /** Undefined where replicas can be made; else why not. */
  unavailable?: string
}

/** What a test of the connection to a replica found. */
export type ReplicaTest =
  | {
      is_reachable: true
      /** Of its server: `15.18`. */
      version: string
      /** What it has not replayed yet; null: not known, because it does not follow at the moment. */
      lag: { bytes: number; seconds: number } | null
      /** How long the sign-in and the question took. */
      took_ms: number
    }
  /** `reason` is a sentence. */
  | { is_reachable: false; reason: string }

const identifier = v.pipe(
  v.string('database_identifier is required'),
  v.maxLength(63, 'database_identifier is too long'),
)
const region = v.pipe(
  v.string('read_replica_region is required'),
  v.regex(/^[a-z0-9-]{1,30}$/, 'read_replica_region must be the code of a region'),
)

/** What `setupReplica` takes: the code of a region. */
export const setupReplicaBody = v.object({ read_replica_region: region })
/** Names the replica that is changed. */
export const replicaBody = v.object({ database_identifier: identifier })

/** What `promoteReplica` takes. */
export const promoteBody = v.object({
  database_identifier: identifier,
  /** Also when the primary does not answer. What it committed last may be lost then. Default false. */
  force: v.optional(v.boolean()),
  /** The name of the project; needed with `force`. */
  name: v.optional(v.string()),
})

/** What `updateReplicaReads` changes; an absent field stays as it is. */
export const replicaReadsBody = v.object({
  enabled: v.optional(v.boolean()),
  max_lag_seconds: v.optional(
    v.pipe(
      v.number('max_lag_seconds must be a number'),
      v.minValue(0, 'max_lag_seconds must not be negative'),
      v.maxValue(3600, 'max_lag_seconds must be at most 3600'),
    ),
  ),
})

const REPLICAS = '/platform/projects/{ref}/read-replicas'
const REQUIRES = { ref: 'Project ref is required' }
const changing = {
  method: 'POST',
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  audit: true,
  requires: REQUIRES,
} as const

/** The read replicas of a project. */
export const listReplicas = endpoint({
  method: 'GET',
  path: REPLICAS,
  access: inProject('read', 'projects'),
  servedBy: 'holder',
  response: gives<ReadReplicas>(),
  requires: REQUIRES,
})

/** Changes which reads go to replicas. */
export const updateReplicaReads = endpoint({
  ...changing,
  method: 'PATCH',
  path: REPLICAS,
  body: replicaReadsBody,
  response: gives<ReplicaReads>(),
})

/** Begins a replica: 201. 409 `too_many_replicas`; 501 `unsupported` on an engine without replicas. */
export const setupReplica = endpoint({
  ...changing,
  path: `${REPLICAS}/setup`,
  body: setupReplicaBody,
  response: gives<ReadReplica>(),
})

/** Deletes a replica, and stops its setup. */
export const removeReplica = endpoint({
  ...changing,
  path: `${REPLICAS}/remove`,
  body: replicaBody,
  response: gives<ReadReplica>(),
})

/** Stops and starts the server of a replica. */
export const restartReplica = endpoint({
  ...changing,
  path: `${REPLICAS}/restart`,
  body: replicaBody,
  response: gives<ReadReplica>(),
})

/** Signs in to a replica as its owner, as another program would, and asks it. 404 `replica_not_found` */
export const testReplica = endpoint({
  method: 'POST',
  path: `${REPLICAS}/test`,
  access: inProject('read', 'projects'),
  servedBy: 'holder',
  audit: 'never, because it changes nothing',
  body: replicaBody,
  response: gives<ReplicaTest>(),
  requires: REQUIRES,
})

/** Copies a replica anew from its primary. */
export const resyncReplica = endpoint({
  ...changing,
  path: `${REPLICAS}/resync`,
  body: replicaBody,
  response: gives<ReadReplica>(),
})

/**
 * Makes a replica the primary; answers when it is. The former primary's files are kept. 409 `replica_behind` when it lacks
 * something, 409 `primary_unreachable` when the primary does not answer: `force` does it nevertheless.
 */
export const promoteReplica = endpoint({
  ...changing,
  path: `${REPLICAS}/promote`,
  access: inProject('delete', 'projects'),
  body: promoteBody,
  response: gives<{ identifier: DatabaseId; took_ms: number; former_primary: string }>(),
})

/** Deletes the files of a former primary. */
export const deleteFormerPrimary = endpoint({
  ...changing,
  method: 'DELETE',
  path: `${REPLICAS}/former/{former}`,
  params: { former: v.pipe(v.string(), v.regex(/^[0-9TZ]{1,30}$/)) },
  access: inProject('delete', 'projects'),
  response: gives<FormerPrimary>(),
})
