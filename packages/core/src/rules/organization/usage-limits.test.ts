import type { UsageMetric } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { exceedsUsageLimits, needsUsage } from './usage-limits.js'

const capped: UsageMetric = {
  metric: 'EGRESS',
  capped: true,
  available_in_plan: true,
  unlimited: false,
  usage: 6,
  usage_original: 6,
  cost: 0,
  pricing_free_units: 5,
  pricing_strategy: 'UNIT',
  unit_price_desc: '',
  project_allocations: [],
}
const { pricing_free_units: _, ...withoutFreeUnits } = capped

test.each<[string, UsageMetric[], boolean]>([
  ['above the free units', [capped], true],
  ['exactly the free units', [{ ...capped, usage: 5 }], false],
  ['below the free units', [{ ...capped, usage: 4.99 }], false],
  ['any use without free units', [{ ...withoutFreeUnits, usage: 0.01 }], true],
  ['no use without free units', [{ ...withoutFreeUnits, usage: 0 }], false],
  ['not capped', [{ ...capped, capped: false }], false],
  ['not in the plan', [{ ...capped, available_in_plan: false }], false],
  ['unlimited', [{ ...capped, unlimited: true }], false],
  ['provisioned disk speed', [{ ...capped, metric: 'DISK_IOPS_GP3' }], false],
  ['one of several', [{ ...capped, usage: 0 }, capped], true],
  ['no metric at all', [], false],
])('%s', (_, usages, exceeded) => {
  expect(exceedsUsageLimits(false, usages)).toBe(exceeded)
})

test.each([[true], [undefined]])('usage billing %s: the badge never shows', (enabled) => {
  expect(exceedsUsageLimits(enabled, [capped])).toBe(false)
})

test.each([
  [{ usage_billing_enabled: false }, true],
  [{ usage_billing_enabled: true }, false],
  [{}, false],
])('usage of %j is asked for: %s', (organization, needed) => {
  expect(needsUsage(organization)).toBe(needed)
})
