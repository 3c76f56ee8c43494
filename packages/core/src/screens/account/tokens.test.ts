import { createFakePlatform } from '@basedeck/platform-client/testing'
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

async function open() {
  const host = createMemoryHost('/account/tokens', 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  const ada = fake.accounts.addPerson({ email: 'ada@example.com', password: 'correct horse' })
  fake.accounts.begin(ada)
  const opened = testDeck(host, fake)
  deck = opened
  await vi.waitFor(() => expect(opened.$screen.get().name).toBe('accountTokens'))
  const now = opened.$screen.get()
  if (now.name !== 'accountTokens') throw new Error('not the tokens')
  const { screen } = now
  stop = screen.tokens.$rows.subscribe(() => undefined)
  const tokens = () => {
    const remote = screen.tokens.$rows.get()
    return remote.status === 'ready' ? remote.data : undefined
  }
  await vi.waitFor(() => expect(tokens()).toEqual([]))
  return { host, fake, ada, screen, tokens }
}

test('a token is made and shown once', async () => {
  const { host, ada, screen, tokens } = await open()
  screen.create()
  screen.form.set('name', 'CI')
  await screen.form.submit()
  const step = screen.$step.get()
  if (step?.name !== 'created') throw new Error('no token')
  expect(step).toMatchObject({ tokenName: 'CI', token: ada.tokens[0]?.token })
  await screen.copy(step.token)
  expect(host.copied).toEqual([step.token])
  await vi.waitFor(() => expect(tokens()).toMatchObject([{ name: 'CI', isExpired: false }]))
  expect(JSON.stringify(tokens())).not.toContain(step.token)
  screen.close()
  expect(screen.$step.get()).toBeNull()
  expect(screen.form.$values.get()).toEqual({ name: '', expires_in_days: 90, access: 'write' })
})

test('one without an end is a choice', async () => {
  const { screen, tokens } = await open()
  screen.create()
  screen.form.set('name', 'CI')
  screen.form.set('expires_in_days', screen.expiries.find(({ label }) => label === 'Never')?.value)
  await screen.form.submit()
  await vi.waitFor(() => expect(tokens()).toMatchObject([{ expires_at: null }]))
})

test('one may look only, in one project; both are said in the list', async () => {
  const { ada, screen, tokens } = await open()
  screen.create()
  screen.form.set('name', 'CI')
  screen.form.set('access', 'read')
  screen.form.set('project_ref', 'default')
  await screen.form.submit()
  expect(ada.tokens[0]).toMatchObject({ access: 'read', organization_slug: null, project_ref: 'default' })
  await vi.waitFor(() => expect(tokens()).toMatchObject([{ scope: 'Read · default' }]))
})

test('a token whose dialog was closed while it was made is shown all the same', async () => {
  const { screen } = await open()
  screen.create()
  screen.form.set('name', 'CI')
  const sending = screen.form.submit()
  screen.close()
  await sending
  expect(screen.$step.get()?.name).toBe('created')
})

test('an expired one is marked', async () => {
  const { host, screen, tokens } = await open()
  host.clock.advance(Date.parse('2027-01-01T00:00:00.000Z'))
  screen.create()
  screen.form.set('name', 'CI')
  screen.form.set('expires_in_days', 7)
  await screen.form.submit()
  await vi.waitFor(() => expect(tokens()).toMatchObject([{ isExpired: true }]))
})

test('one is deleted after a question', async () => {
  const { host, ada, screen, tokens } = await open()
  screen.form.set('name', 'CI')
  await screen.form.submit()
  screen.close()
  await vi.waitFor(() => expect(tokens()).toHaveLength(1))
  const [token] = tokens() ?? []
  if (!token) throw new Error('no token')
  screen.askDelete(token)
  screen.cancelDelete()
  expect(ada.tokens).toHaveLength(1)
  screen.askDelete(token)
  await screen.deletion.run(token)
  expect(screen.$toDelete.get()).toBeNull()
  await vi.waitFor(() => expect(tokens()).toEqual([]))
  expect(host.notes).toEqual([{ kind: 'success', message: 'CI is deleted' }])
})

test('a refusal keeps the question open and says why', async () => {
  const { ada, screen, tokens } = await open()
  screen.form.set('name', 'CI')
  await screen.form.submit()
  await vi.waitFor(() => expect(tokens()).toHaveLength(1))
  const [token] = tokens() ?? []
  if (!token) throw new Error('no token')
  ada.tokens = []
  screen.askDelete(token)
  await screen.deletion.run(token)
  expect(screen.$toDelete.get()).toBe(token)
  expect(screen.deletion.$state.get()).toMatchObject({ status: 'failed' })
})
