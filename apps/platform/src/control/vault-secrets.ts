/** Secrets of projects as rows. Values are encrypted, each for its project and id. */
import type { VaultSecret } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

type Reading = Pick<ControlDatabase, 'select'>

/** By name. */
export function listSecretRows(control: Reading, ref: string): Promise<VaultSecret[]> {
  return control.select<VaultSecret>(
    `select s.id, s.name, s.description, s.created_at as inserted_at, s.updated_at, s.made_by, s.changed_by
     from control.vault_secrets s join control.projects p on p.id = s.project_id
     where p.ref = $1 order by s.name`,
    [ref],
  )
}

/** With its sealed value. @param by its id, or its name. Undefined: there is no such secret. */
export async function sealedSecret(
  control: Reading,
  ref: string,
  by: { id: string } | { name: string },
): Promise<{ id: string; name: string; value: string } | undefined> {
  const [row] = await control.select<{ id: string; name: string; value: string }>(
    `select s.id, s.name, s.value from control.vault_secrets s join control.projects p on p.id = s.project_id
     where p.ref = $1 and ${'id' in by ? 's.id' : 's.name'} = $2`,
    [ref, 'id' in by ? by.id : by.name],
  )
  return row
}

export interface NewSecretRow {
  id: string
  name: string
  description: string
  /** Sealed. */
  value: string
}

/** All or none. Touches fewer rows than there are secrets where the project would have too many. */
export function insertSecrets(
  ref: string,
  secrets: readonly NewSecretRow[],
  by: string | null,
  most: number,
): ControlStatement {
  return {
    sql: `insert into control.vault_secrets (id, project_id, name, description, value, made_by, changed_by)
      select n.id, p.id, n.name, n.description, n.value, $3, $3
      from control.projects p cross join json_to_recordset($2::json) as n (id uuid, name text, description text, value text)
      where p.ref = $1
        and (select count(*) from control.vault_secrets s where s.project_id = p.id) + $4::int <= $5::int`,
    parameters: [ref, JSON.stringify(secrets), by, secrets.length, most],
    expect: secrets.length,
  }
}

/** @param changes what is absent stays; the value is sealed */
export function updateSecretRow(
  ref: string,
  id: string,
  changes: { name?: string | undefined; description?: string | undefined; value?: string | undefined },
  by: string | null,
): ControlStatement {
  return {
    sql: `update control.vault_secrets s set name = coalesce($3, s.name), description = coalesce($4, s.description),
        value = coalesce($5, s.value), changed_by = $6, updated_at = now()
      from control.projects p where p.id = s.project_id and p.ref = $1 and s.id = $2::uuid`,
    parameters: [ref, id, changes.name, changes.description, changes.value, by],
    expect: 1,
  }
}

export function deleteSecretRow(ref: string, id: string): ControlStatement {
  return {
    sql: `delete from control.vault_secrets s using control.projects p
      where p.id = s.project_id and p.ref = $1 and s.id = $2`,
    parameters: [ref, id],
    expect: 1,
  }
}
