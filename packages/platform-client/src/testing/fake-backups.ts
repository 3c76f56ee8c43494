/** Backups of the fake platform’s projects. They are whole at once, and restoring one changes nothing. */
import {
  BACKUP_DEFAULTS,
  copyBackup,
  createBackup,
  deleteBackup,
  downloadBackup,
  listBackups,
  proveBackup,
  restoreBackup,
  updateBackupSettings,
  type Backup,
  type Backups,
} from '../contract/backups.js'
import type { FakeInsight } from './fake-insight.js'
import { FakeRefusal, fakeRoute, replyRoute, type FakeRoute } from './fake-route.js'
import { makeProject } from './fake-projects.js'
import { projectOf, record, type FakeProject, type FakeWorld } from './fake-world.js'

const NO_COPY_BY_URL =
  'This database runs on another server. Download the backup, and restore it there with pg_restore into a new database'
const NO_POINT_IN_TIME = {
  cluster: null,
  pglite:
    'A database in PGlite keeps no log that could be replayed. It can go back to a backup, not to a second',
  postgres:
    'The log of a database on another server is kept there. It can go back to a backup, not to a second',
}

const NEEDS_ADDON = 'Going back to any second is an add-on. Without it the database can go back to a backup'

export function backupRoutes(
  world: FakeWorld,
  insight: Pick<FakeInsight, 'addons'>,
  isHosted: () => boolean,
): FakeRoute[] {
  const backupsOf = (project: FakeProject): Backups => {
    const all = plainBackups(project)
    const { engine, ref } = project.project
    const isBought = insight.addons[ref]?.some(({ type }) => type === 'pitr') ?? false
    return isHosted() && engine === 'cluster' && !isBought
      ? { ...all, no_point_in_time: NEEDS_ADDON, needs_addon: true }
      : all
  }
  const found = (params: Record<string, string>) => projectOf(world, params['ref'])
  const one = (project: FakeProject, id: string | undefined): Backup => {
    const backup = project.backups.find((known) => known.id === id)
    if (!backup) throw new FakeRefusal(404, 'backup_not_found', 'There is no such backup, or it is not whole')
    return backup
  }
  const noted = ({ project }: FakeProject, action: string, detail: object) => {
    const { organization_slug: slug, name, ref } = project
    record(world, { slug, action, target: name, project_ref: ref, detail: { ...detail } })
  }
  const make = (project: FakeProject, kind: Backup['kind']): Backup => {
    const now = new Date().toISOString()
    const backup: Backup = {
      id: crypto.randomUUID(),
      kind,
      status: 'completed',
      begun_at: now,
      ended_at: now,
      bytes: 1000,
      error: null,
      engine: project.project.engine,
      proof: null,
    }
    project.backups.unshift(backup)
    return backup
  }
  return [
    fakeRoute(listBackups, ({ params }) => backupsOf(found(params))),
    fakeRoute(updateBackupSettings, ({ params, body: { expected_version, ...changes } }) => {
      const project = found(params)
      const stored = backupsOf(project)
      if (changes.point_in_time && stored.no_point_in_time !== null)
        throw new FakeRefusal(501, 'unsupported', stored.no_point_in_time)
      if (expected_version !== undefined && expected_version !== stored.version)
        throw new FakeRefusal(409, 'stale', 'Someone else changed this in the meantime', { more: { stored } })
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      project.backupSettings = { ...project.backupSettings, ...given }
      noted(project, 'project.update_backups', given)
      return backupsOf(project)
    }),
    replyRoute(createBackup, ({ params }) => {
      const project = found(params)
      const backup = make(project, 'manual')
      noted(project, 'project.backup', { id: backup.id })
      return { status: 201, body: backup }
    }),
    fakeRoute(restoreBackup, ({ params, body }) => {
      const project = found(params)
      if ('at' in body)
        throw new FakeRefusal(422, 'not_recoverable', 'The database can’t go back to that moment')
      const { begun_at } = one(project, body.id)
      noted(project, 'project.restore', body)
      return { restored_to: begun_at, kept: make(project, 'before_restore').id }
    }),
    replyRoute(copyBackup, ({ params, body }) => {
      const project = found(params)
      if ('at' in body)
        throw new FakeRefusal(422, 'not_recoverable', 'The database can’t go back to that moment')
      const { begun_at } = one(project, body.id)
      const { organization_slug, engine } = project.project
      if (engine === 'postgres') throw new FakeRefusal(409, 'backup_unavailable', NO_COPY_BY_URL)
      const made = makeProject(world, { name: body.name, organization_slug, engine })
      noted(made, 'project.create', { engine })
      return { status: 201, body: { ref: made.project.ref, restored_to: begun_at } }
    }),
    fakeRoute(proveBackup, ({ params }) => {
      const backup = one(found(params), params['id'])
      backup.proof = {
        at: new Date().toISOString(),
        is_good: true,
        detail: 'Restored into a throw-away database; 0 rows of 0 tables were read',
      }
      return backup
    }),
    fakeRoute(deleteBackup, ({ params }) => {
      const project = found(params)
      const backup = one(project, params['id'])
      project.backups = project.backups.filter(({ id }) => id !== backup.id)
      noted(project, 'project.delete_backup', { id: backup.id })
      return backup
    }),
    replyRoute(downloadBackup, ({ params }) => {
      const project = found(params)
      const { id } = one(project, params['id'])
      noted(project, 'project.download_backup', { id })
      return {
        status: 200,
        body: undefined,
        text: 'a backup',
        headers: { 'content-type': 'application/gzip' },
      }
    }),
  ]
}

function plainBackups({ project, backupSettings, backups, backupStore }: FakeProject): Backups {
  return {
    settings: { ...BACKUP_DEFAULTS, ...backupSettings },
    version: JSON.stringify(backupSettings),
    backups: [...backups],
    recoverable: null,
    ...(backupStore && { store: backupStore }),
    no_point_in_time: NO_POINT_IN_TIME[project.engine],
  }
}
