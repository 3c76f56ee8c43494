/** Tells who may see a project that subscribers of its tables may have missed changes. */
import type { ControlDatabase } from '../control/control-database.js'
import { projectByRef } from '../control/projects.js'
import type { Notify } from './notice.js'
import { changesGivenUp } from './notices.js'

export async function tellChangesGivenUp(
  { control, notify }: { control: ControlDatabase; notify: Notify },
  ref: string,
): Promise<void> {
  const project = await projectByRef(control, ref)
  if (project) await notify(changesGivenUp(project))
}
