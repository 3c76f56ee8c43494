/** The services that the projects' own API answers (`project-api`). What the dashboard and the advisors say follows it. */
import { SERVICE_PATHS, type ProjectService } from '@basedeck/platform-client/contract'

/** Mounted for every project. A test asks for each service of the family, so that this list can't go wrong. */
export const SERVED: readonly ProjectService[] = ['data', 'storage']

/** Calls that are answered of a service that as a whole is not served: the public keys of a project. */
const SERVED_ALONE: readonly string[] = ['/auth/v1/.well-known/jwks.json']

/** @param path below the project's address: `/auth/v1/health` */
export function isServed(service: ProjectService, path: string): boolean {
  return SERVED.includes(service) || SERVED_ALONE.includes(path)
}

const PATHS = Object.entries(SERVICE_PATHS) as [ProjectService, string][]

/** The service whose call a route of the log and the metrics is: `/{ref}/rest/v1/read`. Undefined: none's. */
export function serviceOfRoute(route: string): ProjectService | undefined {
  return PATHS.find(([, path]) => route.startsWith(`/{ref}${path}/`))?.[0]
}
