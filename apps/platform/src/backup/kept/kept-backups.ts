/** The kept backups of the projects whose files this process has: made, proved, restored, removed. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Backup, Backups, EngineKind } from '@basedeck/platform-client/contract'
import {
  type BackupRow,
  backupsOf,
  backupSettingsOf,
  beginBackup,
  failInterrupted,
  forgetBackup,
} from '../../control/backups.js'
import { copyNetworkAccess } from '../../control/network-access.js'
import type { ControlDatabase } from '../../control/control-database.js'
import { projectByRef, type ProjectRow } from '../../control/projects.js'
import { DomainError } from '../../kernel/domain-error.js'
import { keptText } from '../../text/kept-backups.js'
import type { KeptDraft } from '../../branches/branches-context.js'
import { createKeptFiles, type KeptFiles } from './kept-files.js'
import type { KeptBackupsContext, KeptBackupsDeps } from './kept-context.js'
import { makeBackup } from './make-backup.js'
import { proveBackup } from './prove-backup.js'
import { endOf, recoverableRange } from './recoverable.js'
import {
  copyKept,
  draftOfMoment,
  restoreKept,
  sourceOf,
  type RestoreBy,
  type RestoreTo,
} from './restore-kept.js'
import { restoreOnServer } from './restore-server.js'
import { BackupError } from '../backup-error.js'
import { createInstallationCopies } from './installation-copies.js'
import { createStoreCopies, type StoreCopies, type StoreState } from './store-copies.js'
import { collectWal } from './collect-wal.js'
import { followedBackups } from './followed-backups.js'

export interface KeptBackups {
  /** @throws DomainError project_not_found */
  list(ref: string): Promise<Backups>
  /** Begins one; `done` says whether it is whole, and never rejects. @throws DomainError backup_running, backup_unavailable */
  begin(ref: string, kind: Backup['kind']): Promise<{ backup: Backup; done: Promise<boolean> }>
  /** @throws DomainError backup_not_found */
  prove(ref: string, id: string): Promise<Backup>
  /**
   * @param by default: the operator, by a command
   * @throws DomainError backup_not_found, not_recoverable, backup_failed
   */
  restore(ref: string, to: RestoreTo, by?: RestoreBy): Promise<{ restored_to: string; kept: string }>
  /**
   * Restores into a new project of the same organization.
   * @returns its ref
   * @throws DomainError as `restore`; project_not_made when its database could not be made
   */
  copy(ref: string, to: RestoreTo, name: string, by: RestoreBy): Promise<{ ref: string; restored_to: string }>
  /** @throws DomainError backup_not_found */
  remove(ref: string, id: string): Promise<Backup>
  /** The file of a whole backup, as it is kept. @throws DomainError backup_not_found */
  pathOf(ref: string, id: string): Promise<string>
  /** As of `draftOfMoment`. @throws DomainError not_recoverable */
  draft: KeptDraft
  /** Whether a moment is kept. @throws DomainError not_recoverable */
  requireMoment(ref: string, at: string): Promise<void>
  /** Since when the oldest part of the log waits to be taken; undefined: nothing waits. */
  logWaitsSince(ref: string): Promise<Date | undefined>
  /** Whether the server hands its log out, from its next start on. */
  keepLog(ref: string, isOn: boolean): Promise<void>
  /** Makes the backup with which a log begins, once the database is restarted. It never rejects. */
  beginLine(ref: string): Promise<void>
  /** Takes what the servers hand out of their logs, and sends what is not in the store yet. */
  collect(ref: string): Promise<void>
  /** Sends what a new machine needs beside the projects, when it is due. @throws BackupError */
  copyInstallation(): Promise<void>
  readonly files: KeptFiles
  /** Whether databases on other servers are backed up here. */
  readonly hasServers: boolean
  /** Stops what is under way, and waits for it. */
  close(): Promise<void>
}

