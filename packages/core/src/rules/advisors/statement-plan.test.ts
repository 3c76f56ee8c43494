import { expect, test } from 'vitest'
import { planIn, planLines } from './statement-plan.js'

const scan = {
  'Node Type': 'Seq Scan',
  Schema: 'public',
  'Relation Name': 'orders',
  Alias: 'o',
  'Startup Cost': 0,
  'Total Cost': 2137,
  'Plan Rows': 33,
  Filter: '(o.customer = $1)',
}

test('each step stands under the one that uses it, its conditions below it', () => {
  const plan = {
    'Node Type': 'Sort',
    'Startup Cost': 1,
    'Total Cost': 2.5,
    'Plan Rows': 33,
    'Sort Key': ['o.at', 'o.id'],
    Plans: [scan],
  }
  expect(planLines(plan)).toEqual([
    { depth: 0, text: 'Sort  (cost=1.00..2.50 rows=33)', isDetail: false },
    { depth: 1, text: 'Sort Key: o.at, o.id', isDetail: true },
    { depth: 1, text: 'Seq Scan on public.orders o  (cost=0.00..2137.00 rows=33)', isDetail: false },
    { depth: 2, text: 'Filter: (o.customer = $1)', isDetail: true },
  ])
})

test.each([
  [{ 'Join Type': 'Left', 'Node Type': 'Hash Join' }, 'Hash Join Left  (cost=0.00..2137.00 rows=33)'],
  [{ 'Join Type': 'Inner', 'Node Type': 'Hash Join' }, 'Hash Join  (cost=0.00..2137.00 rows=33)'],
  [
    { 'Node Type': 'Index Scan', 'Relation Name': 'orders', Alias: 'orders', 'Index Name': 'by_day' },
    'Index Scan using by_day on orders  (cost=0.00..2137.00 rows=33)',
  ],
])('%j', (step, text) => {
  const numbers = { 'Startup Cost': 0, 'Total Cost': 2137, 'Plan Rows': 33 }
  expect(planLines({ ...numbers, ...step })[0]?.text).toBe(text)
})

test('what is no plan is none', () => {
  expect(planIn(JSON.stringify([{ Plan: scan }]))).toEqual(scan)
  for (const text of ['', '[]', '{}', 'Seq Scan on orders', '[{"Settings": {}}]'])
    expect(planIn(text)).toBeNull()
})
