import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open({ accounts = true, start = '/account/me' } = {}) {
  const host = createMemoryHost(start, accounts ? 'yes' : 'no')
  const fake = createFakePlatform()
  if (accounts) {
    fake.accounts.requireAccounts()
    const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: 'correct horse', name: 'Ada' })
    fake.accounts.begin(ada)
  }
  const opened = testDeck(host, fake)
  deck = opened
  opened.router.open('/account/me')
  await vi.waitFor(() => expect(opened.$screen.get().name).toBe('accountMe'))
  const now = opened.$screen.get()
  if (now.name !== 'accountMe') throw new Error('not the account page')
  await vi.waitFor(() => expect(now.screen.$profile.get().status).toBe('ready'))
  return { host, fake, deck: opened, screen: now.screen }
}

test('a name is changed, and the menu of the header knows it at once', async () => {
  const { host, deck, screen } = await open()
  const stop = deck.profileMenu.$view.subscribe(() => undefined)
  expect(screen.nameForm.$values.get()).toEqual({ first_name: 'Ada' })
  screen.nameForm.set('first_name', '  Ada L. ')
  expect(await screen.nameForm.submit()).toEqual({ type: 'done' })
  expect(screen.nameForm.$values.get()).toEqual({ first_name: 'Ada L.' })
  expect(screen.nameForm.$isChanged.get()).toBe(false)
  expect(host.notes).toEqual([{ kind: 'success', message: 'Name saved' }])
  await vi.waitFor(() =>
    expect(deck.profileMenu.$view.get()).toEqual({
      name: 'Ada L.',
      email: 'ada@example.com',
      initial: 'A',
    }),
  )
  stop()
})

test.each([
  ['', 'Your name must not be empty'],
  ['a'.repeat(101), 'Your name must not be longer than 100 characters'],
  ['a\u202eb', 'Your name holds characters that can’t be seen; leave them out'],
])('%j is no name', async (name, problem) => {
  const { fake, screen } = await open()
  screen.nameForm.set('first_name', name)
  expect(await screen.nameForm.submit()).toEqual({ type: 'invalid', field: 'first_name' })
  expect(screen.nameForm.$problems.get()).toEqual({ first_name: problem })
  expect(fake.accounts.profile.first_name).toBe('Ada')
})

test('a name of a hundred emoji fits, and its initial is one of them', async () => {
  const { deck, screen } = await open()
  const stop = deck.profileMenu.$view.subscribe(() => undefined)
  screen.nameForm.set('first_name', '🦊'.repeat(100))
  expect(await screen.nameForm.submit()).toEqual({ type: 'done' })
  await vi.waitFor(() => expect(deck.profileMenu.$view.get()?.initial).toBe('🦊'))
  stop()
})

test('theme, contrast, density and sidebar are kept on this device at once', async () => {
  const { host, screen } = await open()
  screen.appearance.setTheme('dark')
  screen.appearance.setContrast('high')
  screen.appearance.setDensity('compact')
  screen.appearance.setSidebar('open')
  expect(host.storage.get('basedeck:theme')).toBe('dark')
  expect(host.storage.get('basedeck:contrast')).toBe('high')
  expect(host.storage.get('basedeck:density')).toBe('compact')
  expect(host.storage.get('basedeck:sidebar')).toBe('open')
})

test('without accounts the local profile is shown and can’t be renamed or signed out', async () => {
  const { deck, screen } = await open({ accounts: false })
  const profile = screen.$profile.get()
  expect(profile).toMatchObject({ data: { first_name: 'Local user', primary_email: null } })
  expect(screen.$mayRename.get()).toBe(false)
  expect(screen.page.$hasAccounts.get()).toBe(false)
  expect(deck.profileMenu.$maySignOut.get()).toBe(false)
})

test('the page leads back to where one was', async () => {
  const { screen } = await open({ start: '/project/default/sql/1?schema=public' })
  expect(screen.page.$backHref.get()).toBe('/project/default/sql/1?schema=public')
})

test('opened first, it leads to the organization visited last, and that is remembered', async () => {
  const { host } = await open({ start: '/org/acme/team' })
  deck?.dispose()
  const fake = createFakePlatform()
  const again = createMemoryHost('/account/me')
  again.storage.set('basedeck:last-organization', host.storage.get('basedeck:last-organization') ?? '')
  deck = testDeck(again, fake)
  await vi.waitFor(() => expect(deck?.$screen.get().name).toBe('accountMe'))
  const now = deck.$screen.get()
  expect(now.name === 'accountMe' && now.screen.page.$backHref.get()).toBe('/org/acme')
})

test('the pages of the account know each other', async () => {
  const { screen } = await open()
  expect(screen.page.$links.get()).toEqual([
    { key: 'me', label: 'Preferences', href: '/account/me', isHere: true },
    { key: 'security', label: 'Security', href: '/account/security', isHere: false },
    { key: 'tokens', label: 'Access tokens', href: '/account/tokens', isHere: false },
    { key: 'audit', label: 'Audit log', href: '/account/audit', isHere: false },
  ])
})
