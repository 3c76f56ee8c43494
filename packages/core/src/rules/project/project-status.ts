/**
 * What a project's status means: its colour, whether it is changing, and which actions are possible.
 * @rule projects.status  @spec §4
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'

/** The colour of a status: running, changing, failed, stopped. */
export type StatusTone = 'good' | 'busy' | 'bad' | 'quiet'

const GOOD = ['ACTIVE_HEALTHY']
const BAD = ['INIT_FAILED', 'ACTIVE_UNHEALTHY', 'RESTORE_FAILED', 'PAUSE_FAILED', 'INIT_READ_REPLICA_FAILED']
/** Statuses that change by themselves. */
const CHANGING = [
  'COMING_UP',
  'GOING_DOWN',
  'PAUSING',
  'RESTORING',
  'RESTARTING',
  'RESIZING',
  'UPGRADING',
  'INIT_READ_REPLICA',
]
const ENDING = ['GOING_DOWN', 'REMOVED']

/** A status this client does not know is quiet. */
export function statusTone(status: ProjectStatus): StatusTone {
  if (GOOD.includes(status)) return 'good'
  if (BAD.includes(status)) return 'bad'
  return CHANGING.includes(status) ? 'busy' : 'quiet'
}

/** Whether another status follows by itself, so that polling is worthwhile. */
export function isChanging(status: ProjectStatus): boolean {
  return CHANGING.includes(status)
}

/** The possible actions in a status. Permissions are checked elsewhere. */
export interface ProjectActions {
  /** Open its database: run SQL, connect. */
  connect: boolean
  pause: boolean
  /** Start a paused database, or retry one that could not be opened or does not answer. */
  resume: boolean
  rename: boolean
  transfer: boolean
  delete: boolean
}

/** The possible actions in this status. */
export function projectActions(status: ProjectStatus): ProjectActions {
  const ending = ENDING.includes(status)
  return {
    connect: status === 'ACTIVE_HEALTHY',
    pause: status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY',
    resume: ['INACTIVE', 'INIT_FAILED', 'ACTIVE_UNHEALTHY'].includes(status),
    rename: !ending,
    transfer: !ending && !CHANGING.includes(status),
    delete: !ending,
  }
}
