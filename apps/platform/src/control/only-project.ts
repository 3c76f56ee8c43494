/** The project that a command means when it names none. */
import type { ControlDatabase } from './control-database.js'
import { OWN_REF } from './own-installation.js'
import { projectByRef } from './projects.js'

/** The one project of a self-hosted platform, or the only one of a hosted one. */
export async function onlyProject(control: ControlDatabase): Promise<string | { choices: string[] }> {
  if (await projectByRef(control, OWN_REF)) return OWN_REF
  const rows = await control.select<{ ref: string }>(
    `select p.ref from control.projects p
     where not exists (select from control.branches b where b.project_id = p.id and not b.is_default)
     order by p.id limit 20`,
  )
  const choices = rows.map(({ ref }) => ref)
  return choices.length === 1 ? (choices[0] ?? { choices }) : { choices }
}
