/** The plan of an organization, the plans that it may take, and what a change would change. SPEC §4 */
import type { Plan, Subscription, Usage, UsageMetric } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { usageQuery } from '../../data/billing.js'
import { organizationQuery } from '../../data/organizations.js'
import { planChangeMutation, plansQuery, subscriptionQuery } from '../../data/plans.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { sizeText } from '../../rules/results/bytes.js'
import { partnerNotice } from '../../rules/help/partner-notice.js'
import { planBeginsAt } from '../../rules/organization/plan-change.js'
import { planDifferences, type PlanLimit } from '../../rules/organization/plan-differences.js'
import { controlState, type ControlState } from '../../sessions/account/rights.js'
import { billingText as text } from '../../text/billing.js'
import type { Needs } from '../context.js'

/** A plan as a card. */
export interface PlanCard {
  id: Plan['id']
  name: string
  price: string
  isCurrent: boolean
  /** “Current plan”, or when a scheduled change begins. */
  state: string | null
  /** `isExceeded`: more than this is used now. */
  limits: { label: string; value: string; isExceeded: boolean }[]
  /** Null: there is nothing to change to. */
  change: { label: string; isUpgrade: boolean } | null
}

/** What is asked before the plan is changed. */
export interface PlanQuestion {
  id: Plan['id']
  name: string
  title: string
  begins: string
  changes: { key: string; label: string; from: string; to: string; isExceeded: boolean }[]
  /** Null: none is lost. */
  losesAddons: string | null
}

/** The plan as it is. */
export interface CurrentPlan {
  name: string
  period: string
  /** A lower plan that is on its way. */
  scheduled: { text: string; keepLabel: string } | null
}

/** `/org/{slug}/billing` */
export interface OrganizationBillingScreen extends Disposable {
  readonly title: string
  readonly usageHref: string
  readonly $current: ReadableAtom<Remote<CurrentPlan>>
  readonly $plans: ReadableAtom<Remote<PlanCard[]>>
  readonly $addons: ReadableAtom<
    Remote<{ key: string; project: string; addon: string; price: string; href: string }[]>
  >
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $isBusy: ReadableAtom<boolean>
  readonly changing: Confirmation<PlanQuestion>
  /** Asks before it changes to a plan. */
  choose(id: Plan['id']): void
  /** Takes a scheduled change back. */
  keepCurrent(): void
}

