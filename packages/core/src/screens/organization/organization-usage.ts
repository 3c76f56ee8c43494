/** What an organization uses, beside what its plan includes; of one project when the address names it. */
import type { UsageMetric } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { usageQuery } from '../../data/billing.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { bytesText } from '../../rules/bytes.js'
import { exceedsUsageLimits, isExceeded } from '../../rules/usage-limits.js'
import { organizationText } from '../../text/organization.js'
import type { Needs } from '../context.js'

const text = organizationText.usage

/** One metered thing; amounts are sentences with their unit. */
export interface UsageRow {
  metric: string
  label: string
  used: string
  included: string
  isOver: boolean
}

/** `/org/{slug}/usage`: what an organization uses beside what its plan includes. */
export interface OrganizationUsageScreen extends Disposable {
  readonly title: string
  readonly $rows: ReadableAtom<Remote<UsageRow[]>>
  readonly $isExceeding: ReadableAtom<boolean>
  /** The project it is about; null: all of them. */
  readonly projectRef: string | null
  readonly allHref: string
}

export function createOrganizationUsage(
  { client, queries, router }: Needs<'client' | 'queries' | 'router'>,
  { slug, title }: { slug: string; title: string },
): OrganizationUsageScreen {
  const projectRef = new URLSearchParams(router.$route.get().location.search).get('projectRef')
  const $usage = queries.store(usageQuery(client, slug, projectRef ?? ''))
  return {
    title,
    projectRef,
    allHref: router.href('usage', { slug }),
    $rows: computed($usage, (remote): Remote<UsageRow[]> => {
      if (remote.status !== 'ready') return remote
      const isLimited = !remote.data.usage_billing_enabled
      return { ...remote, data: remote.data.usages.map((metric) => rowOf(metric, isLimited)) }
    }),
    $isExceeding: computed(
      $usage,
      (remote) =>
        remote.status === 'ready' &&
        exceedsUsageLimits(remote.data.usage_billing_enabled, remote.data.usages),
    ),
    dispose() {},
  }
}

function rowOf(metric: UsageMetric, isLimited: boolean): UsageRow {
  return {
    metric: metric.metric,
    label: text.metrics[metric.metric] ?? metric.metric,
    used: isMeasured(metric) ? amountOf(metric, metric.usage) : text.notMeasured,
    included: includedIn(metric),
    isOver: isLimited && isExceeded(metric),
  }
}

function isMeasured({ usage, project_allocations }: UsageMetric): boolean {
  return usage > 0 || project_allocations.length > 0
}

function includedIn(metric: UsageMetric): string {
  if (!metric.available_in_plan) return text.notIncluded
  return metric.unlimited ? text.unlimited : amountOf(metric, metric.pricing_free_units ?? 0)
}

/** What is counted in bytes. */
const BYTES = new Set(['DATABASE_SIZE', 'STORAGE_SIZE', 'EGRESS'])

function amountOf({ metric }: UsageMetric, amount: number): string {
  return BYTES.has(metric) ? bytesText(amount) : number.format(amount)
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
