/** Server data of those who hold tokens and keys of an organization. */
import {
  listOrganizationApps,
  revokeOrganizationToken,
  type Client,
  type OrganizationApps,
  type ResponseOf,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { apiKeyDeletion } from './keys.js'
import { organizationKey } from './organizations.js'

const appsKey = (slug: string) => [...organizationKey(slug), 'apps']
const auditKey = (slug: string) => [...organizationKey(slug), 'audit']

export function organizationAppsQuery(client: Client, slug: string): QueryData<OrganizationApps> {
  return {
    key: appsKey(slug),
    fetch: (signal) => client.call(listOrganizationApps, { params: { slug } }, { signal }),
  }
}

export function heldTokenRevocation(
  client: Client,
  slug: string,
): MutationData<{ id: string }, ResponseOf<typeof revokeOrganizationToken>> {
  return {
    call: ({ id }) => client.call(revokeOrganizationToken, { params: { slug, id } }),
    refreshes: () => [appsKey(slug), auditKey(slug)],
  }
}

export function heldKeyDeletion(
  client: Client,
  slug: string,
): MutationData<{ id: string; ref: string }, { id: string }> {
  return {
    call: ({ id, ref }) => apiKeyDeletion(client, ref).call({ id }),
    refreshes: (answer, { ref }) => [
      appsKey(slug),
      auditKey(slug),
      ...(apiKeyDeletion(client, ref).refreshes?.(answer, answer) ?? []),
    ],
  }
}
