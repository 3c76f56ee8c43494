/** Documents of the fake platform's organizations. */
import {
  createDocument,
  deleteDocument,
  DOCUMENTS_MAX,
  downloadDocument,
  listDocuments,
  type OrganizationDocument,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, replyRoute, type FakeRoute } from './fake-route.js'
import { organizationOf, record, tick, type FakeWorld } from './fake-world.js'

export function documentRoutes(world: FakeWorld): FakeRoute[] {
  const contents = new Map<string, string>()
  const documentsOf = (slug: string | undefined) => world.documents[organizationOf(world, slug).slug] ?? []
  const documentIn = (slug: string | undefined, id: string | undefined) => {
    const found = documentsOf(slug).find((document) => document.id === id)
    if (!found) throw new FakeRefusal(404, 'not_found', 'Document not found')
    return found
  }
  return [
    fakeRoute(listDocuments, ({ params }) => [...documentsOf(params['slug'])]),
    fakeRoute(createDocument, ({ params, body }) => {
      const { slug } = organizationOf(world, params['slug'])
      const others = documentsOf(slug)
      if (others.length >= DOCUMENTS_MAX)
        throw new FakeRefusal(
          409,
          'too_many_documents',
          'An organization can have at most 100 documents; delete one first',
        )
      const { name, description = '', content } = body
      const made: OrganizationDocument = {
        id: newId(),
        name,
        description,
        type: 'text/plain',
        size: (content.length / 4) * 3 - (content.split('=').length - 1),
        hash: 'a'.repeat(64),
        inserted_at: tick(world),
        made_by: world.caller.profile.primary_email,
      }
      contents.set(made.id, content)
      world.documents[slug] = [made, ...others]
      record(world, { slug, action: 'document.create', target: name })
      return made
    }),
    replyRoute(downloadDocument, ({ params }) => {
      const { id, type } = documentIn(params['slug'], params['id'])
      return {
        status: 200,
        body: undefined,
        text: decoded(contents.get(id) ?? ''),
        headers: { 'content-type': type, 'content-disposition': 'attachment' },
      }
    }),
    fakeRoute(deleteDocument, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      const { id, name } = documentIn(slug, params['id'])
      world.documents[slug] = documentsOf(slug).filter((document) => document.id !== id)
      record(world, { slug, action: 'document.delete', target: name })
      return { id }
    }),
  ]
}

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The text whose bytes are in base64. */
function decoded(base64: string): string {
  const bits = [...base64.replaceAll('=', '')]
    .map((sign) => SIGNS.indexOf(sign).toString(2).padStart(6, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)))
}
