/** Server data of connection poolers. */
import {
  getPgbouncerConfig,
  listSupavisorConfigs,
  updatePgbouncerConfig,
  type ArgumentsOf,
  type Client,
  type PgbouncerConfig,
  type SupavisorConfig,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

/** A pooler may end and be started again while it is looked at. */
const AGAIN_MS = 5000

/** The project's own pooler. */
export function pgbouncerQuery(client: Client, ref: string): QueryData<PgbouncerConfig> {
  return {
    key: [...projectKey(ref), 'poolers', 'dedicated'],
    fetch: (signal) => client.call(getPgbouncerConfig, { params: { ref } }, { signal }),
    refetchMs: AGAIN_MS,
  }
}

export function pgbouncerChange(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof updatePgbouncerConfig>['body'], PgbouncerConfig> {
  return {
    call: (body) => client.call(updatePgbouncerConfig, { params: { ref }, body }),
    store: (queries, config) => queries.set(pgbouncerQuery(client, ref), config),
    refreshes: () => [[...projectKey(ref), 'activity']],
  }
}

/** The entries of the shared pooler, one for each database; none while it does not run. */
export function sharedPoolersQuery(client: Client, ref: string): QueryData<SupavisorConfig[]> {
  return {
    key: [...projectKey(ref), 'poolers', 'shared'],
    fetch: (signal) => client.call(listSupavisorConfigs, { params: { ref } }, { signal }),
    refetchMs: AGAIN_MS,
  }
}
