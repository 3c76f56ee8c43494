/** The sample data of a project. */
import { loadSampleData } from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { requireProjectRow } from '../control/projects.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { fillWithSamples } from '../services/sample-data.js'
import type { Mount } from './mount.js'

export interface SampleDataRouteDeps {
  life: Pick<ProjectLife, 'database'>
  control: ControlDatabase
  /** Is called after tables were made in a project. */
  schemaChanged(ref: string): void
}

export function sampleDataRoutes(mount: Mount, { life, control, schemaChanged }: SampleDataRouteDeps): void {
  mount.on(loadSampleData, async ({ caller, project, origin }) => {
    const made = await fillWithSamples(await life.database(project.ref))
    const { name } = await requireProjectRow(control, project.ref)
    await control.write([
      auditStatement(caller, origin, {
        action: 'project.sample_data',
        target: name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { rows: made.rows },
      }),
    ])
    schemaChanged(project.ref)
    return made
  })
}
