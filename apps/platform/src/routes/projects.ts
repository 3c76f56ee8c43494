/** Projects. CONTRACT projects. */
import {
  createProject,
  deleteProject,
  getProject,
  getPrepareSql,
  getProjectActivity,
  getProjectSettings,
  listDatabases,
  listDatabaseStatuses,
  listProjects,
  pauseProject,
  probeDatabase,
  resumeProject,
  transferProject,
  updateProject,
  type FilesLeft,
  type Project,
  type DatabaseId,
  type ProjectDatabase,
  type ProjectSummary,
} from '@basedeck/platform-client/contract'
import { mayHold } from '../access/credential-rights.js'
import { isAllowed, requirePermission } from '../access/permission.js'
import type { DatabaseAddress } from '../engines/engine.js'
import type { Caller } from '../access/caller.js'
import { listApiKeyRows, type ApiKeyRow } from '../control/api-keys.js'
import { auditStatement, readAudit } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { findOrganization } from '../control/resources.js'
import { readSamples } from '../control/samples.js'
import { secretPurpose } from '../control/project-secrets.js'
import {
  moveProject,
  requireProjectRow,
  projectsOf,
  renameProject,
  type ProjectRow,
} from '../control/projects.js'
import { branchesOf, moveBranches, renameBranch } from '../control/branches.js'
import { databasesOf } from '../control/databases.js'
import { replicasOf } from '../control/replicas.js'
import { initializationOf } from '../services/replica-initialization.js'
import { isClosed } from '../access/caller.js'
import { parseUrl } from '../engines/server/database-url.js'
import { probe } from '../engines/server/probe.js'
import { versionText } from '../engines/server/version-text.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'
import type { LeftBehind, ProjectLife } from '../project-life/project-life.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { databaseFacts } from '../services/database-facts.js'
import { capabilitiesOf } from '../engines/capabilities.js'
import { servedBy } from '../services/served-services.js'
import { directTarget } from '../services/direct-target.js'
import { databaseHandle } from '../services/database-handle.js'
import type { Notify } from '../notifications/notice.js'
import { noticedProject } from '../notifications/notices.js'
import { projectTransferred } from '../notifications/team-notices.js'
import { branchText } from '../text/branches.js'
import { projectText } from '../text/projects.js'

export interface ProjectRouteDeps {
  control: ControlDatabase
  box: SecretBox
  life: ProjectLife
  isPlatform: boolean
  notify: Notify
  /** As of `DirectTargetDeps`. */
  pgliteAddress?(): DatabaseAddress | undefined
  now(): Date
  /** Origin of the projects' own API. */
  apiUrl(): string
}

const ACTIVITY_ENTRIES = 10

