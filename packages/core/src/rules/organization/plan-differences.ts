/**
 * What a change of plan changes: listed before one confirms it.
 * @rule billing.plan-differences  @spec §4
 */
import type { MeteredMetric, Plan, UsageMetric } from '@basedeck/platform-client/contract'

/** What a plan limits: a metric, or the size of one file. */
export type PlanLimit = MeteredMetric | 'FILE_SIZE'

/** A limit of two plans. Null: unlimited; undefined: not included. */
export interface PlanDifference {
  limit: PlanLimit
  from: number | null | undefined
  to: number | null | undefined
  isLess: boolean
  /** What is used now is above the new limit. */
  isExceeded: boolean
}

type Limits = Pick<Plan, 'includes' | 'largest_file_bytes'>

/** Limits that are the same in both plans are left out. @param usages of this period; empty while they are not known */
export function planDifferences(from: Limits, to: Limits, usages: readonly UsageMetric[]): PlanDifference[] {
  const before = limitsOf(from)
  const after = limitsOf(to)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.flatMap((limit): PlanDifference[] => {
    const [was, becomes] = [before.get(limit), after.get(limit)]
    if (was === becomes) return []
    const used = usages.find(({ metric }) => metric === limit)?.usage ?? 0
    const isLess = sizeOf(becomes) < sizeOf(was)
    return [{ limit, from: was, to: becomes, isLess, isExceeded: isLess && used > sizeOf(becomes) }]
  })
}

function limitsOf({ includes, largest_file_bytes }: Limits): Map<PlanLimit, number | null> {
  return new Map<PlanLimit, number | null>([
    ...includes.map(({ metric, units }) => [metric, units] as const),
    ['FILE_SIZE', largest_file_bytes],
  ])
}

function sizeOf(limit: number | null | undefined): number {
  return limit === null ? Infinity : (limit ?? 0)
}
