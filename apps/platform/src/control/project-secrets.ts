/** Secrets of projects, encrypted, each for its project and name alone. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

/**
 * `database_url` and `tls` of an added database as it was given; `jwt_secret` signs the keys; `owner_password` waits for
 * the database that it is for.
 */
export type ProjectSecretName = 'jwt_secret' | 'database_url' | 'tls' | 'owner_password'

/** What `SecretBox` is told a secret is for: a value copied elsewhere does not open. */
export function secretPurpose(ref: string, name: ProjectSecretName | `api_key ${string}`): string {
  return `project ${ref} ${name}`
}

/** The project is found by its ref, so that the statement can follow its insert. */
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
