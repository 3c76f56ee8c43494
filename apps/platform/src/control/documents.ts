/** Documents of organizations as rows. */
import type { OrganizationDocument } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

const SHOWN = 'd.id, d.name, d.description, d.type, d.size, d.hash, d.created_at as inserted_at, d.made_by'

/** The newest first. */
export function listDocumentRows(
  control: ControlDatabase,
  organizationId: number,
): Promise<OrganizationDocument[]> {
  return control.select<OrganizationDocument>(
    `select ${SHOWN} from control.documents d where d.organization_id = $1 order by d.created_at desc, d.name`,
    [organizationId],
  )
}

/** With its bytes; undefined: the organization has no such document. */
export async function documentWithBytes(
  control: ControlDatabase,
  organizationId: number,
  id: string,
): Promise<(OrganizationDocument & { bytes: Buffer }) | undefined> {
  const [row] = await control.select<OrganizationDocument & { content: string }>(
    `select ${SHOWN}, encode(d.content, 'base64') as content
     from control.documents d where d.organization_id = $1 and d.id = $2`,
    [organizationId, id],
  )
  if (!row) return undefined
  const { content, ...document } = row
  return { ...document, bytes: Buffer.from(content, 'base64') }
}

export type NewDocument = Omit<OrganizationDocument, 'inserted_at'> & {
  /** Its bytes, in base64. */
  content: string
}

/** Touches no row where the organization has too many. */
export function insertDocument(
  document: NewDocument,
  organizationId: number,
  most: number,
): ControlStatement {
  const { id, name, description, type, size, hash, made_by, content } = document
  return {
    sql: `insert into control.documents (id, organization_id, name, description, type, size, hash, made_by, content)
      select $1::uuid, $2::int, $3, $4, $5, $6::int, $7, $8, decode($9, 'base64')
      where (select count(*) from control.documents d where d.organization_id = $2::int) < $10::int`,
    parameters: [id, organizationId, name, description, type, size, hash, made_by, content, most],
    expect: 1,
  }
}

export function deleteDocumentRow(id: string, organizationId: number): ControlStatement {
  return {
    sql: 'delete from control.documents where id = $1 and organization_id = $2',
    parameters: [id, organizationId],
    expect: 1,
  }
}
