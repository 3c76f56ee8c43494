import { signIn } from '@basedeck/platform-client'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from '../../deck.js'
import { testDeck } from '../../testing/test-deck.js'
import { createMemoryHost } from '../../testing/memory-host.js'

/** Files that are fetched take their time on a busy machine. */
const eventually: typeof vi.waitFor = (check) => vi.waitFor(check)

let deck: Deck | undefined
afterEach(() => deck?.dispose())

const ADA = { email: 'ada@example.com', password: 'correct horse' }
const BEA = { email: 'bea@example.com', password: 'battery staple' }

function setUp(start: string, { signedIn = false, isNew = false } = {}) {
  const host = createMemoryHost(start, 'yes')
  const fake = createFakePlatform()
  fake.accounts.requireAccounts()
  const ada = fake.accounts.addPerson({ ...ADA, name: 'Ada' })
  fake.accounts.addPerson({ ...BEA, name: 'Bea' })
  if (isNew) fake.accounts.people = []
  if (signedIn) fake.accounts.begin(ada)
  deck = testDeck(host, fake)
  const opened = deck
  const shows = (name: string) => eventually(() => expect(opened.$screen.get().name).toBe(name))
  const enter = async (who: typeof ADA) =>
    opened.account.entered(await opened.client.call(signIn, { body: who }))
  return { host, fake, ada, deck: opened, shows, enter }
}

test('nothing opens, and nothing is asked of a project, before it is known who is here', async () => {
  const { deck, fake, shows } = setUp('/project/default')
  expect(deck.$screen.get().name).toBe('waiting')
  await shows('signIn')
  expect(fake.requests.map(({ path }) => path)).toEqual(['/api/runtime-config', '/platform/auth/state'])
})

test('signing in leads back to the same location, query and hash too, and leaves no sign-in page behind', async () => {
  const { host, shows, enter } = setUp('/project/default?tab=a b#here')
  await shows('signIn')
  expect(host.navigation.history).toEqual(['/sign-in?next=%2Fproject%2Fdefault%3Ftab%3Da%2520b%23here'])
  await enter(ADA)
  await shows('projectHome')
  expect(host.navigation.history).toEqual(['/project/default?tab=a%20b#here'])
})

test('who is signed in goes straight in', async () => {
  const { shows, host } = setUp('/project/default', { signedIn: true })
  await shows('projectHome')
  expect(host.navigation.history).toEqual(['/project/default'])
})

async function ended() {
  const opened = setUp('/account/me', { signedIn: true })
  await opened.shows('accountMe')
  const screen = opened.deck.$screen.get()
  if (screen.name !== 'accountMe') throw new Error('not the profile')
  screen.screen.nameForm.set('first_name', 'Countess')
  opened.fake.accounts.end(opened.ada, () => true)
  const sent = screen.screen.nameForm.submit()
  await eventually(() => expect(opened.deck.$signInAgain.get()).not.toBeNull())
  const again = opened.deck.$signInAgain.get()
  if (!again) throw new Error('nothing asks')
  return { ...opened, form: screen.screen.nameForm, screen, sent, again }
}

test('a session that ends under a form asks for the password in place; the request is sent again, and nothing is lost', async () => {
  const { deck, ada, again, form, sent, screen, host } = await ended()
  expect(again.email).toBe(ADA.email)
  expect(form.$state.get().status).toBe('sending')
  again.passwordForm.set('password', 'wrong')
  expect(await again.passwordForm.submit()).toEqual({ type: 'failed', field: 'password' })
  again.passwordForm.set('password', ADA.password)
  await again.passwordForm.submit()
  expect(await sent).toEqual({ type: 'done' })
  expect(ada.profile.first_name).toBe('Countess')
  expect(deck.$signInAgain.get()).toBeNull()
  expect(deck.$screen.get()).toBe(screen)
  expect(host.navigation.history).toEqual(['/account/me'])
})

