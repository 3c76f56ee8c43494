import type { DailyUsage, UsageMetric } from '@basedeck/platform-client'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { OrganizationUsageScreen } from './organization-usage.js'

let opened: OpenedScreen<OrganizationUsageScreen> | undefined
afterEach(() => opened?.end())

const metric = (given: Partial<UsageMetric>): UsageMetric => ({
  metric: 'QUERIES',
  capped: true,
  available_in_plan: true,
  unlimited: false,
  usage: 0,
  usage_original: 0,
  cost: 0,
  pricing_free_units: 50_000,
  pricing_strategy: 'NONE',
  unit_price_desc: '',
  project_allocations: [],
  ...given,
})

interface Given {
  usages: UsageMetric[]
  isBilled?: boolean
  search?: string
  days?: DailyUsage[]
}

async function open({ usages, isBilled = false, search = '', days = [] }: Given) {
  opened = await openScreen('usage', `/org/default/usage${search}`, (fake) => {
    fake.world.usage['default'] = { usage_billing_enabled: isBilled, usages }
    fake.world.dailyUsage['default'] = days
  })
  const { screen, watch, until } = opened
  const rows = watch(screen.$rows, screen.$isExceeding, screen.$days, screen.$projects)
  await until(() => expect(rows().status).toBe('ready'))
  return { ...opened, rows }
}

test.each<[string, Partial<UsageMetric>, object]>([
  ['a count', { usage: 12_345 }, { label: 'Queries', summary: '12,345 of 50,000', share: 0.2469 }],
  [
    'bytes',
    { metric: 'EGRESS', usage: 5 * 1024 ** 3, pricing_free_units: 1024 ** 3 },
    { label: 'Egress', summary: '5 GB of 1 GB', share: 1, isOver: true },
  ],
  ['without a limit', { unlimited: true, usage: 1e6 }, { summary: '1,000,000, no limit', share: null }],
  ['not in the plan', { available_in_plan: false }, { summary: '0, not in this plan', isOver: false }],
  ['unknown to this client', { metric: 'NEW_THING' }, { label: 'NEW_THING' }],
])('a metric: %s', async (_, given, row) => {
  const { rows } = await open({ usages: [metric(given)] })
  expect(rows()).toMatchObject({ data: [row] })
})

test('beyond the plan is said once for all, but not where it is billed', async () => {
  const usages = [metric({ usage: 50_001 })]
  const first = await open({ usages })
  expect(first.screen.$isExceeding.get()).toBe(true)
  first.end()
  const second = await open({ usages, isBilled: true })
  expect(second.screen.$isExceeding.get()).toBe(false)
  expect(second.rows()).toMatchObject({ data: [{ isOver: false }] })
})

test('project and period are in the address, and are asked for', async () => {
  const project_allocations = [
    { ref: 'zoo', name: 'Zoo', usage: 5 },
    { ref: 'abc', name: 'Alphabet', usage: 3 },
  ]
  const { screen, fake, deck, until } = await open({ usages: [metric({ usage: 8, project_allocations })] })
  const asked = () => fake.requests.filter(({ path }) => path.endsWith('/usage')).map(({ query }) => query)
  expect(asked()).toEqual([{}])
  await until(() =>
    expect(screen.$projects.get()).toEqual([
      { value: '', label: 'All projects' },
      { value: 'abc', label: 'Alphabet' },
      { value: 'zoo', label: 'Zoo' },
    ]),
  )
  screen.setProject('abc')
  expect(deck.router.$route.get().location.search).toBe('?projectRef=abc')
  await until(() => expect(asked()).toContainEqual({ project_ref: 'abc' }))
  screen.setPeriod('last-month')
  expect(deck.router.$route.get().location.search).toBe('?projectRef=abc&period=last-month')
  await until(() =>
    expect(asked()).toContainEqual({
      project_ref: 'abc',
      start: expect.any(String),
      end: expect.any(String),
    }),
  )
  screen.setPeriod('this-month')
  screen.setProject('')
  expect(deck.router.$route.get().location.search).toBe('')
})

test('each day of the period has its amount', async () => {
  const { screen, until, host } = await open({
    usages: [metric({ usage: 7 })],
    search: '?period=30-days',
    days: [],
  })
  await until(() => expect(screen.$days.get().status).toBe('ready'))
  const state = screen.$days.get()
  const queries = state.status === 'ready' ? state.data['QUERIES'] : undefined
  expect(queries?.days).toHaveLength(30)
  expect(queries).toMatchObject({ label: 'Queries by day', hasAny: false, base: 10 })
  expect(queries?.days.at(-1)?.key).toBe(new Date(host.clock.now()).toISOString().slice(0, 10))
})

test('a size says when it was measured, a count does not', async () => {
  opened = await openScreen('usage', '/org/default/usage', (fake) => {
    fake.world.usage['default'] = {
      usage_billing_enabled: false,
      measured_at: '2026-05-01T10:00:00.000Z',
      usages: [metric({ metric: 'DATABASE_SIZE' }), metric({ metric: 'QUERIES' })],
    }
  })
  const rows = opened.watch(opened.screen.$rows)
  await opened.until(() =>
    expect(rows()).toMatchObject({
      data: [
        { label: 'Database size', measured: expect.stringMatching(/^The highest day .*2026/) },
        { label: 'Queries', measured: null },
      ],
    }),
  )
})