export function projectRoutes(mount: Mount, deps: ProjectRouteDeps): void {
  const { control, life, box, notify } = deps

  function show(row: ProjectRow): Project {
    return {
      ...shared(row),
      ...(row.status_reason === null ? {} : { status_reason: row.status_reason }),
      ...(row.runs_as_superuser ? { runs_as_superuser: true as const } : {}),
      db_host: row.db_host,
      ...(row.version_number === null ? {} : { dbVersion: versionText(row.version_number) }),
      engine: row.engine,
      engine_description: life.describeEngine(row),
      restUrl: restUrl(row.ref),
      services: servedBy(row),
      connectionString: databaseHandle(row.ref),
      updated_at: row.updated_at,
      ...(row.parent_ref === null ? {} : { parent_project_ref: row.parent_ref }),
    }
  }

  const restUrl = (identifier: DatabaseId) => `${deps.apiUrl()}/${identifier}`

  mount.on(listProjects, async ({ caller }) => {
    const open = caller.memberships.filter((membership) => !isClosed(caller, membership))
    const rows = await projectsOf(
      control,
      open.map(({ organizationId }) => organizationId),
    )
    const branches = new Map<string, string[]>()
    for (const { ref, parent_ref: parent } of rows)
      if (parent !== null) branches.set(parent, [...(branches.get(parent) ?? []), ref])
    return rows
      .filter(({ ref, parent_ref }) => parent_ref === null && (caller.scope?.projectRef ?? ref) === ref)
      .map((row) => summary(row, branches.get(row.ref) ?? []))
  })

  mount.on(
    createProject,
    async ({ caller, organization, body, origin }) => {
      const { database_url: url, tls } = body
      const row = await life.create(
        {
          name: body.name,
          organizationId: organization.id,
          region: body.region,
          engine: body.engine,
          ownerPassword: body.db_pass,
          existing: url === undefined ? undefined : { url, tls },
        },
        { actor: caller, origin },
      )
      return show(row)
    },
    201,
  )

  mount.on(probeDatabase, async ({ caller, organization, body, origin }) => {
    await control.write([
      auditStatement(caller, origin, {
        action: 'database.probe',
        target: hostOf(body.database_url),
        organizationId: organization.id,
      }),
    ])
    return probe(body.database_url, body.tls)
  })

  mount.on(getProject, async ({ project }) => show(await requireProjectRow(control, project.ref)))

  mount.on(updateProject, async ({ caller, project, body, origin }) => {
    if (body.name === undefined) return show(await requireProjectRow(control, project.ref))
    const written = await control.write([
      renameProject(project.ref, body.name, body.expected_updated_at),
      renameBranch(project.ref, body.name),
      auditStatement(caller, origin, {
        action: 'project.rename',
        target: body.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { from: project.name, to: body.name },
      }),
    ])
    const stored = show(await requireProjectRow(control, project.ref))
    if (!written.ok && written.reason === 'taken') throw new DomainError('branch_name_taken')
    if (!written.ok) throw new DomainError('stale', undefined, { more: { stored } })
    return stored
  })

  mount.on(deleteProject, async ({ caller, project, body, origin }) => {
    if (body.name !== project.name) throw new DomainError('name_mismatch')
    const branches = (await branchesOf(control, project.ref)).filter(
      ({ is_default, parent_project_ref: parent }) => !is_default && parent === project.ref,
    )
    if (branches.length > 0)
      throw new DomainError('project_has_branches', branchText.hasBranches(branches.map(({ name }) => name)))
    const left = await life.remove(project.ref, { actor: caller, origin })
    return { ref: project.ref, ...(left ? { files_left: filesLeft(left, caller) } : {}) }
  })

  mount.on(pauseProject, async ({ caller, project, origin }) => {
    await life.pause(project.ref, { actor: caller, origin })
    return show(await requireProjectRow(control, project.ref))
  })

  mount.on(resumeProject, async ({ caller, project, origin }) => {
    await life.resume(project.ref, { actor: caller, origin })
    return show(await requireProjectRow(control, project.ref))
  })

  mount.on(transferProject, async ({ caller, project, body, origin }) => {
    const target = await requireTarget(caller, body.organization_slug)
    const { parent_ref: parent } = await requireProjectRow(control, project.ref)
    if (parent !== null) throw new DomainError('unsupported', branchText.movesWithParent)
    const change = {
      action: 'project.transfer',
      target: project.name,
      projectRef: project.ref,
      detail: { from: project.organization.name, to: target.name },
    }
    const written = await control.write([
      moveProject(project.ref, target.id),
      moveBranches(project.ref, target.id),
      // Both organizations read of it.
      auditStatement(caller, origin, { ...change, organizationId: project.organization.id }),
      auditStatement(caller, origin, { ...change, organizationId: target.id }),
    ])
    if (!written.ok) throw new DomainError('project_not_found')
    const moved = noticedProject({ ...project, organization: target })
    for (const notice of projectTransferred(moved, { from: project.organization, to: target }, caller))
      await notify(notice)
    return show(await requireProjectRow(control, project.ref))
  })

  mount.on(getProjectActivity, async ({ caller, project }) => {
    const row = await requireProjectRow(control, project.ref)
    const maySeeLog = isAllowed(caller, project.organization.slug, { action: 'read', resource: 'audit_logs' })
    const { entries } = maySeeLog
      ? await readAudit(control, { projectRef: project.ref, limit: ACTIVITY_ENTRIES })
      : { entries: null }
    const database = row.status === 'ACTIVE_HEALTHY' ? await databaseFacts(life, project.ref) : undefined
    const history = await readSamples(control, project.ref, deps.now())
    return { entries, history, ...(database ? { database } : {}) }
  })

  mount.on(listDatabases, async ({ project }): Promise<ProjectDatabase[]> =>
    (await databasesOf(control, project.ref)).map((row) => ({
      identifier: row.identifier,
      type: row.type,
      cloud_provider: row.cloud_provider,
      region: row.region,
      status: row.status,
      size: 'local',
      engine: row.engine,
      capabilities: capabilitiesOf(row),
      ...directTarget(deps, project.ref, row),
      restUrl: restUrl(row.identifier),
      connectionString: databaseHandle(row.identifier),
      inserted_at: row.created_at,
    })),
  )

  mount.on(listDatabaseStatuses, async ({ project }) => {
    const setups = new Map((await replicasOf(control, project.ref)).map((row) => [row.identifier, row]))
    return (await databasesOf(control, project.ref)).map(({ identifier, status }) => {
      const replica = setups.get(identifier)
      if (!replica) return { identifier, status }
      return { identifier, status, replicaInitializationStatus: initializationOf(replica, deps.now()) }
    })
  })

  mount.on(getPrepareSql, async ({ project }) => {
    const { engine, ref, parent_ref: parent } = await requireProjectRow(control, project.ref)
    if (engine !== 'postgres') throw new DomainError('unsupported', projectText.noPreparation)
    // A branch has the logins of its parent. Opening detects a superuser, who also gets an ordinary owner.
    await life.database(parent ?? ref)
    return { sql: life.prepareSql(parent ?? ref) }
  })

  mount.on(getProjectSettings, async ({ caller, project }) => {
    const row = await requireProjectRow(control, project.ref)
    const url = new URL(restUrl(row.ref))
    const { slug } = project.organization
    const mayHoldKeys = mayHold(caller, 'service_key', { slug, ref: row.ref })
    const keys = mayHoldKeys ? await legacyKeys(row.ref) : undefined
    return {
      ref: row.ref,
      name: row.name,
      status: row.status,
      region: row.region,
      ...directTarget(deps, row.ref, row),
      inserted_at: row.created_at,
      app_config: {
        db_schema: 'public',
        endpoint: `${url.host}${url.pathname}`,
        protocol: url.protocol.replace(':', ''),
      },
      ...(keys ? { service_api_keys: keys } : {}),
    }
  })

  async function legacyKeys(ref: string) {
    const rows = await listApiKeyRows(control, ref)
    return rows
      .filter((row): row is ApiKeyRow & { value: string } => row.type === 'legacy' && row.value !== null)
      .map(({ id, name, value }) => ({
        name: `${name} key`,
        tags: name,
        api_key: box.open(value, secretPurpose(ref, `api_key ${id}`)),
      }))
  }

  /** Where the caller may make projects; what they don't belong to does not exist. */
  async function requireTarget(caller: Caller, slug: string) {
    const organization = await findOrganization(control, slug)
    if (!organization) throw new DomainError('organization_not_found')
    requirePermission(caller, organization, {
      action: 'create',
      resource: 'projects',
      missing: 'organization_not_found',
    })
    return organization
  }
}

function filesLeft({ folder, installationId }: LeftBehind, { isAdministrator }: Caller): FilesLeft {
  return { folder, ...(isAdministrator ? { process: installationId } : {}) }
}

/** The fields of a project in lists and details. */
function shared(row: ProjectRow) {
  return {
    id: row.id,
    ref: row.ref,
    name: row.name,
    organization_id: row.organization_id,
    organization_slug: row.organization_slug,
    cloud_provider: row.cloud_provider,
    region: row.region,
    status: row.status,
    inserted_at: row.created_at,
    is_branch_enabled: row.is_branch_enabled,
  }
}

function summary(row: ProjectRow, branches: string[]): ProjectSummary {
  return { ...shared(row), preview_branch_refs: branches }
}

/** All of an address that may be written down: its password may not. */
function hostOf(databaseUrl: string): string {
  try {
    return parseUrl(databaseUrl).host
  } catch {
    return ''
  }
}
