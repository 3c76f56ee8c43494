/** Server data of a project's databases. */
import { listDatabases, type Client, type ProjectDatabase } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

export function databasesQuery(client: Client, ref: string): QueryData<ProjectDatabase[]> {
  return {
    key: [...projectKey(ref), 'databases'],
    fetch: (signal) => client.call(listDatabases, { params: { ref } }, { signal }),
  }
}
