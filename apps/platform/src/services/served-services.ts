/** The services that the projects' own API answers (`project-api`). What the dashboard and the advisors say follows it. */
import { SERVICE_PATHS, type ProjectService } from '@basedeck/platform-client/contract'

/** Mounted for every project. A test asks for each service of the family, so that this list can't go wrong. */
export const SERVED: readonly ProjectService[] = ['auth', 'data', 'functions', 'storage', 'realtime']

/** What one project serves: its data API can be off. @param project `serves_tables`: it is on */
export function servedBy(project: { serves_tables: boolean }): readonly ProjectService[] {
  return SERVED.filter((service) => service !== 'data' || project.serves_tables)
}

const PATHS = Object.entries(SERVICE_PATHS) as [ProjectService, string][]

/** The service whose call a route of the log and the metrics is: `/{ref}/rest/v1/read`. Undefined: none's. */
export function serviceOfRoute(route: string): ProjectService | undefined {
  return PATHS.find(([, path]) => route.startsWith(`/{ref}${path}/`))?.[0]
}
