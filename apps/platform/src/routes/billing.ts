/** Plans, add-ons and usage. CONTRACT billing. */
import { getAddons, getSubscription, getUsage, listPlans } from '@basedeck/platform-client/contract'
import { planChange } from '@basedeck/core/rules'
import type { ControlDatabase } from '../control/control-database.js'
import { organizationById, PLAN_NAMES, type StoredOrganization } from '../control/organizations.js'
import { ADDONS, addonVariant, PLAN_PRICES } from '../control/plans.js'
import { readUsage } from '../control/usage.js'
import { DomainError } from '../domain-error.js'
import type { Mount } from './mount.js'

export interface BillingRouteDeps {
  control: ControlDatabase
  isPlatform: boolean
  now(): Date
}

interface AddonRow {
  type: string
  variant: string
}

export function billingRoutes(mount: Mount, { control, isPlatform, now }: BillingRouteDeps): void {
  async function require(id: number): Promise<StoredOrganization> {
    const stored = await organizationById(control, id)
    if (!stored) throw new DomainError('organization_not_found')
    return stored
  }

  mount.on(getUsage, async ({ organization, query }) => {
    const stored = await require(organization.id)
    const { start, end } = monthOf(now())
    return readUsage(control, {
      organizationId: organization.id,
      plan: stored.plan.id,
      usageBilling: stored.usage_billing_enabled,
      projectRef: query.project_ref,
      start: query.start === undefined ? start : new Date(query.start),
      end: query.end === undefined ? end : new Date(query.end),
    })
  })

  mount.on(getSubscription, async ({ organization }) => {
    const stored = await require(organization.id)
    const { start, end } = monthOf(now())
    return {
      plan: stored.plan,
      usage_billing_enabled: stored.usage_billing_enabled,
      addons: await selectedAddons(organization.id),
      current_period_start: Math.floor(start.getTime() / 1000),
      current_period_end: Math.floor(end.getTime() / 1000),
    }
  })

  mount.on(listPlans, async ({ organization }) => {
    const { plan } = await require(organization.id)
    return {
      plans: PLAN_PRICES.map(([id, price]) => ({
        id,
        name: PLAN_NAMES[id],
        price,
        is_current: id === plan.id,
        change_type: planChange(plan.id, id),
      })),
    }
  })

  mount.on(getAddons, async ({ project }) => {
    const rows = await control.select<AddonRow>(
      'select type, variant from control.addons where project_id = $1 order by type',
      [project.id],
    )
    const selected = rows.flatMap(({ type, variant: identifier }) => {
      const variant = addonVariant(type, identifier)
      return variant ? [{ type, variant }] : []
    })
    return {
      ref: project.ref,
      // CLARIFICATIONS "Plans, usage".
      selected_addons: isPlatform ? selected : selected.filter(({ type }) => type !== 'addon_security_hipaa'),
      available_addons: ADDONS,
    }
  })

  async function selectedAddons(organizationId: number) {
    const rows = await control.select<AddonRow & { ref: string; name: string }>(
      `select a.type, a.variant, p.ref, p.name from control.addons a
         join control.projects p on p.id = a.project_id
       where p.organization_id = $1 order by lower(p.name), p.id, a.type`,
      [organizationId],
    )
    return rows.flatMap(({ type, variant: identifier, ref, name }) => {
      const variant = addonVariant(type, identifier)
      if (!variant) return []
      return [
        { id: identifier, name: variant.name, price: variant.price, project_ref: ref, project_name: name },
      ]
    })
  }
}

/** The calendar month in UTC: the period of usage. */
function monthOf(now: Date): { start: Date; end: Date } {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  return { start, end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - 1) }
}
