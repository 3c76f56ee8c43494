/** Server data of branches. */
import { listBranches, type Branch, type Client } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const STALE_MS = 60_000

/** @param ref of any of the branches: all of them are listed */
export function branchesQuery(client: Client, ref: string): QueryData<Branch[]> {
  return {
    key: [...projectKey(ref), 'branches'],
    fetch: (signal) => client.call(listBranches, { params: { ref } }, { signal }),
    staleMs: STALE_MS,
  }
}
