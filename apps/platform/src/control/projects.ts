/** Projects as rows, and as the platform shows them. */
import type { ProjectSort, ProjectStatus } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import type { ControlDatabase, ControlStatement, Parameter } from './control-database.js'
import { DATABASE_COLUMNS, IS_PRIMARY, type DatabaseFacts, type NewDatabase } from './databases.js'
import { IS_HOLDER_LOST } from './processes.js'

/** A project with its primary database. */
export interface ProjectRow extends DatabaseFacts {
  id: number
  ref: string
  name: string
  organization_id: number
  organization_slug: string
  status: ProjectStatus
  status_reason: string | null
  /** The parent project; null when this is not a branch. */
  parent_ref: string | null
  is_branch_enabled: boolean
  /** Its data API is on. */
  serves_tables: boolean
  created_at: string
  updated_at: string
}

const COLUMNS = `p.id, p.ref, p.name, p.organization_id, o.slug as organization_slug, p.status, p.status_reason,
  (select parent.ref from control.branches b join control.projects parent on parent.id = b.parent_project_id
    where b.project_id = p.id and not b.is_default) as parent_ref,
  p.is_branch_enabled, coalesce((p.data_api ->> 'enabled')::boolean, false) as serves_tables,
  ${DATABASE_COLUMNS}, p.created_at, p.updated_at`
/** Always later than the stored one, even on a coarse clock. */
const LATER = `greatest(clock_timestamp(), updated_at + interval '1 microsecond')`
const FROM = `from control.projects p join control.organizations o on o.id = p.organization_id
  join control.databases d on ${IS_PRIMARY}`

/** @throws DomainError project_not_found */
export async function requireProjectRow(control: ControlDatabase, ref: string): Promise<ProjectRow> {
  const row = await projectByRef(control, ref)
  if (!row) throw new DomainError('project_not_found')
  return row
}

export async function projectByRef(control: ControlDatabase, ref: string): Promise<ProjectRow | undefined> {
  const [row] = await control.selectOften<ProjectRow>(`select ${COLUMNS} ${FROM} where p.ref = $1`, [ref])
  return row
}

/** The projects of some organizations, by name. */
export function projectsOf(
  control: ControlDatabase,
  organizationIds: readonly number[],
): Promise<ProjectRow[]> {
  return control.select<ProjectRow>(
    `select ${COLUMNS} ${FROM} where p.organization_id = any(string_to_array($1, ',')::int[])
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
  region_asc: 'd.region, lower(p.name), p.id',
  region_desc: 'd.region desc, lower(p.name) desc, p.id desc',
}

export interface ProjectFilter {
  organizationId: number
  limit: number
  offset: number
  sort: ProjectSort
  /** Part of the name or the ref, case-insensitive. */
  search?: string | undefined
  statuses?: readonly string[] | undefined
}

export async function pageOfProjects(
  control: ControlDatabase,
  filter: ProjectFilter,
): Promise<{ rows: ProjectRow[]; count: number }> {
  const parameters: Parameter[] = [filter.organizationId]
  const bind = (value: Parameter) => `$${parameters.push(value)}`
  // Branches are listed at their project.
  const conditions = [
    'p.organization_id = $1',
    'not exists (select from control.branches b where b.project_id = p.id and not b.is_default)',
  ]
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
         select ${COLUMNS} ${FROM} where ${where} order by ${ORDERS[filter.sort]}
         limit ${filter.limit} offset ${filter.offset}) page), '[]') as rows`,
    parameters,
  )
  return page ?? { rows: [], count: 0 }
}

export interface NewProject extends NewDatabase {
  ref: string
  name: string
  organizationId: number
  /** The process that creates it; default: any process may take it. */
  workerId?: string
}

/** Begins as COMING_UP, with its primary database and its branch main. */
export function insertProject(project: NewProject): ControlStatement {
  const { ref, name, organizationId, workerId, region, engine, installationId, database } = project
  return {
    sql: `with project as (
        insert into control.projects (ref, name, organization_id, status, worker_id, data_api, auth)
          values ($1, $2, $3, 'COMING_UP', $4, $12::jsonb, $13::jsonb) returning id, ref
      ), main as (
        insert into control.branches (name, project_id, parent_project_id, is_default)
          select 'main', id, id, true from project
      )
      insert into control.databases
          (identifier, project_id, type, region, engine, installation_id, db_host, db_port, db_name, db_user)
        select ref, id, 'PRIMARY', $5, $6, $7::uuid, $8, $9::int, $10, $11 from project`,
    parameters: [
      ref,
      name,
      organizationId,
      workerId,
      region,
      engine,
      installationId,
      database.host,
      database.port,
      database.name,
      database.user,
      // What is in a database by URL was not made for applications: nothing of it opens by itself.
      engine === 'postgres' ? null : '{"enabled": true}',
      engine === 'postgres' ? null : '{"enabled": true, "disable_signup": false}',
    ],
  }
}

/**
 * Touches no row unless the status is one of `from`: another process may be changing the project, or it was deleted.
 */
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

/** The same for a status that needs work; `workerId` is the process that does it. */
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

/** Deletes a project whose database can't be deleted, because the process that holds it has been away for a day. */
export function deleteLostProjectRow(ref: string): ControlStatement {
  return {
    sql: `delete from control.projects p using control.databases d
      where p.ref = $1 and ${IS_PRIMARY} and ${IS_HOLDER_LOST}`,
    parameters: [ref],
    expect: 1,
  }
}

export function deleteProjectRow(ref: string): ControlStatement {
  return { sql: 'delete from control.projects where ref = $1', parameters: [ref], expect: 1 }
}
