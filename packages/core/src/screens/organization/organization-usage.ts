/** What an organization uses, beside what its plan includes: by metric, by day, by project. The address names project and period. */
import type { DailyUsage, Usage, UsageMetric } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { usageQuery } from '../../data/billing.js'
import { dailyUsageQuery } from '../../data/plans.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { sizeText } from '../../rules/results/bytes.js'
import { dailyAmounts, usedShare } from '../../rules/organization/daily-usage.js'
import { exceedsUsageLimits, isExceeded } from '../../rules/organization/usage-limits.js'
import {
  daysOfPeriod,
  USAGE_PERIODS,
  usagePeriodIn,
  type UsagePeriod,
} from '../../rules/organization/usage-period.js'
import { exactTime } from '../../text/time.js'
import { usageText as text } from '../../text/usage.js'
import type { Needs } from '../context.js'

/** One metered thing; amounts are sentences with their unit. */
export interface UsageRow {
  metric: string
  label: string
  /** `12 MB of 500 MB` */
  summary: string
  /** When a size was measured last; null: it is counted, or was not measured yet. */
  measured: string | null
  /** Of what is included, from 0 to 1; null: nothing limits it. */
  share: number | null
  isOver: boolean
  /** The most first. */
  projects: { ref: string; name: string; used: string; href: string }[]
}

/** The days of one metric, oldest first. */
export interface UsageDays {
  label: string
  days: { key: string; label: string; amount: number; text: string }[]
  /** Whether there is a day with any usage. */
  hasAny: boolean
  amountText(amount: number): string
  /** Amounts of the axis are multiples of powers of this. */
  base: number
}

/** `/org/{slug}/usage`: what an organization uses beside what its plan includes. */
export interface OrganizationUsageScreen extends Disposable {
  readonly title: string
  readonly $rows: ReadableAtom<Remote<UsageRow[]>>
  readonly $isExceeding: ReadableAtom<boolean>
  /** By metric. */
  readonly $days: ReadableAtom<Remote<Readonly<Record<string, UsageDays>>>>
  readonly $period: ReadableAtom<UsagePeriod>
  readonly periods: readonly { value: UsagePeriod; label: string }[]
  /** @param period one of `periods` */
  setPeriod(period: string): void
  /** The ref of the project that it is about; empty: all of them. */
  readonly $project: ReadableAtom<string>
  /** All, and those that used something in the period. */
  readonly $projects: ReadableAtom<readonly { value: string; label: string }[]>
  setProject(ref: string): void
}

export function createOrganizationUsage(
  { client, queries, router, host }: Needs<'client' | 'queries' | 'router' | 'host'>,
  { slug, title }: { slug: string; title: string },
): OrganizationUsageScreen {
  const path = router.href('usage', { slug })
  const $search = computed(router.$route, ({ location }) => location.search)
  const $period = computed($search, usagePeriodIn)
  const $project = computed($search, (search) => new URLSearchParams(search).get('projectRef') ?? '')
  const daysOf = (period: UsagePeriod) => daysOfPeriod(period, host.clock.now())
  /** This month is asked as the badge in the header asks it, so that they share the answer. */
  const askedDays = (period: UsagePeriod) => (period === 'this-month' ? undefined : daysOf(period))
  const loading: Remote<never> = { status: 'loading' }

  const $usage = queries.follow(
    computed([$project, $period], (projectRef, period) =>
      usageQuery(client, slug, { projectRef, days: askedDays(period) }),
    ),
  )
  const $ofAll = queries.follow(
    computed($period, (period) => usageQuery(client, slug, { days: askedDays(period) })),
  )
  const $daily = queries.follow(
    computed([$project, $period], (projectRef, period) =>
      dailyUsageQuery(client, slug, { projectRef, days: askedDays(period) }),
    ),
  )
  const open = (changes: Record<string, string>) => {
    const query = new URLSearchParams($search.get())
    for (const [name, value] of Object.entries(changes))
      if (value === '') query.delete(name)
      else query.set(name, value)
    const search = query.size > 0 ? `?${query}` : ''
    router.open(path + search, { replace: true })
  }
  const projectHref = (ref: string) => {
    const query = new URLSearchParams($search.get())
    query.set('projectRef', ref)
    return `${path}?${query}`
  }

  return {
    title,
    $rows: computed([$usage], (remote): Remote<UsageRow[]> => {
      if (remote?.status !== 'ready') return remote ?? loading
      const isLimited = !remote.data.usage_billing_enabled
      return {
        ...remote,
        data: remote.data.usages.map((metric) =>
          rowOf(metric, isLimited, projectHref, remote.data.measured_at),
        ),
      }
    }),
    $isExceeding: computed(
      $usage,
      (remote) =>
        remote?.status === 'ready' &&
        exceedsUsageLimits(remote.data.usage_billing_enabled, remote.data.usages),
    ),
    $days: computed([$daily, $usage, $period], (daily, usage, period): Remote<Record<string, UsageDays>> => {
      if (daily?.status !== 'ready') return daily ?? loading
      const metrics = usage?.status === 'ready' ? usage.data.usages : []
      const range = daysOf(period)
      return {
        ...daily,
        data: Object.fromEntries(
          metrics.map(({ metric }) => [metric, chartOf(metric, daily.data, range, host.clock.now())]),
        ),
      }
    }),
    $period,
    periods: USAGE_PERIODS.map((value) => ({ value, label: text.periods[value] })),
    setPeriod: (period) => open({ period: period === USAGE_PERIODS[0] ? '' : period }),
    $project,
    $projects: computed([$ofAll, $project], (remote, chosen) => {
      const names = new Map<string, string>()
      if (chosen !== '') names.set(chosen, chosen)
      for (const { ref, name } of allocationsOf(remote)) names.set(ref, name)
      const listed = [...names].map(([value, label]) => ({ value, label }))
      listed.sort((a, b) => a.label.localeCompare(b.label, 'en') || a.value.localeCompare(b.value))
      return [{ value: '', label: text.allProjects }, ...listed]
    }),
    setProject: (projectRef) => open({ projectRef }),
    dispose() {},
  }
}

