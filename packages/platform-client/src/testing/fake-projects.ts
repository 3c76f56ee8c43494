/** The projects of the fake platform. They change their status when the test calls `settle`. */
import { getPgbouncerConfig, listSupavisorConfigs, updatePgbouncerConfig } from '../contract/poolers.js'
import { getMachine } from '../contract/machine.js'
import {
  createProject,
  deleteProject,
  getProject,
  getProjectActivity,
  getProjectSettings,
  listDatabases,
  listDatabaseStatuses,
  listOrganizationProjects,
  listProjects,
  pauseProject,
  probeDatabase,
  getPrepareSql,
  resumeProject,
  transferProject,
  updateProject,
  type Capabilities,
  type DatabaseStatus,
  type ProjectDatabase,
  type ReadReplica,
  type OrganizationProject,
  type Project,
  type ProjectSort,
} from '../contract/index.js'
import { firstAuth } from './fake-auth-config.js'
import { firstDataApi, servedBy } from './fake-data-api.js'
import { firstKeys } from './fake-keys.js'
import { firstSigningKeys } from './fake-signing-keys.js'
import { FakeRefusal, fakeRoute, type FakeCall, type FakeRoute } from './fake-route.js'
import {
  checkName,
  checkStale,
  entryOf,
  organizationOf,
  projectOf,
  record,
  tick,
  type FakeProject,
  type FakeWorld,
} from './fake-world.js'

const ACTIVITY_ENTRIES = 10

