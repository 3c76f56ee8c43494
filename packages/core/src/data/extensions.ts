/** Server data of the extensions of a project's database. */
import {
  allowExtension,
  installExtension,
  listExtensions,
  removeExtension,
  type Client,
  type Extension,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

export function extensionsQuery(client: Client, ref: string): QueryData<Extension[]> {
  return {
    key: [...projectKey(ref), 'extensions'],
    fetch: (signal) => client.call(listExtensions, { params: { ref } }, { signal }),
  }
}

export function extensionInstalling(client: Client, ref: string): MutationData<string, Extension> {
  return { call: (name) => client.call(installExtension, { params: { ref }, body: { name } }) }
}

export function extensionRemoval(client: Client, ref: string): MutationData<string, Extension> {
  return { call: (name) => client.call(removeExtension, { params: { ref, name } }) }
}

export function extensionAllowance(
  client: Client,
  ref: string,
): MutationData<{ name: string; allowed: boolean }, unknown> {
  return {
    call: ({ name, allowed }) => client.call(allowExtension, { params: { ref, name }, body: { allowed } }),
    refreshes: () => [extensionsQuery(client, ref).key],
  }
}
