/** The databases of the projects as rows: each project has its primary. */
import type { DatabaseId, EngineKind } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** A database and its address. */
export interface DatabaseFacts {
  cloud_provider: string
  region: string
  engine: EngineKind
  postgres_major: number | null
  /** `server_version_num`. */
  version_number: number | null
  /** Whether members' SQL runs as a superuser, as found when the database was last opened. */
  runs_as_superuser: boolean
  /** Whether its user may create databases on its server, as found when it was last opened. */
  may_create_databases: boolean
  /** The process whose data directory holds the database; null for a database reached by URL. */
  installation_id: string | null
  db_host: string
  db_port: number
  db_name: string
  db_user: string
}

export interface DatabaseRow extends DatabaseFacts {
  identifier: DatabaseId
  type: 'PRIMARY' | 'READ_REPLICA'
  status: string
  created_at: string
}

/** Of `control.databases d`. */
export const DATABASE_COLUMNS = `d.cloud_provider, d.region, d.engine, d.postgres_major, d.version_number,
  d.runs_as_superuser, d.may_create_databases, d.installation_id, d.db_host, d.db_port, d.db_name, d.db_user`
/** Joins `control.databases d` with its `control.projects p`. */
export const IS_PRIMARY = `d.project_id = p.id and d.type = 'PRIMARY'`

/** The databases of a project: the primary first, then the oldest. */
export function databasesOf(control: ControlDatabase, ref: string): Promise<DatabaseRow[]> {
  return control.select<DatabaseRow>(
    `select d.identifier, d.type, coalesce(d.status, p.status) as status, ${DATABASE_COLUMNS}, d.created_at
     from control.databases d join control.projects p on p.id = d.project_id
     where p.ref = $1 order by d.type = 'PRIMARY' desc, d.created_at, d.id`,
    [ref],
  )
}

/** The databases in a data directory whose projects can be connected to. */
export function databasesHeldBy(
  control: ControlDatabase,
  installationId: string,
): Promise<{ id: DatabaseId; engine: EngineKind }[]> {
  return control.select(
    `select d.identifier as id, d.engine from control.databases d join control.projects p on p.id = d.project_id
     where d.installation_id = $1::uuid and p.status = 'ACTIVE_HEALTHY'`,
    [installationId],
  )
}

/** The project that a database belongs to; undefined when there is no such database. */
export async function projectOfDatabase(
  control: Pick<ControlDatabase, 'selectOften'>,
  identifier: DatabaseId,
): Promise<string | undefined> {
  const [row] = await control.selectOften<{ ref: string }>(
    `select p.ref from control.databases d join control.projects p on p.id = d.project_id where d.identifier = $1`,
    [identifier],
  )
  return row?.ref
}

export interface NewDatabase {
  region: string
  engine: EngineKind
  installationId: string | null
  database: { host: string; port: number; name: string; user: string }
}

/** Replaces the primary database of a project, which then comes up again. */
export function replaceDatabase(
  ref: string,
  { engine, installationId, database }: Omit<NewDatabase, 'region'>,
): ControlStatement {
  return {
    sql: `with replaced as (
        update control.databases set engine = $2, installation_id = $3::uuid, db_host = $4, db_port = $5::int,
          db_name = $6, db_user = $7, version_number = null, postgres_major = null
        where identifier = $1 and (engine, installation_id, db_host, db_port, db_name, db_user)
          is distinct from ($2, $3::uuid, $4, $5::int, $6, $7)
        returning project_id
      )
      update control.projects set status = 'COMING_UP', status_reason = null
        where id in (select project_id from replaced)`,
    parameters: [ref, engine, installationId, database.host, database.port, database.name, database.user],
  }
}

/** Stores what was found when the database opened. */
export function setVersion(identifier: DatabaseId, versionNumber: number): ControlStatement {
  return {
    sql: `update control.databases set version_number = $2, postgres_major = $3
      where identifier = $1 and version_number is distinct from $2::int`,
    parameters: [identifier, versionNumber, Math.floor(versionNumber / 10_000)],
  }
}

/** Stores what was found about its user when it opened. */
export function setRunsAsSuperuser(identifier: DatabaseId, is: boolean): ControlStatement {
  return {
    sql: `update control.databases set runs_as_superuser = $2
      where identifier = $1 and runs_as_superuser is distinct from $2::boolean`,
    parameters: [identifier, is],
  }
}

/** The same of its right to create databases. */
export function setMayCreateDatabases(identifier: DatabaseId, may: boolean): ControlStatement {
  return {
    sql: `update control.databases set may_create_databases = $2
      where identifier = $1 and may_create_databases is distinct from $2::boolean`,
    parameters: [identifier, may],
  }
}

/** Stores the address, which may change when the engine starts it. */
export function setAddress(
  identifier: DatabaseId,
  { host, port }: { host: string; port: number },
): ControlStatement {
  return {
    sql: `update control.databases set db_host = $2, db_port = $3
      where identifier = $1 and (db_host, db_port) is distinct from ($2, $3::int)`,
    parameters: [identifier, host, port],
  }
}

/** The operator may have chosen another address for the servers of a data directory than at its last start. */
export function setHostOfHeld(installationId: string, host: string): ControlStatement {
  return {
    sql: `update control.databases set db_host = $2
      where installation_id = $1::uuid and engine = 'cluster' and db_host <> $2`,
    parameters: [installationId, host],
  }
}
