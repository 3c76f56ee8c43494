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
const SERVICE = 'eyJ.service.default'

test('publishable keys are shown, secret ones begin and end in dots', async () => {
  const { keys, reveals } = await open()
  expect(keys('publishable')).toMatchObject([
    { name: 'default', shown: 'sb_publishable_default', canCopy: true, canReveal: false },
  ])
  expect(keys('secret')).toMatchObject([
    { shown: expect.stringMatching(/^sb_secret_defa•+$/), canCopy: false, canReveal: false },
  ])
  expect(keys('legacy')).toMatchObject([
    { name: 'anon', canReveal: false, canDelete: false },
    { name: 'service_role', canReveal: true, isShown: false, canDelete: false },
  ])
  expect(JSON.stringify(keys('secret'))).not.toContain(SECRET)
  expect(reveals()).toBe(0)
})

test('the key service_role is shown when asked for, and hidden again without another question', async () => {
  const { screen, keys, reveals } = await open()
  await screen.toggle(keys('legacy')[1]!)
  expect(keys('legacy')).toMatchObject([{}, { shown: SERVICE, isShown: true }])
  expect(keys('secret')).toMatchObject([{ isShown: false }])
  await screen.toggle(keys('legacy')[1]!)
  expect(keys('legacy')).toMatchObject([{}, { isShown: false }])
  expect(reveals()).toBe(1)
})

test('a key is copied whole, also one that is not shown', async () => {
  const { screen, keys, host, reveals } = await open()
  expect(await screen.copy(keys('publishable')[0]!)).toBe(true)
  expect(reveals()).toBe(0)
  expect(await screen.copy(keys('legacy')[1]!)).toBe(true)
  expect(host.copied).toEqual(['sb_publishable_default', SERVICE])
  expect(keys('legacy')).toMatchObject([{}, { isShown: false }])
})

test('leaving the page forgets what was shown', async () => {
  const { screen, keys, deck } = await open()
  await screen.toggle(keys('legacy')[1]!)
  deck.router.open('/project/default')
  expect(keys('legacy')).toMatchObject([{}, { isShown: false }])
})

test('a key that can’t be had is said, and nothing is copied', async () => {
  const { screen, keys, host, fake } = await open()
  const [, row] = keys('legacy')
  fake.offline = true
  expect(await screen.copy(row!)).toBe(false)
  expect(host.notes).toMatchObject([{ kind: 'error', message: 'The key could not be loaded' }])
  expect(host.copied).toEqual([])
})

test('a new secret key is shown once, to who made it', async () => {
  const { screen, keys, host, until } = await open()
  screen.create('secret')
  screen.form.set('name', 'server')
  screen.form.set('description', 'The web server')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(screen.$creating.get()).toBeNull()
  const made = screen.$made.get()
  expect(made).toMatchObject({ name: 'server', apiKey: expect.stringMatching(/^sb_secret_/) })
  expect(await screen.copyMade(made!.apiKey)).toBe(true)
  expect(host.copied).toEqual([made!.apiKey])
  screen.closeMade()
  expect(screen.$made.get()).toBeNull()
  await until(() =>
    expect(keys('secret')).toMatchObject([
      {},
      { name: 'server', description: 'The web server', isShown: false, canCopy: false, canDelete: true },
    ]),
  )
})

test('a rotated key works on for the time that was chosen, and the new one is shown once', async () => {
  const { screen, keys, until } = await open()
  screen.rotate(keys('secret')[0]!)
  screen.rotation.set('grace_seconds', screen.graces.find(({ label }) => label === '1 hour')!.value)
  expect(await screen.rotation.submit()).toEqual({ type: 'done' })
  expect(screen.$rotating.get()).toBeNull()
  expect(screen.$made.get()).toMatchObject({ name: 'default' })
  await until(() =>
    expect(keys('secret')).toMatchObject([
      { name: 'default', endsAt: expect.any(String), canRotate: false, canDelete: true },
      { name: 'default', endsAt: null, canRotate: true },
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
      hint: 'Your role does not allow seeing the key service_role.',
    }),
  )
  await screen.toggle(keys('legacy')[1]!)
  expect(keys('legacy')).toMatchObject([{}, { isShown: false }])
  expect(host.notes).toMatchObject([
    { kind: 'error', message: 'Your role does not allow seeing the key service_role.' },
  ])
  expect(screen.$mayCreate.get()).toMatchObject({ disabled: true })
})
