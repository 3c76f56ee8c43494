/** The migrations of the fake platform's projects. No SQL runs: a text is cut at its semicolons. */
import {
  addToMigrationDraft,
  createMigration,
  findDrift,
  getMigration,
  getMigrationDraft,
  listMigrations,
  listMigrationStatements,
  MIGRATION_MAX_BYTES,
  revertMigration,
  updateMigrationDraft,
  type MigrationDetail,
  type MigrationDraft,
  type SchemaDrift,
} from '../contract/migrations.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeWorld } from './fake-world.js'

/** The same for all projects; a test changes it. */
export interface FakeMigrations {
  /** Null: the database has no history yet. */
  history: MigrationDetail[] | null
  draft: MigrationDraft
  /** What the next comparisons give. */
  drift: Pick<SchemaDrift, 'changes' | 'not_compared' | 'left_out' | 'failed'>
  /** The next migration that runs is refused so. */
  refusal: FakeRefusal | undefined
}

export function createFakeMigrations(): FakeMigrations {
  return {
    history: null,
    draft: { sql: '', version: '0', updated_at: null, updated_by: null },
    drift: { changes: [], not_compared: [], left_out: [], failed: null },
    refusal: undefined,
  }
}

export function migrationRoutes(world: FakeWorld, migrations: FakeMigrations): FakeRoute[] {
  const log = (ref: string | undefined, action: string, target: string) => {
    const { organization_slug: slug, ref: project_ref } = projectOf(world, ref).project
    record(world, { slug, action, target, project_ref })
  }
  const find = (version: string | undefined) => {
    const found = migrations.history?.find((one) => one.version === version)
    if (!found) throw new FakeRefusal(404, 'migration_not_found', 'The history does not have this migration')
    return found
  }
  const keep = (sql: string) => {
    const version = String(Number(migrations.draft.version) + 1)
    migrations.draft = { sql, version, updated_at: tick(world), updated_by: null }
    return migrations.draft
  }
  let newest = 20260101000000
  return [
    fakeRoute(listMigrations, ({ params }) => {
      projectOf(world, params['ref'])
      return {
        exists: migrations.history !== null,
        migrations: (migrations.history ?? [])
          .map(({ statements, ...entry }) => ({ ...entry, statements: statements && statements.length }))
          .sort((one, other) => Number(BigInt(other.version) - BigInt(one.version))),
      }
    }),
    fakeRoute(getMigration, ({ params }) => {
      projectOf(world, params['ref'])
      return find(params['version'])
    }),
    fakeRoute(listMigrationStatements, ({ params }) => {
      projectOf(world, params['ref'])
      return (migrations.history ?? []).toSorted((one, other) =>
        Number(BigInt(one.version) - BigInt(other.version)),
      )
    }),
    fakeRoute(createMigration, ({ params, body: { name, sql, version, mode, draft_version } }) => {
      const statements = statementsOf(sql)
      const own = version ?? String(++newest)
      if (migrations.history?.some((one) => one.version === own))
        throw new FakeRefusal(409, 'migration_exists', 'The history already has a migration of this version')
      const isRun = mode === 'run'
      log(params['ref'], isRun ? 'database.apply_migration' : 'database.record_migration', `${own} ${name}`)
      const { refusal } = migrations
      migrations.refusal = undefined
      if (isRun && refusal) throw refusal
      const made = { version: own, name, created_by: null, statements }
      migrations.history = [...(migrations.history ?? []), made]
      if (draft_version === migrations.draft.version) keep('')
      return made
    }),
    fakeRoute(revertMigration, ({ params }) => {
      const found = find(params['version'])
      migrations.history = (migrations.history ?? []).filter((one) => one !== found)
      log(params['ref'], 'database.revert_migration', found.version)
      return { version: found.version }
    }),
    fakeRoute(findDrift, ({ params }) => {
      projectOf(world, params['ref'])
      return { ...migrations.drift, replayed: migrations.history?.length ?? 0 }
    }),
    fakeRoute(getMigrationDraft, ({ params }) => {
      projectOf(world, params['ref'])
      return migrations.draft
    }),
    fakeRoute(updateMigrationDraft, ({ params, body: { sql, expected_version: expected } }) => {
      const { project } = projectOf(world, params['ref'])
      const stored = migrations.draft
      if (expected !== stored.version)
        throw new FakeRefusal(409, 'stale', 'Someone else changed this in the meantime', { more: { stored } })
      log(params['ref'], 'database.update_migration_draft', project.name)
      return keep(sql)
    }),
    fakeRoute(addToMigrationDraft, ({ params, body: { sql } }) => {
      const { project } = projectOf(world, params['ref'])
      const before = migrations.draft.sql
      if (before.length + sql.length >= MIGRATION_MAX_BYTES)
        throw new FakeRefusal(
          409,
          'draft_full',
          'The migration in progress would become longer than 1 MB. Finish it first.',
        )
      log(params['ref'], 'database.add_to_migration_draft', project.name)
      return keep(before === '' ? sql : `${before}\n\n${sql}`)
    }),
  ]
}

function statementsOf(sql: string): string[] {
  const statements = sql
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  if (statements.length === 0) throw new FakeRefusal(400, 'migration_empty', 'The migration has no statement')
  if (statements.some((text) => /^(begin|commit|rollback)$/i.test(text)))
    throw new FakeRefusal(400, 'migration_ends_transaction', 'A migration is one transaction')
  return statements
}
