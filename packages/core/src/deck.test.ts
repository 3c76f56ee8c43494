import { createFakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deck } from './deck.js'
import { testDeck } from './testing/test-deck.js'
import { createMemoryHost } from './testing/memory-host.js'
import { createScreenFiles } from './screens/screen-files.js'

// As after a first visit of the editor.
await createScreenFiles().fetch('sqlEditor')

let deck: Deck | undefined
afterEach(() => deck?.dispose())

function setUp(start: string) {
  const host = createMemoryHost(start)
  const fake = createFakePlatform()
  deck = testDeck(host, fake)
  return { host, fake, deck }
}

test.each([
  ['/project/default', 'projectHome', '/project/default'],
  ['/project/default/sql/1', 'sqlEditor', '/project/default/sql/1'],
  ['/no/such/page', 'notFound', '/no/such/page'],
])('%s opens %s at %s', (start, name, end) => {
  const { host, deck } = setUp(start)
  expect(deck.$screen.get().name).toBe(name)
  expect(host.navigation.history).toEqual([end])
})

test('the title follows the screen', () => {
  const { host, deck } = setUp('/project/default')
  expect(host.navigation.title).toBe('Project overview · Basedeck')
  deck.router.open('/project/default/sql/1')
  expect(host.navigation.title).toBe('SQL Editor · Basedeck')
  deck.router.open('/nowhere')
  expect(host.navigation.title).toBe('Page not found · Basedeck')
})

test('a page of a hosted platform alone says so on a self-hosted one', async () => {
  const { host, deck } = setUp('/new')
  await vi.waitFor(() => expect(deck.$screen.get()).toMatchObject({ name: 'notFound', isHostedOnly: true }))
  expect(host.navigation.title).toBe('Only on a hosted Basedeck · Basedeck')
  deck.router.open('/nowhere')
  expect(deck.$screen.get()).toMatchObject({ name: 'notFound', isHostedOnly: false })
})

test('the home of a project is called as the project', async () => {
  const { host } = setUp('/project/default')
  await vi.waitFor(() => expect(host.navigation.title).toBe('Project overview · Default project · Basedeck'))
})

test('a page of an organization is called after it too', async () => {
  const { host } = setUp('/org/default/team')
  await vi.waitFor(() => expect(host.navigation.title).toBe('Team · Default organization · Basedeck'))
})

test('a route error names the window until it is resolved', async () => {
  const { host, deck } = setUp('/project/default')
  deck.router.open('/org/nowhere')
  await vi.waitFor(() => expect(host.navigation.title).toBe('This organization does not exist · Basedeck'))
  deck.router.open('/project/nowhere/sql/1')
  await vi.waitFor(() => expect(host.navigation.title).toBe('This project does not exist · Basedeck'))
  deck.router.open('/project/default')
  await vi.waitFor(() => expect(host.navigation.title).toBe('Project overview · Default project · Basedeck'))
})

test('a redirect on the way leaves one entry in the history', async () => {
  const { host, deck } = setUp('/project/default')
  deck.router.open('/project/default/sql')
  await vi.waitFor(() => expect(deck.$screen.get().name).toBe('sqlEditor'))
  expect(host.navigation.history).toEqual(['/project/default', '/project/default/sql/1'])
})

test('a change of query alone keeps the screen', () => {
  const { deck } = setUp('/project/default')
  const before = deck.$screen.get()
  deck.router.open('/project/default?showConnect=true')
  expect(deck.$screen.get()).toBe(before)
})

test('text and run outlive the screen', async () => {
  const { deck } = setUp('/project/default/sql/1')
  const first = deck.$screen.get()
  if (first.name !== 'sqlEditor') throw new Error('not the editor')
  first.screen.type('select 1 as a')
  await first.screen.run()
  deck.router.open('/project/default')
  deck.router.open('/project/default/sql/1')
  const second = deck.$screen.get()
  if (second.name !== 'sqlEditor') throw new Error('not the editor')
  expect(second.screen).not.toBe(first.screen)
  expect(second.screen.draft.$text.get()).toBe('select 1 as a')
  expect(second.screen.$run.get().status).toBe('success')
})

test.each([
  [false, '/project/default', 'projectHome'],
  [true, '/organizations', 'organizations'],
])('where / leads depends on the platform (hosted: %s)', async (isPlatform, path, name) => {
  const host = createMemoryHost('/')
  const fake = createFakePlatform()
  fake.runtime.isPlatform = isPlatform
  deck = testDeck(host, fake)
  expect(deck.$screen.get().name).toBe('waiting')
  await vi.waitFor(() => expect(deck?.$screen.get().name).toBe(name))
  expect(host.navigation.history).toEqual([path])
})

test('the first visit waits for the platform; later ones of a platform without accounts do not', async () => {
  const host = createMemoryHost('/project/default', null)
  const fake = createFakePlatform()
  deck = testDeck(host, fake)
  expect(deck.$screen.get().name).toBe('waiting')
  await vi.waitFor(() => expect(deck?.$screen.get().name).toBe('projectHome'))
  deck.dispose()
  deck = testDeck(host, fake)
  expect(deck.$screen.get().name).toBe('projectHome')
})

test('a platform that does not answer is said so, and asked again', async () => {
  vi.useFakeTimers()
  const fake = createFakePlatform()
  fake.offline = true
  const host = createMemoryHost('/project/default', null)
  deck = testDeck(host, fake)
  await vi.advanceTimersByTimeAsync(10_000)
  const stuck = deck.$screen.get()
  expect(stuck).toMatchObject({ name: 'unreachable', message: 'The platform can’t be reached' })
  expect(host.navigation.title).toBe('Basedeck can’t be reached · Basedeck')
  fake.offline = false
  if (stuck.name === 'unreachable') stuck.retry()
  await vi.advanceTimersByTimeAsync(1000)
  expect(deck.$screen.get().name).toBe('projectHome')
  vi.useRealTimers()
})

test('a page that could not be reached opens by itself when the platform is back', async () => {
  vi.useFakeTimers()
  const host = createMemoryHost('/project/default', null)
  const fake = createFakePlatform()
  fake.offline = true
  deck = testDeck(host, fake)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(deck.$screen.get().name).toBe('unreachable')
  expect(deck.connection.$state.get().status).toBe('away')
  fake.offline = false
  host.clock.advance(1000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(deck.$screen.get().name).toBe('projectHome')
  vi.useRealTimers()
})
