/** The connection poolers of a project: their addresses, and the settings of the dedicated one. */
import {
  getPgbouncerConfig,
  listSupavisorConfigs,
  updatePgbouncerConfig,
  type PgbouncerConfig,
  type SupavisorConfig,
} from '@basedeck/platform-client/contract'
import { PASSWORD_PLACEHOLDER, SESSION_POOLER_PORT, TRANSACTION_POOLER_PORT } from '@basedeck/core/rules'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { requireProjectRow, type ProjectRow } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Poolers } from '../poolers/poolers.js'
import { projectText } from '../text/projects.js'
import type { Mount } from './mount.js'

export interface PoolerRouteDeps {
  control: ControlDatabase
  /** Undefined: none run here. */
  poolers?: Promise<Poolers | undefined> | undefined
}

export function poolerRoutes(mount: Mount, { control, poolers }: PoolerRouteDeps): void {
  async function dedicated({
    ref,
    db_host,
    db_port,
    db_name,
    db_user,
    created_at,
  }: ProjectRow): Promise<PgbouncerConfig> {
    const running = await poolers
    const own = running?.dedicated(ref)
    const frame = {
      db_name,
      db_user,
      inserted_at: created_at,
      updated_at: own?.updatedAt ?? created_at,
      pgbouncer_installed: running !== undefined,
    }
    if (!running || !own)
      return {
        ...frame,
        connection_string: '',
        db_host,
        db_port,
        pool_mode: 'transaction',
        pgbouncer_enabled: false,
        pgbouncer_status: 'DISABLED',
      }
    return {
      ...frame,
      connection_string: uri({ user: db_user, host: running.host, port: own.port, database: db_name }),
      db_host: running.host,
      db_port: own.port,
      ...own.settings,
      pgbouncer_enabled: own.isRunning,
      pgbouncer_status: own.isRunning ? 'ENABLED' : 'COMING_UP',
      ...(own.problem === undefined ? {} : { pgbouncer_problem: own.problem }),
    }
  }

  mount.on(getPgbouncerConfig, async ({ project }) =>
    dedicated(await requireProjectRow(control, project.ref)),
  )

  mount.on(updatePgbouncerConfig, async ({ caller, project, body, origin }) => {
    const row = await requireProjectRow(control, project.ref)
    const { expected_updated_at, ...fields } = body
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const outcome = await (await poolers)?.change(project.ref, changes, expected_updated_at)
    if (outcome === 'stale')
      throw new DomainError('stale', undefined, { more: { stored: await dedicated(row) } })
    if (outcome !== 'changed') throw new DomainError('unsupported', projectText.noOwnPooler)
    await control.write([
      auditStatement(caller, origin, {
        action: 'project.update_pooler',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: changes,
      }),
    ])
    return dedicated(row)
  })

  mount.on(listSupavisorConfigs, async ({ project }): Promise<SupavisorConfig[]> => {
    const { ref, db_user } = await requireProjectRow(control, project.ref)
    const running = await poolers
    const pair = running?.shared(ref)
    if (!running || !pair) return []
    const { transaction, session } = pair
    const isUsual = transaction.port === TRANSACTION_POOLER_PORT && session.port === SESSION_POOLER_PORT
    return [{ id: ref, database: pair.database }, ...pair.replicas].map(
      ({ id, database }): SupavisorConfig => ({
        identifier: id,
        database_type: id === ref ? 'PRIMARY' : 'READ_REPLICA',
        connection_string: uri({ user: db_user, host: running.host, port: transaction.port, database }),
        db_host: running.host,
        db_port: transaction.port,
        ...(isUsual ? {} : { db_session_port: session.port }),
        db_name: database,
        db_user,
        pool_mode: 'transaction',
        default_pool_size: transaction.settings.default_pool_size,
        max_client_conn: transaction.settings.max_client_conn,
        is_using_scram_auth: true,
        ...(transaction.isRunning && session.isRunning ? {} : { status: 'COMING_UP' }),
      }),
    )
  })
}

function uri(target: { user: string; host: string; port: number; database: string }): string {
  const { user, host, port, database } = target
  return `postgresql://${user}:${PASSWORD_PLACEHOLDER}@${host}:${port}/${database}`
}
