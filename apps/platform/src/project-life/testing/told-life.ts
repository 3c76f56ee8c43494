/** The life of projects over engines without databases and rows without a PostgreSQL. */
import { createSecretKey, randomBytes } from 'node:crypto'
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { secretPurpose } from '../../control/project-secrets.js'
import type { ControlDatabase, ControlStatement, Written } from '../../control/control-database.js'
import type { ProjectRow } from '../../control/projects.js'
import { toldControl, type ToldControl } from '../../control/testing/told-control.js'
import { createLog } from '../../kernel/log.js'
import type { Notice } from '../../notifications/notice.js'
import { createSecretBox } from '../../secrets/secret-box.js'
import { createProjectLife } from '../create-project-life.js'
import type { Asker, NewProjectRequest, ProjectLifeDeps } from '../project-life.js'
import { FakeRegistry } from './fake-registry.js'

export const HERE = 'here'
export const ELSEWHERE = 'elsewhere'
export const ada: Asker = {
  actor: { id: 'ada', name: 'Ada', email: 'ada@example.com' },
  origin: { ip: '192.0.2.1', userAgent: 'test', requestId: 'r1' },
}

/** A healthy project of this process, made by the cluster engine. */
export function projectRow(more: Partial<ProjectRow> = {}): ProjectRow {
  return {
    id: 1,
    ref: 'shop',
    name: 'Shop',
    organization_id: 7,
    organization_slug: 'acme',
    status: 'ACTIVE_HEALTHY',
    status_reason: null,
    parent_ref: null,
    is_branch_enabled: false,
    serves_tables: true,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    cloud_provider: 'local',
    region: 'local',
    engine: 'cluster',
    postgres_major: 15,
    version_number: 150_018,
    runs_as_superuser: false,
    may_create_databases: true,
    installation_id: HERE,
    db_host: '127.0.0.1',
    db_port: 5432,
    db_name: 'postgres',
    db_user: 'postgres',
    ...more,
  }
}

/** One that was added by URL. */
export const addedRow = (more: Partial<ProjectRow> = {}): ProjectRow =>
  projectRow({ engine: 'postgres', installation_id: null, db_host: 'db.example.org', ...more })

export const request = (more: Partial<NewProjectRequest> = {}): NewProjectRequest => ({
  name: 'Shop',
  organizationId: 7,
  region: undefined,
  engine: undefined,
  ownerPassword: undefined,
  existing: undefined,
  ...more,
})

export interface Logged {
  level: number
  msg: string
  project?: string
  err?: { message: string }
}

export const WARN = 40
export const ERROR = 50

/** A life with these projects; secrets as `shop database_url`. */
export function setUpLife(
  given: readonly ProjectRow[],
  { secrets = {}, ...more }: Partial<ProjectLifeDeps> & { secrets?: Readonly<Record<string, string>> } = {},
) {
  const rows = new Map(given.map((row) => [row.ref, row]))
  const box = createSecretBox(createSecretKey(randomBytes(32)))
  const sealed = new Map(
    Object.entries(secrets).map(([name, value]) => {
      const [ref = '', of] = name.split(' ')
      return [name, box.seal(value, secretPurpose(ref, of as 'database_url'))]
    }),
  )
  const { control, lost } = rowsControl(rows, sealed)
  const registry = new FakeRegistry()
  const told: Notice[] = []
  const logged: Logged[] = []
  const deps: ProjectLifeDeps = {
    control,
    registry,
    box,
    log: createLog('info', { write: (line) => void logged.push(JSON.parse(line) as Logged) }),
    installationId: HERE,
    databaseHost: '127.0.0.1',
    now: () => new Date('2026-01-01T00:00:00Z'),
    notify: async (notice) => void told.push(notice),
    operatorDatabase: undefined,
    ...more,
  }
  return { life: createProjectLife(deps), deps, rows, control, lost, registry, told, logged, box }
}