export function projectRoutes(world: FakeWorld): FakeRoute[] {
  const of = ({ params }: FakeCall) => projectOf(world, params['ref'])
  const change = (found: FakeProject, changes: Partial<Project>, action: string): Project => {
    Object.assign(found.project, changes, { updated_at: tick(world) })
    const { organization_slug: slug, name, ref } = found.project
    record(world, { slug, action, target: name, project_ref: ref })
    return found.project
  }
  return [
    fakeRoute(listProjects, () =>
      world.projects
        .filter(({ project }) => project.parent_project_ref === undefined)
        .map(({ project }) => ({
          ...project,
          preview_branch_refs: world.branches
            .filter(({ parent_project_ref: parent }) => parent === project.ref)
            .map(({ project_ref }) => project_ref),
        })),
    ),
    fakeRoute(createProject, ({ body }) => {
      const { name, organization_slug, engine, database_url, region } = body
      const { id } = organizationOf(world, organization_slug)
      const found = makeProject(world, {
        name,
        organization_id: id,
        organization_slug,
        status: 'COMING_UP',
        ...(database_url === undefined ? {} : { engine: 'postgres' as const, engine_description: 'added' }),
        ...(engine === undefined ? {} : { engine }),
        ...(region === undefined ? {} : { region }),
      })
      return change(found, {}, 'project.create')
    }),
    fakeRoute(probeDatabase, ({ body }) => {
      const { organization_slug, database_url } = body
      organizationOf(world, organization_slug)
      return probe(new URL(database_url))
    }),
    fakeRoute(getProject, (call) => of(call).project),
    fakeRoute(updateProject, (call) => {
      const found = of(call)
      const { expected_updated_at, name } = call.body
      checkStale(found.project, expected_updated_at)
      return change(found, name === undefined ? {} : { name }, 'project.update')
    }),
    fakeRoute(deleteProject, (call) => {
      const found = of(call)
      checkName(found.project, call.body.name)
      const branches = world.branches.filter(({ parent_project_ref: ref }) => ref === found.project.ref)
      if (branches.length > 0)
        throw new FakeRefusal(
          409,
          'project_has_branches',
          `The project has branches; delete them first: ${branches.map(({ name }) => name).join(', ')}`,
        )
      change(found, { status: 'GOING_DOWN' }, 'project.delete')
      world.projects = world.projects.filter((other) => other !== found)
      return { ref: found.project.ref, ...(world.filesLeft ? { files_left: world.filesLeft } : {}) }
    }),
    fakeRoute(pauseProject, (call) => {
      const found = of(call)
      if (!found.project.status.startsWith('ACTIVE_')) throw busy()
      return change(found, { status: 'PAUSING' }, 'project.pause')
    }),
    fakeRoute(getPrepareSql, (call) => {
      const { project } = of(call)
      if (project.engine !== 'postgres')
        throw new FakeRefusal(501, 'unsupported', 'Only a database that was added by its URL needs preparing')
      return { sql: 'begin;\ncommit;\n' }
    }),
    fakeRoute(resumeProject, (call) => {
      const found = of(call)
      if (!['INACTIVE', 'INIT_FAILED', 'ACTIVE_UNHEALTHY'].includes(found.project.status)) throw busy()
      delete found.project.status_reason
      const status = found.project.status === 'INIT_FAILED' ? 'COMING_UP' : 'RESTORING'
      const action = found.project.status === 'ACTIVE_UNHEALTHY' ? 'project.repair' : 'project.resume'
      return change(found, { status }, action)
    }),
    fakeRoute(transferProject, (call) => {
      const found = of(call)
      const { organization_slug } = call.body
      const { id } = organizationOf(world, organization_slug)
      return change(found, { organization_slug, organization_id: id }, 'project.transfer')
    }),
    fakeRoute(getProjectActivity, (call) => {
      const { project, database, history } = of(call)
      const lines = world.audit.filter((line) => line.project_ref === project.ref)
      return {
        entries: lines.slice(-ACTIVITY_ENTRIES).reverse().map(entryOf),
        history,
        ...(project.status === 'ACTIVE_HEALTHY' ? { database } : {}),
      }
    }),
    fakeRoute(getMachine, (call) => {
      of(call)
      return world.machine
    }),
    fakeRoute(listDatabases, (call) => {
      const { project, database, replicas } = of(call)
      const primary = {
        ...databaseOf(project, world),
        size: String(database.size_bytes),
        engine: project.engine,
        capabilities: capabilitiesOf(project),
        restUrl: project.restUrl,
        connectionString: handleOf(project.ref),
      }
      return [primary, ...replicas.map((replica) => replicaDatabase(primary, replica))]
    }),
    fakeRoute(getPgbouncerConfig, (call) => {
      const { project, pooler } = of(call)
      if (pooler) return pooler
      const { db_host, db_name, db_port, db_user } = databaseOf(project, world)
      return {
        db_host,
        db_name,
        db_port,
        db_user,
        connection_string: '',
        pool_mode: 'transaction' as const,
        pgbouncer_enabled: false,
        pgbouncer_status: 'DISABLED' as const,
        pgbouncer_installed: false,
        inserted_at: project.inserted_at,
        updated_at: project.inserted_at,
      }
    }),
    fakeRoute(updatePgbouncerConfig, (call) => {
      const { project, pooler } = of(call)
      if (!pooler) throw new FakeRefusal(501, 'unsupported', 'This project has no pooler of its own')
      const { expected_updated_at, ...changes } = call.body
      checkStale(pooler, expected_updated_at)
      Object.assign(pooler, changes, { updated_at: tick(world) })
      const { organization_slug: slug, name, ref } = project
      record(world, { slug, action: 'project.update_pooler', target: name, project_ref: ref })
      return pooler
    }),
    fakeRoute(listSupavisorConfigs, (call) => {
      of(call)
      return []
    }),
    fakeRoute(listDatabaseStatuses, (call) => {
      const { project, replicas } = of(call)
      const statuses = replicas.map((replica) => ({
        identifier: replica.identifier,
        status: replica.status,
        replicaInitializationStatus: initializationOf(replica),
      }))
      return [{ identifier: project.ref, status: project.status }, ...statuses]
    }),
    fakeRoute(getProjectSettings, (call) => {
      const { project } = of(call)
      const { ref, name, status, region, inserted_at } = project
      const { db_host, db_name, db_port, db_user } = databaseOf(project, world)
      const { protocol, host, pathname } = new URL(project.restUrl)
      return {
        ref,
        name,
        status,
        region,
        inserted_at,
        db_host,
        db_name,
        db_port,
        db_user,
        app_config: {
          db_schema: 'public',
          endpoint: host + pathname,
          protocol: protocol.replace(':', ''),
        },
      }
    }),
    fakeRoute(listOrganizationProjects, ({ params, query }) => {
      const { slug } = organizationOf(world, params['slug'])
      const { limit = 96, offset = 0, sort = 'name_asc', search = '', statuses } = query
      const words = search.toLowerCase()
      const found = world.projects
        .map(({ project }) => project)
        .filter((project) => project.organization_slug === slug && project.parent_project_ref === undefined)
        .filter(({ name, ref }) => name.toLowerCase().includes(words) || ref.includes(words))
        .filter(({ status }) => statuses === undefined || statuses.includes(status))
        .sort(ORDER[sort])
      return {
        projects: found.slice(offset, offset + limit).map(listed),
        pagination: { count: found.length, limit, offset },
      }
    }),
  ]
}

/** A new project with the given fields. */
export function makeProject(world: FakeWorld, given: Partial<Project> & { name: string }): FakeProject {
  const id = 1 + Math.max(0, ...world.projects.map(({ project }) => project.id))
  const ref = given.ref ?? `ref-${id}`
  const at = tick(world)
  const dataApi = firstDataApi(given.engine ?? 'pglite')
  const made: FakeProject = {
    project: {
      id,
      ref,
      organization_id: 1,
      organization_slug: 'default',
      cloud_provider: 'local',
      region: 'local',
      status: 'ACTIVE_HEALTHY',
      db_host: '127.0.0.1',
      engine: 'pglite',
      engine_description: 'fake',
      restUrl: `http://127.0.0.1:8788/${ref}`,
      services: servedBy(dataApi),
      inserted_at: at,
      updated_at: at,
      is_branch_enabled: false,
      ...given,
    },
    keys: firstKeys(ref, at),
    signingKeys: firstSigningKeys(at),
    issuers: [],
    vault: [],
    repository: null,
    database: {
      size_bytes: 8_388_608,
      tables: 0,
      connections: 1,
      max_connections: 100,
      started_at: at,
    },
    history: [],
    dataApi,
    backupSettings: null,
    backups: [],
    branchMasks: [],
    replicas: [],
    replicaReads: { enabled: false, max_lag_seconds: 5 },
    formerPrimaries: [],
    auth: firstAuth(given.engine ?? 'pglite'),
    authMails: [],
    authUsers: [],
  }
  world.projects = [...world.projects, made]
  return made
}

