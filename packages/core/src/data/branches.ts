/** Server data of branches. */
import { listBranches, PlatformError, type Branch, type Client } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { isBranchingOff } from '../rules/project/branches.js'
import { projectKey } from './projects.js'

const STALE_MS = 60_000

/** @param ref of any branch: all branches are listed */
export function branchesQuery(client: Client, ref: string): QueryData<Branch[]> {
  return {
    key: [...projectKey(ref), 'branches'],
    async fetch(signal) {
      try {
        return await client.call(listBranches, { params: { ref } }, { signal })
      } catch (error) {
        if (error instanceof PlatformError && isBranchingOff(error.message)) return []
        throw error
      }
    },
    staleMs: STALE_MS,
  }
}
