/** Connection poolers in front of a project's databases. Hosted only. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** The dedicated pooler of a paid project. */
export interface PgbouncerConfig {
  connection_string: string
  db_host: string
  db_name: string
  db_port: number
  db_user: string
  pool_mode: 'transaction' | 'session' | 'statement'
  pgbouncer_enabled: boolean
  /** `COMING_UP`: it is being started again. */
  pgbouncer_status: 'ENABLED' | 'COMING_UP' | 'DISABLED'
  /** Its last line, when it ends before it answers; empty: it wrote none. It is started again with growing pauses. */
  pgbouncer_problem?: string
  /** Whether PgBouncer is installed where the project is: without it there are no poolers. */
  pgbouncer_installed: boolean
  default_pool_size?: number
  max_client_conn?: number
  ignore_startup_parameters?: string
  inserted_at: string
  /** Changes with every change of the settings; sent back as `expected_updated_at`. */
  updated_at: string
}

/** An entry of the shared pooler, one for each database. */
export interface SupavisorConfig {
  identifier: string
  database_type: 'PRIMARY' | 'READ_REPLICA'
  connection_string: string
  db_host: string
  db_name: string
  db_port: number
  /** The session pooler's port, where it is not 5432 beside 6543: the usual one was occupied. */
  db_session_port?: number
  db_user: string
  pool_mode: 'transaction' | 'session'
  default_pool_size?: number
  max_client_conn?: number
  is_using_scram_auth: boolean
  /** `COMING_UP`: it is being started again. Default ENABLED. */
  status?: 'ENABLED' | 'COMING_UP'
}

const REQUIRES = { ref: 'Project ref is required' }
const ACCESS = inProject('read', 'projects')

/** The most sessions of a pool: the database takes 100, and some are the platform's. */
export const LARGEST_POOL = 90
/** The most clients of a pooler. */
export const MOST_POOLER_CLIENTS = 5000

/** What `updatePgbouncerConfig` changes; an absent field stays as it is. */
export const pgbouncerChanges = v.object({
  pool_mode: v.optional(v.picklist(['transaction', 'session'], 'pool_mode must be transaction or session')),
  default_pool_size: v.optional(
    v.pipe(
      v.number('default_pool_size must be a number'),
      v.integer('default_pool_size must be a whole number'),
      v.minValue(1, 'default_pool_size must be at least 1'),
      v.maxValue(
        LARGEST_POOL,
        `default_pool_size must be at most ${LARGEST_POOL}: the database takes 100 sessions`,
      ),
    ),
  ),
  max_client_conn: v.optional(
    v.pipe(
      v.number('max_client_conn must be a number'),
      v.integer('max_client_conn must be a whole number'),
      v.minValue(1, 'max_client_conn must be at least 1'),
      v.maxValue(MOST_POOLER_CLIENTS, `max_client_conn must be at most ${MOST_POOLER_CLIENTS}`),
    ),
  ),
  /** 409 `stale` with the stored settings when they were changed meanwhile. */
  expected_updated_at: v.optional(v.pipe(v.string(), v.isoTimestamp('This is not a timestamp'))),
})

/** The settings and the state of the database's pooler. */
export const getPgbouncerConfig = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/config/pgbouncer',
  access: ACCESS,
  servedBy: 'holder-if-there',
  response: gives<PgbouncerConfig>(),
  requires: REQUIRES,
})
/** Changes the project's own pooler, which reads it at once. Refused where the project has none. */
export const updatePgbouncerConfig = endpoint({
  method: 'PATCH',
  path: '/platform/projects/{ref}/config/pgbouncer',
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  hostedOnly: true,
  audit: true,
  body: pgbouncerChanges,
  response: gives<PgbouncerConfig>(),
  requires: REQUIRES,
})
/** Empty while no shared pooler runs. */
export const listSupavisorConfigs = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/config/supavisor',
  access: ACCESS,
  servedBy: 'holder-if-there',
  response: gives<SupavisorConfig[]>(),
  requires: REQUIRES,
})