/** Ends a pending change: successfully, or with the given status and reason. */
export function settle(world: FakeWorld, ref: string, status?: Project['status'], reason?: string): void {
  const { project } = projectOf(world, ref)
  project.status = status ?? (project.status === 'PAUSING' ? 'INACTIVE' : 'ACTIVE_HEALTHY')
  if (project.status === 'ACTIVE_HEALTHY') project.dbVersion ??= '18.0'
  if (reason !== undefined) project.status_reason = reason
  project.updated_at = tick(world)
}

function probe({ hostname, port, password }: URL): (typeof probeDatabase)['response'] {
  if (hostname.startsWith('gone') || port === '1')
    return { reachable: false, reason: `${hostname} can’t be reached` }
  if (hostname.startsWith('self-signed'))
    return { reachable: false, reason: 'The certificate is not trusted', untrusted: true }
  if (password === 'wrong') return { reachable: false, reason: 'The database refused the password' }
  return { reachable: true, version: '17.2', tls: !hostname.startsWith('plain') }
}

const byName = (a: Project, b: Project) => a.name.localeCompare(b.name) || a.id - b.id
const byAge = (a: Project, b: Project) => a.inserted_at.localeCompare(b.inserted_at) || a.id - b.id
const byStatus = (a: Project, b: Project) => a.status.localeCompare(b.status) || byName(a, b)
const byRegion = (a: Project, b: Project) => a.region.localeCompare(b.region) || byName(a, b)
const ORDER: Record<ProjectSort, (a: Project, b: Project) => number> = {
  name_asc: byName,
  name_desc: (a, b) => byName(b, a),
  created_asc: byAge,
  created_desc: (a, b) => byAge(b, a),
  status_asc: byStatus,
  status_desc: (a, b) => byStatus(b, a),
  region_asc: byRegion,
  region_desc: (a, b) => byRegion(b, a),
}

function listed({ ref, name, region, status, inserted_at, cloud_provider }: Project): OrganizationProject {
  return {
    ref,
    name,
    region,
    status,
    is_branch: false,
    inserted_at,
    databases: [{ identifier: ref, type: 'PRIMARY', region, status, cloud_provider }],
  }
}

const no = (reason: string) => ({ available: false, reason }) as const
const NO_CAPABILITIES: Capabilities = {
  concurrentRuns: no('One session'),
  gentleCancel: no('One session'),
  largeImports: no('Files of at most 200 MB'),
  replicas: no('PostgreSQL in WebAssembly can’t be replicated.'),
  branches: { available: true },
  poolers: no('No connection pooler runs here.'),
  networkAccess: no('Programs connect through Basedeck’s own socket.'),
  logicalDecoding: no('Triggers tell changes of tables within a tenth of a second.'),
}

export function capabilitiesOf({ engine }: Project): Capabilities {
  if (engine === 'cluster')
    return {
      ...NO_CAPABILITIES,
      replicas: { available: true },
      networkAccess: { available: true },
      logicalDecoding: { available: true },
    }
  if (engine === 'pglite') return NO_CAPABILITIES
  return {
    ...NO_CAPABILITIES,
    replicas: no('This database runs on another server, where its replicas are made.'),
    networkAccess: no('This database runs on another server, whose rules decide who connects.'),
  }
}

const handleOf = (id: string) => `handle-of-${id}`

function replicaDatabase(
  primary: ProjectDatabase,
  { identifier, region, status, db_host, db_port, inserted_at }: ReadReplica,
): ProjectDatabase {
  return {
    ...primary,
    identifier,
    type: 'READ_REPLICA',
    region,
    status,
    db_host,
    db_port,
    inserted_at,
    capabilities: { ...primary.capabilities, replicas: no('A read replica has no replicas of its own.') },
    connectionString: handleOf(identifier),
  }
}

function initializationOf({
  status,
  status_reason,
  step,
}: ReadReplica): NonNullable<DatabaseStatus['replicaInitializationStatus']> {
  if (status === 'INIT_READ_REPLICA') return { status: 'in_progress', progress: step }
  if (status !== 'INIT_READ_REPLICA_FAILED') return { status: 'completed' }
  return { status: 'failed', ...(status_reason === null ? {} : { error: status_reason }) }
}

function databaseOf(
  { ref, cloud_provider, region, status, db_host, inserted_at }: Project,
  { hasNoPort }: FakeWorld,
) {
  const address = { db_host, db_name: 'postgres', db_port: hasNoPort ? 0 : 5432, db_user: 'postgres' }
  return {
    identifier: ref,
    type: 'PRIMARY' as const,
    cloud_provider,
    region,
    status,
    inserted_at,
    ...address,
  }
}

export function busy(): FakeRefusal {
  return new FakeRefusal(409, 'project_busy', 'The project is changing right now; wait until that is done')
}
