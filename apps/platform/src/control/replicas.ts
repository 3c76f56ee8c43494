/** Read replicas as rows: databases of a project besides its primary. */
import type { DatabaseId, ReplicaReads, ReplicaStep } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import type { ProjectStatus } from '@basedeck/platform-client/contract'

export interface ReplicaRow {
  identifier: DatabaseId
  ref: string
  project_name: string
  project_status: ProjectStatus
  organization_id: number
  region: string
  status: ProjectStatus
  status_reason: string | null
  setup_step: ReplicaStep | null
  copied_bytes: number | null
  copy_bytes: number | null
  copy_begun_at: string | null
  promoting_to: string | null
  db_host: string
  db_port: number
  created_at: string
}

const SELECT = `select d.identifier, p.ref, p.name as project_name, p.status as project_status, p.organization_id, d.region,
  d.status, d.status_reason, d.setup_step, d.copied_bytes::float8, d.copy_bytes::float8, d.copy_begun_at, d.promoting_to,
  d.db_host, d.db_port, d.created_at
  from control.databases d join control.projects p on p.id = d.project_id`
const IS_REPLICA = `d.type = 'READ_REPLICA'`

/** The oldest first. */
export function replicasOf(control: Pick<ControlDatabase, 'select'>, ref: string): Promise<ReplicaRow[]> {
  return control.select<ReplicaRow>(
    `${SELECT} where ${IS_REPLICA} and p.ref = $1 order by d.created_at, d.id`,
    [ref],
  )
}

/** Of the projects whose files are in a data directory. */
export function replicasHeldBy(
  control: Pick<ControlDatabase, 'select'>,
  installationId: string,
): Promise<ReplicaRow[]> {
  return control.select<ReplicaRow>(
    `${SELECT} where ${IS_REPLICA} and d.installation_id = $1::uuid order by d.id`,
    [installationId],
  )
}

export async function replicaById(
  control: Pick<ControlDatabase, 'select'>,
  identifier: DatabaseId,
): Promise<ReplicaRow | undefined> {
  const [row] = await control.select<ReplicaRow>(`${SELECT} where ${IS_REPLICA} and d.identifier = $1`, [
    identifier,
  ])
  return row
}

/** None while the project has the most replicas, or is not active. */
export function insertReplica(
  ref: string,
  { identifier, region, most }: { identifier: DatabaseId; region: string; most: number },
): ControlStatement {
  return {
    sql: `insert into control.databases (identifier, project_id, type, status, setup_step, region, engine, postgres_major,
        installation_id, db_host, db_port, db_name, db_user)
      select $2, p.id, 'READ_REPLICA', 'INIT_READ_REPLICA', 'Requested', $3, d.engine, d.postgres_major, d.installation_id,
        d.db_host, 0, d.db_name, d.db_user
      from control.projects p join control.databases d on d.project_id = p.id and d.type = 'PRIMARY'
      where p.ref = $1 and p.status = 'ACTIVE_HEALTHY' and $4::int > (
        select count(*) from control.databases r where r.project_id = p.id and r.type = 'READ_REPLICA')`,
    parameters: [ref, identifier, region, most],
    expect: 1,
  }
}

/** @param from statuses in which it may be changed; in another one it touches no row */
export function setReplicaStatus(
  identifier: DatabaseId,
  from: readonly ProjectStatus[],
  to: ProjectStatus,
  reason: string | null = null,
): ControlStatement {
  return {
    sql: `update control.databases set status = $3, status_reason = $4
      where identifier = $1 and type = 'READ_REPLICA' and promoting_to is null
        and status = any(string_to_array($2, ','))`,
    parameters: [identifier, from.join(','), to, reason],
    expect: 1,
  }
}

/** Begins the setup of a replica again, from its first step. */
export function beginSetup(identifier: DatabaseId, from: readonly ProjectStatus[]): ControlStatement {
  return {
    sql: `update control.databases set status = 'INIT_READ_REPLICA', status_reason = null, setup_step = 'Requested',
        copied_bytes = null, copy_bytes = null, copy_begun_at = null
      where identifier = $1 and type = 'READ_REPLICA' and promoting_to is null
        and status = any(string_to_array($2, ','))`,
    parameters: [identifier, from.join(',')],
    expect: 1,
  }
}

