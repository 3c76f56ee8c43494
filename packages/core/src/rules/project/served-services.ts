/**
 * What of a project the public can reach: the services that answer at its address.
 * @rule projects.services  @spec §1
 */
import type { Project } from '@basedeck/platform-client/contract'

/** Whether rows of tables leave the project over HTTP, to whom row-level security and grants allow. */
export function servesTables({ services }: Pick<Project, 'services'>): boolean {
  return services.includes('data')
}
