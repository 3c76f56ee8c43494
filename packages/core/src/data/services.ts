/** Which services a project serves, for the sentences that depend on it. */
import type { Client } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import type { Queries } from '../kernel/query-store.js'
import { servesTables } from '../rules/project/served-services.js'
import { projectQuery } from './projects.js'

/** Whether a project's tables are served over HTTP; false while that is not known. */
export function tablesAreServed(
  { client, queries }: { client: Client; queries: Pick<Queries, 'store'> },
  ref: string,
): ReadableAtom<boolean> {
  return computed(queries.store(projectQuery(client, ref)), (project) =>
    project.status === 'ready' ? servesTables(project.data) : false,
  )
}
