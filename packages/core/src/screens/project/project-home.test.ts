import type { Project } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ProjectHomeScreen, ProjectHomeView, Step } from './project-home.js'

let opened: OpenedScreen<ProjectHomeScreen> | undefined
afterEach(() => {
  opened?.end()
  vi.useRealTimers()
})

async function open(project: Partial<Project> = {}, prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('projectHome', '/project/default', (fake) => {
    Object.assign(fake.project, project)
    prepare?.(fake)
  })
  const { screen, watch, until } = opened
  const view = watch(screen.$view, screen.$activity, screen.$mayResume, screen.$resumeProblem)
  expect(view()).toEqual({ status: 'loading' })
  await until(() => {
    expect(view().status).not.toBe('loading')
    expect(screen.$activity.get().status).not.toBe('loading')
  })
  const facts = () => {
    const now = view()
    return now.status === 'ready' ? now.facts.map(({ key, value }) => [key, value]) : []
  }
  return { ...opened, view, facts }
}

test('a healthy project shows its facts and where to go on', async () => {
  const { view, facts } = await open({}, (fake) => {
    Object.assign(fake.world.projects[0]!.database, {
      size_bytes: 10_485_760,
      tables: 5,
      connections: 2,
      started_at: '2026-01-02T00:00:00.000Z',
    })
  })
  expect(view()).toMatchObject({
    name: 'Default project',
    badge: { label: 'Healthy', tone: 'good' },
    stepsTitle: 'Continue with',
    steps: [
      { key: 'sql', href: '/project/default/sql/1' },
      { key: 'tables', href: '/project/default/editor' },
      { key: 'keys', href: '/project/default/settings/api-keys' },
      { key: 'settings', href: '/project/default/settings/general' },
    ],
  })
  expect(facts()).toEqual([
    ['version', '18.0'],
    ['engine', 'fake'],
    ['tables', '5'],
    ['started', '2026-01-02T00:00:00.000Z'],
    ['region', 'This machine'],
    ['ref', 'default'],
    ['restUrl', 'http://127.0.0.1:8788/default'],
    ['created', '2026-01-01T00:00:00.000Z'],
  ])
  expect(view()).not.toHaveProperty('notice')
  expect(view()).not.toHaveProperty('resume')
})

const finding = (name: string, level: 'ERROR' | 'WARN' | 'INFO', category: 'SECURITY' | 'PERFORMANCE') => ({
  name,
  title: `Title of ${name}`,
  level,
  facing: 'EXTERNAL' as const,
  categories: [category],
  description: 'Why it matters.',
  detail: `public.${name}`,
  remediation: '',
  cache_key: name,
})

test('the advisors’ findings are told, the worst first, and what is open to others is a step', async () => {
  const { screen, view, watch, until } = await open({}, (fake) => {
    Object.assign(fake.world.projects[0]!.database, { tables: 5 })
    fake.insight.lints['default'] = [
      finding('a', 'INFO', 'PERFORMANCE'),
      finding('b', 'ERROR', 'SECURITY'),
      finding('c', 'WARN', 'PERFORMANCE'),
      finding('d', 'INFO', 'SECURITY'),
    ]
  })
  const findings = watch(screen.$findings)
  await until(() => expect(findings().status).toBe('ready'))
  expect(findings()).toMatchObject({
    counts: [{ label: '1 error' }, { label: '1 warning' }, { label: '2 notes' }],
    top: [
      { key: 'b', href: '/project/default/advisors/security', tone: 'bad' },
      { key: 'c', href: '/project/default/advisors/performance' },
      { key: 'a' },
    ],
    more: 1,
  })
  await until(() => expect(view()).toMatchObject({ steps: [{ key: 'sql' }, {}, {}, { key: 'security' }] }))
})

test('a project that is not up has no findings, and is not asked for them', async () => {
  const { screen, fake, watch } = await open({ status: 'INACTIVE' })
  expect(watch(screen.$findings)()).toEqual({ status: 'closed' })
  expect(fake.requests.some(({ path }) => path.endsWith('/run-lints'))).toBe(false)
})

test('what was opened last is found again, the newest first', async () => {
  const { screen, host, watch } = await open()
  const recent = watch(screen.$recent)
  expect(recent()).toEqual([])
  const item = (id: string, type: string, label: string, timestamp: number, metadata: object) => ({
    id,
    type,
    label,
    timestamp,
    metadata,
  })
  host.storage.writeElsewhere(
    'basedeck:tabs:default',
    JSON.stringify({
      tabs: [],
      last: {},
      recent: [
        item('r-42', 'r', 'orders', 1000, { tableId: '42', schema: 'shop' }),
        item('sql-q', 'sql', 'Best customers', 2000, { sqlId: 'q' }),
      ],
    }),
  )
  expect(recent()).toMatchObject([
    { label: 'Best customers', kind: 'Query', href: '/project/default/sql/q' },
    { label: 'orders', kind: 'Table' },
  ])
})

