/** Connection poolers in front of a project's databases. Hosted only. */
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
  pgbouncer_status: 'ENABLED' | 'DISABLED' | (string & {})
  default_pool_size?: number
  max_client_conn?: number
  ignore_startup_parameters?: string
  inserted_at: string
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
}

const REQUIRES = { ref: 'Project ref is required' }
const ACCESS = inProject('read', 'projects')

/** The settings and the state of the database's pooler. */
export const getPgbouncerConfig = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/config/pgbouncer',
  access: ACCESS,
  response: gives<PgbouncerConfig>(),
  requires: REQUIRES,
})
/** Empty while no shared pooler runs. */
export const listSupavisorConfigs = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/config/supavisor',
  access: ACCESS,
  response: gives<SupavisorConfig[]>(),
  requires: REQUIRES,
})
