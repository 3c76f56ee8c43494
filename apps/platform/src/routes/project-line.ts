/** The line of the audit log for a call in a project. */
import type { Caller, Origin } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import type { ControlStatement } from '../control/control-database.js'
import type { ProjectResource } from '../control/resources.js'

export function projectLine(
  { caller, origin, project }: { caller: Caller; origin: Origin; project: ProjectResource },
  action: string,
  target: string,
  detail?: Record<string, unknown>,
): ControlStatement {
  return auditStatement(caller, origin, {
    action,
    target,
    organizationId: project.organization.id,
    projectRef: project.ref,
    ...(detail ? { detail } : {}),
  })
}
