import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

let deck: Deck | undefined
let stop = () => {}
afterEach(() => {
  stop()
  deck?.dispose()
})

async function open(prepare: (fake: FakePlatform) => void = () => {}, token = 'abc') {
  const host = createMemoryHost(`/invitation/${token}`, 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  fake.accounts.addPerson({ email: 'owner@example.com', password: 'correct horse' })
  fake.world.invitations.push({
    id: '1',
    email: 'ada@example.com',
    role_id: 'developer',
    invited_by: 'Owner',
    inserted_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-08T00:00:00.000Z',
    is_expired: false,
    slug: 'default',
    token: 'abc',
  })
  prepare(fake)
  const opened = testDeck(host, fake)
  deck = opened
  await vi.waitFor(() => expect(opened.$screen.get().name).toBe('invitation'))
  const now = opened.$screen.get()
  if (now.name !== 'invitation') throw new Error('not the invitation')
  const { screen } = now
  stop = screen.$view.subscribe(() => undefined)
  await vi.waitFor(() => expect(screen.$view.get().status).not.toBe('loading'))
  return { host, fake, deck: opened, screen }
}

const ada = (fake: FakePlatform) =>
  fake.accounts.addPerson({ email: 'Ada@example.com', password: 'correct horse' })

test('a new person makes an account and is signed in', async () => {
  const { fake, host, screen } = await open()
  expect(screen.$view.get()).toMatchObject({
    status: 'ready',
    offer: { organization_name: 'Default organization', role_name: 'Developer' },
    step: { type: 'join' },
  })
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'first_name' })
  screen.form.set('first_name', 'Ada')
  screen.form.set('password', 'correct horse')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await vi.waitFor(() => expect(host.navigation.history.at(-1)).toBe('/org/default'))
  expect(fake.accounts.current?.profile.primary_email).toBe('ada@example.com')
  // It is used up: who asks for it again is refused.
  const asked = fake.requests.filter(({ path }) => path === '/platform/invitations/abc')
  expect(asked).toHaveLength(1)
})

test('who has an account signs in first, and comes back', async () => {
  const { host, screen } = await open((fake) => void ada(fake))
  expect(screen.$view.get()).toMatchObject({ step: { type: 'sign-in' } })
  screen.signIn()
  await vi.waitFor(() => expect(deck?.$screen.get().name).toBe('signIn'))
  expect(host.navigation.history.at(-1)).toBe('/sign-in?next=%2Finvitation%2Fabc')
})

test('who is signed in with that address accepts', async () => {
  const { fake, host, screen } = await open((fake) => void fake.accounts.begin(ada(fake)))
  await vi.waitFor(() =>
    expect(screen.$view.get()).toMatchObject({ step: { type: 'accept', email: 'Ada@example.com' } }),
  )
  await screen.accept()
  await vi.waitFor(() => expect(host.navigation.history.at(-1)).toBe('/org/default'))
  expect(fake.world.invitations).toEqual([])
})

test('who is signed in with another address is told, and can sign out right here', async () => {
  const { screen } = await open((fake) => {
    const [owner] = fake.accounts.people
    if (owner) fake.accounts.begin(owner)
  })
  await vi.waitFor(() =>
    expect(screen.$view.get()).toMatchObject({
      step: { type: 'wrong-account', email: 'owner@example.com' },
    }),
  )
  await screen.signOut()
  await vi.waitFor(() => expect(screen.$view.get()).toMatchObject({ step: { type: 'join' } }))
})

test('an invitation that was taken back meanwhile is refused with its sentence', async () => {
  const { fake, screen } = await open((fake) => void fake.accounts.begin(ada(fake)))
  await vi.waitFor(() => expect(screen.$view.get()).toMatchObject({ step: { type: 'accept' } }))
  fake.world.invitations = []
  await screen.accept()
  expect(screen.$accepting.get()).toMatchObject({
    status: 'failed',
    error: { message: 'This invitation is no longer valid; ask for a new one' },
  })
})

test('an expired one says whom to ask', async () => {
  const { screen } = await open((fake) => void (fake.world.now = Date.parse('2026-02-01T00:00:00.000Z')))
  expect(screen.$view.get()).toMatchObject({ status: 'ready', step: { type: 'expired' } })
})

test('an unknown one says so', async () => {
  const { screen } = await open(undefined, 'nothing')
  expect(screen.$view.get()).toEqual({
    status: 'failed',
    message: 'This invitation is no longer valid; ask for a new one',
  })
})
