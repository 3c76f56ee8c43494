/** What the projects of an organization used, from the platform's own record. */
import type { PlanId, Usage, UsageMetric } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { METRICS } from './plans.js'

export interface UsageFilter {
  organizationId: number
  plan: PlanId
  usageBilling: boolean
  projectRef?: string | undefined
  /** Days, both included. */
  start: Date
  end: Date
}

interface UsageRow {
  metric: string
  ref: string
  name: string
  amount: number
}

export async function readUsage(control: ControlDatabase, filter: UsageFilter): Promise<Usage> {
  const rows = await control.select<UsageRow>(
    `select u.metric, p.ref, p.name, sum(u.amount)::float8 as amount
     from control.usage u join control.projects p on p.id = u.project_id
     where p.organization_id = $1 and u.day between $2::date and $3::date and ($4::text is null or p.ref = $4)
     group by u.metric, p.ref, p.name
     union all
     -- What no record tells of, the samples do.
     select m.metric, p.ref, p.name, max(m.bytes)::float8
     from control.samples s join control.projects p on p.id = s.project_id,
       lateral (values ('DATABASE_SIZE', s.size_bytes), ('STORAGE_SIZE', s.storage_bytes)) as m (metric, bytes)
     where p.organization_id = $1 and s.at >= $2::date and s.at < $3::date + 1 and ($4::text is null or p.ref = $4)
       and m.bytes is not null and not exists (select from control.usage u
         where u.project_id = p.id and u.metric = m.metric and u.day between $2::date and $3::date)
     group by m.metric, p.ref, p.name
     order by amount desc, ref`,
    [filter.organizationId, dayOf(filter.start), dayOf(filter.end), filter.projectRef],
  )
  return {
    usage_billing_enabled: filter.usageBilling,
    usages: METRICS.map((data) => metricOf(data, rows, filter)),
  }
}

function metricOf(
  { metric, capped, free, unit }: (typeof METRICS)[number],
  rows: readonly UsageRow[],
  { plan, usageBilling }: UsageFilter,
): UsageMetric {
  const own = rows.filter((row) => row.metric === metric)
  const usage = own.reduce((sum, { amount }) => sum + amount, 0)
  const units = free[plan]
  return {
    metric,
    // Without usage billing, usage above the plan is not sold.
    capped: capped.includes(plan) || !usageBilling,
    available_in_plan: units !== undefined,
    unlimited: plan === 'enterprise',
    usage,
    usage_original: usage,
    cost: 0,
    ...(units === undefined ? {} : { pricing_free_units: units }),
    pricing_strategy: 'NONE',
    unit_price_desc: unit,
    project_allocations: own.map(({ ref, name, amount }) => ({ ref, name, usage: amount })),
  }
}

export function recordUsage(ref: string, metric: string, day: Date, amount: number): ControlStatement {
  return {
    sql: `insert into control.usage as u (project_id, metric, day, amount)
      select id, $2, $3::date, $4 from control.projects where ref = $1
      on conflict (project_id, metric, day) do update set amount = excluded.amount`,
    parameters: [ref, metric, dayOf(day), amount],
    expect: 1,
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