/** Changes rows as PostgreSQL does: a write that does not fit the rows changes nothing. */
function rowsControl(rows: Map<string, ProjectRow>, secrets: ReadonlyMap<string, string>) {
  /** The processes that have been away for a day. */
  const lost = new Set<string | null>()
  const selected = toldControl({
    'p.ref = $1 and s.name = $2': ([ref, name]) => {
      const value = secrets.get(`${String(ref)} ${String(name)}`)
      return value === undefined ? [] : [{ value }]
    },
    'where p.ref = $1': ([ref]) => copiesOf(rows, (row) => row.ref === ref),
    "d.installation_id = $1::uuid and p.status = 'ACTIVE_HEALTHY'": ([holder]) =>
      copiesOf(rows, (row) => row.installation_id === holder && row.status === 'ACTIVE_HEALTHY').map(
        ({ ref, engine }) => ({ id: ref, engine }),
      ),
  })
  const write: ControlDatabase['write'] = async (statements): Promise<Written> => {
    control.written.push(statements)
    const answer = control.answers.shift()
    if (answer) return answer
    const misfit = statements.findIndex((statement) => !fits(statement, rows, lost))
    if (misfit >= 0) return { ok: false, reason: 'mismatch', statement: misfit }
    return { ok: true, rows: statements.map((statement) => apply(statement, rows)) }
  }
  const control: ToldControl = { ...selected, write, append: write }
  return { control, lost }
}

const copiesOf = (rows: ReadonlyMap<string, ProjectRow>, fit: (row: ProjectRow) => boolean) =>
  [...rows.values()].filter(fit).map((row) => ({ ...row }))

const SET_STATUS = 'update control.projects set status = $3'
const DELETE_LOST = 'delete from control.projects p using'
const SET_HOST_OF_HELD = "engine = 'cluster' and db_host <> $2"
const TAKE_UNFINISHED = 'set worker_id = $2::uuid'
const textsOf = ({ parameters = [] }: ControlStatement) => parameters.map(String)

function fits(
  statement: ControlStatement,
  rows: ReadonlyMap<string, ProjectRow>,
  lost: ReadonlySet<string | null>,
) {
  const [ref = '', from = ''] = textsOf(statement)
  const row = rows.get(ref)
  if (statement.sql.includes(SET_STATUS)) return row !== undefined && from.split(',').includes(row.status)
  return !statement.sql.includes(DELETE_LOST) || lost.has(row?.installation_id ?? null)
}

/** What the statement gives back. */
function apply(statement: ControlStatement, rows: Map<string, ProjectRow>): unknown[] {
  const { sql, parameters = [] } = statement
  const [ref = ''] = textsOf(statement)
  const set = (change: Partial<ProjectRow>) => {
    const row = rows.get(ref)
    if (row) rows.set(ref, { ...row, ...change })
  }
  if (sql.includes(SET_STATUS))
    set({ status: parameters[2] as ProjectStatus, status_reason: parameters[3] as string | null })
  else if (sql.includes('set version_number = $2')) set({ version_number: Number(parameters[1]) })
  else if (sql.includes('set runs_as_superuser = $2')) set({ runs_as_superuser: parameters[1] === true })
  else if (sql.includes('set db_host = $2, db_port = $3'))
    set({ db_host: String(parameters[1]), db_port: Number(parameters[2]) })
  else if (sql.includes('with replaced as')) set(replaced(statement))
  else if (sql.includes(SET_HOST_OF_HELD)) hostOfHeld(statement, rows)
  else if (sql.includes('delete from control.projects')) rows.delete(ref)
  else if (sql.includes(TAKE_UNFINISHED)) return unfinished(statement, rows)
  return []
}

/** What `replaceDatabase` makes of another database. */
function replaced({ parameters = [] }: ControlStatement): Partial<ProjectRow> {
  const [, engine, installationId, host, port, name, user] = parameters
  return {
    status: 'COMING_UP',
    status_reason: null,
    engine: engine as ProjectRow['engine'],
    installation_id: installationId as string | null,
    db_host: String(host),
    db_port: Number(port),
    db_name: String(name),
    db_user: String(user),
    version_number: null,
    postgres_major: null,
  }
}

function hostOfHeld(statement: ControlStatement, rows: Map<string, ProjectRow>): void {
  const [holder = '', db_host = ''] = textsOf(statement)
  for (const row of copiesOf(rows, ({ installation_id }) => installation_id === holder))
    rows.set(row.ref, { ...row, db_host })
}

/** No other process is alive here. */
function unfinished(statement: ControlStatement, rows: ReadonlyMap<string, ProjectRow>): unknown[] {
  const [statuses = '', worker] = textsOf(statement)
  const takesOwn = statement.sql.includes('d.installation_id = $2::uuid')
  return copiesOf(
    rows,
    ({ status, installation_id }) =>
      statuses.split(',').includes(status) &&
      (installation_id === null || (takesOwn && installation_id === worker)),
  ).map(({ ref, status }) => ({ ref, status }))
}
