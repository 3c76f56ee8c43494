import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

let deck: Deck | undefined
let stops: (() => void)[] = []
afterEach(() => {
  stops.forEach((stop) => stop())
  stops = []
  deck?.dispose()
})

const PASSWORD = 'correct horse'

async function open() {
  const host = createMemoryHost('/account/security', 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: PASSWORD })
  fake.accounts.begin(ada)
  fake.accounts.begin(ada)
  const opened = testDeck(host, fake)
  deck = opened
  await vi.waitFor(() => expect(opened.$screen.get().name).toBe('accountSecurity'))
  const now = opened.$screen.get()
  if (now.name !== 'accountSecurity') throw new Error('not the security page')
  const { screen } = now
  const { secondFactor, sessions } = screen
  stops = [
    secondFactor.$factors.subscribe(() => undefined),
    secondFactor.$isOn.subscribe(() => undefined),
    sessions.sessions.$rows.subscribe(() => undefined),
  ]
  await vi.waitFor(() => expect(secondFactor.$factors.get().status).toBe('ready'))
  await vi.waitFor(() => expect(sessions.sessions.$rows.get().status).toBe('ready'))
  const step = () => secondFactor.$step.get()
  const factors = () => {
    const remote = secondFactor.$factors.get()
    return remote.status === 'ready' ? remote.data : undefined
  }
  const sessionList = () => {
    const remote = sessions.sessions.$rows.get()
    return remote.status === 'ready' ? remote.data : []
  }
  /** Adds an app up to the QR code. */
  const enroll = async (name = 'Phone') => {
    secondFactor.add()
    secondFactor.nameForm.set('name', name)
    secondFactor.nameForm.set('password', PASSWORD)
    await secondFactor.nameForm.submit()
    const scan = step()
    if (scan?.name !== 'scan') throw new Error('no app to scan')
    return scan.factor
  }
  const turnOn = async (name = 'Phone') => {
    const factor = await enroll(name)
    fake.accounts.nextCode()
    secondFactor.codeForm.set('code', fake.accounts.code(factor))
    await secondFactor.codeForm.submit()
    return factor
  }
  return {
    host,
    fake,
    ada,
    deck: opened,
    screen,
    secondFactor,
    sessions,
    step,
    factors,
    sessionList,
    enroll,
    turnOn,
  }
}

test('the password changes, and the other devices are out', async () => {
  const { host, ada, screen, sessionList } = await open()
  expect(sessionList()).toHaveLength(2)
  screen.passwordForm.set('current_password', PASSWORD)
  screen.passwordForm.set('password', 'another horse')
  expect(await screen.passwordForm.submit()).toEqual({ type: 'done' })
  expect(ada.password).toBe('another horse')
  expect(screen.passwordForm.$values.get()).toEqual({ current_password: '', password: '' })
  expect(host.notes).toHaveLength(1)
  await vi.waitFor(() => expect(sessionList()).toHaveLength(1))
})

test('a wrong current password stands at its field', async () => {
  const { screen, ada } = await open()
  screen.passwordForm.set('current_password', 'wrong')
  screen.passwordForm.set('password', 'another horse')
  expect(await screen.passwordForm.submit()).toEqual({ type: 'failed', field: 'current_password' })
  expect(screen.passwordForm.$problems.get()).toEqual({ current_password: 'The password is wrong' })
  expect(screen.passwordForm.$values.get().password).toBe('another horse')
  expect(ada.password).toBe(PASSWORD)
})

