/**
 * Tells once a month and metric that an organization uses more than its plan includes. Looked at every hour, by one of
 * the processes that share a control plane.
 */
import { sizeText, exceedsUsageLimits, isExceeded } from '@basedeck/core/rules'
import type { MeteredMetric, UsageMetric } from '@basedeck/platform-client/contract'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { claimJob } from '../control/jobs.js'
import { organizationsByIds } from '../control/organizations.js'
import type { PlanCatalogue } from '../control/plans.js'
import { readUsage } from '../control/usage.js'
import type { Notify } from '../notifications/notice.js'
import { usageLimitExceeded } from '../notifications/notices.js'
import { metricText } from '../text/billing.js'

const EVERY_SECONDS = 55 * 60
const ASK_EVERY_MS = 60 * 60 * 1000

export interface UsageWatchDeps {
  control: ControlDatabase
  plans: PlanCatalogue
  notify: Notify
  log: Pick<Logger, 'warn'>
  now(): Date
}

/** @returns what ends it */
export function watchUsage(deps: UsageWatchDeps): () => void {
  const look = async () => {
    try {
      if ((await deps.control.append([claimJob('usage limits', EVERY_SECONDS)])).ok)
        await tellExceededLimits(deps)
    } catch (error) {
      deps.log.warn({ err: error }, 'usage limits could not be looked at; they are again in an hour')
    }
  }
  const timer = setInterval(() => void look(), ASK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

export async function tellExceededLimits({ control, plans, notify, now }: UsageWatchDeps): Promise<void> {
  const start = new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth(), 1))
  const period = start.toISOString().slice(0, 10)
  for (const organization of await organizationsByIds(control, await metered(control))) {
    const usage = await readUsage(
      control,
      { organizationId: organization.id, start, end: now() },
      {
        plan: organization.plan.id,
        usageBilling: organization.usage_billing_enabled,
        metrics: plans.metrics,
      },
    )
    if (!exceedsUsageLimits(usage.usage_billing_enabled, usage.usages)) continue
    for (const metric of usage.usages.filter(isExceeded)) {
      const notice = usageLimitExceeded(organization, { ...amountsOf(metric), period })
      if (!(await isTold(control, notice.fact))) await notify(notice)
    }
  }
}

/** Organizations without usage billing that have projects with usage. */
async function metered(control: Pick<ControlDatabase, 'select'>): Promise<number[]> {
  const rows = await control.select<{ id: number }>(
    `select o.id from control.organizations o where not o.usage_billing_enabled and exists (
       select from control.projects p join control.series u on u.project_id = p.id where u.resolution = 'day' and p.organization_id = o.id)`,
  )
  return rows.map(({ id }) => id)
}

/** Also when it was read and archived since. */
async function isTold(control: Pick<ControlDatabase, 'select'>, fact: string): Promise<boolean> {
  const rows = await control.select('select 1 as one from control.notifications where fact = $1 limit 1', [
    fact,
  ])
  return rows.length > 0
}

const SIZES = new Set(['DATABASE_SIZE', 'STORAGE_SIZE', 'EGRESS'])

function amountsOf({ metric, usage, pricing_free_units = 0 }: UsageMetric) {
  const amount = (units: number) => (SIZES.has(metric) ? sizeText(units) : String(units))
  return {
    metric: metricText[metric as MeteredMetric] ?? metric,
    used: amount(usage),
    limit: amount(pricing_free_units),
  }
}
