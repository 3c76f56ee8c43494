import type { FakePlatform } from '@basedeck/platform-client/testing'
import type { PlanId } from '@basedeck/platform-client'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { OrganizationBillingScreen } from './organization-billing.js'

let opened: OpenedScreen<OrganizationBillingScreen> | undefined
afterEach(() => opened?.end())

const NAMES: Record<PlanId, string> = { free: 'Free', pro: 'Pro', team: 'Team', enterprise: 'Enterprise' }

async function open(plan: PlanId, prepare: (fake: FakePlatform) => void = () => {}) {
  opened = await openScreen('organizationBilling', '/org/default/billing', (fake) => {
    fake.runtime.isPlatform = true
    const [organization] = fake.world.organizations
    if (organization) {
      organization.plan = { id: plan, name: NAMES[plan] }
      organization.usage_billing_enabled = false
    }
    prepare(fake)
  })
  const { screen, watch, until } = opened
  const plans = watch(
    screen.$plans,
    screen.$current,
    screen.$addons,
    screen.$mayChange,
    screen.changing.$state,
  )
  await until(() => expect(plans().status).toBe('ready'))
  await until(() => expect(screen.$mayChange.get()).toEqual({ disabled: false }))
  const cards = () => {
    const state = plans()
    return state.status === 'ready' ? state.data : []
  }
  return { ...opened, cards }
}

const question = (screen: OrganizationBillingScreen) => {
  const state = screen.changing.$state.get()
  return state.status === 'open' ? state.subject : null
}

test('plans are cards with their limits and what a change to them would be', async () => {
  const { cards } = await open('pro')
  expect(cards().map(({ name, price, state, change }) => [name, price, state, change?.label])).toEqual([
    ['Free', '$0 a month', null, 'Downgrade to Free'],
    ['Pro', '$25 a month', 'Current plan', undefined],
    ['Team', '$599 a month', null, 'Upgrade to Team'],
    ['Enterprise', 'By agreement', null, 'Upgrade to Enterprise'],
  ])
  expect(cards()[0]?.limits).toEqual([
    { label: 'Database size', value: '500 MB', isExceeded: false },
    { label: 'Largest file', value: '50 MB', isExceeded: false },
  ])
  expect(cards()[3]?.limits[0]).toMatchObject({ label: 'Database size', value: 'Unlimited' })
})

test('an upgrade lists what changes, and begins at once', async () => {
  const { screen, until, cards, host } = await open('free')
  screen.choose('pro')
  expect(question(screen)).toMatchObject({
    title: 'Upgrade to Pro',
    begins: 'The plan begins at once.',
    changes: [
      { label: 'Database size', from: '500 MB', to: '8 GB', isExceeded: false },
      { label: 'Largest file', from: '50 MB', to: '50 GB', isExceeded: false },
    ],
    losesAddons: null,
  })
  await screen.changing.confirm()
  await until(() => expect(cards()[1]).toMatchObject({ state: 'Current plan', change: null }))
  expect(host.notes.at(-1)).toMatchObject({ kind: 'success', message: 'The organization is on Pro now' })
})

test('a downgrade begins later, says what is used above it, and can be taken back', async () => {
  const { screen, until, cards } = await open('pro', (fake) => {
    fake.world.usage['default'] = {
      usage_billing_enabled: false,
      usages: [
        {
          metric: 'DATABASE_SIZE',
          capped: true,
          available_in_plan: true,
          unlimited: false,
          usage: 600 * 1024 ** 2,
          usage_original: 600 * 1024 ** 2,
          cost: 0,
          pricing_strategy: 'NONE',
          unit_price_desc: '',
          project_allocations: [],
        },
      ],
    }
  })
  await until(() => expect(cards()[0]?.limits[0]).toMatchObject({ isExceeded: true }))
  screen.choose('free')
  expect(question(screen)?.begins).toMatch(/^The current plan stays until \w{3} \d+, \d{4}\.$/)
  expect(question(screen)?.changes[0]).toMatchObject({ label: 'Database size', isExceeded: true })
  await screen.changing.confirm()
  const scheduled = () => {
    const current = screen.$current.get()
    return current.status === 'ready' ? current.data.scheduled : undefined
  }
  await until(() => expect(scheduled()).toMatchObject({ keepLabel: 'Keep Pro' }))
  expect(cards()[0]?.state).toMatch(/^Begins on /)
  expect(cards()[0]?.change).toBeNull()
  screen.keepCurrent()
  await until(() => expect(scheduled()).toBeNull())
})

test('another member was faster: the question says so, and the plans are those of now', async () => {
  const { screen, fake, until, cards } = await open('free')
  screen.choose('pro')
  const [organization] = fake.world.organizations
  if (organization) organization.plan = { id: 'team', name: 'Team' }
  await screen.changing.confirm()
  const state = screen.changing.$state.get()
  expect(state).toMatchObject({ status: 'open', problem: expect.stringContaining('it is Team now') })
  await until(() => expect(cards()[2]?.state).toBe('Current plan'))
})

test('a partner’s organization can’t change its plan here', async () => {
  opened = await openScreen('organizationBilling', '/org/default/billing', (fake) => {
    fake.runtime.isPlatform = true
    const [organization] = fake.world.organizations
    if (organization) organization.managed_by = 'vercel-marketplace'
  })
  const { screen, watch, until } = opened
  const may = watch(screen.$mayChange, screen.$plans)
  await until(() =>
    expect(may()).toEqual({
      disabled: true,
      hint: 'The partner that manages this organization changes its plan',
    }),
  )
})

test('where nothing is sold there are no plans to choose from', async () => {
  opened = await openScreen('organizationBilling', '/org/default/billing', (fake) => {
    fake.runtime.isPlatform = false
  })
  const { screen, watch, until } = opened
  const plans = watch(screen.$plans)
  await until(() => expect(plans().status).toBe('ready'))
  expect(plans()).toMatchObject({ data: [] })
})
