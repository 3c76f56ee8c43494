/** Server data of a project's databases. */
import { listDatabases, type Client, type ProjectDatabase } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { isChanging } from '../rules/project/project-status.js'
import { projectKey } from './projects.js'

/** While a replica is made or removed. */
const FOLLOWED_MS = 2000

export function databasesQuery(client: Client, ref: string): QueryData<ProjectDatabase[]> {
  return {
    key: [...projectKey(ref), 'databases'],
    fetch: (signal) => client.call(listDatabases, { params: { ref } }, { signal }),
    refetchMs: (data) => (data?.some(({ status }) => isChanging(status)) ? FOLLOWED_MS : false),
  }
}
