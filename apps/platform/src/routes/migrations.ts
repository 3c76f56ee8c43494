/** Migrations of a project's database: its history, the one in progress, and what none explains. */
import { nextMigrationVersion } from '@basedeck/core/rules'
import {
  addToMigrationDraft,
  createMigration,
  findDrift,
  getMigration,
  getMigrationDraft,
  listMigrations,
  listMigrationStatements,
  revertMigration,
  updateMigrationDraft,
} from '@basedeck/platform-client/contract'
import { auditStatement, type AuditedChange } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { addToDraft, clearDraft, migrationDraftOf, replaceDraft } from '../control/migration-drafts.js'
import type { ProjectResource } from '../control/resources.js'
import { DomainError } from '../kernel/domain-error.js'
import { applyMigration, recordMigration } from '../migrations/apply-migration.js'
import { findDriftOf } from '../migrations/drift.js'
import { listHistory, oneMigration, removeFromHistory, wholeHistory } from '../migrations/history.js'
import { migrationStatements } from '../migrations/migration-parts.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { auditedSql } from '../services/audited-sql.js'
import type { RequireRoomForSql } from '../services/room-for-sql.js'
import { requireRunnable } from '../services/runnable-text.js'
import type { Call, Mount } from './mount.js'
import { mayWrite, ownRunId } from './query.js'

export interface MigrationRouteDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'database'>
  /** @throws HttpError disk_full */
  requireRoomFor: RequireRoomForSql
  /** Is called after a call that may have changed the schema of a project. */
  schemaChanged(ref: string): void
}

export function migrationRoutes(mount: Mount, deps: MigrationRouteDeps): void {
  const { control, life } = deps

  mount.on(listMigrations, async ({ caller, project, database }) =>
    listHistory(await life.database(database), { writes: mayWrite(caller, project) }),
  )

  mount.on(getMigration, async ({ caller, project, database, params }) =>
    oneMigration(
      await life.database(database),
      { writes: mayWrite(caller, project) },
      params['version'] ?? '',
    ),
  )

  mount.on(listMigrationStatements, async ({ caller, project, database }) =>
    wholeHistory(await life.database(database), { writes: mayWrite(caller, project) }),
  )

  mount.on(createMigration, (call) => create(deps, call))

  mount.on(revertMigration, async ({ caller, project, params, origin }) => {
    const version = params['version'] ?? ''
    await removeFromHistory(await life.database(project.ref), version)
    await control.write([
      auditStatement(caller, origin, {
        action: 'database.revert_migration',
        target: version,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    return { version }
  })

  mount.on(findDrift, async ({ c, project }) =>
    findDriftOf(await life.database(project.ref), c.req.raw.signal),
  )

  mount.on(getMigrationDraft, ({ project }) => migrationDraftOf(control, project.ref))

  mount.on(
    updateMigrationDraft,
    async ({ caller, project, origin, body: { sql, expected_version: expected } }) => {
      const written = await control.write([
        replaceDraft(project.ref, { sql, by: caller.email, expected }),
        auditStatement(caller, origin, draftChange(project, 'update')),
      ])
      const stored = await migrationDraftOf(control, project.ref)
      if (!written.ok) throw new DomainError('stale', undefined, { more: { stored } })
      return stored
    },
  )

  mount.on(addToMigrationDraft, async ({ caller, project, origin, body: { sql } }) => {
    const written = await control.write([
      addToDraft(project.ref, { sql, by: caller.email }),
      auditStatement(caller, origin, draftChange(project, 'add_to')),
    ])
    if (!written.ok) throw new DomainError('draft_full')
    return migrationDraftOf(control, project.ref)
  })
}

function draftChange({ name, ref, organization }: ProjectResource, verb: 'update' | 'add_to'): AuditedChange {
  return {
    action: `database.${verb}_migration_draft`,
    target: name,
    organizationId: organization.id,
    projectRef: ref,
  }
}

/** It is in the audit log before it runs. */
async function create(
  { control, life, requireRoomFor, schemaChanged }: MigrationRouteDeps,
  { c, caller, project, database: id, body, origin }: Call<typeof createMigration>,
) {
  requireRunnable(body.sql)
  const statements = await migrationStatements(body.sql)
  const database = await life.database(id)
  const isRun = body.mode === 'run'
  if (isRun) await requireRoomFor(project.ref, body.sql)
  const { exists, migrations } = await listHistory(database, { writes: true })
  const taken = exists ? migrations.map(({ version }) => version) : []
  const version = body.version ?? nextMigrationVersion(Date.now(), taken)
  if (taken.includes(version)) throw new DomainError('migration_exists')
  const audited = await auditedSql(body.sql, false)
  await control.write([
    auditStatement(caller, origin, {
      action: isRun ? 'database.apply_migration' : 'database.record_migration',
      target: `${version} ${body.name}`,
      organizationId: project.organization.id,
      projectRef: project.ref,
      detail: audited ? { sql: audited.sql, ...(audited.isCut ? { isCut: true } : {}) } : {},
    }),
  ])
  const recorded = { version, name: body.name, statements, createdBy: caller.email }
  const run = { runId: ownRunId(caller, body.runId), signal: c.req.raw.signal }
  try {
    await (isRun ? applyMigration : recordMigration)(database, recorded, run)
  } finally {
    // Also after an error: what came before it may have been kept.
    if (isRun) schemaChanged(project.ref)
  }
  if (body.draft_version !== undefined)
    await control.write([
      clearDraft(project.ref, body.draft_version),
      auditStatement(caller, origin, draftChange(project, 'update')),
    ])
  return { version, name: body.name, created_by: caller.email, statements }
}
