/** Changes of plans: at once, or when the period ends. */
import type { PlanId } from '@basedeck/platform-client/contract'
import { planChange } from '@basedeck/core/rules'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface ScheduledPlan {
  plan: PlanId
  /** ISO 8601. */
  at: string
}

export async function scheduledPlan(
  control: Pick<ControlDatabase, 'select'>,
  organizationId: number,
): Promise<ScheduledPlan | undefined> {
  const [row] = await control.select<ScheduledPlan>(
    `select next_plan as plan, next_plan_at as at from control.organizations
     where id = $1 and next_plan is not null`,
    [organizationId],
  )
  return row
}

export interface PlanChangeRequest {
  organizationId: number
  /** The plan as the caller saw it: no row is touched when it is another one now. */
  expected: PlanId
  plan: PlanId
  /** When a lower plan begins. */
  periodEnd: Date
}

/** A higher plan begins at once, a lower one at the end of the period; the same one takes a scheduled change back. */
export function changePlan({
  organizationId,
  expected,
  plan,
  periodEnd,
}: PlanChangeRequest): ControlStatement {
  const isLater = planChange(expected, plan) === 'downgrade'
  return {
    sql: `update control.organizations set
        plan = case when $4::timestamptz is null then $3 else plan end,
        next_plan = case when $4::timestamptz is null then null else $3 end,
        next_plan_at = $4::timestamptz
      where id = $1 and plan = $2`,
    parameters: [organizationId, expected, plan, isLater ? periodEnd.toISOString() : undefined],
    expect: 1,
  }
}

export interface DuePlan {
  id: number
  name: string
  from: PlanId
  to: PlanId
}

/** Organizations whose scheduled plan is due to begin. */
export function duePlans(control: Pick<ControlDatabase, 'select'>, now: Date): Promise<DuePlan[]> {
  return control.select<DuePlan>(
    `select id, name, plan as "from", next_plan as "to" from control.organizations
     where next_plan_at <= $1::timestamptz order by id`,
    [now.toISOString()],
  )
}

/**
 * Begins the plan that is due for an organization; of several processes, one begins it. An organization that becomes free
 * loses its add-ons.
 */
export function beginDuePlan({ id }: Pick<DuePlan, 'id'>, now: Date): ControlStatement[] {
  const due = 'o.id = $1 and o.next_plan_at <= $2::timestamptz'
  const parameters = [id, now.toISOString()]
  return [
    {
      sql: `insert into control.audit_log (organization_id, action, target, detail)
        select o.id, 'organization.plan', o.name, jsonb_build_object('from', o.plan, 'plan', o.next_plan)
        from control.organizations o where ${due}`,
      parameters,
    },
    {
      sql: `delete from control.addons a using control.projects p, control.organizations o
        where p.id = a.project_id and o.id = p.organization_id and o.next_plan = 'free' and ${due}`,
      parameters,
    },
    {
      sql: `update control.organizations o set plan = o.next_plan, next_plan = null, next_plan_at = null
        where ${due}`,
      parameters,
      expect: 1,
    },
  ]
}
