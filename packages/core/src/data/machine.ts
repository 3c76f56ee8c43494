/** Server data of the machine that runs a project. */
import { getMachine, type Client, type Machine } from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const STALE_MS = 30_000

export function machineQuery(client: Client, ref: string): QueryData<Machine> {
  return {
    key: [...projectKey(ref), 'machine'],
    fetch: (signal) => client.call(getMachine, { params: { ref } }, { signal }),
    staleMs: STALE_MS,
  }
}