test('the second factor is asked for on the open page too, and the password again when it took too long', async () => {
  const { fake, ada, again, sent } = await ended()
  const factor = { id: 'f', name: 'Phone', verified: true, inserted_at: '', secret: 'abc' }
  ada.factors.push(factor)
  ada.profile.is_mfa_enabled = true
  again.passwordForm.set('password', ADA.password)
  await again.passwordForm.submit()
  expect(again.$step.get()).toBe('code')
  fake.accounts.waiting = undefined
  again.codeForm.set('code', fake.accounts.code(factor))
  await again.codeForm.submit()
  expect([again.$step.get(), again.$notice.get()]).toEqual(['password', 'That took too long. Sign in again.'])
  again.passwordForm.set('password', ADA.password)
  await again.passwordForm.submit()
  again.codeForm.set('code', fake.accounts.code(factor))
  await again.codeForm.submit()
  expect(await sent).toEqual({ type: 'done' })
})

test('who is not coming back leaves for the sign-in page, and nothing of them is kept', async () => {
  const { again, shows, sent, form, host, enter, deck } = await ended()
  again.useAnotherAccount()
  expect((await sent).type).toBe('failed')
  expect(form.$values.get().first_name).toBe('Countess')
  await shows('signIn')
  expect(host.navigation.history.at(-1)).toBe('/sign-in?next=%2Faccount%2Fme')
  await enter(BEA)
  await shows('accountMe')
  const screen = deck.$screen.get()
  if (screen.name !== 'accountMe') throw new Error('not the profile')
  expect(screen.screen.nameForm.$values.get().first_name).not.toBe('Countess')
})

test('a window whose session ended continues when the same person signs in in another one', async () => {
  const { fake, ada, host, sent, deck } = await ended()
  fake.accounts.begin(ada)
  host.storage.writeElsewhere('basedeck:session', 'entered 1')
  expect(await sent).toEqual({ type: 'done' })
  expect(deck.$signInAgain.get()).toBeNull()
})

test('another user who signs in in another window finds nothing of the previous user', async () => {
  const { fake, host, sent, deck, screen } = await ended()
  const bea = fake.accounts.people.find(({ profile }) => profile.first_name === 'Bea')
  if (!bea) throw new Error('no Bea')
  fake.accounts.begin(bea)
  host.storage.writeElsewhere('basedeck:session', 'entered 1')
  expect((await sent).type).toBe('failed')
  await eventually(() => expect(deck.$screen.get()).not.toBe(screen))
  expect(bea.profile.first_name).toBe('Bea')
})

test('the panels beside the page are created again for another user', async () => {
  const { fake, ada, host, deck, shows } = setUp('/project/default/sql/1', { signedIn: true })
  await shows('sqlEditor')
  const { $snippetList } = deck.shell.beside
  const stop = $snippetList.subscribe(() => {})
  await eventually(() => expect($snippetList.get()).toBeTypeOf('object'))
  const ofAda = $snippetList.get()
  const bea = fake.accounts.people.find(({ profile }) => profile.first_name === 'Bea')
  if (!bea) throw new Error('no Bea')
  fake.accounts.end(ada, () => true)
  fake.accounts.begin(bea)
  host.storage.writeElsewhere('basedeck:session', 'entered 1')
  await eventually(() => expect(deck.account.$person.get()?.id).toBe(bea.profile.id))
  await eventually(() => {
    expect($snippetList.get()).toBeTypeOf('object')
    expect($snippetList.get()).not.toBe(ofAda)
  })
  stop()
})

test('a wrong password is no session that has ended', async () => {
  const { deck, shows, enter } = setUp('/sign-in')
  await shows('signIn')
  const screen = deck.$screen.get()
  await expect(enter({ ...ADA, password: 'wrong' })).rejects.toThrow('The email or password is wrong')
  expect(deck.$screen.get()).toBe(screen)
})

test('signing out leads to a sign-in page without a way back', async () => {
  const { deck, fake, host, shows } = setUp('/project/default', { signedIn: true })
  await shows('projectHome')
  await deck.profileMenu.signOut()
  await shows('signIn')
  expect(fake.accounts.current).toBeUndefined()
  expect(host.navigation.history).toEqual(['/sign-in'])
})

test('signing out that does not arrive says so and changes nothing', async () => {
  const { deck, fake, host, shows } = setUp('/project/default', { signedIn: true })
  await shows('projectHome')
  fake.offline = true
  await deck.profileMenu.signOut()
  expect(host.notes).toEqual([
    { kind: 'error', message: 'You could not be signed out: The platform can’t be reached' },
  ])
  expect(deck.$screen.get().name).toBe('projectHome')
})

