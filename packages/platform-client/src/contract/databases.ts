/** The databases of a project: its primary and the read replicas. */
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'
import type { EngineKind, ProjectStatus } from './projects.js'

const PATH = '/platform/projects/{ref}'
const REQUIRES = { ref: 'Project ref is required' }

/** Names one database of a project: `identifier` in lists. The primary's is the project's ref. */
export type DatabaseId = string

/** What a database may be able to do:
 * - `concurrentRuns`: runs go side by side; otherwise they wait for each other
 * - `gentleCancel`: a cancel stops only the statement; otherwise the session is opened again
 * - `largeImports`: files of any size; otherwise at most `SMALL_IMPORT_BYTES`
 * - `replicas`, `branches`, `poolers`: the project can get them
 * - `networkAccess`: the platform decides from where programs connect
 * - `logicalDecoding`: realtime reads changes of tables from the server's log; otherwise triggers may have to queue them
 */
export type Capability =
  | 'concurrentRuns'
  | 'gentleCancel'
  | 'largeImports'
  | 'replicas'
  | 'branches'
  | 'poolers'
  | 'networkAccess'
  | 'logicalDecoding'

/** By capability; a missing one has a sentence with the reason. */
export type Capabilities = Readonly<
  Record<Capability, { available: true } | { available: false; reason: string }>
>

/** One database of a project: the primary one, or a replica. */
export interface ProjectDatabase {
  identifier: DatabaseId
  type: 'PRIMARY' | 'READ_REPLICA'
  cloud_provider: string
  region: string
  status: ProjectStatus
  size: string
  engine: EngineKind
  capabilities: Capabilities
  db_host: string
  db_name: string
  /** 0: no other program can connect. */
  db_port: number
  db_user: string
  /** Opaque; sent back as the header `x-connection-encrypted`. */
  connectionString?: string
  connection_string_read_only?: string
  restUrl: string
  /** ISO 8601. */
  inserted_at: string
}

/** The status of one database of a project; of a replica also how far its first copy is. Estimates are in seconds. */
export interface DatabaseStatus {
  identifier: DatabaseId
  status: ProjectStatus
  replicaInitializationStatus?:
    | {
        status: 'in_progress'
        progress?: string
        estimations?: {
          baseBackupDownloadEstimateSeconds: number
          walArchiveReplayEstimateSeconds: number
        }
      }
    | { status: 'completed' }
    | { status: 'failed'; error?: string }
}

/** The databases of a project: the primary one and its replicas. */
export const listDatabases = endpoint({
  method: 'GET',
  path: `${PATH}/databases`,
  access: inProject('read', 'projects'),
  response: gives<ProjectDatabase[]>(),
  requires: REQUIRES,
})
/** The status of each database of a project. */
export const listDatabaseStatuses = endpoint({
  method: 'GET',
  path: `${PATH}/databases-statuses`,
  access: inProject('read', 'projects'),
  response: gives<DatabaseStatus[]>(),
  requires: REQUIRES,
})
