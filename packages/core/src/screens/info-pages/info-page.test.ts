import { catalogue, pageStatement } from '../../sql/index.js'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ScreenName } from '../pages.js'
import type { InfoPageScreen } from './info-page.js'

let opened: OpenedScreen<InfoPageScreen> | undefined
afterEach(() => opened?.end())

async function open(name: ScreenName, path: string, prepare?: (fake: FakePlatform) => void) {
  // Every info page has this screen.
  opened = (await openScreen(name, path, prepare)) as unknown as OpenedScreen<InfoPageScreen>
  const { screen, watch } = opened
  if (screen.gate) watch(screen.gate.$gate, screen.gate.$mayResume)
  const part = (key: string) => {
    const found = screen.parts.find((one) => one.key === key)
    if (!found?.$content) throw new Error(`There is no ${key}`)
    return watch(found.$content)
  }
  return { ...opened, part }
}

const queried = (fake: FakePlatform) => fake.requests.filter(({ path }) => path.endsWith('/query'))

test.each([
  ['pglite', 'without a port', ['reached', 'database', 'user']],
  ['pglite', 'with a port', ['host', 'port', 'reached', 'database', 'user']],
  ['postgres', 'with a port', ['host', 'port', 'database', 'user']],
] as const)('an address is shown only where a server answers: %s %s', async (engine, port, keys) => {
  const { part, until } = await open('databaseSettings', '/project/default/database/settings', (fake) => {
    fake.project.engine = engine
    if (port === 'without a port') fake.world.hasNoPort = true
  })
  const shown = part('connection')
  await until(() => expect(shown()).toMatchObject({ status: 'facts', facts: keys.map((key) => ({ key })) }))
})

test('reports show what the database tells, and its largest tables', async () => {
  const { part, until, host } = await open('reports', '/project/default/reports', (fake) => {
    fake.answer(pageStatement(catalogue.tableSizes, {}).query, {
      results: [
        {
          command: 'SELECT',
          rowCount: 1,
          fields: [],
          notices: [],
          rows: [['public.orders', '1536', '12', '1', '2']],
        },
      ],
    })
  })
  const database = part('database')
  const sizes = part('sizes')
  const running = part('running')
  await until(() => expect(database()).toMatchObject({ status: 'facts' }))
  await until(() =>
    expect(sizes()).toMatchObject({
      status: 'table',
      columns: [
        { label: 'Name', isName: true },
        { label: 'Size', align: 'end' },
        { label: 'Rows (estimate)' },
      ],
      rows: [{ cells: [{ text: 'public.orders' }, { text: '1.5 KB' }, { text: '12' }] }],
    }),
  )
  await until(() =>
    expect(running()).toMatchObject({
      status: 'empty',
      title: 'No other connections',
      step: { label: 'Open the SQL editor', href: '/project/default/sql' },
    }),
  )
  expect(host.navigation.title).toBe('Reports · Default project · Basedeck')
})

test('a paused project is asked nothing, says so, and can be resumed', async () => {
  const { screen, part, until, fake, watch } = await open('reports', '/project/sleepy/reports', (fake) => {
    fake.addProject({ name: 'Sleepy', ref: 'sleepy', status: 'INACTIVE' })
  })
  part('sizes')
  const gate = watch(screen.gate!.$gate)
  await until(() =>
    expect(gate()).toMatchObject({
      status: 'closed',
      title: 'The project is paused',
      resumeLabel: 'Resume project',
    }),
  )
  expect(queried(fake)).toEqual([])
  screen.gate!.resume()
  await until(() =>
    expect(gate()).toMatchObject({ status: 'closed', title: 'The database is starting again' }),
  )
})

test.each([
  ['COMING_UP', 'The database is starting', undefined],
  ['INIT_FAILED', 'The database could not be set up', 'Try again'],
  ['PAUSING', 'The project is being paused', undefined],
  ['SOMETHING_NEW', 'The database is unavailable', undefined],
])('%s replaces the page', async (status, title, resumeLabel) => {
  const { screen, watch, until } = await open(
    'vault',
    '/project/other/integrations/vault/overview',
    (fake) => {
      fake.addProject({ name: 'Other', ref: 'other', status })
    },
  )
  const gate = watch(screen.gate!.$gate)
  await until(() => expect(gate()).toMatchObject({ status: 'closed', title }))
  expect(gate()).toMatchObject(resumeLabel === undefined ? {} : { resumeLabel })
  expect('resumeLabel' in gate()).toBe(resumeLabel !== undefined)
})

test('replication is coming soon until its flag is on', async () => {
  const off = await open('replication', '/project/default/database/replication')
  const badge = off.watch(off.screen.$badge)
  await off.until(() => expect(badge()).toBe('Coming soon'))
  off.end()
  const on = await open('replication', '/project/default/database/replication', (fake) => {
    fake.runtime.flags = { replicationEnabled: true }
  })
  expect(on.watch(on.screen.$badge)()).toBeNull()
})