export function createOrganizationBilling(
  context: Needs<'client' | 'queries' | 'router' | 'host' | '$runtime'>,
  { slug, title }: { slug: string; title: string },
): OrganizationBillingScreen {
  const { client, queries, router, host, $runtime } = context
  const $subscription = queries.store(subscriptionQuery(client, slug))
  const $mayRead = controlState(
    context,
    { action: 'read', resource: 'billing', organizationSlug: slug },
    text.mayNot,
  )
  const $answer = queries.follow(
    computed($mayRead, ({ disabled }) => (disabled ? null : plansQuery(client, slug))),
  )
  const $plans = computed($answer, (plans): Remote<{ plans: Plan[] }> => plans ?? { status: 'loading' })
  const $usage = queries.store(usageQuery(client, slug))
  const $organization = queries.store(organizationQuery(client, slug))
  const $isSold = computed($runtime, (runtime) => runtime.status === 'ready' && runtime.data.isPlatform)
  const change = createMutation(queries, planChangeMutation(client, slug))
  const $may = controlState(
    context,
    { action: 'update', resource: 'billing', organizationSlug: slug },
    text.mayNot,
  )
  const current = (): Subscription | null => {
    const subscription = $subscription.get()
    return subscription.status === 'ready' ? subscription.data : null
  }
  const failed = (message: string) => host.notifier.notify({ kind: 'error', message })
  const changing = createConfirmation<PlanQuestion>(async ({ id, name }) => {
    const expected = current()?.plan.id ?? id
    const outcome = await change.run({ plan: id, expected })
    if (outcome.type === 'failed') {
      // The plans as they are now stand behind the question.
      queries.refresh(subscriptionQuery(client, slug).key)
      queries.refresh(plansQuery(client, slug).key)
      return outcome
    }
    const { scheduled_plan_change: scheduled } = outcome.data
    const message = scheduled
      ? text.done.downgrade(name, dateText(planBeginsAt(scheduled.at)))
      : text.done.upgrade(name)
    host.notifier.notify({ kind: 'success', message })
    return outcome
  })

  return {
    title,
    usageHref: router.href('usage', { slug }),
    $current: computed([$subscription, $plans], (remote, plans): Remote<CurrentPlan> => {
      if (remote.status !== 'ready') return remote
      const { plan, scheduled_plan_change: scheduled, current_period_start, current_period_end } = remote.data
      const nameOf = (id: string) =>
        plans.status === 'ready' ? (plans.data.plans.find((one) => one.id === id)?.name ?? id) : id
      return {
        ...remote,
        data: {
          name: plan.name,
          period: text.period(dateText(current_period_start * 1000), dateText(current_period_end * 1000)),
          scheduled: scheduled
            ? {
                text: text.scheduled(nameOf(scheduled.plan), dateText(planBeginsAt(scheduled.at))),
                keepLabel: text.keep(plan.name),
              }
            : null,
        },
      }
    }),
    $plans: computed(
      [$plans, $subscription, $isSold, $usage],
      (remote, subscription, isSold, usage): Remote<PlanCard[]> => {
        if (remote.status !== 'ready') return remote
        const scheduled =
          subscription.status === 'ready' ? subscription.data.scheduled_plan_change : undefined
        return {
          ...remote,
          data: isSold ? remote.data.plans.map((plan) => cardOf(plan, scheduled, usagesOf(usage))) : [],
        }
      },
    ),
    $addons: computed($subscription, (remote) =>
      remote.status === 'ready'
        ? {
            ...remote,
            data: remote.data.addons.map(({ id, name, price, project_ref, project_name, recorded_only }) => ({
              key: `${project_ref} ${id}`,
              project: project_name,
              addon: name,
              price: recorded_only ? text.recordedOnly : text.price(price),
              href: router.href('addons', { ref: project_ref }),
            })),
          }
        : remote,
    ),
    $mayChange: computed([$may, $organization], (may, organization): ControlState => {
      const isPartners = organization.status === 'ready' && partnerNotice(organization.data) !== null
      return isPartners ? { disabled: true, hint: text.partner } : may
    }),
    $isBusy: computed(change.$state, ({ status }) => status === 'running'),
    changing,
    choose(id) {
      const plans = $plans.get()
      const subscription = current()
      if (plans.status !== 'ready' || !subscription) return
      const from = plans.data.plans.find(({ is_current }) => is_current)
      const to = plans.data.plans.find((plan) => plan.id === id)
      if (!from || !to || to.change_type === 'none') return
      const lost = id === 'free' ? subscription.addons.length : 0
      changing.ask({
        id,
        name: to.name,
        title: text.change[to.change_type](to.name),
        begins:
          to.change_type === 'upgrade'
            ? text.confirmBegins.now
            : text.confirmBegins.later(dateText(subscription.current_period_end * 1000)),
        changes: planDifferences(from, to, usagesOf($usage.get())).map(
          ({ limit, from: was, to: becomes, isExceeded }) => ({
            key: limit,
            label: text.limits[limit] ?? limit,
            from: limitText(limit, was),
            to: limitText(limit, becomes),
            isExceeded,
          }),
        ),
        losesAddons: lost === 0 ? null : text.losesAddons(lost),
      })
    },
    keepCurrent() {
      const subscription = current()
      if (!subscription) return
      const { id, name } = subscription.plan
      void change.run({ plan: id, expected: id }).then((outcome) => {
        if (outcome.type === 'failed') failed(outcome.error.message)
        else host.notifier.notify({ kind: 'success', message: text.kept(name) })
      })
    },
    dispose() {},
  }
}

function cardOf(
  { id, name, price, is_current, change_type, includes, largest_file_bytes }: Plan,
  scheduled: Subscription['scheduled_plan_change'],
  usages: readonly UsageMetric[],
): PlanCard {
  const usedOf = (limit: string) => usages.find(({ metric }) => metric === limit)?.usage ?? 0
  const isScheduled = scheduled?.plan === id
  const state = is_current
    ? text.current
    : isScheduled
      ? text.begins(dateText(planBeginsAt(scheduled.at)))
      : null
  return {
    id,
    name,
    price: text.price(price),
    isCurrent: is_current,
    state,
    limits: [
      ...includes.map(({ metric, units }) => ({
        ...limitOf(metric, units),
        isExceeded: units !== null && usedOf(metric) > units,
      })),
      { ...limitOf('FILE_SIZE', largest_file_bytes), isExceeded: false },
    ],
    change:
      change_type === 'none' || isScheduled
        ? null
        : { label: text.change[change_type](name), isUpgrade: change_type === 'upgrade' },
  }
}

function usagesOf(usage: Remote<Usage>): readonly UsageMetric[] {
  return usage.status === 'ready' ? usage.data.usages : []
}

function limitOf(limit: PlanLimit, units: number | null) {
  return { label: text.limits[limit] ?? limit, value: limitText(limit, units) }
}

const BYTES: ReadonlySet<PlanLimit> = new Set<PlanLimit>([
  'DATABASE_SIZE',
  'STORAGE_SIZE',
  'EGRESS',
  'FILE_SIZE',
])

function limitText(limit: PlanLimit, units: number | null | undefined): string {
  if (units === undefined) return text.notIncluded
  if (units === null) return text.unlimited
  return BYTES.has(limit) ? sizeText(units) : NUMBER.format(units)
}

function dateText(at: number | string): string {
  return DATE.format(new Date(at))
}

const NUMBER = new Intl.NumberFormat('en-US')
/** Periods begin and end in UTC. */
const DATE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
