/** Server data of running queries. */
import { cancelRunning, listRunning, type Client, type RunningQuery } from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

/** Milliseconds between two polls while the list is open. */
const RUNNING_MS = 2000

export function runningQuery(client: Client, ref: string): QueryData<RunningQuery[]> {
  return {
    key: [...projectKey(ref), 'running'],
    fetch: (signal) => client.call(listRunning, { params: { ref } }, { signal }),
    refetchMs: RUNNING_MS,
  }
}

export function runningCancellation(
  client: Client,
  ref: string,
): MutationData<string, { cancelled: boolean }> {
  return {
    call: (runningId) => client.call(cancelRunning, { params: { ref, runningId } }),
    refreshes: () => [[...projectKey(ref), 'running']],
  }
}
