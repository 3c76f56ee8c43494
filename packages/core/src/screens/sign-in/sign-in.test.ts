import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

let deck: Deck | undefined
afterEach(() => deck?.dispose())

async function open({ start = '/sign-in', mfa = false } = {}) {
  const host = createMemoryHost(start, 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: 'correct horse' })
  const factor = {
    id: 'f',
    name: 'Phone',
    verified: true,
    inserted_at: '2026-01-01T00:00:00.000Z',
    secret: 'S',
  }
  if (mfa) {
    ada.factors = [factor]
    ada.profile.is_mfa_enabled = true
    ada.recoveryCodes = ['aaaa-bbbb']
  }
  const opened = testDeck(host, fake)
  deck = opened
  await vi.waitFor(() => expect(opened.$screen.get().name).toBe('signIn'))
  const now = opened.$screen.get()
  if (now.name !== 'signIn') throw new Error('not the sign-in page')
  const { screen } = now
  const step = () => screen.$step.get()
  const stop = screen.$step.subscribe(() => undefined)
  const password = async (text: string, email = 'ada@example.com') => {
    screen.passwordForm.set('email', email)
    screen.passwordForm.set('password', text)
    return screen.passwordForm.submit()
  }
  const arrives = (name: string) => vi.waitFor(() => expect(opened.$screen.get().name).toBe(name))
  return { host, fake, ada, factor, deck: opened, screen, step, password, arrives, stop }
}

test('email and password let one in, and on to where one wanted', async () => {
  const { host, password, arrives, stop } = await open({ start: '/sign-in?next=%2Faccount%2Fme' })
  expect(await password('correct horse', ' ADA@example.com ')).toEqual({ type: 'done' })
  await arrives('accountMe')
  expect(host.navigation.history).toEqual(['/account/me'])
  stop()
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/sign-in?next=/'])(
  'a next of %s leads home',
  async (next) => {
    const { host, password, arrives, stop } = await open({
      start: `/sign-in?next=${encodeURIComponent(next)}`,
    })
    await password('correct horse')
    await arrives('projectHome')
    expect(host.navigation.history).toEqual(['/project/default'])
    stop()
  },
)

test('a wrong password says so and keeps what was typed', async () => {
  const { screen, password, stop } = await open()
  expect(await password('wrong')).toEqual({ type: 'failed' })
  expect(screen.passwordForm.$state.get()).toMatchObject({ message: 'The email or password is wrong' })
  expect(screen.passwordForm.$values.get()).toEqual({ email: 'ada@example.com', password: 'wrong' })
  stop()
})

test('an address without an account is answered the same', async () => {
  const { screen, password, stop } = await open()
  await password('wrong', 'nobody@example.com')
  expect(screen.passwordForm.$state.get()).toMatchObject({ message: 'The email or password is wrong' })
  stop()
})

test('nothing is sent before both are there', async () => {
  const { fake, screen, stop } = await open()
  expect(await screen.passwordForm.submit()).toEqual({ type: 'invalid', field: 'email' })
  expect(fake.requests.some(({ method }) => method === 'POST')).toBe(false)
  stop()
})

test('too many attempts name the time to wait', async () => {
  const { screen, password, stop } = await open()
  for (let attempt = 0; attempt < 6; attempt += 1) await password('wrong')
  expect(screen.passwordForm.$state.get()).toMatchObject({
    status: 'failed',
    message: 'Too many attempts. Try again in 5 s.',
  })
  stop()
})

test('with an authenticator app the password is half of it', async () => {
  const { fake, factor, screen, step, password, arrives, stop } = await open({ mfa: true })
  await password('correct horse')
  await vi.waitFor(() => expect(step()).toEqual({ name: 'code', email: 'ada@example.com' }))
  expect(fake.accounts.current).toBeUndefined()
  screen.codeForm.set('code', '000 000')
  expect(await screen.codeForm.submit()).toEqual({ type: 'failed', field: 'code' })
  expect(screen.codeForm.$problems.get()).toEqual({ code: 'The code is wrong or was already used' })
  screen.codeForm.set('code', fake.accounts.code(factor).replace(/(...)/, '$1 '))
  expect(await screen.codeForm.submit()).toEqual({ type: 'done' })
  await arrives('projectHome')
  stop()
})

test('a malformed code is not sent', async () => {
  const { fake, screen, step, password, stop } = await open({ mfa: true })
  await password('correct horse')
  await vi.waitFor(() => expect(step().name).toBe('code'))
  const before = fake.requests.length
  screen.codeForm.set('code', '12345')
  expect(await screen.codeForm.submit()).toEqual({ type: 'invalid', field: 'code' })
  expect(screen.codeForm.$problems.get()).toEqual({ code: 'The code has six digits' })
  expect(fake.requests).toHaveLength(before)
  stop()
})

test('a recovery code gets one in, once', async () => {
  const { ada, screen, step, password, arrives, stop } = await open({ mfa: true })
  await password('correct horse')
  await vi.waitFor(() => expect(step().name).toBe('code'))
  screen.proveByRecoveryCode()
  expect(step()).toEqual({ name: 'recovery', email: 'ada@example.com' })
  screen.recoveryForm.set('recovery_code', 'AAAA-BBBB')
  await screen.recoveryForm.submit()
  await arrives('projectHome')
  expect(ada.recoveryCodes).toEqual([])
  stop()
})

test('a reload between the steps continues with the second factor; another account can be used instead', async () => {
  const { fake, ada, deck: first, arrives, stop } = await open({ mfa: true })
  fake.accounts.waiting = ada
  first.account.entered(fake.accounts.state)
  const now = first.$screen.get()
  if (now.name !== 'signIn') throw new Error('not the sign-in page')
  await vi.waitFor(() => expect(now.screen.$step.get().name).toBe('code'))
  await now.screen.startAgain()
  await vi.waitFor(() => expect(now.screen.$step.get().name).toBe('password'))
  await arrives('signIn')
  stop()
})

test('who took too long for the second factor is told and begins again', async () => {
  const { fake, factor, screen, step, password, stop } = await open({ mfa: true })
  await password('correct horse')
  await vi.waitFor(() => expect(step().name).toBe('code'))
  fake.accounts.waiting = undefined
  screen.codeForm.set('code', fake.accounts.code(factor))
  await screen.codeForm.submit()
  await vi.waitFor(() =>
    expect(step()).toEqual({ name: 'password', notice: 'That took too long. Sign in again.' }),
  )
  stop()
})
