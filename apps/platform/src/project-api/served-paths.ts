/** Where everything that is served of a project is below its address: the services, and what its owner's monitor reads. */
import { SERVICE_PATHS, type ProjectService } from '@basedeck/platform-client/contract'

/** `metrics` is no service of applications: the dashboard does not list it, and its calls are not counted as usage. */
export type ServedName = ProjectService | 'metrics'

export const SERVED_PATHS: Readonly<Record<ServedName, string>> = {
  ...SERVICE_PATHS,
  metrics: '/customer/v1/privileged',
}
