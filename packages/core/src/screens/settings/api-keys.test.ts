import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ApiKeysScreen, KeyKind, KeyRow } from './api-keys.js'

let opened: OpenedScreen<ApiKeysScreen> | undefined
afterEach(() => opened?.end())

async function open(prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('apiKeys', '/project/default/settings/api-keys', prepare)
  const { screen, watch, until } = opened
  const { publishable, secret, legacy } = screen.keys
  watch(
    publishable.$rows,
    secret.$rows,
    legacy.$rows,
    screen.$mayReveal,
    screen.$mayCreate,
    screen.$mayDelete,
  )
  const keys = (kind: KeyKind): KeyRow[] => {
    const remote = screen.keys[kind].$rows.get()
    return remote.status === 'ready' ? remote.data : []
  }
  await until(() => expect(keys('legacy')).toHaveLength(2))
  const reveals = () => opened?.fake.requests.filter(({ query }) => query['reveal'] === 'true').length
  return { ...opened, keys, reveals }
}

const SECRET = 'sb_secret_default'

test('publishable keys are shown, secret ones begin and end in dots', async () => {
  const { keys, reveals } = await open()
  expect(keys('publishable')).toMatchObject([
    { name: 'default', shown: 'sb_publishable_default', isSecret: false },
  ])
  expect(keys('secret')).toMatchObject([
    { shown: expect.stringMatching(/^sb_secret_defa•+$/), isSecret: true },
  ])
  expect(keys('legacy')).toMatchObject([
    { name: 'anon', isSecret: false, canDelete: false },
    { name: 'service_role', isSecret: true, isShown: false, canDelete: false },
  ])
  expect(JSON.stringify(keys('secret'))).not.toContain(SECRET)
  expect(reveals()).toBe(0)
})

test('a secret key is shown when asked for, and hidden again without another question', async () => {
  const { screen, keys, reveals } = await open()
  await screen.toggle(keys('secret')[0]!)
  expect(keys('secret')).toMatchObject([{ shown: SECRET, isShown: true, isSecret: true }])
  expect(keys('legacy')).toMatchObject([{}, { isShown: false }])
  await screen.toggle(keys('secret')[0]!)
  expect(keys('secret')).toMatchObject([{ isShown: false }])
  expect(reveals()).toBe(1)
})

test('a key is copied whole, also one that is not shown', async () => {
  const { screen, keys, host, reveals } = await open()
  expect(await screen.copy(keys('publishable')[0]!)).toBe(true)
  expect(reveals()).toBe(0)
  expect(await screen.copy(keys('secret')[0]!)).toBe(true)
  expect(host.copied).toEqual(['sb_publishable_default', SECRET])
  expect(keys('secret')).toMatchObject([{ isShown: false }])
})

test('leaving the page forgets what was shown', async () => {
  const { screen, keys, deck } = await open()
  await screen.toggle(keys('secret')[0]!)
  deck.router.open('/project/default')
  expect(keys('secret')).toMatchObject([{ isShown: false }])
})

test('a key that can’t be had is said, and nothing is copied', async () => {
  const { screen, keys, host, fake } = await open()
  const [row] = keys('secret')
  fake.offline = true
  expect(await screen.copy(row!)).toBe(false)
  expect(host.notes).toMatchObject([{ kind: 'error', message: 'The key could not be loaded' }])
  expect(host.copied).toEqual([])
})

test('a new secret key is shown to who made it', async () => {
  const { screen, keys, until } = await open()
  screen.create('secret')
  screen.form.set('name', 'server')
  screen.form.set('description', 'The web server')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(screen.$creating.get()).toBeNull()
  await until(() =>
    expect(keys('secret')).toMatchObject([
      {},
      { name: 'server', description: 'The web server', isShown: true, canDelete: true },
    ]),
  )
})

test('two keys of one kind have two names', async () => {
  const { screen } = await open()
  screen.create('secret')
  screen.form.set('name', 'default')
  expect(await screen.form.submit()).toEqual({ type: 'failed', field: 'name' })
  expect(screen.form.$problems.get()).toEqual({ name: 'This name is already taken' })
  expect(screen.$creating.get()).toBe('secret')
})

test('a key is deleted after a question', async () => {
  const { screen, keys, until, host } = await open()
  screen.deletion.ask(keys('secret')[0]!)
  await screen.deletion.confirm()
  await until(() => expect(keys('secret')).toEqual([]))
  expect(host.notes).toEqual([{ kind: 'success', message: 'default was deleted' }])
})

test('who may not read service keys sees no secret, not even by asking', async () => {
  const { screen, keys, until, host } = await open((fake) =>
    grantOnly(fake, ['read', 'projects'], ['read', 'api_keys']),
  )
  await until(() =>
    expect(screen.$mayReveal.get()).toEqual({
      disabled: true,
      hint: 'Your role does not allow seeing secret keys.',
    }),
  )
  await screen.toggle(keys('secret')[0]!)
  expect(keys('secret')).toMatchObject([{ isShown: false }])
  expect(host.notes).toMatchObject([
    { kind: 'error', message: 'Your role does not allow seeing secret keys.' },
  ])
  expect(screen.$mayCreate.get()).toMatchObject({ disabled: true })
})
