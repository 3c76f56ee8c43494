/** Encrypted secrets of projects. Each is bound to its project and name. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

/**
 * `database_url` and `tls`: of a database added by URL. `jwt_secret` signed the legacy pair; what
 * signs temporary keys and addresses of files is made of `token_secret`, which is never shown. `owner_password` is kept until
 * the database is made.
 */
export type ProjectSecretName = 'jwt_secret' | 'token_secret' | 'database_url' | 'tls' | 'owner_password'

/** The purpose given to `SecretBox`: a value copied to another row can't be decrypted. */
export function secretPurpose(
  ref: string,
  name:
    | ProjectSecretName
    | `api_key ${string}`
    | `signing_key ${string}`
    | `auth ${string}`
    | `vault ${string}`
    | `webhook ${string}`
    | `schedule ${string}`
    | `log drain ${string}`
    | `log alert ${string}`,
): string {
  return `project ${ref} ${name}`
}

/** Looks the project up by its ref, so that the statement can follow the insert of the project. */
export function insertProjectSecret(
  ref: string,
  name: ProjectSecretName,
  encrypted: string,
): ControlStatement {
  return {
    sql: `insert into control.project_secrets (project_id, name, value)
      select id, $2, $3 from control.projects where ref = $1
      on conflict (project_id, name) do update set value = excluded.value`,
    parameters: [ref, name, encrypted],
    expect: 1,
  }
}

export function deleteProjectSecret(ref: string, name: ProjectSecretName): ControlStatement {
  return {
    sql: `delete from control.project_secrets s using control.projects p
      where p.id = s.project_id and p.ref = $1 and s.name = $2`,
    parameters: [ref, name],
  }
}

export async function readProjectSecret(
  control: ControlDatabase,
  ref: string,
  name: ProjectSecretName,
): Promise<string | undefined> {
  const [row] = await control.select<{ value: string }>(
    `select s.value from control.project_secrets s join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.name = $2`,
    [ref, name],
  )
  return row?.value
}

/** Unless it has one: another process may have been faster. */
export function insertMissingSecret(
  ref: string,
  name: ProjectSecretName,
  encrypted: string,
): ControlStatement {
  return {
    sql: `insert into control.project_secrets (project_id, name, value)
      select id, $2, $3 from control.projects where ref = $1 on conflict do nothing`,
    parameters: [ref, name, encrypted],
  }
}

export async function refsWithoutSecret(
  control: ControlDatabase,
  name: ProjectSecretName,
): Promise<string[]> {
  const rows = await control.select<{ ref: string }>(
    `select ref from control.projects p where not exists (
       select from control.project_secrets s where s.project_id = p.id and s.name = $1)`,
    [name],
  )
  return rows.map(({ ref }) => ref)
}
