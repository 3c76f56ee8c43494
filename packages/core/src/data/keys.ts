/** Server data of a project's API keys. */
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  rotateApiKey,
  type ApiKey,
  type ArgumentsOf,
  type Client,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const keysKey = (ref: string) => [...projectKey(ref), 'api-keys']

export function apiKeysQuery(client: Client, ref: string): QueryData<ApiKey[]> {
  return {
    key: keysKey(ref),
    fetch: (signal) => client.call(listApiKeys, { params: { ref } }, { signal }),
  }
}

/** Every reveal is a new request, which the platform writes into the audit log. Only the page keeps the answer. */
export function apiKeysReveal(client: Client, ref: string): MutationData<void, ApiKey[]> {
  return { call: () => client.call(listApiKeys, { params: { ref }, query: { reveal: true } }) }
}

export function apiKeyCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createApiKey>['body'], ApiKey> {
  return {
    call: (body) => client.call(createApiKey, { params: { ref }, body }),
    refreshes: () => [keysKey(ref), [...projectKey(ref), 'activity']],
  }
}

export function apiKeyRotation(
  client: Client,
  ref: string,
): MutationData<{ id: string; body: ArgumentsOf<typeof rotateApiKey>['body'] }, ApiKey> {
  return {
    call: ({ id, body }) => client.call(rotateApiKey, { params: { ref, id }, body }),
    refreshes: () => [keysKey(ref), [...projectKey(ref), 'activity']],
  }
}

export function apiKeyDeletion(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(deleteApiKey, { params: { ref, id } }),
    refreshes: () => [keysKey(ref), [...projectKey(ref), 'activity']],
  }
}
