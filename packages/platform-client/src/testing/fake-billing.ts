/** Plans, add-ons and usage of the fake platform. */
import {
  changeSubscription,
  getAddons,
  getDailyUsage,
  getSubscription,
  getUsage,
  listPlans,
  removeAddon,
  setAddon,
  type Addons,
  type Plan,
  type PlanId,
  type Subscription,
} from '../contract/index.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import type { FakeInsight } from './fake-insight.js'
import { busy } from './fake-projects.js'
import { organizationOf, projectOf, record, tick, type FakeWorld } from './fake-world.js'

const MB = 1024 * 1024
const PLANS: Record<
  PlanId,
  { name: string; price: number | null; databaseBytes: number | null; fileBytes: number }
> = {
  free: { name: 'Free', price: 0, databaseBytes: 500 * MB, fileBytes: 50 * MB },
  pro: { name: 'Pro', price: 25, databaseBytes: 8192 * MB, fileBytes: 51_200 * MB },
  team: { name: 'Team', price: 599, databaseBytes: 8192 * MB, fileBytes: 51_200 * MB },
  enterprise: { name: 'Enterprise', price: null, databaseBytes: null, fileBytes: 5_242_880 * MB },
}
const PLAN_IDS: PlanId[] = ['free', 'pro', 'team', 'enterprise']
const PERIOD_SECONDS = 30 * 86_400

const variant = (identifier: string, name: string, price: number) =>
  ({ identifier, name, price, price_interval: 'monthly', price_type: 'fixed' }) as const
const size = (identifier: string, name: string, price: number, memory_gb: number) => ({
  ...variant(identifier, name, price),
  meta: { memory_gb },
})
const COMPUTE = 'compute_instance'
const LARGEST_MEMORY_GB = 4

const AVAILABLE: Addons['available_addons'] = [
  {
    type: COMPUTE,
    name: 'Compute',
    variants: [
      size('ci_micro', 'Micro', 10, 1),
      size('ci_small', 'Small', 15, 2),
      size('ci_large', 'Large', 110, 8),
    ],
  },
  { type: 'ipv4', name: 'Dedicated IPv4 address', variants: [variant('ipv4_default', 'Dedicated IPv4', 4)] },
]

