/** What the advisors know of a project of this installation. */
import { authConfigOf } from '../control/auth-settings.js'
import type { ControlDatabase } from '../control/control-database.js'
import { dataApiConfigOf } from '../control/data-api-settings.js'
import type { ProjectRow } from '../control/projects.js'
import { servedBy } from '../services/served-services.js'
import type { AdvisedProject } from './find-lints.js'

export async function advisedProject(
  control: Pick<ControlDatabase, 'selectOften'>,
  project: ProjectRow,
): Promise<AdvisedProject> {
  const [data, auth] = await Promise.all([
    dataApiConfigOf(control, project.ref),
    authConfigOf(control, project.ref),
  ])
  return { services: servedBy(project), exposed: data?.schemas, auth }
}
