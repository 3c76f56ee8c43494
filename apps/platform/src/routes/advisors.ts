/** The advisors of a project: what they find, and what members put aside. */
import { dismissLint, restoreLint, runLints } from '@basedeck/platform-client/contract'
import { advisedProject } from '../advisors/advised-project.js'
import { findLints, withDismissals } from '../advisors/find-lints.js'
import { dismiss, dismissalsOf, restore } from '../control/advisor-dismissals.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { requireProjectRow } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { projectText } from '../text/projects.js'
import type { Mount } from './mount.js'

export interface AdvisorRouteDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'database'>
}

export function advisorRoutes(mount: Mount, { control, life }: AdvisorRouteDeps): void {
  mount.on(runLints, async ({ project }) => {
    const row = await requireProjectRow(control, project.ref)
    if (row.status !== 'ACTIVE_HEALTHY')
      throw new DomainError('project_inactive', projectText.advisorsNeedHealth)
    const [lints, dismissals] = await Promise.all([
      findLints(await life.database(project.ref), await advisedProject(control, row)),
      dismissalsOf(control, project.ref),
    ])
    return withDismissals(lints, dismissals)
  })

  mount.on(dismissLint, async ({ caller, project, origin, body: { cache_key: finding, reason, until } }) => {
    const madeBy = caller.email
    const written = await control.write([
      dismiss(project.ref, { finding, reason, until, madeBy }),
      auditStatement(caller, origin, {
        action: 'advisor.dismiss',
        target: finding,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { reason, until },
      }),
    ])
    const made = written.ok ? (await dismissalsOf(control, project.ref)).get(finding) : undefined
    return made ?? { reason, until, made_by: madeBy, made_at: new Date().toISOString() }
  })

  mount.on(restoreLint, async ({ caller, project, origin, body: { cache_key: finding } }) => {
    await control.write([
      restore(project.ref, finding),
      auditStatement(caller, origin, {
        action: 'advisor.restore',
        target: finding,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    return { cache_key: finding }
  })
}
