/** What the platform does from time to time, whether it is called or not. */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { createRecoveryDays } from './recovery-days.js'
import { keepBackedUp } from '../backup/kept/keep-backed-up.js'
import type { KeptBackups } from '../backup/kept/kept-backups.js'
import { endBranches } from '../branches/end-branches.js'
import { keepReplicas } from '../replicas/keep-replicas.js'
import type { Replicas } from '../replicas/replicas.js'
import { keepTidy } from '../control/keep-tidy.js'
import type { PlanCatalogue } from '../control/plans.js'
import type { EngineFiles } from '../engines/engine-registry.js'
import type { Notify } from '../notifications/notice.js'
import { diskLow } from '../notifications/notices.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { keepLinted } from './daily-lints.js'
import type { DiskReserve } from './disk-reserve.js'
import { watchDisk } from './disk-watch.js'
import { watchDuePlans } from './due-plans.js'
import { watchUsage } from './usage-watch.js'

export interface PeriodicWorkDeps {
  control: ControlDatabase
  life: ProjectLife
  notify: Notify
  plans: PlanCatalogue
  isPlatform: boolean
  auditRetentionDays: number
  registry: EngineFiles
  backups: KeptBackups
  replicas: Replicas
  freeBytes(): Promise<number>
  /** Default: none is kept. */
  reserve?: Pick<DiskReserve, 'settle'>
  log: Pick<Logger, 'warn' | 'error' | 'info'>
  now(): Date
}

/** @returns what ends it, and waits for what is under way */
export function beginPeriodicWork(deps: PeriodicWorkDeps): () => Promise<void> {
  const { notify, reserve } = deps
  const ends = [
    keepTidy(deps.control, deps),
    watchDisk({
      ...deps,
      ...(reserve && { onLook: () => void reserve.settle() }),
      onChange(state, free) {
        if (state !== 'enough') void notify(diskLow(state, free))
      },
    }),
    watchUsage(deps),
    watchDuePlans(deps),
  ]
  const endLints = keepLinted(deps)
  const endBackups = keepBackedUp({ ...deps, recoveryDays: createRecoveryDays(deps) })
  const endEnding = endBranches(deps)
  const endReplicas = keepReplicas(deps)
  return async () => {
    for (const end of ends) end()
    await Promise.all([endLints(), endBackups(), endEnding(), endReplicas()])
  }
}
