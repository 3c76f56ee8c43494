import type { UsageMetric } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { planDifferences } from './plan-differences.js'

const free = {
  includes: [
    { metric: 'DATABASE_SIZE' as const, units: 500 },
    { metric: 'QUERIES' as const, units: null },
  ],
  largest_file_bytes: 50,
}
const pro = {
  includes: [
    { metric: 'DATABASE_SIZE' as const, units: null },
    { metric: 'EGRESS' as const, units: 100 },
    { metric: 'QUERIES' as const, units: null },
  ],
  largest_file_bytes: 5000,
}
const used = (metric: string, usage: number) => ({ metric, usage }) as UsageMetric

test('a higher plan: what is the same is left out', () => {
  expect(planDifferences(free, pro, [used('DATABASE_SIZE', 900)])).toEqual([
    { limit: 'DATABASE_SIZE', from: 500, to: null, isLess: false, isExceeded: false },
    { limit: 'FILE_SIZE', from: 50, to: 5000, isLess: false, isExceeded: false },
    { limit: 'EGRESS', from: undefined, to: 100, isLess: false, isExceeded: false },
  ])
})

test('a lower plan: what is used above its limits is marked', () => {
  expect(planDifferences(pro, free, [used('DATABASE_SIZE', 501), used('EGRESS', 0)])).toEqual([
    { limit: 'DATABASE_SIZE', from: null, to: 500, isLess: true, isExceeded: true },
    { limit: 'EGRESS', from: 100, to: undefined, isLess: true, isExceeded: false },
    { limit: 'FILE_SIZE', from: 5000, to: 50, isLess: true, isExceeded: false },
  ])
  expect(planDifferences(pro, free, [used('DATABASE_SIZE', 500)])[0]).toMatchObject({ isExceeded: false })
})

test('what no plan gives is not less', () => {
  const none = { ...free, includes: [] }
  const empty = { ...free, includes: [{ metric: 'QUERIES' as const, units: 0 }] }
  expect(planDifferences(empty, none, [])).toEqual([
    { limit: 'QUERIES', from: 0, to: undefined, isLess: false, isExceeded: false },
  ])
})

test('the same plan changes nothing', () => {
  expect(planDifferences(pro, pro, [])).toEqual([])
})