test('size and connections over the last hours are lines, with their values in words', async () => {
  const { screen, watch } = await open({}, (fake) => {
    const at = (hours: number) => new Date(-hours * 3_600_000).toISOString()
    Object.assign(fake.world.projects[0]!.database, { size_bytes: 20_971_520, connections: 3 })
    fake.world.projects[0]!.history = [
      { at: at(10), size_bytes: 10_485_760, connections: 1 },
      { at: at(5), size_bytes: 10_485_760, connections: 6 },
    ]
  })
  expect(watch(screen.$history)().slice(0, 2)).toMatchObject([
    {
      key: 'size',
      now: '20 MB',
      told: 'between 10 MB and 20 MB, in the last 10 hours',
      line: { points: [{ x: 0 }, { x: 0.5 }, { x: 1 }] },
    },
    { key: 'connections', now: '3 of at most 100', told: 'between 1 and 6, in the last 10 hours' },
  ])
})

test('calls and queries of a day stand beside those of the day before', async () => {
  const { screen, watch, until } = await open({}, (fake) => {
    fake.intercept = ({ path }) =>
      path.endsWith('/reports/series')
        ? {
            status: 200,
            body: {
              resolution: 'hour',
              changes: [],
              series: [
                {
                  name: 'API_REQUESTS',
                  points: [{ at: new Date(-3_600_000).toISOString(), sum: 1500, max: 60, last: 5 }],
                  before: [{ at: new Date(-90_000_000).toISOString(), sum: 1000, max: 60, last: 5 }],
                },
                { name: 'QUERIES', points: [], before: [] },
              ],
            },
          }
        : undefined
  })
  const history = watch(screen.$history)
  await until(() => expect(history().map(({ key }) => key)).toContain('calls'))
  expect(history().slice(-2)).toMatchObject([
    { key: 'calls', label: 'API calls', now: '1,500', told: '50% more than the day before' },
    { key: 'queries', now: '0', line: null, told: 'none, as the day before' },
  ])
  expect(screen.reportsHref).toBe('/project/default/reports')
})

test('before the first measurement it says so', async () => {
  const { screen, watch } = await open()
  expect(watch(screen.$history)().slice(0, 2)).toMatchObject([
    { line: null, told: expect.stringContaining('No measurements yet') },
    {},
  ])
})

test('an empty one begins with something to look at, in the place of what the advisors find', async () => {
  const { view, screen, watch } = await open({}, (fake) => {
    fake.insight.lints['default'] = [finding('b', 'ERROR', 'SECURITY')]
  })
  const findings = watch(screen.$findings)
  expect(view()).toMatchObject({
    stepsTitle: 'First steps',
    steps: [
      { key: 'sample', title: 'Load sample data', href: null },
      { key: 'csv', title: 'Import a CSV', href: null },
      { key: 'dump', title: 'Run a dump', href: null },
      { key: 'connect', title: 'Connect an application', href: '/project/default?showConnect=true' },
      { key: 'table', href: '/project/default/editor' },
    ],
  })
  expect(findings()).toEqual({ status: 'closed' })
})

const stepOf = (view: ProjectHomeView, key: Step['key']): Step => {
  const found = view.status === 'ready' && view.steps.find((step) => step.key === key)
  if (!found) throw new Error(`There is no step ${key}.`)
  return found
}

test('sample data is loaded with one click, and the page goes on with its tables', async () => {
  const { view, host, watch, screen, until } = await open()
  watch(screen.$sampleProblem)
  const loading = stepOf(view(), 'sample').run?.()
  expect(stepOf(view(), 'sample')).toMatchObject({ isRunning: true, title: 'Loading…' })
  await loading
  expect(host.notes).toMatchObject([{ kind: 'success', message: '5 tables with 4,754 rows were made' }])
  await until(() => expect(view()).toMatchObject({ stepsTitle: 'Continue with' }))
  host.notes[0]?.action?.run()
  expect(host.navigation.current().pathname).toBe('/project/default/editor')
})

test('sample data that can’t be loaded says why', async () => {
  const { view, fake, screen } = await open()
  fake.offline = true
  await stepOf(view(), 'sample').run?.()
  expect(screen.$sampleProblem.get()).toBe('The platform can’t be reached')
  expect(stepOf(view(), 'sample')).not.toHaveProperty('isRunning')
})

test('a CSV file is imported without leaving the page', async () => {
  const { view, screen, watch, until } = await open()
  const panel = watch(screen.importing.$panel)
  await until(() => expect(screen.importing.$control.get()).toEqual({ disabled: false }))
  await stepOf(view(), 'csv').run?.()
  await until(() => expect(panel()).toMatchObject({ schema: 'public', isIntoTable: false }))
})

