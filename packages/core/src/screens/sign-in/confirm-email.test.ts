import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { testDeck } from '../../testing/test-deck.js'

let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open(search: string) {
  const host = createMemoryHost(`/confirm-email${search}`, 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: 'correct horse' })
  ada.profile.email_change = { email: 'new@example.com', confirmed: [] }
  fake.accounts.emailTokens.set('a', { person: ada, mailbox: 'old' })
  fake.accounts.emailTokens.set('b', { person: ada, mailbox: 'new' })
  const opened = testDeck(host, fake)
  deck = opened
  await vi.waitFor(() => expect(opened.$screen.get().name).toBe('confirmEmail'))
  const now = opened.$screen.get()
  if (now.name !== 'confirmEmail') throw new Error('not the page of a confirmation')
  return { ada, fake, screen: now.screen }
}

test('opening the link confirms nothing: a person does', async () => {
  const { ada, fake, screen } = await open('?token=a')
  expect(fake.requests.filter(({ path }) => path.endsWith('/confirm-email'))).toEqual([])
  await screen.confirm()
  expect(screen.$state.get()).toMatchObject({ status: 'done', data: { status: 'waiting' } })
  expect(ada.profile.primary_email).toBe('ada@example.com')
})

test('the second confirmation changes the address; a used link says so', async () => {
  const { ada, screen } = await open('?token=b')
  ada.profile.email_change?.confirmed.push('old')
  await screen.confirm()
  expect(screen.$state.get()).toMatchObject({ status: 'done', data: { status: 'changed' } })
  expect(ada.profile.primary_email).toBe('new@example.com')
  await screen.confirm()
  expect(screen.$state.get()).toMatchObject({ status: 'failed', error: { code: 'link_used' } })
})

test('an address without its token says so', async () => {
  expect((await open('')).screen.isBroken).toBe(true)
})
