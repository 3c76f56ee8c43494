/** Files of an organization for its members: agreements, certificates, guides. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'
import { inOrganization } from './permission.js'

/** A document without its bytes. */
export interface OrganizationDocument {
  id: string
  /** With its ending, as it is downloaded. */
  name: string
  /** Empty: none. */
  description: string
  /** Its media type, found by its bytes. */
  type: string
  size: number
  /** SHA-256 of its bytes, hex. */
  hash: string
  inserted_at: string
  /** Address of the member; null: the installation has no accounts. */
  made_by: string | null
}

/** How large a document may be, in bytes (5 MB). */
export const DOCUMENT_MAX_BYTES = 5 * 1024 * 1024
/** How many documents an organization can have. */
export const DOCUMENTS_MAX = 100
const DESCRIPTION_MAX_CHARACTERS = 500
/** Four signs of base64 are three bytes. */
const CONTENT_MAX_CHARACTERS = Math.ceil(DOCUMENT_MAX_BYTES / 3) * 4

/** The name of a document: no part of a path. */
export const documentName = v.pipe(
  displayName('The name of the document'),
  v.check((name) => !/[/\\]/.test(name), 'The name must not contain a slash'),
  v.check((name) => !/^\.+$/.test(name), 'The name needs a letter or a digit'),
)
/** What may be said about a document. */
export const documentDescription = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(
    DESCRIPTION_MAX_CHARACTERS,
    `The description must not be longer than ${DESCRIPTION_MAX_CHARACTERS} characters`,
  ),
  v.check((text) => !/\0|\p{Cs}/u.test(text), 'The description holds a character that can’t be stored'),
)
/** What `createDocument` takes; the bytes in base64. */
export const documentBody = v.object({
  name: documentName,
  description: v.optional(documentDescription),
  content: v.pipe(
    v.string('The content must be a text in base64'),
    v.nonEmpty('The file is empty'),
    v.maxLength(CONTENT_MAX_CHARACTERS, 'A document has at most 5 MB'),
    v.check(
      // Megabytes are looked at for what is no such character: an expression that takes them all could run out of stack.
      (text) => text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')),
      'The content is not base64',
    ),
  ),
})

const PATH = '/platform/organizations/{slug}/documents'
const REQUIRES = { slug: 'Slug is required' }

/** The documents of an organization, the newest first. */
export const listDocuments = endpoint({
  method: 'GET',
  path: PATH,
  access: inOrganization('read', 'documents'),
  response: gives<OrganizationDocument[]>(),
  requires: REQUIRES,
})
/** Adds a document. 409 `too_many_documents`; 507 `disk_full`. */
export const createDocument = endpoint({
  method: 'POST',
  path: PATH,
  access: inOrganization('create', 'documents'),
  audit: true,
  body: documentBody,
  maxBody: CONTENT_MAX_CHARACTERS + 16 * 1024,
  response: gives<OrganizationDocument>(),
  requires: REQUIRES,
})
/** The bytes of a document, to be saved: no browser opens them on the address of the dashboard. */
export const downloadDocument = endpoint({
  method: 'GET',
  path: `${PATH}/{id}/file`,
  access: inOrganization('read', 'documents'),
  response: gives<unknown>(),
  requires: REQUIRES,
})
/** Deletes a document. */
export const deleteDocument = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inOrganization('delete', 'documents'),
  audit: true,
  response: gives<{ id: string }>(),
  requires: REQUIRES,
})
