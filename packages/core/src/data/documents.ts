/** Server data of the documents of an organization. */
import {
  createDocument,
  deleteDocument,
  downloadDocument,
  listDocuments,
  type ArgumentsOf,
  type Client,
  type OrganizationDocument,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { organizationKey } from './organizations.js'

const documentsKey = (slug: string) => [...organizationKey(slug), 'documents']
const auditKey = (slug: string) => [...organizationKey(slug), 'audit']

export function documentsQuery(client: Client, slug: string): QueryData<OrganizationDocument[]> {
  return {
    key: documentsKey(slug),
    fetch: (signal) => client.call(listDocuments, { params: { slug } }, { signal }),
  }
}

export function documentCreation(
  client: Client,
  slug: string,
): MutationData<ArgumentsOf<typeof createDocument>['body'], OrganizationDocument> {
  return {
    call: (body) => client.call(createDocument, { params: { slug }, body }),
    refreshes: () => [documentsKey(slug), auditKey(slug)],
  }
}

export function documentDeletion(client: Client, slug: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(deleteDocument, { params: { slug, id } }),
    refreshes: () => [documentsKey(slug), auditKey(slug)],
  }
}

/** Where the bytes of a document are, to be saved by the browser. */
export function documentUrl(client: Pick<Client, 'baseUrl'>, slug: string, id: string): string {
  const path = downloadDocument.path.replace('{slug}', encodeURIComponent(slug))
  return client.baseUrl + path.replace('{id}', encodeURIComponent(id))
}
