/** The services that the projects' own API answers (`project-api`). What the dashboard and the advisors say follows it. */
import type { ProjectService } from '@basedeck/platform-client/contract'

/** Mounted for every project. A test asks for each service of the family, so that this list can't go wrong. */
export const SERVED: readonly ProjectService[] = ['data', 'storage']

/** What one project serves: its data API can be off. @param project `serves_tables`: it is on */
export function servedBy(project: { serves_tables: boolean }): readonly ProjectService[] {
  return SERVED.filter((service) => service !== 'data' || project.serves_tables)
}

/** Calls that are answered of a service that as a whole is not served: the public keys of a project. */
const SERVED_ALONE: readonly string[] = ['/auth/v1/.well-known/jwks.json']

/** @param path below the project's address: `/auth/v1/health` */
export function isServed(service: ProjectService, path: string): boolean {
  return SERVED.includes(service) || SERVED_ALONE.includes(path)
}
