/** Documents of an organization: kept with the control plane, so that its backups and all its processes have them. */
import { createHash, randomUUID } from 'node:crypto'
import { documentType } from '@basedeck/core/rules'
import {
  createDocument,
  deleteDocument,
  DOCUMENT_MAX_BYTES,
  DOCUMENTS_MAX,
  downloadDocument,
  listDocuments,
  type OrganizationDocument,
} from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import {
  deleteDocumentRow,
  documentWithBytes,
  insertDocument,
  listDocumentRows,
} from '../control/documents.js'
import { DomainError } from '../kernel/domain-error.js'
import { encodeFileName } from '../objects/file-answer.js'
import { requestText } from '../text/errors.js'
import type { Mount } from './mount.js'

export function documentRoutes(mount: Mount, { control }: { control: ControlDatabase }): void {
  mount.on(listDocuments, ({ organization }) => listDocumentRows(control, organization.id))

  mount.on(
    createDocument,
    async ({ caller, organization, body, origin }) => {
      const bytes = Buffer.from(body.content, 'base64')
      if (bytes.length > DOCUMENT_MAX_BYTES) throw new DomainError('document_too_large')
      const { name, description = '' } = body
      const id = randomUUID()
      const type = documentType(bytes, name)
      const hash = createHash('sha256').update(bytes).digest('hex')
      const written = await control.write([
        insertDocument(
          {
            id,
            name,
            description,
            type,
            size: bytes.length,
            hash,
            made_by: caller.email,
            content: body.content,
          },
          organization.id,
          DOCUMENTS_MAX,
        ),
        auditStatement(caller, origin, {
          action: 'document.create',
          target: name,
          organizationId: organization.id,
          detail: { type, size: bytes.length, hash },
        }),
      ])
      if (!written.ok) throw new DomainError('too_many_documents')
      return found(await listDocumentRows(control, organization.id), id)
    },
    201,
  )

  mount.on(downloadDocument, async ({ c, organization, params }) => {
    const document = await documentWithBytes(control, organization.id, params['id'] ?? '')
    if (!document) throw new DomainError('not_found', requestText.noSuchDocument)
    return c.body(new Uint8Array(document.bytes), 200, headersOf(document))
  })

  mount.on(deleteDocument, async ({ caller, organization, params, origin }) => {
    const { id, name } = found(await listDocumentRows(control, organization.id), params['id'])
    const written = await control.write([
      deleteDocumentRow(id, organization.id),
      auditStatement(caller, origin, {
        action: 'document.delete',
        target: name,
        organizationId: organization.id,
      }),
    ])
    if (!written.ok) throw new DomainError('not_found', requestText.noSuchDocument)
    return { id }
  })
}

/** @throws DomainError not_found */
function found(documents: OrganizationDocument[], id: string | undefined): OrganizationDocument {
  const document = documents.find((one) => one.id === id)
  if (!document) throw new DomainError('not_found', requestText.noSuchDocument)
  return document
}

/** It is saved and never opened here: a document must not run on the address of the dashboard. */
function headersOf({ name, type, size }: OrganizationDocument): Record<string, string> {
  return {
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(name)}`,
    'content-length': String(size),
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': type,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}
