/** Server data of who may connect to a project's databases. */
import {
  getNetworkAccess,
  updateNetworkAccess,
  type ArgumentsOf,
  type Client,
  type NetworkAccess,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

export function networkAccessQuery(client: Client, ref: string): QueryData<NetworkAccess> {
  return {
    key: [...projectKey(ref), 'network-access'],
    fetch: (signal) => client.call(getNetworkAccess, { params: { ref } }, { signal }),
  }
}

export function networkAccessChange(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof updateNetworkAccess>['body'], NetworkAccess> {
  return {
    call: (body) => client.call(updateNetworkAccess, { params: { ref }, body }),
    store: (queries, access) => queries.set(networkAccessQuery(client, ref), access),
    refreshes: () => [[...projectKey(ref), 'activity']],
  }
}
