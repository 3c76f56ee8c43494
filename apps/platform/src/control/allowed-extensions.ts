/** The extensions that an administrator opened for a project, though they reach beyond its database. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export async function allowedExtensions(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<ReadonlySet<string>> {
  const rows = await control.select<{ name: string }>(
    `select a.name from control.allowed_extensions a join control.projects p on p.id = a.project_id where p.ref = $1`,
    [ref],
  )
  return new Set(rows.map(({ name }) => name))
}

export function allowExtensionFor(ref: string, name: string, by: string): ControlStatement {
  return {
    sql: `insert into control.allowed_extensions (project_id, name, allowed_by)
      select id, $2, $3::uuid from control.projects where ref = $1
      on conflict (project_id, name) do update set allowed_by = excluded.allowed_by, allowed_at = now()`,
    parameters: [ref, name, by],
    expect: 1,
  }
}

export function forbidExtensionFor(ref: string, name: string): ControlStatement {
  return {
    sql: `delete from control.allowed_extensions a using control.projects p
      where p.id = a.project_id and p.ref = $1 and a.name = $2`,
    parameters: [ref, name],
  }
}
