/**
 * What a project's status means: its colour, whether it is on its way to another one, and what may be done meanwhile.
 * @rule projects.status  @spec §4
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'

/** The colour of a status: it runs, it changes, it failed, it rests. */
export type StatusTone = 'good' | 'busy' | 'bad' | 'quiet'

const GOOD = ['ACTIVE_HEALTHY']
const BAD = ['INIT_FAILED', 'ACTIVE_UNHEALTHY', 'RESTORE_FAILED', 'PAUSE_FAILED', 'INIT_READ_REPLICA_FAILED']
/** These pass by themselves. */
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

/** Whether another status follows by itself, so that it is worth asking again soon. */
export function isChanging(status: ProjectStatus): boolean {
  return CHANGING.includes(status)
}

/** What may be done with a project in its status. The caller's rights are another question. */
export interface ProjectActions {
  /** Open its database: run SQL, connect. */
  connect: boolean
  pause: boolean
  /** Start a paused database, or try again what could not be opened or does not answer. */
  resume: boolean
  rename: boolean
  transfer: boolean
  delete: boolean
}

/** What may be done with a project in this status. */
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
