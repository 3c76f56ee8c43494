/** The errors and warnings that the advisors found in a project when they last ran by themselves. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export async function knownLints(control: ControlDatabase, projectId: number): Promise<Set<string>> {
  const rows = await control.select<{ lint: string }>(
    'select lint from control.known_lints where project_id = $1',
    [projectId],
  )
  return new Set(rows.map(({ lint }) => lint))
}

export function replaceKnownLints(projectId: number, lints: readonly string[]): ControlStatement[] {
  const parameters = [projectId, JSON.stringify(lints)]
  return [
    {
      sql: `delete from control.known_lints where project_id = $1
        and lint not in (select jsonb_array_elements_text($2::jsonb))`,
      parameters,
    },
    {
      sql: `insert into control.known_lints (project_id, lint)
        select $1::int, lint from jsonb_array_elements_text($2::jsonb) lint
        where exists (select from control.projects where id = $1::int) on conflict do nothing`,
      parameters,
    },
  ]
}
