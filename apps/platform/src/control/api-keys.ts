/** Keys of the projects' own API as rows; the keys themselves are encrypted. */
import type { ApiKey } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface ApiKeyRow extends Omit<ApiKey, 'api_key'> {
  /** Encrypted. */
  value: string
}

export interface NewApiKey {
  id: string
  ref: string
  name: string
  type: ApiKey['type']
  prefix: string
  hash: string
  /** Encrypted. */
  value: string
  description?: string | undefined
}

export function listApiKeyRows(control: ControlDatabase, ref: string): Promise<ApiKeyRow[]> {
  return control.select<ApiKeyRow>(
    `select k.id, k.name, k.type, k.prefix, k.hash, k.value, k.description,
       k.created_at as inserted_at, k.updated_at
     from control.api_keys k join control.projects p on p.id = k.project_id
     where p.ref = $1 order by array_position(array['publishable', 'secret', 'legacy'], k.type), k.created_at, k.name`,
    [ref],
  )
}

export function insertApiKey(key: NewApiKey): ControlStatement {
  return {
    sql: `insert into control.api_keys (id, project_id, name, type, prefix, hash, value, description)
      select $1::uuid, id, $3, $4, $5, $6, $7, $8 from control.projects where ref = $2`,
    parameters: [key.id, key.ref, key.name, key.type, key.prefix, key.hash, key.value, key.description],
    expect: 1,
  }
}

/** Legacy keys are made with the project and go with it. */
export function deleteApiKeyRow(id: string, ref: string): ControlStatement {
  return {
    sql: `delete from control.api_keys k using control.projects p
      where p.id = k.project_id and p.ref = $2 and k.id = $1 and k.type <> 'legacy'`,
    parameters: [id, ref],
    expect: 1,
  }
}

/** What kind of key has this hash; undefined: the project has no such key. */
export async function keyTypeByHash(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
  hash: string,
): Promise<'publishable' | 'secret' | undefined> {
  const [row] = await control.selectOften<{ type: 'publishable' | 'secret' }>(
    `select k.type from control.api_keys k join control.projects p on p.id = k.project_id
     where p.ref = $1 and k.hash = $2 and k.type <> 'legacy'`,
    [ref, hash],
  )
  return row?.type
}
