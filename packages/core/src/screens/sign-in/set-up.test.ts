import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open(start: string, { isPlatform = false } = {}) {
  const host = createMemoryHost(start, 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  fake.runtime.isPlatform = isPlatform
  const opened = testDeck(host, fake)
  deck = opened
  await vi.waitFor(() => expect(opened.$screen.get().name).toBe('setUp'))
  const now = opened.$screen.get()
  if (now.name !== 'setUp') throw new Error('not the set-up page')
  const fill = () => {
    now.screen.form.set('first_name', 'Ada')
    now.screen.form.set('email', 'ada@example.com')
    now.screen.form.set('password', 'correct horse')
    now.screen.form.set('organization_name', 'Acme')
  }
  return { host, fake, deck: opened, screen: now.screen, fill }
}

test('the code of the address makes the first account, which is signed in', async () => {
  const { fake, deck, screen, fill } = await open('/set-up?code=set-up-code')
  expect(screen.hasCode).toBe(true)
  fill()
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('projectHome'))
  expect(fake.accounts.people.map(({ profile }) => profile.primary_email)).toEqual(['ada@example.com'])
  expect(fake.world.organizations.map(({ name }) => name)).toContain('Acme')
})

test('on a hosted platform it leads to the first project of the organization that was just made', async () => {
  const { fake, host, deck, screen, fill } = await open('/set-up?code=set-up-code', { isPlatform: true })
  fake.world.organizations.length = 0
  fill()
  await screen.form.submit()
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('newProject'))
  expect(host.navigation.current().pathname).toBe(`/new/${fake.world.organizations[0]?.slug}`)
})

test('a wrong code stands at its field, and nothing typed is lost', async () => {
  const { screen, fill } = await open('/set-up?code=wrong')
  fill()
  expect(await screen.form.submit()).toEqual({ type: 'failed', field: 'setup_code' })
  expect(screen.form.$problems.get()).toEqual({
    setup_code: 'The setup code is wrong; Basedeck prints it when it starts',
  })
  expect(screen.form.$values.get()).toMatchObject({ first_name: 'Ada', password: 'correct horse' })
})

test('every rule is said before anything is sent', async () => {
  const { fake, screen } = await open('/set-up')
  screen.form.set('first_name', '  ')
  screen.form.set('email', 'ada')
  screen.form.set('password', 'short')
  screen.form.set('organization_name', 'a\u202eb')
  expect(await screen.form.submit()).toEqual({ type: 'invalid', field: 'setup_code' })
  expect(screen.form.$problems.get()).toEqual({
    setup_code: 'The code must not be empty',
    first_name: 'Your name must not be empty',
    email: 'This is not an email address',
    password: 'The password must have at least 10 characters',
    organization_name: 'The name of the organization holds characters that can’t be seen; leave them out',
  })
  expect(fake.requests.some(({ method }) => method === 'POST')).toBe(false)
})

test('another person was faster: it says so', async () => {
  const { fake, screen, fill } = await open('/set-up?code=set-up-code')
  fake.accounts.addPerson({ email: 'bea@example.com', password: 'battery staple' })
  fill()
  await screen.form.submit()
  expect(screen.form.$state.get()).toMatchObject({ message: 'The first account already exists; sign in' })
})
