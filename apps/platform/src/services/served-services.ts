/** The services that the projects' own API answers (`project-api`). What the dashboard and the advisors say follows it. */
import type { ProjectService } from '@basedeck/platform-client/contract'

/** Mounted for every project. A test asks for each service of the family, so that this list can't go wrong. */
export const SERVED: readonly ProjectService[] = ['auth', 'data', 'storage']

export function isServed(service: ProjectService): boolean {
  return SERVED.includes(service)
}
