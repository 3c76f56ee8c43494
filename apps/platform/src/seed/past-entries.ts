/** Lines of the audit log from before: the story did not begin today. */
import type { Actor } from '../control/audit.js'
import type { ControlStatement } from '../control/control-database.js'

export interface PastEntry {
  actor: Actor
  action: string
  target: string
  daysAgo: number
  projectRef?: string
  detail?: Record<string, unknown>
}

/** An address that documentation may use (RFC 5737). */
const OFFICE_IP = '192.0.2.17'

export function pastEntry(organizationSlug: string, entry: PastEntry): ControlStatement {
  const { actor, action, target, daysAgo, projectRef, detail = {} } = entry
  return {
    sql: `insert into control.audit_log
        (occurred_at, actor_id, actor_name, actor_email, organization_id, project_ref, action, target, detail, ip)
      select now() - make_interval(secs => $1::float8 * 86400), $2::uuid, $3, $4, id, $5, $6, $7, $8::jsonb, $9
      from control.organizations where slug = $10`,
    parameters: [
      daysAgo,
      actor.id,
      actor.name,
      actor.email,
      projectRef,
      action,
      target,
      JSON.stringify(detail),
      OFFICE_IP,
      organizationSlug,
    ],
    expect: 1,
  }
}
