/** `basedeck seed sample`: fills a project's database with the sample data, in the process that has it open. */
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { onlyProject } from '../control/only-project.js'
import { projectByRef, requireProjectRow } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import { DatabaseError, EngineError } from '../engines/engine.js'
import type { Inside } from '../services/open-platform.js'
import type { OperatorAnswer, SampleQuestion } from '../config/operator-socket.js'
import { fillWithSamples } from '../services/sample-data.js'
import { sampleDataText } from '../text/seed.js'

export async function answerSample(
  { project }: SampleQuestion,
  { control, life }: Pick<Inside, 'control' | 'life'>,
): Promise<OperatorAnswer> {
  const ref = project ?? (await onlyProject(control))
  if (typeof ref !== 'string') return { error: sampleDataText.which(ref.choices) }
  if (!(await projectByRef(control, ref))) return { error: sampleDataText.noProject(ref) }
  try {
    const { tables, rows } = await fillWithSamples(await life.database(ref))
    const { organization_id: organizationId, name } = await requireProjectRow(control, ref)
    await control.write([
      auditStatement(null, null, {
        action: 'project.sample_data',
        target: name,
        organizationId,
        projectRef: ref,
        detail: { rows },
      }),
    ])
    return { lines: [sampleDataText.loaded(ref, tables, rows)] }
  } catch (error) {
    if (error instanceof DomainError || error instanceof EngineError || error instanceof DatabaseError)
      return { error: error.message }
    throw error
  }
}

export async function hasNoOrganization(control: Pick<ControlDatabase, 'select'>): Promise<boolean> {
  const [row] = await control.select<{ count: number }>(
    'select count(*)::int as count from control.organizations',
  )
  return row?.count === 0
}