test('an app is added: name, code, recovery codes that are shown once', async () => {
  const { host, fake, secondFactor, step, factors, enroll, sessionList } = await open()
  const factor = await enroll()
  expect(factor.uri).toMatch(/^otpauth:\/\/totp\//)
  expect(secondFactor.$isOn.get()).toBe(false)
  secondFactor.codeForm.set('code', '000000')
  expect(await secondFactor.codeForm.submit()).toEqual({ type: 'failed', field: 'code' })
  secondFactor.codeForm.set('code', fake.accounts.code(factor))
  expect(await secondFactor.codeForm.submit()).toEqual({ type: 'done' })
  const shown = step()
  if (shown?.name !== 'codes') throw new Error('no codes')
  expect(shown.codes).toHaveLength(10)
  expect(decodeURIComponent(shown.fileHref)).toContain(shown.codes.join('\n'))
  await secondFactor.copyCodes()
  expect(host.copied).toEqual([shown.codes.join('\n')])
  await vi.waitFor(() => expect(secondFactor.$isOn.get()).toBe(true))
  await vi.waitFor(() => expect(factors()).toMatchObject({ recovery_codes_left: 10 }))
  await vi.waitFor(() => expect(sessionList()).toHaveLength(1))
  secondFactor.close()
  expect(step()).toBeNull()
})

test('a second app brings no new codes', async () => {
  const { secondFactor, step, factors, turnOn } = await open()
  await turnOn()
  secondFactor.close()
  await turnOn('Tablet')
  expect(step()).toBeNull()
  await vi.waitFor(() => expect(factors()?.factors.map(({ name }) => name)).toEqual(['Phone', 'Tablet']))
})

test('a dialog that was closed while it sent does not come back', async () => {
  const { secondFactor, step } = await open()
  secondFactor.add()
  secondFactor.nameForm.set('name', 'Phone')
  secondFactor.nameForm.set('password', PASSWORD)
  const sending = secondFactor.nameForm.submit()
  secondFactor.close()
  await sending
  expect(step()).toBeNull()
})

test('an app is removed with the password; the last one is said to be the last', async () => {
  const { secondFactor, step, factors, turnOn } = await open()
  await turnOn()
  secondFactor.close()
  await vi.waitFor(() => expect(factors()?.factors).toMatchObject([{ verified: true }]))
  const [factor] = factors()?.factors ?? []
  if (!factor) throw new Error('no app')
  secondFactor.remove(factor)
  expect(step()).toMatchObject({ name: 'remove', isLast: true })
  secondFactor.removeForm.set('password', 'wrong')
  expect(await secondFactor.removeForm.submit()).toEqual({ type: 'failed', field: 'password' })
  secondFactor.removeForm.set('password', PASSWORD)
  expect(await secondFactor.removeForm.submit()).toEqual({ type: 'done' })
  expect(step()).toBeNull()
  await vi.waitFor(() => expect(secondFactor.$isOn.get()).toBe(false))
  await vi.waitFor(() => expect(factors()).toEqual({ factors: [], recovery_codes_left: 0 }))
})

test('new recovery codes replace the old ones', async () => {
  const { ada, secondFactor, step, turnOn } = await open()
  await turnOn()
  const before = [...ada.recoveryCodes]
  secondFactor.makeNewCodes()
  secondFactor.newCodesForm.set('password', PASSWORD)
  await secondFactor.newCodesForm.submit()
  const shown = step()
  expect(shown?.name === 'codes' && shown.codes).toEqual(ada.recoveryCodes)
  expect(ada.recoveryCodes).not.toEqual(before)
})

test('a session elsewhere is ended', async () => {
  const { host, sessions, sessionList } = await open()
  const other = sessionList().find(({ isCurrent }) => !isCurrent)
  expect(other).toMatchObject({ device: 'Chrome on Linux', ip: '127.0.0.1' })
  if (other) await sessions.end(other)
  await vi.waitFor(() => expect(sessionList().map(({ isCurrent }) => isCurrent)).toEqual([true]))
  expect(host.notes).toEqual([{ kind: 'success', message: 'Chrome on Linux is signed out' }])
})

test('one that ended meanwhile is said so, and the list is asked again', async () => {
  const { host, ada, sessions, sessionList } = await open()
  const other = sessionList().find(({ isCurrent }) => !isCurrent)
  ada.sessions = ada.sessions.filter(({ is_current }) => is_current)
  if (other) await sessions.end(other)
  expect(host.notes).toMatchObject([{ kind: 'error' }])
  await vi.waitFor(() => expect(sessionList()).toHaveLength(1))
})

test('all others are ended, and this one stays', async () => {
  const { deck, sessions, sessionList } = await open()
  await sessions.signOutOthers()
  await vi.waitFor(() => expect(sessionList()).toHaveLength(1))
  expect(deck.$screen.get().name).toBe('accountSecurity')
})

test('everywhere is asked about, and ends this one too', async () => {
  const { ada, deck, sessions } = await open()
  sessions.askEverywhere()
  expect(sessions.$asksEverywhere.get()).toBe(true)
  sessions.cancelEverywhere()
  expect(ada.sessions).toHaveLength(2)
  sessions.askEverywhere()
  await sessions.everywhere.run()
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('signIn'))
  expect(ada.sessions).toEqual([])
})

test('another address waits until both mailboxes have confirmed it, and can be taken back', async () => {
  const { fake, host, screen } = await open()
  const { emailAddress } = screen
  fake.accounts.mail = true
  stops.push(
    emailAddress.$email.subscribe(() => undefined),
    emailAddress.$waiting.subscribe(() => undefined),
  )
  await vi.waitFor(() => expect(emailAddress.$email.get()).toBe('ada@example.com'))
  const ask = async (password: string) => {
    emailAddress.form.set('email', 'new@example.com')
    emailAddress.form.set('password', password)
    return emailAddress.form.submit()
  }
  expect(await ask('wrong horse')).toEqual({ type: 'failed', field: 'password' })
  expect(emailAddress.form.$problems.get()).toMatchObject({ password: 'The password is wrong' })
  await ask(PASSWORD)
  expect(host.notes.at(-1)?.message).toBe('Links to confirm the new address are mailed')
  expect(emailAddress.$waiting.get()).toContain('ada@example.com and the one in the mail to new@example.com')
  expect(emailAddress.form.$values.get()).toEqual({ email: '', password: '' })
  await emailAddress.cancel()
  expect(emailAddress.$waiting.get()).toBe(null)
})

test('without mail another address counts at once', async () => {
  const { host, screen } = await open()
  const { emailAddress } = screen
  stops.push(emailAddress.$email.subscribe(() => undefined))
  emailAddress.form.set('email', 'new@example.com')
  emailAddress.form.set('password', PASSWORD)
  await emailAddress.form.submit()
  await vi.waitFor(() => expect(emailAddress.$email.get()).toBe('new@example.com'))
  expect(host.notes.at(-1)?.message).toBe(
    'Your address is new@example.com now. An administrator can verify it.',
  )
})
