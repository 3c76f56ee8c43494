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
} from '@basedeck/platform-client/contract'
import { planChange } from '@basedeck/core/rules'
import { deleteAddon, insertAddon } from '../control/addons.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { PLAN_NAMES } from '../control/organizations.js'
import { changePlan } from '../control/plan-changes.js'
import { addonVariant, type PlanCatalogue } from '../control/plans.js'
import { readDailyUsage, readUsage, type UsageFilter } from '../control/usage.js'
import { DomainError } from '../domain-error.js'
import { largestFileSizeLimit } from '../objects/upload-rules.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { createBilling } from '../services/billing.js'
import { writeAddonChange } from '../services/compute.js'
import { refusalText } from '../text/billing.js'
import type { Mount } from './mount.js'

export interface BillingRouteDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'restartWith'>
  plans: PlanCatalogue
  isPlatform: boolean
  /** As of `createApi`: what was used a moment ago is shown. */
  writeUsage?(): Promise<void>
  now(): Date
}

export function billingRoutes(mount: Mount, deps: BillingRouteDeps): void {
  const { control, plans, isPlatform } = deps
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
    return billing.addons(project)
  })
}