test('a dump opens as a query, ready to be run', async () => {
  const { view, host, deck, until } = await open()
  host.chosen = { name: 'shop.sql', sizeBytes: 9, text: async () => 'select 1;' }
  await stepOf(view(), 'dump').run?.()
  await until(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
  expect(host.notes).toMatchObject([{ kind: 'success', message: 'Opened shop.sql' }])
})

test('what happened last is told', async () => {
  const { screen } = await open({}, (fake) => {
    fake.world.audit.push({
      id: 1,
      slug: 'default',
      project_ref: 'default',
      occurred_at: '2026-01-02T00:00:00.000Z',
      actor: null,
      action: 'project.create',
      target: 'Default project',
      detail: {},
      ip: null,
      request_id: null,
    })
  })
  expect(screen.$activity.get()).toEqual({
    status: 'ready',
    entries: [
      {
        key: 1,
        action: 'project.create',
        sentence: 'Project Default project was created',
        target: 'Default project',
        who: 'The platform',
        at: '2026-01-02T00:00:00.000Z',
      },
    ],
  })
})

test('while it comes up the page follows it, and then asks its database', async () => {
  vi.useFakeTimers()
  const { view, facts, fake } = await open({ status: 'COMING_UP' })
  expect(view()).toMatchObject({ badge: { tone: 'busy' }, notice: { tone: 'busy' } })
  expect(facts().map(([key]) => key)).not.toContain('tables')
  fake.settle('default')
  await vi.advanceTimersByTimeAsync(1100)
  expect(view()).toMatchObject({ badge: { label: 'Healthy', tone: 'good' } })
  await vi.advanceTimersByTimeAsync(100)
  expect(facts().map(([key]) => key)).toContain('tables')
})

test('a project that failed says why, is tried again, and can be deleted', async () => {
  const { view, screen, fake, until } = await open({
    status: 'INIT_FAILED',
    status_reason: 'Password refused',
  })
  expect(view()).toMatchObject({
    badge: { label: 'Init failed', tone: 'bad' },
    notice: { tone: 'bad', text: 'Password refused' },
    resume: {
      label: 'Try again',
      settingsHref: '/project/default/settings/general',
      settingsLabel: 'Delete it',
    },
  })
  screen.resume()
  expect(screen.$isResuming.get()).toBe(true)
  await until(() => expect(view()).toMatchObject({ badge: { label: 'Coming up' } }))
  expect(fake.project.status).toBe('COMING_UP')
})

test('a database that is used as a superuser is said to be so', async () => {
  const { view } = await open({ runs_as_superuser: true })
  expect(view()).toMatchObject({
    notice: { tone: 'bad', text: expect.stringContaining('start programs on its server') },
  })
})

test('a project that ails is begun again', async () => {
  const { view, screen, until } = await open({
    status: 'ACTIVE_UNHEALTHY',
    status_reason: 'SQL of this project keeps the dashboard out',
  })
  expect(view()).toMatchObject({
    notice: { tone: 'bad', text: 'SQL of this project keeps the dashboard out' },
    resume: { label: 'Try again' },
  })
  screen.resume()
  await until(() => expect(view()).toMatchObject({ badge: { tone: 'busy' } }))
})

test('a paused project is resumed', async () => {
  const { view, screen, until } = await open({ status: 'INACTIVE' })
  expect(view()).toMatchObject({
    badge: { label: 'Paused', tone: 'quiet' },
    notice: { tone: 'quiet' },
    resume: { label: 'Resume project' },
  })
  await until(() => expect(screen.$mayResume.get()).toEqual({ disabled: false }))
  screen.resume()
  await until(() => expect(view()).toMatchObject({ badge: { label: 'Restoring' } }))
})

test('why it can’t be resumed right now is said', async () => {
  const { screen, fake, until } = await open({ status: 'INACTIVE' })
  fake.project.status = 'GOING_DOWN'
  screen.resume()
  await until(() =>
    expect(screen.$resumeProblem.get()).toBe('The project is changing right now; wait until that is done'),
  )
})

test('who may not resume it is told so', async () => {
  const { screen, until } = await open({ status: 'INACTIVE' }, (fake) => grantOnly(fake, ['read', '%']))
  await until(() =>
    expect(screen.$mayResume.get()).toEqual({
      disabled: true,
      hint: 'Your role does not allow starting the project',
    }),
  )
})

test('a status unknown to this client is shown as it is', async () => {
  const { view } = await open({ status: 'DREAMING' })
  expect(view()).toMatchObject({ badge: { label: 'DREAMING', tone: 'quiet' } })
})

test('a platform that does not answer is an error with a way to try again', async () => {
  vi.useFakeTimers()
  opened = await openScreen('projectHome', '/project/default', (fake) => {
    fake.offline = true
  })
  const { screen, watch, fake } = opened
  const view = watch(screen.$view)
  await vi.advanceTimersByTimeAsync(10_000)
  const failed = view()
  expect(failed).toMatchObject({ status: 'failed', message: 'The platform can’t be reached' })
  fake.offline = false
  if (failed.status === 'failed') failed.retry()
  await vi.advanceTimersByTimeAsync(100)
  expect(view()).toMatchObject({ status: 'ready' })
})
