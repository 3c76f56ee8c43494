/** Plans, add-ons and usage. */
import {
  changeSubscription,
  createOrganization,
  getAddons,
  getDailyUsage,
  getSubscription,
  getUsage,
  listAudit,
  listPlans,
  removeAddon,
  setAddon,
  setUp,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PLANS } from '../src/control/plans.js'
import { duePlans } from '../src/control/plan-changes.js'
import { beginDuePlans } from '../src/services/due-plans.js'
import { addUsage, recordSize } from '../src/control/usage.js'
import type { Notice } from '../src/notifications/notice.js'
import { createNotify } from '../src/notifications/notify.js'
import { tellExceededLimits } from '../src/services/usage-watch.js'
import { addProject, PASSWORD, SETUP_CODE, testApi, type TestApi } from './test-api.js'

let api: TestApi
let owner: Client

beforeAll(async () => {
  api = await testApi()
  owner = api.browser().client
  await owner.call(setUp, {
    body: {
      setup_code: SETUP_CODE,
      email: 'owner@example.com',
      password: PASSWORD,
      first_name: 'Olive Owner',
      organization_name: 'Analytical',
    },
  })
})
afterAll(() => api.remove())

const DAY_MS = 24 * 3600 * 1000

describe('plans and usage', () => {
  test('come from the platform’s record', async () => {
    const { slug } = await owner.call(createOrganization, { body: { name: 'Heavy' } })
    await addProject(api.control, 'heavy', { slug, name: 'Heavy' })
    const today = api.now().toISOString().slice(0, 10)
    const sent = (amount: number) =>
      api.control.append([addUsage([{ ref: 'heavy', metric: 'EGRESS', day: today, amount }])])
    await sent(4 * 1024 ** 3)
    await sent(2 * 1024 ** 3)
    const { usages } = await owner.call(getUsage, { params: { slug }, query: { project_ref: 'heavy' } })
    expect(usages.find(({ metric }) => metric === 'EGRESS')).toMatchObject({
      capped: true,
      available_in_plan: true,
      unlimited: false,
      usage: 6 * 1024 ** 3,
      pricing_free_units: 5 * 1024 ** 3,
      project_allocations: [{ ref: 'heavy', usage: 6 * 1024 ** 3 }],
    })
    const size = () =>
      owner
        .call(getUsage, { params: { slug } })
        .then((usage) => usage.usages.find(({ metric }) => metric === 'DATABASE_SIZE'))
    expect(await size()).toMatchObject({ usage: 0, project_allocations: [] })
    const record = (daysAgo: number, bytes: number) =>
      api.control.write([
        recordSize('heavy', 'DATABASE_SIZE', new Date(api.now().getTime() - daysAgo * DAY_MS), bytes),
      ])
    // A database that was closed since then still has its size.
    await record(40, 5e6)
    expect(await size()).toMatchObject({ usage: 5e6 })
    await record(0, 9e6)
    await record(0, 8e6)
    expect(await size()).toMatchObject({ usage: 9e6, project_allocations: [{ ref: 'heavy', usage: 9e6 }] })
    const start = new Date(api.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    const { days } = await owner.call(getDailyUsage, { params: { slug }, query: { start, end: today } })
    expect(days).toEqual([
      { day: start, metric: 'DATABASE_SIZE', amount: 5e6 },
      { day: today, metric: 'DATABASE_SIZE', amount: 9e6 },
      { day: today, metric: 'EGRESS', amount: 6 * 1024 ** 3 },
    ])
    expect(await owner.call(getSubscription, { params: { slug } })).toMatchObject({ plan: { id: 'free' } })
    const { plans } = await owner.call(listPlans, { params: { slug } })
    expect(plans.map((plan) => [plan.id, plan.change_type])).toEqual([
      ['free', 'none'],
      ['pro', 'upgrade'],
      ['team', 'upgrade'],
      ['enterprise', 'upgrade'],
    ])
    // A price by agreement is shown neither as a number nor as free.
    expect(plans.map(({ price }) => price)).toEqual([0, 25, 599, null])
    await api.control.write([
      {
        sql: `insert into control.addons (project_id, type, variant)
          select id, 'pitr', 'pitr_7' from control.projects where ref = 'heavy'`,
      },
    ])
    expect((await owner.call(getSubscription, { params: { slug } })).addons).toEqual([
      {
        id: 'pitr_7',
        name: '7 days',
        price: 100,
        project_ref: 'heavy',
        project_name: 'Heavy',
        recorded_only: true,
      },
    ])
    const { selected_addons, available_addons, recorded_only } = await owner.call(getAddons, {
      params: { ref: 'heavy' },
    })
    expect(recorded_only).toEqual(expect.arrayContaining(['pitr', 'custom_domain', 'ipv4']))
    expect(recorded_only).not.toContain('addon_security_hipaa')
    expect(selected_addons).toMatchObject([{ type: 'pitr' }])
    expect(available_addons.map(({ type }) => type)).toContain('addon_security_hipaa')
  })

  test('a lower plan begins when the period ends: it is in the audit log, and add-ons end with the paid plan', async () => {
    const { slug } = await owner.call(createOrganization, { body: { name: 'Lowered' } })
    await addProject(api.control, 'lowered', { slug, name: 'Lowered' })
    const params = { slug }
    const change = (plan: 'free' | 'pro', expected_plan: 'free' | 'pro') =>
      owner.call(changeSubscription, { params, body: { plan, expected_plan } })
    await change('pro', 'free')
    const addon = { params: { ref: 'lowered' }, body: { type: 'ipv4', variant: 'ipv4_default' } }
    await owner.call(setAddon, addon)
    const { scheduled_plan_change } = await change('free', 'pro')
    const due = new Date(Date.parse(scheduled_plan_change?.at ?? '') + 1)
    expect(await duePlans(api.control, api.now())).toEqual([])
    expect((await owner.call(getAddons, { params: { ref: 'lowered' } })).selected_addons).toHaveLength(1)
    expect(await duePlans(api.control, due)).toMatchObject([{ from: 'pro', to: 'free' }])
    const told: Notice[] = []
    const begin = () =>
      beginDuePlans({
        control: api.control,
        plans: DEFAULT_PLANS,
        notify: async (notice) => void told.push(notice),
        now: () => due,
      })
    // Two processes see it at once.
    await Promise.all([begin(), begin()])
    expect(told.map(({ title }) => title)).toEqual(['Lowered is on the plan Free now'])
    expect(told[0]?.message).toContain('- The add\\-on Dedicated IPv4 of Lowered')
    expect(told[0]?.message).toContain('- Egress\\: 5 GB instead of 250 GB')
    expect(await owner.call(getSubscription, { params })).toMatchObject({ plan: { id: 'free' }, addons: [] })
    await expect(owner.call(setAddon, addon)).rejects.toMatchObject({
      status: 409,
      code: 'addons_need_paid_plan',
    })
    const { entries } = await owner.call(listAudit, { params })
    expect(entries[0]).toMatchObject({
      action: 'organization.plan',
      actor: null,
      detail: { from: 'pro', plan: 'free' },
    })
  })

  test('a partner’s organization changes its plan at the partner', async () => {
    const { slug } = await owner.call(createOrganization, { body: { name: 'Of a partner' } })
    await addProject(api.control, 'partnered', { slug, name: 'Partnered' })
    await api.control.write([
      {
        sql: `update control.organizations set managed_by = 'vercel-marketplace' where slug = $1`,
        parameters: [slug],
      },
    ])
    const body = { plan: 'pro', expected_plan: 'free' } as const
    const addon = { params: { ref: 'partnered' }, body: { type: 'ipv4', variant: 'ipv4_default' } }
    for (const refused of [
      owner.call(changeSubscription, { params: { slug }, body }),
      owner.call(setAddon, addon),
      owner.call(removeAddon, { params: addon.params, query: { type: 'ipv4' } }),
    ])
      await expect(refused).rejects.toMatchObject({ status: 409, code: 'partner_bills' })
  })

  test('what is above the plan is told once, to those who may see it', async () => {
    const { slug } = await owner.call(createOrganization, { body: { name: 'Exceeding' } })
    await addProject(api.control, 'exceeding', { slug, name: 'Exceeding' })
    const told: Notice[] = []
    const notify = createNotify({ control: api.control, log: { warn: () => {} } as never })
    const tell = () =>
      tellExceededLimits({
        control: api.control,
        plans: DEFAULT_PLANS,
        notify: async (notice) => {
          told.push(notice)
          await notify(notice)
        },
        log: { warn: () => {} },
        now: api.now,
      })
    const record = (bytes: number) =>
      api.control.write([recordSize('exceeding', 'DATABASE_SIZE', api.now(), bytes)])
    await record(500 * 1024 ** 2)
    await tell()
    expect(told.filter(({ title }) => title.includes('Exceeding'))).toEqual([])
    await record(600 * 1024 ** 2)
    await tell()
    await tell()
    const own = told.filter(({ title }) => title.includes('Exceeding'))
    expect(own).toHaveLength(1)
    expect(own[0]?.message).toContain('600 MB')
  })
})