test('who comes next finds nothing of who was here', async () => {
  const { deck, shows, enter } = setUp('/project/default/sql/1', { signedIn: true })
  await shows('sqlEditor')
  const seen: string[] = []
  const stop = deck.account.$profile.subscribe((profile) => {
    seen.push(profile.status === 'ready' ? profile.data.first_name : profile.status)
  })
  const editor = deck.$screen.get()
  if (editor.name !== 'sqlEditor') throw new Error('not the editor')
  editor.screen.type('select 1 as a')
  await editor.screen.run()
  await eventually(() => expect(seen.at(-1)).toBe('Ada'))
  await deck.profileMenu.signOut()
  await shows('signIn')
  expect(seen.at(-1)).toBe('loading')
  await enter(BEA)
  await eventually(() => expect(seen.at(-1)).toBe('Bea'))
  expect(seen.filter((name) => name === 'Ada')).toHaveLength(1)
  deck.router.open('/project/default/sql/1')
  await shows('sqlEditor')
  const again = deck.$screen.get()
  expect(again.name === 'sqlEditor' && again.screen.$run.get().status).toBe('idle')
  stop()
})

test('windows agree on signing out and in', async () => {
  const { fake, ada, host, shows } = setUp('/project/default', { signedIn: true })
  await shows('projectHome')
  fake.accounts.end(ada, () => true)
  host.storage.writeElsewhere('basedeck:session', 'left 1')
  await shows('signIn')
  expect(host.navigation.history).toEqual(['/sign-in?next=%2Fproject%2Fdefault'])
  fake.accounts.begin(ada)
  host.storage.writeElsewhere('basedeck:session', 'entered 2')
  await shows('projectHome')
})

test('a window that is signed in again at once shows its data again', async () => {
  const { fake, ada, host, deck, shows } = setUp('/account/me', { signedIn: true })
  const stop = deck.account.$profile.subscribe(() => {})
  const has = (status: string) => eventually(() => expect(deck.account.$profile.get().status).toBe(status))
  await has('ready')
  fake.accounts.end(ada, () => true)
  host.storage.writeElsewhere('basedeck:session', 'left 1')
  await shows('signIn')
  await has('loading')
  fake.accounts.begin(ada)
  host.storage.writeElsewhere('basedeck:session', 'entered 2')
  await shows('accountMe')
  await has('ready')
  stop()
})

test('other windows are told', async () => {
  const { deck, host, shows, enter } = setUp('/sign-in')
  await shows('signIn')
  host.clock.advance(1)
  await enter(ADA)
  const entered = host.storage.get('basedeck:session')
  expect(entered).not.toBeNull()
  host.clock.advance(1)
  await deck.account.leave('here')
  expect(host.storage.get('basedeck:session')).not.toBe(entered)
})

test('an installation without an account asks for the first one, wherever one comes in', async () => {
  const { host, shows, deck } = setUp('/project/default', { isNew: true })
  await shows('setUp')
  expect(host.navigation.history).toEqual(['/set-up'])
  deck.router.open('/reset-password?token=x')
  await shows('setUp')
})

test('a platform that got accounts meanwhile does not stay open', async () => {
  const { fake } = setUp('/')
  const host = createMemoryHost('/project/default', 'no')
  deck?.dispose()
  deck = testDeck(host, fake)
  expect(deck.$screen.get().name).toBe('projectHome')
  await eventually(() => expect(deck?.$screen.get().name).toBe('signIn'))
  expect(host.navigation.history).toEqual(['/sign-in?next=%2Fproject%2Fdefault'])
})

test('what one may do is known by permission, and nothing before it is known', async () => {
  const { deck, ada, shows } = setUp('/project/default', { signedIn: true })
  ada.permissions = [{ actions: ['read'], resources: ['%'], organization_slug: 'default' }]
  const $read = deck.account.$can({ action: 'read', resource: 'billing', organizationSlug: 'default' })
  const $delete = deck.account.$can({ action: 'delete', resource: 'projects', organizationSlug: 'default' })
  const stops = [$read.subscribe(() => undefined), $delete.subscribe(() => undefined)]
  expect($read.get()).toBe(false)
  await shows('projectHome')
  await eventually(() => expect($read.get()).toBe(true))
  expect($delete.get()).toBe(false)
  stops.forEach((stop) => stop())
})