export function createKeptBackups(deps: KeptBackupsDeps): KeptBackups {
  const stopping = new AbortController()
  const copies =
    deps.store &&
    createStoreCopies(deps.store, deps.installationId, {
      onFailure: (error, ref) =>
        deps.log.warn({ err: error, project: ref }, 'the copies in the backup store could not be made'),
      stopping: stopping.signal,
    })
  const context: KeptBackupsContext = {
    ...deps,
    files: createKeptFiles(deps.dataDir, deps.box, copies),
    stopping: stopping.signal,
  }
  const { control, files } = context
  const copyInstallation = createInstallationCopies(context)
  /** Of each project: the work under way, and how it is stopped. */
  const working = new Map<string, { stop: AbortController; done: Promise<unknown> }>()

  async function rowOf(ref: string, id: string): Promise<BackupRow> {
    const found = (await backupsOf(control, ref)).find((backup) => backup.id === id)
    if (!found) throw new DomainError('backup_not_found')
    return found
  }

  async function projectOf(ref: string): Promise<ProjectRow> {
    const row = await projectByRef(control, ref)
    if (!row) throw new DomainError('project_not_found')
    if ((row.engine === 'postgres' && !deps.servers) || !deps.life.isHere(row))
      throw new DomainError('backup_unavailable')
    return row
  }

  /** One at a time for each project, so that a restore never meets a backup. */
  async function alone<T>(ref: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (working.has(ref)) throw new DomainError('backup_running')
    const stop = new AbortController()
    const done = work(AbortSignal.any([stop.signal, stopping.signal]))
    working.set(ref, { stop, done })
    return done.finally(() => working.delete(ref))
  }

  async function begin(ref: string, kind: Backup['kind']) {
    const { engine } = await projectOf(ref)
    if (working.has(ref)) throw new DomainError('backup_running')
    const id = randomUUID()
    const begun = await control.write([
      // Nothing works on it here: what is noted as running was broken off.
      failInterrupted(ref, keptText.interrupted),
      beginBackup(ref, { id, kind, engine, begunAt: deps.now() }),
    ])
    if (!begun.ok) throw new DomainError('backup_running')
    const done = alone(ref, (signal) => makeBackup(context, { ref, id, engine }, signal)).then(
      async (isWhole) => {
        if (isWhole) await sendCopies(ref)
        return isWhole
      },
    )
    return { backup: plain(await rowOf(ref, id)), done }
  }

  async function sendCopies(ref: string): Promise<void> {
    if (!copies) return
    try {
      const whole = (await backupsOf(control, ref)).filter(({ status }) => status === 'completed')
      const ids = whole.map(({ id }) => id)
      // The copy of the control plane names the newest backup.
      if ((await copies.send(ref, await files.localCopies(ref, ids))) > 0) await copyInstallation()
    } catch (error) {
      // The next look tries it again.
      deps.log.warn({ err: error, project: ref }, 'the copies in the backup store could not be made')
    }
  }

  /** Nothing can be replayed before there is a backup to begin with. If it fails, the next look begins another one. */
  async function beginLine(ref: string): Promise<void> {
    try {
      // It waits while the database is restarted.
      await deps.life.database(ref)
      await begin(ref, 'scheduled')
    } catch (error) {
      deps.log.warn({ err: error, project: ref }, 'the first backup of a log could not be begun yet')
    }
  }

  return {
    files,
    hasServers: deps.servers !== undefined,
    async list(ref) {
      const found = await backupSettingsOf(control, ref)
      const project = await projectByRef(control, ref)
      if (!found || !project) throw new DomainError('project_not_found')
      const backups = await backupsOf(control, ref)
      const handed = project.engine === 'cluster' ? await deps.registry.walOf(ref) : undefined
      const end = handed && endOf(await files.segments(ref, handed.line))
      return {
        ...found,
        backups: backups.map(plain),
        ...(project.engine === 'postgres' && !deps.servers && { unavailable: keptText.ownServer }),
        recoverable: handed ? recoverableRange(followedBackups(backups), handed.line, end) : null,
        ...(copies &&
          (project.engine !== 'postgres' || deps.servers) && {
            store: copies.state(ref) ?? unknownState(copies, backups),
          }),
        no_point_in_time: NO_POINT_IN_TIME[project.engine],
      }
    },
    logWaitsSince: (ref) => deps.registry.walWaitsSince(ref),
    begin,
    async prove(ref, id) {
      const backup = await rowOf(ref, id)
      if (backup.status !== 'completed') throw new DomainError('backup_not_found')
      await alone(ref, () => proveBackup(context, ref, backup))
      return plain(await rowOf(ref, id))
    },
    async restore(ref, to, by) {
      const { engine } = await projectOf(ref)
      const restored = await alone(ref, async (signal) => {
        if (engine !== 'postgres') return restoreKept(context, { ref, engine, to, ...(by && { by }) }, signal)
        const { id } = await sourceOf(context, ref, to)
        return restoreOnServer(context, { ref, id, by }, signal)
      })
      // The restored database begins a new line of its log, and a replay of that line starts from a backup.
      if ((await backupSettingsOf(control, ref))?.settings.point_in_time) await beginLine(ref)
      return restored
    },
    async copy(ref, to, name, { caller, origin }) {
      const { engine, organization_id: organizationId } = await projectOf(ref)
      if (engine === 'postgres') throw new DomainError('backup_unavailable', keptText.noCopyByUrl)
      return alone(ref, async (signal) => {
        // Before a project is made that nothing could be put into.
        await sourceOf(context, ref, to)
        const request = { name, organizationId, engine, region: undefined, ownerPassword: undefined }
        const made = await deps.life.create({ ...request, existing: undefined }, { actor: caller, origin })
        await isMade(control, made.ref, signal)
        await control.write([copyNetworkAccess(ref, made.ref)])
        const by = { caller, origin }
        const restored_to = await copyKept(context, { ref, engine, to, by, into: made.ref })
        return { ref: made.ref, restored_to }
      })
    },
    async remove(ref, id) {
      const backup = await rowOf(ref, id)
      const under = working.get(ref)
      if (backup.status === 'running') {
        under?.stop.abort()
        await under?.done.catch(() => {})
      }
      await files.remove(ref, id).catch(sentence)
      await control.write([forgetBackup(ref, id)])
      return plain(backup)
    },
    async pathOf(ref, id) {
      const backup = await rowOf(ref, id)
      if (backup.status !== 'completed') throw new DomainError('backup_not_found')
      return files.bring(ref, id).catch(sentence)
    },
    draft: (ref, at, places) => draftOfMoment(context, ref, at, places),
    requireMoment: async (ref, at) => void (await sourceOf(context, ref, { at })),
    keepLog: (ref, isOn) => deps.registry.setWal(ref, isOn),
    beginLine,
    async collect(ref) {
      await collectWal(context, ref)
      await sendCopies(ref)
    },
    copyInstallation,
    async close() {
      stopping.abort()
      await Promise.allSettled([...working.values()].map(({ done }) => done))
    },
  }
}

const NO_POINT_IN_TIME: Record<EngineKind, string | null> = {
  cluster: null,
  pglite: keptText.noPointInTime,
  postgres: keptText.noPointInTimeByUrl,
}

/** Until the first attempt none counts as sent. */
function unknownState({ store }: StoreCopies, backups: readonly BackupRow[]): StoreState {
  const waiting = backups.filter(({ status }) => status === 'completed').length
  return { where: store.where, waiting, error: null }
}

function sentence(error: unknown): never {
  if (error instanceof BackupError) throw new DomainError('backup_failed', error.message, { cause: error })
  throw error
}

const ASK_AGAIN_MS = 200

/** @throws DomainError project_not_made when its database could not be made */
async function isMade(control: ControlDatabase, ref: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const row = await projectByRef(control, ref)
    if (row?.status === 'ACTIVE_HEALTHY') return
    if (row?.status !== 'COMING_UP')
      throw new DomainError('project_not_made', row?.status_reason ?? undefined)
    await delay(ASK_AGAIN_MS, undefined, { signal })
  }
}

function plain(row: BackupRow): Backup {
  const { id, kind, status, begun_at, ended_at, bytes, error, engine, proof } = row
  return { id, kind, status, begun_at, ended_at, bytes, error, engine, proof }
}
