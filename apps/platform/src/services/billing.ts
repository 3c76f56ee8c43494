/** The subscription of an organization and the add-ons of a project, as the platform's record has them. */
import type { Addons, AddonType, EngineKind, PlanId, Subscription } from '@basedeck/platform-client/contract'
import { COMPUTE_ADDON } from '@basedeck/core/rules'
import { addonsOfOrganization, addonsOfProject } from '../control/addons.js'
import type { ControlDatabase } from '../control/control-database.js'
import { organizationById, type StoredOrganization } from '../control/organizations.js'
import { scheduledPlan } from '../control/plan-changes.js'
import { addonVariant, type PlanCatalogue } from '../control/plans.js'
import { projectByRef } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import { machineMemory } from '../engines/cluster/machine-memory.js'
import { grantedMemory } from '../engines/cluster/memory-settings.js'
import type { Notify } from '../notifications/notice.js'
import { hasComputeEffect } from './compute.js'
import { beginDuePlans } from './due-plans.js'

export interface Billing {
  organization(id: number): Promise<StoredOrganization>
  subscription(organizationId: number): Promise<Subscription>
  addons(project: { id: number; ref: string }): Promise<Addons>
  /** The calendar month in UTC, which is the period of usage and plans. */
  period(): { start: Date; end: Date }
  /** @throws DomainError `partner_bills` when a partner manages the organization */
  requireOwnBilling(organizationId: number): Promise<StoredOrganization>
  /** @throws DomainError `plan_not_offered` */
  requireOffered(plan: PlanId): void
}

export interface BillingDeps {
  control: ControlDatabase
  /** Memory of the machine. Default: this one's. */
  machineBytes?(): number
  plans: PlanCatalogue
  isPlatform: boolean
  notify: Notify
  now(): Date
}

const GB = 1024 ** 3

/** Whether an add-on does anything on this platform; the others are only recorded. @param engine of the project */
function hasEffect(type: AddonType, engine: EngineKind | undefined): boolean {
  if (type === COMPUTE_ADDON) return engine !== undefined && hasComputeEffect(engine)
  // Only there the log of the database is kept by the platform.
  if (type === 'pitr') return engine === 'cluster'
  // The assistant then gets neither schema nor data.
  return type === 'addon_security_hipaa'
}

export function createBilling({
  control,
  plans,
  isPlatform,
  notify,
  now,
  machineBytes = machineMemory,
}: BillingDeps): Billing {
  const organization = async (id: number) => {
    // The clock has no say in the row itself: a plan that is due begins when it is looked at.
    await beginDuePlans({ control, plans, notify, now })
    const stored = await organizationById(control, id)
    if (!stored) throw new DomainError('organization_not_found')
    return stored
  }
  const period = () => {
    const at = now()
    const start = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
    return { start, end: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) - 1) }
  }

  return {
    organization,
    period,
    async subscription(id) {
      const stored = await organization(id)
      const scheduled = await scheduledPlan(control, id)
      const { start, end } = period()
      const rows = await addonsOfOrganization(control, id)
      return {
        plan: stored.plan,
        usage_billing_enabled: stored.usage_billing_enabled,
        addons: rows.flatMap(({ type, variant: identifier, ref, name, engine }) => {
          const variant = addonVariant(plans, type, identifier)
          if (!variant) return []
          return [
            {
              id: identifier,
              name: variant.name,
              price: variant.price,
              project_ref: ref,
              project_name: name,
              ...(hasEffect(type, engine) ? {} : { recorded_only: true as const }),
            },
          ]
        }),
        current_period_start: Math.floor(start.getTime() / 1000),
        current_period_end: Math.floor(end.getTime() / 1000),
        ...(scheduled ? { scheduled_plan_change: scheduled } : {}),
      }
    },
    async addons({ id, ref }) {
      const rows = await addonsOfProject(control, id)
      const project = await projectByRef(control, ref)
      const selected = rows.flatMap(({ type, variant: identifier }) => {
        const variant = addonVariant(plans, type, identifier)
        return variant ? [{ type, variant }] : []
      })
      return {
        ref,
        // CLARIFICATIONS "Plans, usage".
        selected_addons: isPlatform
          ? selected
          : selected.filter(({ type }) => type !== 'addon_security_hipaa'),
        available_addons: plans.addons,
        recorded_only: plans.addons
          .map(({ type }) => type)
          .filter((type) => !hasEffect(type, project?.engine)),
        compute: {
          effect: project && hasComputeEffect(project.engine) ? 'memory' : 'none',
          largest_memory_gb: grantedMemory(Number.POSITIVE_INFINITY, machineBytes()) / GB,
        },
      }
    },
    async requireOwnBilling(id) {
      const stored = await organization(id)
      if (stored.managed_by !== null && stored.managed_by !== 'provider')
        throw new DomainError('partner_bills')
      return stored
    },
    requireOffered(plan) {
      if (!plans.prices.some(([id]) => id === plan)) throw new DomainError('plan_not_offered')
    },
  }
}
