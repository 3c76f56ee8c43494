/** Makes backups when they are due, proves them, removes old ones, and takes what servers hand out of their logs. */
import type { Logger } from 'pino'
import type { BackupSettings } from '@basedeck/platform-client/contract'
import { isBackupDue, isProofDue, outdatedBackups } from '@basedeck/core/rules/projects'
import { backedUpProjects, backupSettingsOf, backupsOf, type BackupRow } from '../../control/backups.js'
import type { ControlDatabase } from '../../control/control-database.js'
import { projectByRef } from '../../control/projects.js'
import type { EngineFiles } from '../../engines/engine-registry.js'
import { backupFailed, backupNotRestorable } from '../../notifications/notices.js'
import type { Notify } from '../../notifications/notice.js'
import type { ProjectLife } from '../../project-life/project-life.js'
import type { RecoveryDays } from '../../services/recovery-days.js'
import { removeNeedlessWal } from './collect-wal.js'
import type { KeptBackups } from './kept-backups.js'

export interface KeepBackedUpDeps {
  control: ControlDatabase
  registry: Pick<EngineFiles, 'walOf'>
  life: Pick<ProjectLife, 'isHere'>
  backups: KeptBackups
  notify: Notify
  now(): Date
  log: Pick<Logger, 'warn'>
  /** What an add-on promises; undefined: nothing is sold here. */
  recoveryDays?: RecoveryDays
}

/** A log that is handed out is taken so often: with the server's 30 seconds a commit is kept after 45 at most. */
const COLLECT_MS = 10_000
const LOOK_MS = 60_000
/** Statuses in which a database can be backed up. */
const LIVING = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE']

/** @returns what ends it, and waits for what is under way */
export function keepBackedUp(deps: KeepBackedUpDeps): () => Promise<void> {
  const ends = [
    again(COLLECT_MS, () => forEachHere(deps, (ref) => deps.backups.collect(ref))),
    again(LOOK_MS, async () => {
      await forEachHere(deps, (ref) => lookAfter(deps, ref))
      await deps.backups.copyInstallation().catch((error: unknown) => {
        deps.log.warn({ err: error }, 'what a new machine needs could not be sent to the backup store')
      })
    }),
  ]
  return async () => void (await Promise.all(ends.map((end) => end())))
}

/** One round after the other; the next begins a while after the last one ended. */
function again(everyMs: number, round: () => Promise<void>): () => Promise<void> {
  let hasEnded = false
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  const plan = () => {
    timer = setTimeout(() => {
      running = round().finally(() => hasEnded || plan())
    }, everyMs).unref()
  }
  plan()
  return async () => {
    hasEnded = true
    clearTimeout(timer)
    await running
  }
}

async function forEachHere(
  { control, life, backups, log }: KeepBackedUpDeps,
  work: (ref: string) => Promise<void>,
): Promise<void> {
  const refs = await backedUpProjects(control).catch((error: unknown) => {
    log.warn({ err: error }, 'the backups could not be looked after; it is tried again soon')
    return []
  })
  for (const ref of refs)
    try {
      const row = await projectByRef(control, ref)
      if (
        row &&
        (row.engine !== 'postgres' || backups.hasServers) &&
        LIVING.includes(row.status) &&
        life.isHere(row)
      )
        await work(ref)
    } catch (error) {
      log.warn({ err: error, project: ref }, 'the backups of a project could not be looked after')
    }
}

/** What is due of one project. */
export async function lookAfter(deps: KeepBackedUpDeps, ref: string): Promise<void> {
  const { control, backups, notify, now } = deps
  const found = await backupSettingsOf(control, ref)
  const project = await projectByRef(control, ref)
  if (!found || !project) return
  const { settings } = found
  const known = await backupsOf(control, ref)
  const made = known.filter(({ kind, status }) => kind === 'scheduled' && status !== 'running')
  const line = (await deps.registry.walOf(ref))?.line
  // A replay of a line of the log starts from a backup. On a new machine the line is a new one.
  const needsFirst =
    settings.point_in_time &&
    line !== undefined &&
    !known.some(
      ({ status, wal_line }) => status === 'running' || (status === 'completed' && wal_line === line),
    )
  if (needsFirst || isBackupDue(settings, dateOf(made[0]?.begun_at), now())) {
    const { backup, done } = await backups.begin(ref, 'scheduled')
    if (!(await done)) await notify(backupFailed(project, backup.begun_at))
  }
  const after = await backupsOf(control, ref)
  await removeOld(deps, ref, { known: after, settings: await atLeastPromised(deps, ref, settings) })
  const [newest] = after.filter(({ status }) => status === 'completed')
  const proofs = after.flatMap(({ proof }) => (proof ? [new Date(proof.at).getTime()] : []))
  const lastProof = proofs.length === 0 ? undefined : new Date(Math.max(...proofs))
  if (newest && isProofDue(settings, lastProof, now())) {
    const { proof } = await backups.prove(ref, newest.id)
    if (proof && !proof.is_good) await notify(backupNotRestorable(project, newest.begun_at, proof.detail))
  }
}

/** A replay of the first second that is promised begins with the backup of the day before it. */
async function atLeastPromised(
  { recoveryDays }: Pick<KeepBackedUpDeps, 'recoveryDays'>,
  ref: string,
  settings: BackupSettings,
): Promise<BackupSettings> {
  const days = settings.point_in_time ? ((await recoveryDays?.(ref)) ?? 0) : 0
  return days === 0 ? settings : { ...settings, keep_days: Math.max(settings.keep_days, days + 1) }
}

const DAY_MS = 24 * 60 * 60_000
const FAILURES_KEPT_DAYS = 30

async function removeOld(
  deps: KeepBackedUpDeps,
  ref: string,
  { known, settings }: { known: readonly BackupRow[]; settings: Parameters<typeof outdatedBackups>[1] },
): Promise<void> {
  const { backups, now } = deps
  // What somebody asked for stays until somebody deletes it.
  const scheduled = known.filter(({ kind, status }) => kind !== 'manual' && status === 'completed')
  const old = outdatedBackups(
    scheduled.map(({ id, begun_at }) => ({ id, begunAt: new Date(begun_at) })),
    settings,
    now(),
  )
  const failures = known.filter(
    ({ status, begun_at }) =>
      status === 'failed' && now().getTime() - new Date(begun_at).getTime() > FAILURES_KEPT_DAYS * DAY_MS,
  )
  for (const id of [...old, ...failures.map((failure) => failure.id)]) await backups.remove(ref, id)
  await removeNeedlessWal({ ...deps, files: backups.files }, ref)
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}
