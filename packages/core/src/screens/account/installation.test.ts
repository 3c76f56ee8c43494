import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { testDeck } from '../../testing/test-deck.js'
import type { InstallationContent } from './installation.js'

let deck: Deck | undefined
const stops: (() => void)[] = []
afterEach(() => {
  while (stops.length > 0) stops.pop()?.()
  deck?.dispose()
})

async function open({ isAdministrator = true } = {}) {
  const host = createMemoryHost('/account/installation', 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: 'correct horse', name: 'Ada' })
  const bo = fake.accounts.addPerson({ email: 'bo@example.com', password: 'correct horse', name: 'Bo' })
  ada.profile.is_administrator = isAdministrator
  fake.accounts.begin(ada)
  const opened = testDeck(host, fake)
  deck = opened
  await vi.waitFor(() => expect(opened.$screen.get().name).toBe('accountInstallation'))
  const now = opened.$screen.get()
  if (now.name !== 'accountInstallation') throw new Error('not the installation')
  const { $content, page } = now.screen
  stops.push($content.listen(() => undefined))
  await vi.waitFor(() => expect($content.get()).toEqual(isAdministrator ? expect.anything() : null))
  // Read by the tests of administrators alone.
  const screen = $content.get() as InstallationContent
  const accounts = () => {
    const list = screen.accounts.$list.get()
    return list.status === 'ready' ? list.items : []
  }
  if (isAdministrator) {
    for (const $store of [screen.accounts.$list, screen.organizations.$list, screen.$settings])
      stops.push($store.listen(() => undefined))
    await vi.waitFor(() => expect(accounts()).toHaveLength(2))
  }
  const account = (email: string) => {
    const found = accounts().find((one) => one.email === email)
    if (!found) throw new Error(`no ${email}`)
    return found
  }
  return { host, fake, ada, bo, screen, page, accounts, account }
}

const labels = (actions: { label: string; hint?: string }[]) =>
  actions.map(({ label, hint }) => (hint === undefined ? label : `${label} (off)`))

test('who is no administrator is told so, and nothing is asked for', async () => {
  const { fake } = await open({ isAdministrator: false })
  expect(fake.requests.filter(({ path }) => path.startsWith('/platform/installation'))).toEqual([])
})

test('only administrators are led there', async () => {
  const { page } = await open()
  stops.push(page.$links.listen(() => undefined))
  expect(page.$links.get().at(-1)).toEqual({
    key: 'installation',
    label: 'Installation',
    href: '/account/installation',
    isHere: true,
  })
})

test('an account offers what can be done to it, and one’s own not what would lock oneself out', async () => {
  const { bo, screen, account } = await open()
  expect(labels(screen.actionsOf(account('ada@example.com')))).toEqual([
    'Remove administrator role (off)',
    'Disable (off)',
    'Delete (off)',
  ])
  bo.isUnproved = true
  bo.profile.is_mfa_enabled = true
  bo.isDisabled = true
  expect(
    labels(
      screen.actionsOf({
        ...account('bo@example.com'),
        is_email_proved: false,
        is_mfa_enabled: true,
        is_disabled: true,
      }),
    ),
  ).toEqual(['Verify the address', 'Make administrator', 'Reset second factor', 'Enable', 'Delete'])
})

test('what takes something away is asked about, and told when it is done', async () => {
  const { host, bo, screen, account } = await open()
  screen.act('disable', account('bo@example.com'))
  expect(bo.isDisabled).toBeUndefined()
  await screen.asking.confirm()
  expect(bo.isDisabled).toBe(true)
  expect(host.notes.at(-1)).toEqual({
    kind: 'success',
    message: 'bo@example.com is disabled; its sessions and access tokens are revoked',
  })
  await vi.waitFor(() => expect(account('bo@example.com').is_disabled).toBe(true))
  screen.act('enable', account('bo@example.com'))
  await vi.waitFor(() => expect(account('bo@example.com').is_disabled).toBe(false))
})

test('a refusal says why', async () => {
  const { host, screen, account } = await open()
  screen.act('no-administrator', account('ada@example.com'))
  await screen.asking.confirm()
  expect(screen.asking.$state.get()).toMatchObject({
    status: 'open',
    problem: expect.stringContaining('needs an administrator'),
  })
  expect(host.notes).toEqual([])
})

test('an account is found once the typing has settled', async () => {
  const { host, fake, screen, accounts } = await open()
  const asked = () => fake.requests.filter(({ path }) => path.endsWith('/accounts')).length
  const before = asked()
  for (const words of ['b', 'bo', 'bo@']) screen.accounts.search(words)
  expect(asked()).toBe(before)
  host.clock.advance(500)
  await vi.waitFor(() => expect(accounts().map(({ email }) => email)).toEqual(['bo@example.com']))
  expect(asked()).toBe(before + 1)
})

test('a second factor is required only by who has one', async () => {
  const { ada, screen } = await open()
  stops.push(screen.$mfaHint.listen(() => undefined))
  expect(screen.$mfaHint.get()).toContain('you would be locked out')
  screen.set('requires_mfa', true)
  await vi.waitFor(() => expect(screen.$problem.get()).toContain('two-factor'))
  ada.profile.is_mfa_enabled = true
  screen.set('requires_mfa', true)
  await vi.waitFor(() =>
    expect(screen.$settings.get()).toMatchObject({ status: 'ready', data: { requires_mfa: true } }),
  )
})

test('the tickets of the installation are listed, and each is read whole', async () => {
  const { fake, screen } = await open()
  const { tickets } = screen
  fake.world.tickets.push({
    id: 7,
    category: 'performance',
    subject: 'It is slow',
    message: 'Since Monday.\nAll of it.',
    destination: '',
    inserted_at: '2026-05-01T10:00:00.000Z',
    by: 'Bo',
    error: 'timeout',
  })
  stops.push(
    tickets.$list.listen(() => undefined),
    tickets.$open.listen(() => undefined),
  )
  await vi.waitFor(() => expect(tickets.$list.get()).toMatchObject({ items: [{ subject: 'It is slow' }] }))
  tickets.open(7)
  expect(tickets.$open.get()).toMatchObject({
    title: 'Ticket 7: It is slow',
    message: 'Since Monday.\nAll of it.',
    error: 'timeout',
    facts: expect.arrayContaining([
      { label: 'By', value: 'Bo' },
      { label: 'Category', value: 'Something is slow' },
    ]),
  })
  tickets.close()
  expect(tickets.$open.get()).toBe(null)
})
