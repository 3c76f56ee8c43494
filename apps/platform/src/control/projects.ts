/** Projects as rows, and as the platform shows them. */
import type { EngineKind, ProjectSort, ProjectStatus } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement, Parameter } from './control-database.js'

export interface ProjectRow {
  id: number
  ref: string
  name: string
  organization_id: number
  organization_slug: string
  status: ProjectStatus
  status_reason: string | null
  cloud_provider: string
  region: string
  parent_ref: string | null
  is_branch_enabled: boolean
  engine: EngineKind
  postgres_major: number | null
  /** `server_version_num`. */
  version_number: number | null
  /** Whether the SQL of people may harm the server of that database, as it was seen when it was opened last. */
  runs_as_superuser: boolean
  /** Whose data directory holds the database; null for one that is reached by URL. */
  installation_id: string | null
  db_host: string
  db_port: number
  db_name: string
  db_user: string
  created_at: string
  updated_at: string
}

const columns = `p.id, p.ref, p.name, p.organization_id, o.slug as organization_slug, p.status, p.status_reason,
  p.cloud_provider, p.region, p.parent_ref, p.is_branch_enabled, p.engine, p.postgres_major, p.version_number,
  p.runs_as_superuser, p.installation_id, p.db_host, p.db_port, p.db_name, p.db_user, p.created_at, p.updated_at`
/** Never the same twice, however coarse the clock. */
const LATER = `greatest(clock_timestamp(), updated_at + interval '1 microsecond')`
const from = 'from control.projects p join control.organizations o on o.id = p.organization_id'

export async function projectByRef(control: ControlDatabase, ref: string): Promise<ProjectRow | undefined> {
  const [row] = await control.selectOften<ProjectRow>(`select ${columns} ${from} where p.ref = $1`, [ref])
  return row
}

/** Of some organizations, by name. */
export function projectsOf(
  control: ControlDatabase,
  organizationIds: readonly number[],
): Promise<ProjectRow[]> {
  return control.select<ProjectRow>(
    `select ${columns} ${from} where p.organization_id = any(string_to_array($1, ',')::int[])
     order by lower(p.name), p.id`,
    [organizationIds.join(',')],
  )
}

const ORDERS: Readonly<Record<ProjectSort, string>> = {
  name_asc: 'lower(p.name), p.id',
  name_desc: 'lower(p.name) desc, p.id desc',
  created_asc: 'p.created_at, p.id',
  created_desc: 'p.created_at desc, p.id desc',
  status_asc: 'p.status, lower(p.name), p.id',
  status_desc: 'p.status desc, lower(p.name) desc, p.id desc',
  region_asc: 'p.region, lower(p.name), p.id',
  region_desc: 'p.region desc, lower(p.name) desc, p.id desc',
}

export interface ProjectFilter {
  organizationId: number
  limit: number
  offset: number
  sort: ProjectSort
  /** Part of the name or the ref, whatever its case. */
  search?: string | undefined
  statuses?: readonly string[] | undefined
}

export async function pageOfProjects(
  control: ControlDatabase,
  filter: ProjectFilter,
): Promise<{ rows: ProjectRow[]; count: number }> {
  const parameters: Parameter[] = [filter.organizationId]
  const bind = (value: Parameter) => `$${parameters.push(value)}`
  const conditions = ['p.organization_id = $1']
  if (filter.search) {
    const word = bind(filter.search)
    conditions.push(`(strpos(lower(p.name), lower(${word})) > 0 or strpos(p.ref, lower(${word})) > 0)`)
  }
  if (filter.statuses && filter.statuses.length > 0)
    conditions.push(`p.status = any(string_to_array(${bind(filter.statuses.join(','))}, ','))`)
  const where = conditions.join(' and ')
  const [page] = await control.select<{ count: number; rows: ProjectRow[] }>(
    `select (select count(*)::int from control.projects p where ${where}) as count,
       coalesce((select json_agg(to_json(page)) from (
         select ${columns} ${from} where ${where} order by ${ORDERS[filter.sort]}
         limit ${filter.limit} offset ${filter.offset}) page), '[]') as rows`,
    parameters,
  )
  return page ?? { rows: [], count: 0 }
}