function allocationsOf(remote: Remote<Usage> | null): UsageMetric['project_allocations'] {
  if (remote?.status !== 'ready') return []
  return remote.data.usages.flatMap(({ project_allocations }) => project_allocations)
}

function rowOf(
  metric: UsageMetric,
  isLimited: boolean,
  hrefOf: (ref: string) => string,
  measuredAt: string | undefined,
): UsageRow {
  const limit =
    metric.unlimited || !metric.available_in_plan ? null : Math.max(0, metric.pricing_free_units ?? 0)
  return {
    metric: metric.metric,
    label: labelOf(metric.metric),
    summary: summaryOf(metric),
    measured:
      SIZES.has(metric.metric) && measuredAt !== undefined
        ? text.measured(exactTime(Date.parse(measuredAt)))
        : null,
    share: usedShare(metric.usage, limit),
    isOver: isLimited && isExceeded(metric),
    projects: metric.project_allocations.map(({ ref, name, usage }) => ({
      ref,
      name,
      used: amountText(metric.metric, usage),
      href: hrefOf(ref),
    })),
  }
}

function chartOf(
  metric: string,
  daily: readonly DailyUsage[],
  range: { start: string; end: string },
  now: number,
): UsageDays {
  const amounts = dailyAmounts(daily, metric, range, now)
  return {
    label: text.byDay(labelOf(metric)),
    hasAny: amounts.some(({ amount }) => amount > 0),
    days: amounts.map(({ day, amount }) => ({
      key: day,
      label: DAY.format(Date.parse(day)),
      amount,
      text: amountText(metric, amount),
    })),
    amountText: (amount) => amountText(metric, amount),
    base: BYTES.has(metric) ? 1024 : 10,
  }
}

function labelOf(metric: string): string {
  return text.metrics[metric] ?? metric
}

function summaryOf({
  metric,
  usage,
  available_in_plan,
  unlimited,
  pricing_free_units = 0,
}: UsageMetric): string {
  const used = amountText(metric, usage)
  if (!available_in_plan) return text.usedNotIncluded(used)
  return unlimited ? text.usedUnlimited(used) : text.usedOf(used, amountText(metric, pricing_free_units))
}

/** What is measured now and then. */
const SIZES = new Set(['DATABASE_SIZE', 'STORAGE_SIZE'])
/** What is counted in bytes. */
const BYTES = new Set(['DATABASE_SIZE', 'STORAGE_SIZE', 'EGRESS'])

function amountText(metric: string, amount: number): string {
  return BYTES.has(metric) ? sizeText(amount) : NUMBER.format(amount)
}

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
/** Days are those of UTC, as the platform counts them. */
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
