import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import type { ScreenOf } from '../pages.js'
import { createMemoryHost } from '../../testing/memory-host.js'

let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open(start: string, mail = true) {
  const host = createMemoryHost(start, 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  fake.accounts.mail = mail
  const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: 'correct horse' })
  const opened = testDeck(host, fake)
  deck = opened
  const screenOf = async <Name extends 'forgotPassword' | 'resetPassword'>(name: Name) => {
    await vi.waitFor(() => expect(opened.$screen.get().name).toBe(name))
    const now = opened.$screen.get()
    if (!('screen' in now)) throw new Error(`not ${name}`)
    return now.screen as ScreenOf<Name>
  }
  return { host, fake, ada, deck: opened, screenOf }
}

test('a link is asked for, and the answer does not tell whether the address is known', async () => {
  const { fake, screenOf } = await open('/forgot-password')
  const screen = await screenOf('forgotPassword')
  screen.form.set('email', 'nobody@example.com')
  await screen.form.submit()
  expect(screen.$view.get()).toEqual({ status: 'sent', email: 'nobody@example.com' })
  expect(fake.accounts.resets.size).toBe(0)
})

test('without a mail server it says who can help, and nothing is asked', async () => {
  const { host, screenOf } = await open('/forgot-password', false)
  const screen = await screenOf('forgotPassword')
  expect(screen.$view.get()).toEqual({ status: 'no-mail' })
  await screen.copy('basedeck user reset')
  expect(host.copied).toEqual(['basedeck user reset'])
})

test('the link of the mail gives a new password, once', async () => {
  const { fake, ada, deck, screenOf } = await open('/reset-password?token=reset-1')
  fake.accounts.resets.set('reset-1', ada)
  const screen = await screenOf('resetPassword')
  screen.form.set('password', 'another horse')
  expect(await screen.form.submit()).toEqual({ type: 'done' })
  expect(screen.$status.get()).toBe('done')
  expect(ada.password).toBe('another horse')
  deck.router.open('/sign-in')
  deck.router.open('/reset-password?token=reset-1')
  const again = await screenOf('resetPassword')
  again.form.set('password', 'third password')
  await again.form.submit()
  expect(again.form.$state.get()).toMatchObject({
    message: 'This link has expired or was already used',
  })
  expect(again.form.$values.get().password).toBe('third password')
})

test('who is signed in may use the link too, and is signed out by it', async () => {
  const { fake, ada, screenOf } = await open('/reset-password?token=reset-1')
  fake.accounts.resets.set('reset-1', ada)
  fake.accounts.begin(ada)
  const screen = await screenOf('resetPassword')
  screen.form.set('password', 'another horse')
  await screen.form.submit()
  expect(fake.accounts.current).toBeUndefined()
  expect(screen.$status.get()).toBe('done')
})

test('an address without its token says so', async () => {
  const { screenOf } = await open('/reset-password')
  expect((await screenOf('resetPassword')).$status.get()).toBe('broken')
})
