/** What the projects of an organization used: counted by the day, or measured. */
import type {
  DailyUsage,
  MeteredMetric,
  PlanId,
  SERVICE_COUNTERS,
  Usage,
  UsageMetric,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import type { MetricLimits } from './plans.js'
import { addValues } from './series.js'

/** Grows with each call; the sum over the days of a period is its usage. */
export const COUNTED_METRICS = [
  'EGRESS',
  'QUERIES',
  'API_REQUESTS',
  'FUNCTION_INVOCATIONS',
  'REALTIME_MESSAGE_COUNT',
] as const
export type CountedMetric = (typeof COUNTED_METRICS)[number]
/** What grows with each call; what is not metered is for reports alone. */
export type CountedSeries = CountedMetric | (typeof SERVICE_COUNTERS)[number]
/** Measured now and then; the largest day of a period is its usage, of all projects together. */
export const SIZE_METRICS = ['DATABASE_SIZE', 'STORAGE_SIZE'] as const
export type SizeMetric = (typeof SIZE_METRICS)[number]
/** Measured now and then; the highest day of a project in a period is its usage, and a day without a value has none. */
export const PEAK_METRICS = ['MONTHLY_ACTIVE_USERS', 'REALTIME_PEAK_CONNECTIONS'] as const
export type PeakMetric = (typeof PEAK_METRICS)[number]

export interface UsageFilter {
  organizationId: number
  projectRef?: string | undefined
  /** Days, both included. */
  start: Date
  end: Date
}

export interface UsageTerms {
  plan: PlanId
  usageBilling: boolean
  metrics: readonly MetricLimits[]
}

interface UsageRow {
  metric: MeteredMetric
  ref: string
  name: string
  amount: number
}

const listOf = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** By the day: of what is counted the sum, of a size the largest, and when it was measured last. */
const DAILY = `(select s.project_id, s.series as metric, (s.at at time zone 'UTC')::date as day,
    case when s.series in (${listOf([...SIZE_METRICS, ...PEAK_METRICS])}) then s.max else s.sum end as amount,
    case when s.series in (${listOf(SIZE_METRICS)}) then s.last_at end as measured_at
  from control.series s where s.resolution = 'day')`

const PROJECTS = `control.projects p where p.organization_id = $1 and ($4::text is null or p.ref = $4)`

/** Until today. */
const DAYS = `select d::date as day
  from generate_series($2::date, least($3::date, greatest(current_date, $2::date)), '1 day') d`
const SIZES = `(values ${SIZE_METRICS.map((name) => `('${name}')`).join(', ')})`

export async function readUsage(
  control: Pick<ControlDatabase, 'select'>,
  filter: UsageFilter,
  terms: UsageTerms,
): Promise<Usage> {
  const rows = await control.select<UsageRow>(
    `with chosen as (select p.id, p.ref, p.name from ${PROJECTS}),
       days as (${DAYS}),
       -- A closed database is not measured: it keeps the size that it had.
       sizes as (select d.day, m.metric, c.ref, c.name, s.amount
         from days d cross join chosen c cross join ${SIZES} m (metric)
           cross join lateral (select u.amount from ${DAILY} u
             where u.project_id = c.id and u.metric = m.metric and u.day <= d.day order by u.day desc limit 1) s),
       -- The day that the chart shows highest: of all chosen projects together.
       peaks as (select distinct on (metric) metric, day
         from (select metric, day, sum(amount) as total from sizes group by metric, day) t
         order by metric, total desc, day desc)
     select u.metric, c.ref, c.name, sum(u.amount)::float8 as amount
     from chosen c join ${DAILY} u on u.project_id = c.id
     where u.metric in (${listOf(COUNTED_METRICS)}) and u.day between $2::date and $3::date
     group by u.metric, c.ref, c.name
     union all
     select u.metric, c.ref, c.name, max(u.amount)::float8
     from chosen c join ${DAILY} u on u.project_id = c.id
     where u.metric in (${listOf(PEAK_METRICS)}) and u.day between $2::date and $3::date
     group by u.metric, c.ref, c.name
     union all
     select s.metric, s.ref, s.name, s.amount::float8 from sizes s join peaks using (metric, day)
     order by amount desc, ref`,
    parametersOf(filter),
  )
  const [last] = await control.select<{ at: string | null }>(
    `select max(u.measured_at) as at from control.projects p join ${DAILY} u on u.project_id = p.id
     where p.organization_id = $1 and ($2::text is null or p.ref = $2)`,
    [filter.organizationId, filter.projectRef],
  )
  return {
    ...(last?.at ? { measured_at: last.at } : {}),
    usage_billing_enabled: terms.usageBilling,
    usages: terms.metrics.map((limits) => metricOf(limits, rows, terms)),
  }
}

/** The usage of each day, of the chosen projects together. Sizes: what was known at the end of the day. */
export function readDailyUsage(
  control: Pick<ControlDatabase, 'select'>,
  filter: UsageFilter,
): Promise<DailyUsage[]> {
  return control.select<DailyUsage>(
    `with chosen as (select p.id from ${PROJECTS}),
       days as (${DAYS})
     select to_char(u.day, 'YYYY-MM-DD') as day, u.metric, sum(u.amount)::float8 as amount
     from chosen c join ${DAILY} u on u.project_id = c.id
     where u.metric in (${listOf([...COUNTED_METRICS, ...PEAK_METRICS])}) and u.day between $2::date and $3::date
     group by u.day, u.metric
     union all
     select to_char(d.day, 'YYYY-MM-DD'), m.metric, sum(s.amount)::float8
     from days d cross join chosen c
       cross join ${SIZES} m (metric)
       cross join lateral (select u.amount from ${DAILY} u
         where u.project_id = c.id and u.metric = m.metric and u.day <= d.day order by u.day desc limit 1) s
     group by d.day, m.metric
     order by day, metric`,
    parametersOf(filter),
  )
}

function parametersOf({ organizationId, start, end, projectRef }: UsageFilter) {
  return [organizationId, dayOf(start), dayOf(end), projectRef] as const
}

function metricOf(
  { metric, capped, free, unit }: MetricLimits,
  rows: readonly UsageRow[],
  { plan, usageBilling }: UsageTerms,
): UsageMetric {
  const own = rows.filter((row) => row.metric === metric)
  const usage = own.reduce((sum, { amount }) => sum + amount, 0)
  const units = free[plan]
  return {
    metric,
    // Without usage billing, usage above the plan is not sold.
    capped: capped.includes(plan) || !usageBilling,
    available_in_plan: units !== undefined,
    unlimited: units === null,
    usage,
    usage_original: usage,
    cost: 0,
    ...(typeof units === 'number' ? { pricing_free_units: units } : {}),
    pricing_strategy: 'NONE',
    unit_price_desc: unit,
    project_allocations: own.map(({ ref, name, amount }) => ({ ref, name, usage: amount })),
  }
}

/** Adds what was counted to its day. A project that is gone meanwhile is left out. */
export function addUsage(
  amounts: readonly { ref: string; metric: CountedSeries; day: string; amount: number }[],
): ControlStatement {
  const rows = `select a.ref, a.metric as series, a.day::timestamp at time zone 'UTC' as at, a.amount as value
    from json_to_recordset($1::json) a (ref text, metric text, day date, amount numeric)`
  return addValues(rows, ['day'], [JSON.stringify(amounts)])
}

/** Of a day the largest value counts. @param day the moment when it was measured @param bytes or how many */
export function recordSize(
  ref: string,
  metric: SizeMetric | PeakMetric,
  day: Date,
  bytes: number,
): ControlStatement {
  const rows = `select $1::text as ref, $2::text as series, $5::timestamptz as at, $4::numeric as value, $3::date as day`
  return addValues(rows, ['day'], [ref, metric, dayOf(day), bytes, day.toISOString()])
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
