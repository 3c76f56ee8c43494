/**
 * Whether a project’s database may be opened for a call, by the project's status.
 * @rule projects.openable  @spec §4
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'

export type Openable =
  | { type: 'open' }
  /** It answered badly before: it is asked before it is handed out. */
  | { type: 'open-with-care' }
  | { type: 'refused'; reason: 'paused' | 'changing' | 'going-down' | 'failed' }

export function openable(status: ProjectStatus): Openable {
  switch (status) {
    case 'ACTIVE_HEALTHY':
      return { type: 'open' }
    case 'ACTIVE_UNHEALTHY':
      return { type: 'open-with-care' }
    case 'PAUSING':
    case 'INACTIVE':
      return { type: 'refused', reason: 'paused' }
    case 'INIT_FAILED':
      return { type: 'refused', reason: 'failed' }
    case 'GOING_DOWN':
    case 'REMOVED':
      return { type: 'refused', reason: 'going-down' }
    default:
      return { type: 'refused', reason: 'changing' }
  }
}