/** None for one whose setup was ended. */
export function setStep(identifier: DatabaseId, step: ReplicaStep): ControlStatement {
  return {
    sql: `update control.databases set setup_step = $2 where identifier = $1 and status = 'INIT_READ_REPLICA'`,
    parameters: [identifier, step],
    expect: 1,
  }
}

/** None for one whose setup was ended, or whose project is not active any more. */
export function setCopied(
  identifier: DatabaseId,
  { done, total, begunAt }: { done: number; total: number; begunAt: Date },
): ControlStatement {
  return {
    sql: `update control.databases d set copied_bytes = $2::bigint, copy_bytes = $3::bigint, copy_begun_at = $4::timestamptz
      from control.projects p where p.id = d.project_id and d.identifier = $1 and d.status = 'INIT_READ_REPLICA'
        and p.status in ('ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY')`,
    parameters: [identifier, done, total, begunAt.toISOString()],
    expect: 1,
  }
}

/** None while another replica of the project takes its primary's place. */
export function beginPromotion(identifier: DatabaseId, to: string): ControlStatement {
  return {
    sql: `update control.databases d set promoting_to = $2
      where d.identifier = $1 and d.type = 'READ_REPLICA' and d.status in ('ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY')
        and not exists (select from control.databases o where o.project_id = d.project_id and o.promoting_to is not null)`,
    parameters: [identifier, to],
    expect: 1,
  }
}

export function endPromotion(identifier: DatabaseId): ControlStatement {
  return {
    sql: 'update control.databases set promoting_to = null where identifier = $1',
    parameters: [identifier],
  }
}

/** The replica is the primary from now on: its row is gone, and the primary's has its region. */
export function takePrimaryRow(identifier: DatabaseId): ControlStatement[] {
  return [
    {
      sql: `update control.databases d set region = r.region from control.databases r
        where r.identifier = $1 and r.promoting_to is not null and d.project_id = r.project_id and d.type = 'PRIMARY'`,
      parameters: [identifier],
      expect: 1,
    },
    deleteReplica(identifier),
  ]
}

export function deleteReplica(identifier: DatabaseId): ControlStatement {
  return {
    sql: `delete from control.databases where identifier = $1 and type = 'READ_REPLICA'`,
    parameters: [identifier],
    expect: 1,
  }
}

/** How far a replica is behind at a moment; 0: it has all. */
export interface ReplicaLag {
  at: string
  bytes: number
  seconds: number
}

const LAG_HOURS = 24

export function insertLag(identifier: DatabaseId, { at, bytes, seconds }: ReplicaLag): ControlStatement {
  return {
    sql: `insert into control.replica_lag (database_id, at, bytes, seconds)
      select id, $2::timestamptz, $3::bigint, $4::float8 from control.databases where identifier = $1
      on conflict (database_id, at) do nothing`,
    parameters: [identifier, at, Math.round(bytes), seconds],
  }
}

export const forgetOldLag: ControlStatement = {
  sql: `delete from control.replica_lag where at < now() - interval '${LAG_HOURS} hours'`,
}

/** Of the last day, by replica, the oldest first. */
export async function lagsOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<Map<DatabaseId, ReplicaLag[]>> {
  const rows = await control.select<ReplicaLag & { identifier: DatabaseId }>(
    `select d.identifier, l.at, l.bytes::float8, l.seconds from control.replica_lag l
       join control.databases d on d.id = l.database_id join control.projects p on p.id = d.project_id
     where p.ref = $1 order by l.at`,
    [ref],
  )
  const found = new Map<DatabaseId, ReplicaLag[]>()
  for (const { identifier, ...lag } of rows) found.set(identifier, [...(found.get(identifier) ?? []), lag])
  return found
}

/** Until somebody changes it. */
const READS: ReplicaReads = { enabled: false, max_lag_seconds: 5 }

export async function replicaReadsOf(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<ReplicaReads> {
  const [row] = await control.selectOften<{ replica_reads: Partial<ReplicaReads> | null }>(
    'select replica_reads from control.projects where ref = $1',
    [ref],
  )
  return { ...READS, ...row?.replica_reads }
}

export function changeReplicaReads(ref: string, changes: Partial<ReplicaReads>): ControlStatement {
  return {
    sql: `update control.projects set replica_reads = coalesce(replica_reads, '{}') || $2::jsonb where ref = $1`,
    parameters: [ref, JSON.stringify(changes)],
    expect: 1,
  }
}
