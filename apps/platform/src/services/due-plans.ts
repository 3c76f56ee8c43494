/**
 * Begins the plans that are due, and tells the organization what its new plan takes away. Looked at every hour, and whenever
 * somebody looks at the billing of an organization.
 */
import { bytesText, planDifferences, type PlanDifference } from '@basedeck/core/rules'
import type { MeteredMetric, PlanId } from '@basedeck/platform-client/contract'
import type { Logger } from 'pino'
import { addonsOfOrganization, type ProjectAddonRow } from '../control/addons.js'
import type { ControlDatabase } from '../control/control-database.js'
import { PLAN_NAMES } from '../control/organizations.js'
import { beginDuePlan, duePlans } from '../control/plan-changes.js'
import { addonVariant, type PlanCatalogue } from '../control/plans.js'
import type { Notify } from '../notifications/notice.js'
import { planBegan } from '../notifications/team-notices.js'
import { largestFileSizeLimit } from '../objects/upload-rules.js'
import { metricText } from '../text/billing.js'
import { teamNoticeText } from '../text/team-notices.js'

const ASK_EVERY_MS = 60 * 60 * 1000

export interface DuePlansDeps {
  control: ControlDatabase
  plans: PlanCatalogue
  notify: Notify
  now(): Date
}

/** @returns what ends it */
export function watchDuePlans(deps: DuePlansDeps & { log: Pick<Logger, 'warn'> }): () => void {
  const look = () =>
    beginDuePlans(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'plans that are due could not begin; it is tried again in an hour'),
    )
  void look()
  const timer = setInterval(() => void look(), ASK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Of several processes that see a plan due, one begins it and tells of it. */
export async function beginDuePlans({ control, plans, notify, now }: DuePlansDeps): Promise<void> {
  for (const due of await duePlans(control, now())) {
    const addons = due.to === 'free' ? await addonsOfOrganization(control, due.id) : []
    if (!(await control.write(beginDuePlan(due, now()))).ok) continue
    const losses = [...addonsLost(plans, addons), ...limitsLost(plans, due.from, due.to)]
    await notify(planBegan(due, { from: PLAN_NAMES[due.from], to: PLAN_NAMES[due.to] }, losses))
  }
}

const text = teamNoticeText.losses

function addonsLost(plans: PlanCatalogue, addons: readonly ProjectAddonRow[]): string[] {
  return addons.map(({ type, variant, name }) =>
    text.addon(addonVariant(plans, type, variant)?.name ?? variant, name),
  )
}

function limitsLost(plans: PlanCatalogue, from: PlanId, to: PlanId): string[] {
  const limitsOf = (plan: PlanId) => ({
    includes: plans.metrics.flatMap(({ metric, free }) => {
      const units = free[plan]
      return units === undefined ? [] : [{ metric, units }]
    }),
    // Only the hosted build has plans to change.
    largest_file_bytes: largestFileSizeLimit(plan, true),
  })
  return planDifferences(limitsOf(from), limitsOf(to), [])
    .filter(({ isLess }) => isLess)
    .map(sentenceOf)
}

const BYTES = new Set<PlanDifference['limit']>(['DATABASE_SIZE', 'STORAGE_SIZE', 'EGRESS', 'FILE_SIZE'])

function sentenceOf({ limit, from, to }: PlanDifference): string {
  const name = limit === 'FILE_SIZE' ? text.fileSize : metricText[limit as MeteredMetric]
  const amount = (units: number | null | undefined) =>
    units === null ? text.unlimited : BYTES.has(limit) ? bytesText(units ?? 0) : String(units ?? 0)
  return to === undefined ? text.gone(name) : text.limit(name, amount(from), amount(to))
}