test('a call that fails says why, and can be tried again', async () => {
  const { part, until, fake } = await open('addons', '/project/gone/settings/addons')
  const selected = part('selected')
  await until(() => expect(selected()).toMatchObject({ status: 'failed', message: 'Project not found' }))
  fake.addProject({ name: 'Gone', ref: 'gone' })
  const state = selected()
  if (state.status === 'failed') state.retry()
  await until(() => expect(selected()).toMatchObject({ status: 'empty', title: 'No add-ons in use' }))
})

test.each([
  ['#connection-pooler', 'connection-pooling'],
  ['#connection-pooling', 'connection-pooling'],
  ['#nothing', null],
])('the hash %s points at %s', async (hash, key) => {
  const { screen, watch } = await open('databaseSettings', `/project/default/database/settings${hash}`)
  expect(watch(screen.$partAtHash)()).toBe(key)
})

test.each([
  ['ipv4', 'ipv4'],
  ['computeInstance', 'compute_instance'],
])('?panel=%s opens the add-on; closed, the address forgets it', async (panel, type) => {
  const { screen, watch, until, host } = await open(
    'addons',
    `/project/default/settings/addons?panel=${panel}`,
    (fake) => {
      const variant = {
        identifier: 'one',
        name: 'One',
        price: 4,
        price_interval: 'monthly',
        price_type: 'fixed',
      }
      fake.intercept = ({ path }) =>
        path.endsWith('/billing/addons')
          ? {
              status: 200,
              body: {
                ref: 'default',
                selected_addons: [{ type, variant }],
                available_addons: [
                  { type, name: 'The add-on', variants: [variant, { ...variant, identifier: 'two' }] },
                ],
                recorded_only: type === 'ipv4' ? ['ipv4'] : [],
                compute: { effect: 'none', largest_memory_gb: 4 },
              },
            }
          : undefined
    },
  )
  const shown = watch(screen.addon!.$open)
  await until(() =>
    expect(shown()).toMatchObject({
      status: 'ready',
      title: 'The add-on',
      state: { label: 'In use' },
      variants: [
        { isInUse: true, price: type === 'ipv4' ? 'Recorded only' : '$4 a month' },
        { isInUse: false },
      ],
    }),
  )
  screen.addon!.close()
  expect(shown()).toBe(null)
  expect(host.navigation.current().search).toBe('')
})

test('an add-on is chosen and removed in its panel, and the list follows', async () => {
  const { screen, watch, until, host } = await open(
    'addons',
    '/project/default/settings/addons?panel=compute_instance',
  )
  const shown = watch(screen.addon!.$open, screen.addon!.$mayChange)
  await until(() => expect(shown()).toMatchObject({ status: 'ready', state: { isOn: false } }))
  await until(() => expect(screen.addon!.$mayChange.get()).toEqual({ disabled: false }))
  screen.addon!.choose('ci_small')
  await until(() => expect(shown()).toMatchObject({ state: { label: 'In use', isOn: true } }))
  expect(shown()).toMatchObject({
    variants: [
      { key: 'ci_micro', chooseLabel: 'Choose Micro' },
      { key: 'ci_small', isInUse: true, chooseLabel: null, memory: null },
      { key: 'ci_large' },
    ],
    effect: 'The platform only records the size: it has no effect on the memory of this database.',
  })
  screen.addon!.remove()
  await until(() => expect(shown()).toMatchObject({ state: { isOn: false } }))
  expect(host.notes.map(({ message }) => message)).toEqual(['The add-on was added', 'The add-on was removed'])
})

test('a free plan has no add-ons, and says so', async () => {
  const { screen, watch, until, host } = await open(
    'addons',
    '/project/default/settings/addons?panel=ipv4',
    (fake) => {
      const [organization] = fake.world.organizations
      if (organization) organization.plan = { id: 'free', name: 'Free' }
    },
  )
  const shown = watch(screen.addon!.$open, screen.addon!.$mayChange)
  await until(() => expect(shown()?.status).toBe('ready'))
  screen.addon!.choose('ipv4_default')
  await until(() =>
    expect(host.notes.at(-1)).toMatchObject({
      kind: 'error',
      message: 'The add-on was not changed: Add-ons need a paid plan; upgrade the organization first',
    }),
  )
})

test('an add-on without an effect has no price, and one in use is marked among the available ones', async () => {
  const { part, until } = await open('addons', '/project/default/settings/addons', (fake) => {
    fake.project.engine = 'cluster'
    fake.insight.addons['default'] = [
      {
        type: 'compute_instance',
        variant: {
          identifier: 'ci_small',
          name: 'Small',
          price: 15,
          price_interval: 'monthly',
          price_type: 'fixed',
        },
      },
    ]
  })
  const available = part('available')
  await until(() => expect(available()?.status).toBe('table'))
  const shown = available()
  const rows = shown?.status === 'table' ? shown.rows.map(({ cells }) => cells.map(({ text }) => text)) : []
  expect(rows).toEqual([
    ['Compute', 'Micro', '$10', '–'],
    ['Compute', 'Small', '$15', 'In use'],
    ['Compute', 'Large', '$110', '–'],
    ['Dedicated IPv4 address', 'Dedicated IPv4', 'Recorded only', '–'],
  ])
})