export interface NewProject {
  ref: string
  name: string
  organizationId: number
  region: string
  engine: EngineKind
  installationId: string | null
  /** The process that makes it; default: it waits for one. */
  workerId?: string
  database: { host: string; port: number; name: string; user: string }
}

/** Begins as COMING_UP. */
export function insertProject(project: NewProject): ControlStatement {
  return {
    sql: `insert into control.projects
        (ref, name, organization_id, status, region, engine, installation_id, db_host, db_port, db_name, db_user, worker_id)
      values ($1, $2, $3, 'COMING_UP', $4, $5, $6, $7, $8, $9, $10, $11)`,
    parameters: [
      project.ref,
      project.name,
      project.organizationId,
      project.region,
      project.engine,
      project.installationId,
      project.database.host,
      project.database.port,
      project.database.name,
      project.database.user,
      project.workerId,
    ],
  }
}

/** Touches no row when the status was none of `from`: somebody else is at work on it, or it is gone. */
export function changeStatus(
  ref: string,
  from: readonly ProjectStatus[],
  to: ProjectStatus,
  reason: string | null = null,
): ControlStatement {
  return {
    sql: `update control.projects set status = $3, status_reason = $4
      where ref = $1 and status = any(string_to_array($2, ','))`,
    parameters: [ref, from.join(','), to, reason],
    expect: 1,
  }
}

/** The same for a status that takes work: `workerId` is the process that does it. */
export function claimStatus(
  ref: string,
  from: readonly ProjectStatus[],
  to: ProjectStatus,
  { workerId, reason = null }: { workerId: string; reason?: string | null },
): ControlStatement {
  return {
    sql: `update control.projects set status = $3, status_reason = $4, worker_id = $5::uuid
      where ref = $1 and status = any(string_to_array($2, ','))`,
    parameters: [ref, from.join(','), to, reason, workerId],
    expect: 1,
  }
}

/** The database is another one from now on: it comes up anew. */
export function replaceDatabase(
  ref: string,
  { engine, installationId, database }: Pick<NewProject, 'engine' | 'installationId' | 'database'>,
): ControlStatement {
  return {
    sql: `update control.projects set engine = $2, installation_id = $3, db_host = $4, db_port = $5, db_name = $6,
        db_user = $7, status = 'COMING_UP', status_reason = null, version_number = null, postgres_major = null
      where ref = $1 and (engine, installation_id, db_host, db_port, db_name, db_user)
        is distinct from ($2, $3::uuid, $4, $5::int, $6, $7)`,
    parameters: [ref, engine, installationId, database.host, database.port, database.name, database.user],
  }
}

/** What was learned of the database when it opened. */
export function setVersion(ref: string, versionNumber: number): ControlStatement {
  return {
    sql: `update control.projects set version_number = $2, postgres_major = $3
      where ref = $1 and version_number is distinct from $2::int`,
    parameters: [ref, versionNumber, Math.floor(versionNumber / 10_000)],
  }
}

/** What was learned of its user when it opened. */
export function setRunsAsSuperuser(ref: string, is: boolean): ControlStatement {
  return {
    sql: `update control.projects set runs_as_superuser = $2
      where ref = $1 and runs_as_superuser is distinct from $2::boolean`,
    parameters: [ref, is],
  }
}

/** Where it is reached, when its engine found another place at this start. */
export function setAddress(ref: string, { host, port }: { host: string; port: number }): ControlStatement {
  return {
    sql: `update control.projects set db_host = $2, db_port = $3
      where ref = $1 and (db_host, db_port) is distinct from ($2, $3::int)`,
    parameters: [ref, host, port],
  }
}

export function renameProject(
  ref: string,
  name: string,
  expectedUpdatedAt: string | undefined,
): ControlStatement {
  return {
    sql: `update control.projects set name = $2, updated_at = ${LATER}
      where ref = $1 and ($3::timestamptz is null or updated_at = $3::timestamptz)`,
    parameters: [ref, name, expectedUpdatedAt],
    expect: 1,
  }
}

export function moveProject(ref: string, organizationId: number): ControlStatement {
  return {
    sql: `update control.projects set organization_id = $2 where ref = $1`,
    parameters: [ref, organizationId],
    expect: 1,
  }
}

export function deleteProjectRow(ref: string): ControlStatement {
  return { sql: 'delete from control.projects where ref = $1', parameters: [ref], expect: 1 }
}
