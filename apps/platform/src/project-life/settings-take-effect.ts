/**
 * When the settings of a project's server take effect that were changed now, by the project's status.
 * @rule projects.settings-take-effect  @spec §4
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'

/** `by-restart`: its server runs. `at-start`: it does not. `never`: they can't be changed now. */
export type SettingsEffect = 'by-restart' | 'at-start' | 'never'

export function settingsTakeEffect(status: ProjectStatus): SettingsEffect {
  switch (status) {
    case 'ACTIVE_HEALTHY':
    case 'ACTIVE_UNHEALTHY':
      return 'by-restart'
    case 'INACTIVE':
    case 'INIT_FAILED':
      return 'at-start'
    default:
      // It is being started, stopped or deleted at this moment.
      return 'never'
  }
}
