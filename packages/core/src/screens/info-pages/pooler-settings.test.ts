import type { PgbouncerConfig } from '@basedeck/platform-client'
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { createDeck } from '../../deck.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { InfoPageScreen } from './info-page.js'

let opened: OpenedScreen<InfoPageScreen>
afterEach(() => opened.end())

const pooler: PgbouncerConfig = {
  connection_string: 'postgresql://postgres@127.0.0.1:7000/postgres',
  db_host: '127.0.0.1',
  db_name: 'postgres',
  db_port: 7000,
  db_user: 'postgres',
  pool_mode: 'transaction',
  default_pool_size: 15,
  max_client_conn: 200,
  pgbouncer_enabled: true,
  pgbouncer_status: 'ENABLED',
  pgbouncer_installed: true,
  inserted_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

async function openPooler(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('databaseSettings', '/project/default/database/settings', (fake) => {
    fake.project.engine = 'cluster'
    const [own] = fake.world.projects
    if (own) own.pooler = { ...pooler }
    prepare(fake)
  })
  const settings = opened.screen.parts.find(({ key }) => key === 'connection-pooling')?.pooler
  if (!settings) throw new Error('The page has no settings of the pooler')
  const { form } = settings.edit
  const shown = opened.watch(settings.$state, settings.$mayChange, form.$values, form.$problems)
  return { ...opened, settings, form, shown }
}

async function ready(prepare?: (fake: FakePlatform) => void) {
  const all = await openPooler(prepare)
  await all.until(() => expect(all.shown().status).toBe('ready'))
  await all.until(() => expect(all.form.$values.get().default_pool_size).toBe('15'))
  return all
}

const ownOf = (fake: FakePlatform) => fake.world.projects[0]?.pooler
const sent = (fake: FakePlatform) => fake.requests.filter(({ method }) => method === 'PATCH')
const withoutPooler = (fake: FakePlatform, installed: boolean) => {
  const [own] = fake.world.projects
  if (own)
    own.pooler = {
      ...pooler,
      pgbouncer_status: 'DISABLED',
      pgbouncer_enabled: false,
      pgbouncer_installed: installed,
    }
}

test('what changed is sent, with the version that was seen, and the form shows what is stored', async () => {
  const { form, fake, host, until, settings, watch } = await ready()
  const may = watch(settings.$mayChange)
  await until(() => expect(may()).toEqual({ disabled: false }))
  form.set('default_pool_size', ' 020 ')
  form.set('pool_mode', 'session')
  expect(await form.submit()).toEqual({ type: 'done' })
  expect(sent(fake)).toMatchObject([
    {
      body: {
        pool_mode: 'session',
        default_pool_size: 20,
        expected_updated_at: '2026-01-01T00:00:00.000Z',
      },
    },
  ])
  expect(form.$values.get()).toEqual({
    pool_mode: 'session',
    default_pool_size: '20',
    max_client_conn: '200',
  })
  expect(form.$isChanged.get()).toBe(false)
  expect(host.notes).toEqual([{ kind: 'success', message: 'The pooler’s settings were saved' }])
})

test.each([
  ['default_pool_size', '0', 'Enter a whole number from 1 to 90'],
  ['default_pool_size', '91', 'Enter a whole number from 1 to 90'],
  ['default_pool_size', '', 'Enter a whole number from 1 to 90'],
  ['default_pool_size', '1e1', 'Enter a whole number from 1 to 90'],
  ['max_client_conn', '5001', 'Enter a whole number from 1 to 5000'],
  ['max_client_conn', 'many', 'Enter a whole number from 1 to 5000'],
] as const)('%s %j is refused at its field, and nothing is sent or lost', async (field, value, problem) => {
  const { form, fake } = await ready()
  form.set(field, value)
  expect(await form.submit()).toEqual({ type: 'invalid', field })
  expect(form.$problems.get()).toEqual({ [field]: problem })
  expect(form.$values.get()[field]).toBe(value)
  expect(sent(fake)).toEqual([])
})

test('what is typed is still there after a reload', async () => {
  const { form, host, deck, fake, until } = await ready()
  form.set('max_client_conn', '300')
  deck.dispose()
  const again = createDeck(host, { baseUrl: 'http://fake', fetch: fake.fetch })
  await until(() => expect(again.$screen.get().name).toBe('databaseSettings'))
  const { screen } = again.$screen.get() as unknown as { screen: InfoPageScreen }
  const reloaded = screen.parts.find(({ pooler: found }) => found !== null)?.pooler?.edit.form
  expect(reloaded?.$typed.get()).toEqual({ max_client_conn: '300' })
  expect(reloaded?.$isRestored.get()).toBe(true)
  again.dispose()
})

test('two who change the same setting are asked whose stays; another setting of theirs is kept', async () => {
  const { form, fake, settings } = await ready()
  form.set('default_pool_size', '20')
  Object.assign(ownOf(fake) ?? {}, {
    default_pool_size: 30,
    max_client_conn: 400,
    updated_at: '2026-02-02T00:00:00.000Z',
  })
  expect(await form.submit()).toEqual({ type: 'failed' })
  expect(settings.edit.$conflicts.get()).toEqual([{ field: 'default_pool_size', mine: '20', theirs: '30' }])
  expect(ownOf(fake)?.default_pool_size).toBe(30)
  await settings.edit.keepMine()
  expect(ownOf(fake)).toMatchObject({ default_pool_size: 20, max_client_conn: 400 })
})

test('a pooler that is started again keeps its form, and says so', async () => {
  const { shown } = await ready((fake) => {
    Object.assign(ownOf(fake) ?? {}, { pgbouncer_status: 'COMING_UP', pgbouncer_enabled: false })
  })
  expect(shown()).toEqual({ status: 'ready', running: 'Starting again', isRunning: false, port: '7000' })
})

test.each([
  ['too tired', 'The pooler ends at once: too tired'],
  ['', 'The pooler ends at once'],
])('of a pooler that ends at once with the last line %j that is told', async (line, problem) => {
  const { shown } = await ready((fake) => {
    Object.assign(ownOf(fake) ?? {}, { pgbouncer_status: 'COMING_UP', pgbouncer_problem: line })
  })
  expect(shown()).toMatchObject({ running: 'Starting again', problem })
})

test('it is off with the reason for who may not change settings', async () => {
  const { settings, watch, until } = await ready((fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'database'], ['read', 'organization']),
  )
  const may = watch(settings.$mayChange)
  await until(() =>
    expect(may()).toEqual({
      disabled: true,
      hint: 'Your role does not allow changing the settings of the project',
    }),
  )
})

test.each<[string, (fake: FakePlatform) => void, RegExp]>([
  ['PgBouncer is missing', (fake) => withoutPooler(fake, false), /PgBouncer is not installed/],
  [
    'the plan is free',
    (fake) => {
      withoutPooler(fake, true)
      Object.assign(fake.world.organizations[0] ?? {}, { plan: { id: 'free', name: 'Free' } })
    },
    /^Projects of the free plan use the shared pooler/,
  ],
  ['it is being started', (fake) => withoutPooler(fake, true), /is being started/],
  [
    'the build is self-hosted',
    (fake) => void (fake.runtime.isPlatform = false),
    /^A self-hosted platform runs no/,
  ],
])('where %s, the page says so and has no form', async (_, prepare, reason) => {
  const { shown, until, fake } = await openPooler(prepare)
  await until(() => expect(shown()).toEqual({ status: 'none', reason: expect.stringMatching(reason) }))
  if (!fake.runtime.isPlatform)
    expect(fake.requests.some(({ path }) => path.endsWith('/config/pgbouncer'))).toBe(false)
})
