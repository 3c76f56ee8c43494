import type { Lint } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { AdvisorScreen } from './advisor.js'

let opened: OpenedScreen<AdvisorScreen> | undefined
afterEach(() => opened?.end())

const lint = (name: string, level: Lint['level'], ...categories: Lint['categories']): Lint => ({
  name,
  title: `Title of ${name}`,
  level,
  facing: 'EXTERNAL',
  categories,
  description: 'Why it matters.',
  detail: `public.${name}`,
  remediation: 'alter table …',
  cache_key: name,
})

async function open(name: 'securityAdvisor' | 'performanceAdvisor', prepare: (fake: FakePlatform) => void) {
  const page = name === 'securityAdvisor' ? 'security' : 'performance'
  opened = await openScreen(name, `/project/default/advisors/${page}`, prepare)
  const { screen, watch, until } = opened
  const view = watch(screen.$view, screen.gate.$gate)
  await until(() => expect(view().status).not.toBe('loading'))
  return { ...opened, view }
}

const found = (fake: FakePlatform) => {
  fake.insight.lints['default'] = [
    lint('a', 'INFO', 'SECURITY'),
    lint('b', 'ERROR', 'SECURITY'),
    lint('c', 'WARN', 'PERFORMANCE'),
    lint('d', 'ERROR', 'SECURITY', 'PERFORMANCE'),
  ]
}

test('security: errors first, each with what to do, and nothing of another category', async () => {
  const { view } = await open('securityAdvisor', found)
  expect(view()).toMatchObject({
    groups: [
      {
        title: 'Errors',
        count: '2 findings',
        findings: [{ key: 'b', badge: { tone: 'bad' }, remediation: 'alter table …' }, { key: 'd' }],
      },
      {
        title: 'Notes',
        count: '1 finding',
        findings: [{ key: 'a', badge: { label: 'Note', tone: 'quiet' } }],
      },
    ],
  })
})

test('performance shows its own', async () => {
  const { view } = await open('performanceAdvisor', found)
  const now = view()
  expect(
    now.status === 'ready' && now.groups.flatMap(({ findings }) => findings.map(({ key }) => key)),
  ).toEqual(['d', 'c'])
})

test('what mends a finding opens as a new query, and nothing runs', async () => {
  const { view, screen, host, fake, deck, until } = await open('securityAdvisor', (fake) => {
    fake.insight.lints['default'] = [
      { ...lint('a', 'ERROR', 'SECURITY'), remediation_sql: 'alter table a enable row level security;' },
    ]
  })
  const now = view()
  const finding = now.status === 'ready' ? now.groups[0]?.findings[0] : undefined
  expect(finding?.sql).toBe('alter table a enable row level security;')
  if (finding) await screen.openSql(finding)
  expect(host.navigation.current().pathname).toMatch(/^\/project\/default\/sql\/.+/)
  await until(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
  expect(fake.requests.filter(({ path }) => path.endsWith('/query'))).toEqual([])
})

test('checked again, what was mended is gone', async () => {
  const { view, screen, fake, until } = await open('securityAdvisor', found)
  fake.insight.lints['default'] = []
  screen.check()
  await until(() => expect(view()).toMatchObject({ status: 'ready', groups: [], isChecking: false }))
})

test('the checks are not asked for before the project is healthy', async () => {
  opened = await openScreen('securityAdvisor', '/project/new/advisors/security', (fake) => {
    fake.addProject({ name: 'New', ref: 'new', status: 'COMING_UP' })
  })
  const { screen, watch, until, fake } = opened
  const gate = watch(screen.gate.$gate)
  const view = watch(screen.$view)
  await until(() => expect(gate()).toMatchObject({ status: 'closed' }))
  expect(fake.requests.some(({ path }) => path.endsWith('/run-lints'))).toBe(false)
  fake.settle('new')
  await until(() => expect(view()).toMatchObject({ status: 'ready', groups: [] }))
})

test('a finding is put aside with a reason, stands at the end, and counts again', async () => {
  const { view, screen, host, fake, until } = await open('securityAdvisor', found)
  screen.dismissal.open('b')
  expect(await screen.dismissal.form.submit()).toEqual({ type: 'invalid', field: 'reason' })
  screen.dismissal.form.set('reason', ' It is meant so ')
  screen.dismissal.form.set('time', 'month')
  await screen.dismissal.form.submit()
  const ready = () => {
    const now = view()
    return now.status === 'ready'
      ? now.groups.map(({ title, findings }) => [title, findings.map(({ key }) => key)])
      : []
  }
  await until(() =>
    expect(ready()).toEqual([
      ['Errors', ['d']],
      ['Notes', ['a']],
      ['Dismissed', ['b']],
    ]),
  )
  const dismissal = fake.insight.dismissals['b']
  expect(dismissal?.reason).toBe('It is meant so')
  expect(Date.parse(dismissal?.until ?? '') - host.clock.now()).toBeCloseTo(30 * 24 * 3600 * 1000, -5)
  const now = view()
  const finding = now.status === 'ready' ? now.groups.at(-1)?.findings[0] : undefined
  expect(finding?.dismissed).toMatchObject({ because: 'Dismissed: It is meant so' })
  if (finding) await screen.restore(finding)
  await until(() =>
    expect(ready()).toEqual([
      ['Errors', ['b', 'd']],
      ['Notes', ['a']],
    ]),
  )
})

test('who may not change the settings can’t dismiss', async () => {
  const { screen, until, watch } = await open('securityAdvisor', (fake) => {
    found(fake)
    grantOnly(fake, ['read', 'projects'], ['read', 'database'])
  })
  const mayDismiss = watch(screen.$mayDismiss)
  await until(() =>
    expect(mayDismiss()).toMatchObject({ disabled: true, hint: expect.stringContaining('role') }),
  )
})

test('what mends a finding opens where it is done: the form of an index, or a page', async () => {
  const { screen, view, watch, until, host } = await open('performanceAdvisor', (fake) => {
    fake.insight.lints['default'] = [
      {
        ...lint('unindexed_foreign_keys', 'INFO', 'PERFORMANCE'),
        metadata: { schema: 'shop', name: 'orders' },
        remediation_sql: 'create index on shop.orders (customer);',
      },
      { ...lint('long_transaction', 'WARN', 'PERFORMANCE'), metadata: { schema: '', name: '17' } },
      lint('no_primary_key', 'INFO', 'PERFORMANCE'),
    ]
  })
  const panel = watch(screen.objects.$open)
  await until(() => expect(screen.objects.$mayChange.get()).toEqual({ disabled: false }))
  const remedies = () => {
    const now = view()
    const findings = now.status === 'ready' ? now.groups.flatMap((group) => group.findings) : []
    return findings.map(({ remedy }) => remedy)
  }
  expect(remedies().map((remedy) => remedy?.label)).toEqual(['Open Activity', 'Create the index…', undefined])
  remedies()[1]?.run()
  const opened = panel()
  if (opened?.kind !== 'panel') throw new Error('no panel')
  expect(opened.panel.form.$values.get()).toMatchObject({
    schema: 'shop',
    table: 'orders',
    name: 'orders_customer_idx',
    keys: [{ of: 'column', value: 'customer' }],
  })
  remedies()[0]?.run()
  expect(host.navigation.current().pathname).toBe('/project/default/database/activity')
})
