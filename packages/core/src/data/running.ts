/** Server data of what runs now, and of a project's databases. */
import {
  cancelRunning,
  listDatabases,
  listRunning,
  type Client,
  type ProjectDatabase,
  type RunningQuery,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

/** Milliseconds between two looks while the list is open. */
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

export function databasesQuery(client: Client, ref: string): QueryData<ProjectDatabase[]> {
  return {
    key: [...projectKey(ref), 'databases'],
    fetch: (signal) => client.call(listDatabases, { params: { ref } }, { signal }),
    staleMs: 30_000,
  }
}
