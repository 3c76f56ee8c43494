/** Keys of the projects' own API as rows. Secret keys are their hash alone, the others are encrypted. */
import type { ApiKey } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface ApiKeyRow extends Omit<ApiKey, 'api_key'> {
  /** Encrypted. Null for a secret key. */
  value: string | null
}

export interface NewApiKey {
  id: string
  ref: string
  name: string
  type: ApiKey['type']
  prefix: string
  hash: string
  /** Encrypted. Absent for a secret key. */
  value?: string | undefined
  description?: string | undefined
}

/** A key that was presented. */
export interface KnownApiKey {
  type: ApiKey['type']
  /** Null: it lasts. */
  ends_at: string | null
}

/** Those that have ended are left out. */
export function listApiKeyRows(control: ControlDatabase, ref: string): Promise<ApiKeyRow[]> {
  return control.select<ApiKeyRow>(
    `select k.id, k.name, k.type, k.prefix, k.hash, k.value, k.description,
       k.created_at as inserted_at, k.updated_at, k.last_used_at, k.ends_at
     from control.api_keys k join control.projects p on p.id = k.project_id
     where p.ref = $1 and (k.ends_at is null or k.ends_at > now())
     order by array_position(array['publishable', 'secret', 'legacy'], k.type), k.created_at, k.name`,
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

/** A key that lasts ends at that time, and leaves its name to another one. */
export function endApiKey(id: string, ref: string, at: Date): ControlStatement {
  return {
    sql: `update control.api_keys k set ends_at = $3::timestamptz, updated_at = now() from control.projects p
      where p.id = k.project_id and p.ref = $2 and k.id = $1 and k.type <> 'legacy' and k.ends_at is null`,
    parameters: [id, ref, at.toISOString()],
    expect: 1,
  }
}

/** Legacy keys are made with the project and go with the secret that signed them. */
export function deleteApiKeyRow(id: string, ref: string): ControlStatement {
  return {
    sql: `delete from control.api_keys k using control.projects p
      where p.id = k.project_id and p.ref = $2 and k.id = $1 and k.type <> 'legacy'`,
    parameters: [id, ref],
    expect: 1,
  }
}

/** When it ends is not compared here, since the answer may be a few seconds old. Undefined: there is no such key. */
export async function apiKeyByHash(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
  hash: string,
): Promise<KnownApiKey | undefined> {
  const [row] = await control.selectOften<KnownApiKey>(
    `select k.type, k.ends_at from control.api_keys k join control.projects p on p.id = k.project_id
     where p.ref = $1 and k.hash = $2`,
    [ref, hash],
  )
  return row
}

/** @param uses hashes of keys, with the minute of their last use */
export function markUsed(uses: ReadonlyMap<string, Date>): ControlStatement {
  return {
    sql: `update control.api_keys k set last_used_at = greatest(k.last_used_at, u.at)
      from json_to_recordset($1::json) as u (hash text, at timestamptz) where k.hash = u.hash`,
    parameters: [JSON.stringify([...uses].map(([hash, at]) => ({ hash, at })))],
  }
}

export const forgetEndedKeys: ControlStatement = {
  sql: 'delete from control.api_keys where ends_at < now()',
}
