/** Plans, add-ons and usage. CONTRACT billing. */
import {
  changeSubscription,
  getAddons,
  getDailyUsage,
  getSubscription,
  getUsage,
  listPlans,
  removeAddon,
  setAddon,
  type AddonType,
  type PlanId,
} from '@basedeck/platform-client/contract'
import { planBeginsAt, planChange } from '@basedeck/core/rules'
import { deleteAddon, insertAddon } from '../control/addons.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { PLAN_NAMES } from '../control/organizations.js'
import { changePlan, scheduledPlan, type ScheduledPlan } from '../control/plan-changes.js'
import { addonVariant, type PlanCatalogue } from '../control/plans.js'
import { readDailyUsage, readUsage, type UsageFilter } from '../control/usage.js'
import { DomainError } from '../kernel/domain-error.js'
import { largestFileSizeLimit } from '../objects/upload-rules.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { Caller } from '../access/caller.js'
import type { ProjectResource } from '../control/resources.js'
import type { Notify } from '../notifications/notice.js'
import { noticedProject } from '../notifications/notices.js'
import {
  addonChanged,
  planChanged,
  planKept,
  planScheduled,
  type NoticedOrganization,
} from '../notifications/team-notices.js'
import { createBilling } from '../services/billing.js'
import { writeAddonChange } from '../services/compute.js'
import { refusalText } from '../text/billing.js'
import type { Mount } from './mount.js'

export interface BillingRouteDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'restartWith'>
  plans: PlanCatalogue
  isPlatform: boolean
  notify: Notify
  /** As of `createApi`: what was used a moment ago is shown. */
  writeUsage?(): Promise<void>
  now(): Date
}

export function billingRoutes(mount: Mount, deps: BillingRouteDeps): void {
  const { control, plans, isPlatform, notify } = deps
  const billing = createBilling(deps)

  const filterOf = (
    organizationId: number,
    query: { project_ref?: string | undefined; start?: string | undefined; end?: string | undefined },
  ): UsageFilter => {
    const { start, end } = billing.period()
    return {
      organizationId,
      projectRef: query.project_ref,
      start: query.start === undefined ? start : new Date(query.start),
      end: query.end === undefined ? end : new Date(query.end),
    }
  }

  mount.on(getUsage, async ({ organization, query }) => {
    const { plan, usage_billing_enabled } = await billing.organization(organization.id)
    await deps.writeUsage?.()
    return readUsage(control, filterOf(organization.id, query), {
      plan: plan.id,
      usageBilling: usage_billing_enabled,
      metrics: plans.metrics,
    })
  })

  mount.on(getDailyUsage, async ({ organization, query }) => {
    await deps.writeUsage?.()
    return { days: await readDailyUsage(control, filterOf(organization.id, query)) }
  })

  mount.on(getSubscription, ({ organization }) => billing.subscription(organization.id))

  mount.on(changeSubscription, async ({ caller, organization, body, origin }) => {
    const { id, name } = organization
    await billing.requireOwnBilling(id)
    const before = await scheduledPlan(control, id)
    if (body.plan !== body.expected_plan) billing.requireOffered(body.plan)
    const written = await control.write([
      changePlan({
        organizationId: id,
        expected: body.expected_plan,
        plan: body.plan,
        periodEnd: billing.period().end,
      }),
      auditStatement(caller, origin, {
        action: 'organization.change_plan',
        target: name,
        organizationId: id,
        detail: { from: body.expected_plan, plan: body.plan },
      }),
    ])
    const stored = await billing.subscription(id)
    if (!written.ok)
      throw new DomainError('stale', refusalText.otherPlan(stored.plan.name), { more: { stored } })
    await tellPlan(organization, body, { before, after: stored.scheduled_plan_change }, caller)
    return stored
  })

  mount.on(listPlans, async ({ organization }) => {
    const { plan } = await billing.organization(organization.id)
    return {
      plans: plans.prices.map(([id, price]) => ({
        id,
        name: PLAN_NAMES[id],
        price,
        is_current: id === plan.id,
        change_type: planChange(plan.id, id),
        includes: plans.metrics.flatMap(({ metric, free }) => {
          const units = free[id]
          return units === undefined ? [] : [{ metric, units }]
        }),
        largest_file_bytes: largestFileSizeLimit(id, isPlatform),
      })),
    }
  })

  mount.on(getAddons, ({ project }) => billing.addons(project))

  mount.on(setAddon, async ({ caller, project, body: { type, variant }, origin }) => {
    await billing.requireOwnBilling(project.organization.id)
    if (!addonVariant(plans, type, variant)) throw new DomainError('addon_not_offered')
    const written = await writeAddonChange(deps, {
      ref: project.ref,
      type,
      variant,
      statements: [
        insertAddon(project.id, { type, variant }),
        auditStatement(caller, origin, {
          action: 'project.set_addon',
          target: project.name,
          organizationId: project.organization.id,
          projectRef: project.ref,
          detail: { type, variant },
        }),
      ],
    })
    if (!written.ok) throw new DomainError('addons_need_paid_plan')
    await tellAddon(project, type, variant, caller)
    return billing.addons(project)
  })

  mount.on(removeAddon, async ({ caller, project, query: { type }, origin }) => {
    await billing.requireOwnBilling(project.organization.id)
    await writeAddonChange(deps, {
      ref: project.ref,
      type,
      variant: null,
      statements: [
        deleteAddon(project.id, type),
        auditStatement(caller, origin, {
          action: 'project.remove_addon',
          target: project.name,
          organizationId: project.organization.id,
          projectRef: project.ref,
          detail: { type },
        }),
      ],
    })
    await tellAddon(project, type, null, caller)
    return billing.addons(project)
  })

  function tellAddon(project: ProjectResource, type: AddonType, variant: string | null, by: Caller) {
    const addon = plans.addons.find((one) => one.type === type)
    const chosen = variant === null ? null : (addonVariant(plans, type, variant)?.name ?? variant)
    return notify(
      addonChanged(noticedProject(project), { type, name: addon?.name ?? type, variant: chosen }, by),
    )
  }

  async function tellPlan(
    organization: NoticedOrganization,
    { expected_plan, plan }: { expected_plan: PlanId; plan: PlanId },
    { before, after }: Record<'before' | 'after', ScheduledPlan | undefined>,
    by: Caller,
  ): Promise<void> {
    const names = { from: PLAN_NAMES[expected_plan], to: PLAN_NAMES[plan] }
    if (after)
      await notify(planScheduled(organization, { ...names, at: DAY.format(planBeginsAt(after.at)) }, by))
    else if (plan !== expected_plan) await notify(planChanged(organization, names, by))
    else if (before) await notify(planKept(organization, names.from, by))
  }
}

/** Periods are those of UTC. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
