import { describe, expect, test } from 'vitest'
import { CANDIDATES_MAX, indexCandidates } from './index-candidates.js'
import type { PlanNode } from './statement-plan.js'

const numbers = { 'Startup Cost': 0, 'Total Cost': 10, 'Plan Rows': 1 }
const scan = (Filter: string | undefined, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': 'Seq Scan',
  Schema: 'public',
  'Relation Name': 'orders',
  Alias: 'o',
  ...numbers,
  ...(Filter === undefined ? {} : { Filter }),
  ...more,
})
const columns = (plan: PlanNode) => indexCandidates(plan).map((one) => one.columns)

describe('what a filter narrows by', () => {
  test.each<[string, string[][]]>([
    ['(o.customer = $1)', [['customer']]],
    ['((o.total > $2) AND (o.customer = $1))', [['customer', 'total']]],
    ['((o.total > $2) AND (o.at < $3) AND (o.customer = $1))', [['customer', 'total']]],
    [`((o.state)::text = 'new'::text)`, [['state']]],
    [`((o."Full name")::text = $1)`, [['Full name']]],
    [`(o."a""b" = $1)`, [['a"b']]],
    ['(o.id = ANY ($1))', [['id']]],
    // Either may hold: one index does not narrow both.
    ['((o.customer = $1) OR (o.total = $2))', []],
    [`((o.customer = $1) AND ((o.total = $2) OR (o.note = ' AND ')))`, [['customer']]],
    [`(o.note = 'x OR y AND (z'::text)`, [['note']]],
    ['(lower(o.name) = $1)', []],
    ['(o.customer = o.id)', []],
    ['(other.customer = $1)', []],
    ['(o.name ~~ $1)', [['name']]],
    ['o.done', []],
    ['((o.a = $1) AND (o.b = $2) AND (o.c = $3) AND (o.d = $4))', [['a', 'b', 'c']]],
    ['((o.a = $1) AND (o.a = $2))', [['a']]],
  ])('%s', (filter, expected) => {
    expect(columns(scan(filter))).toEqual(expected)
  })
})

test('an order helps where nothing is compared but with =', () => {
  const sorted = (filter: string) => ({
    'Node Type': 'Sort',
    ...numbers,
    'Sort Key': ['o.at DESC', 'o.id'],
    Plans: [scan(filter)],
  })
  expect(columns(sorted('(o.customer = $1)'))).toEqual([['customer', 'at', 'id']])
  expect(columns(sorted('((o.customer = $1) AND (o.total > $2))'))).toEqual([['customer', 'total']])
})

test('a table that is joined is narrowed by the columns of the join', () => {
  const plan = {
    'Node Type': 'Hash Join',
    ...numbers,
    'Hash Cond': '(o.customer = c.id)',
    Plans: [
      scan('(o.total > $1)'),
      {
        'Node Type': 'Hash',
        ...numbers,
        Plans: [scan(undefined, { Alias: 'c', 'Relation Name': 'customers' })],
      },
    ],
  }
  expect(indexCandidates(plan)).toEqual([
    { schema: 'public', table: 'orders', columns: ['total'] },
    { schema: 'public', table: 'orders', columns: ['customer'] },
    { schema: 'public', table: 'customers', columns: ['id'] },
  ])
})

test('what an index already reads, and what has no table, needs none', () => {
  expect(columns(scan('(o.total > $1)', { 'Node Type': 'Index Scan' }))).toEqual([])
  expect(columns({ 'Node Type': 'Seq Scan', ...numbers, Filter: '(o.total > $1)' })).toEqual([])
  expect(columns(scan('(o.total > $1)', { 'Node Type': 'Parallel Seq Scan' }))).toEqual([['total']])
})

test('the same is tried once, and so many at most', () => {
  const append = (Plans: PlanNode[]): PlanNode => ({ 'Node Type': 'Append', ...numbers, Plans })
  expect(columns(append([scan('(o.a = $1)'), scan('(o.a = $1)')]))).toEqual([['a']])
  const many = Array.from({ length: CANDIDATES_MAX + 1 }, (_, at) => scan(`(o.a${at} = $1)`))
  expect(columns(append(many))).toHaveLength(CANDIDATES_MAX)
})
