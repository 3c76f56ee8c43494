/** Server data of the secrets of a project. Values are in no cache: each is asked for, and kept by its page alone. */
import {
  createSecrets,
  deleteSecret,
  listSecrets,
  revealSecret,
  updateSecret,
  type ArgumentsOf,
  type Client,
  type ResponseOf,
  type VaultContents,
  type VaultSecret,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const vaultKey = (ref: string) => [...projectKey(ref), 'vault']
const activityKey = (ref: string) => [...projectKey(ref), 'activity']

export function vaultQuery(client: Client, ref: string): QueryData<VaultContents> {
  return {
    key: vaultKey(ref),
    fetch: (signal) => client.call(listSecrets, { params: { ref } }, { signal }),
  }
}

export function secretCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createSecrets>['body'], ResponseOf<typeof createSecrets>> {
  return {
    call: (body) => client.call(createSecrets, { params: { ref }, body }),
    refreshes: () => [vaultKey(ref), activityKey(ref)],
  }
}

export function secretUpdate(
  client: Client,
  ref: string,
): MutationData<{ id: string; body: ArgumentsOf<typeof updateSecret>['body'] }, VaultSecret> {
  return {
    call: ({ id, body }) => client.call(updateSecret, { params: { ref, id }, body }),
    refreshes: () => [vaultKey(ref), activityKey(ref)],
  }
}

/** Every reveal is a new request, which the platform writes into the audit log. */
export function secretReveal(client: Client, ref: string): MutationData<{ id: string }, { value: string }> {
  return { call: ({ id }) => client.call(revealSecret, { params: { ref, id } }) }
}

export function secretDeletion(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(deleteSecret, { params: { ref, id } }),
    refreshes: () => [vaultKey(ref), activityKey(ref)],
  }
}
