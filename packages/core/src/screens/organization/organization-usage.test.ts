import type { UsageMetric } from '@basedeck/platform-client'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { OrganizationUsageScreen } from './organization-usage.js'

let opened: OpenedScreen<OrganizationUsageScreen> | undefined
afterEach(() => opened?.end())

const metric = (given: Partial<UsageMetric>): UsageMetric => ({
  metric: 'MONTHLY_ACTIVE_USERS',
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

async function open(usages: UsageMetric[], usage_billing_enabled = false, path = '/org/default/usage') {
  opened = await openScreen('usage', path, (fake) => {
    fake.world.usage['default'] = { usage_billing_enabled, usages }
  })
  const { screen, watch, until } = opened
  const rows = watch(screen.$rows, screen.$isExceeding)
  await until(() => expect(rows().status).toBe('ready'))
  return { ...opened, rows }
}

test.each<[string, Partial<UsageMetric>, object]>([
  ['a count', { usage: 12_345 }, { label: 'Monthly active users', used: '12,345', included: '50,000' }],
  [
    'bytes',
    { metric: 'EGRESS', usage: 5 * 1024 ** 3, pricing_free_units: 1024 ** 3 },
    { label: 'Egress', used: '5 GB', included: '1 GB', isOver: true },
  ],
  ['without a limit', { unlimited: true, usage: 1e6 }, { included: 'Unlimited', isOver: false }],
  ['not measured by this platform', {}, { used: 'Not measured', isOver: false }],
  ['not in the plan', { available_in_plan: false }, { included: 'Not in this plan' }],
  ['unknown to this client', { metric: 'NEW_THING' }, { label: 'NEW_THING' }],
])('a metric: %s', async (_, given, row) => {
  const { rows } = await open([metric(given)])
  expect(rows()).toMatchObject({ data: [row] })
})

test('beyond the plan is said once for all, but not where it is billed', async () => {
  const first = await open([metric({ usage: 50_001 })])
  expect(first.screen.$isExceeding.get()).toBe(true)
  first.end()
  const second = await open([metric({ usage: 50_001 })], true)
  expect(second.screen.$isExceeding.get()).toBe(false)
  expect(second.rows()).toMatchObject({ data: [{ isOver: false }] })
})

test('the usage of one project is asked for when the address names it', async () => {
  const { fake, screen } = await open([], false, '/org/default/usage?projectRef=abc')
  expect(screen.projectRef).toBe('abc')
  const asked = fake.requests.find(({ path }) => path.endsWith('/usage'))
  expect(asked?.query).toEqual({ project_ref: 'abc' })
})