export function billingRoutes(world: FakeWorld, insight: FakeInsight): FakeRoute[] {
  const subscriptionOf = (slug: string | undefined): Subscription => {
    const { plan, usage_billing_enabled, slug: found } = organizationOf(world, slug)
    const start = Math.floor(world.now / 1000)
    const scheduled = world.scheduledPlans[found]
    return {
      plan,
      usage_billing_enabled,
      addons: [],
      current_period_start: start,
      current_period_end: start + PERIOD_SECONDS,
      ...(scheduled ? { scheduled_plan_change: scheduled } : {}),
    }
  }
  const addonsOf = (ref: string): Addons => ({
    ref,
    selected_addons: insight.addons[ref] ?? [],
    available_addons: AVAILABLE,
    recorded_only: AVAILABLE.map(({ type }) => type).filter(
      (type) =>
        type !== 'addon_security_hipaa' &&
        ((type !== 'compute_instance' && type !== 'pitr') ||
          projectOf(world, ref).project.engine !== 'cluster'),
    ),
    compute: {
      effect: projectOf(world, ref).project.engine === 'cluster' ? 'memory' : 'none',
      largest_memory_gb: LARGEST_MEMORY_GB,
    },
  })
  /** Another size restarts the database. */
  const restart = (ref: string, type: string, identifier: string | undefined) => {
    const { project } = projectOf(world, ref)
    const before = addonsOf(ref).selected_addons.find((one) => one.type === type)?.variant.identifier
    if (type !== COMPUTE || project.engine !== 'cluster' || before === identifier) return
    if (project.status.startsWith('ACTIVE_')) project.status = 'RESTORING'
    else if (project.status !== 'INACTIVE' && project.status !== 'INIT_FAILED') throw busy()
  }

  return [
    fakeRoute(getUsage, ({ params }) => {
      const { slug, usage_billing_enabled } = organizationOf(world, params['slug'])
      return world.usage[slug] ?? { usage_billing_enabled, usages: [] }
    }),
    fakeRoute(getDailyUsage, ({ params }) => ({
      days: world.dailyUsage[organizationOf(world, params['slug']).slug] ?? [],
    })),
    fakeRoute(getSubscription, ({ params }) => subscriptionOf(params['slug'])),
    fakeRoute(changeSubscription, ({ params, body: { plan, expected_plan } }) => {
      const organization = organizationOf(world, params['slug'])
      const { slug, name, managed_by } = organization
      if (managed_by !== null && managed_by !== 'provider')
        throw new FakeRefusal(
          409,
          'partner_bills',
          'The partner that manages this organization changes its plan and add-ons',
        )
      if (organization.plan.id !== expected_plan)
        throw new FakeRefusal(
          409,
          'stale',
          `The plan was changed in the meantime: it is ${organization.plan.name} now. Look at the plans again before you change it.`,
          { more: { stored: subscriptionOf(slug) } },
        )
      delete world.scheduledPlans[slug]
      const steps = PLAN_IDS.indexOf(plan) - PLAN_IDS.indexOf(expected_plan)
      if (steps < 0) {
        const at = new Date(world.now + PERIOD_SECONDS * 1000).toISOString()
        world.scheduledPlans[slug] = { plan, at }
      } else organization.plan = { id: plan, name: PLANS[plan].name }
      organization.updated_at = tick(world)
      record(world, { slug, action: 'organization.change_plan', target: name })
      return subscriptionOf(slug)
    }),
    fakeRoute(listPlans, ({ params }) => {
      const { plan } = organizationOf(world, params['slug'])
      const current = PLAN_IDS.indexOf(plan.id)
      return {
        plans: PLAN_IDS.map((id, index): Plan => ({
          id,
          name: PLANS[id].name,
          price: PLANS[id].price,
          is_current: index === current,
          change_type: changeOf(index - current),
          includes: [{ metric: 'DATABASE_SIZE', units: PLANS[id].databaseBytes }],
          largest_file_bytes: PLANS[id].fileBytes,
        })),
      }
    }),
    fakeRoute(getAddons, ({ params }) => addonsOf(projectOf(world, params['ref']).project.ref)),
    fakeRoute(setAddon, ({ params, body }) => {
      const { ref, organization_slug: slug, name } = projectOf(world, params['ref']).project
      if (organizationOf(world, slug).plan.id === 'free')
        throw new FakeRefusal(
          409,
          'addons_need_paid_plan',
          'Add-ons need a paid plan; upgrade the organization first',
        )
      const found = AVAILABLE.find(({ type }) => type === body.type)?.variants.find(
        ({ identifier }) => identifier === body.variant,
      )
      if (!found) throw new FakeRefusal(409, 'addon_not_offered', 'This add-on is not offered')
      restart(ref, body.type, body.variant)
      const others = addonsOf(ref).selected_addons.filter(({ type }) => type !== body.type)
      insight.addons[ref] = [...others, { type: body.type, variant: found }]
      record(world, { slug, action: 'project.set_addon', target: name, project_ref: ref })
      return addonsOf(ref)
    }),
    fakeRoute(removeAddon, ({ params, query }) => {
      const { ref, organization_slug: slug, name } = projectOf(world, params['ref']).project
      restart(ref, query.type, undefined)
      insight.addons[ref] = addonsOf(ref).selected_addons.filter(({ type }) => type !== query.type)
      record(world, { slug, action: 'project.remove_addon', target: name, project_ref: ref })
      return addonsOf(ref)
    }),
  ]
}

function changeOf(steps: number): Plan['change_type'] {
  if (steps === 0) return 'none'
  return steps > 0 ? 'upgrade' : 'downgrade'
}
