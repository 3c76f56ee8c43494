import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test } from 'vitest'
import { createMemoryHost } from './testing/memory-host.js'
import { testDeck } from './testing/test-deck.js'

const QUERY = { ref: 'default', id: '1' }

function setUp(
  start = '/project/default',
  prepare: (fake: ReturnType<typeof createFakePlatform>) => void = () => {},
) {
  const host = createMemoryHost(start)
  const fake = createFakePlatform()
  prepare(fake)
  return { host, fake, deck: testDeck(host, fake) }
}

test('a route by its name gives its own screen, ready to be used', async () => {
  const { deck, host } = setUp()
  const { name, screen } = await deck.open('sqlEditor', QUERY)
  expect(name).toBe('sqlEditor')
  expect(host.navigation.history.at(-1)).toBe('/project/default/sql/1')
  screen.type('select 1 as a')
  await screen.run()
  expect(screen.$run.get().status).toBe('success')
})

test('an address gives the screen that it leads to', async () => {
  const { deck } = setUp()
  expect(await deck.open('/')).toMatchObject({ name: 'projectHome' })
  const opened = await deck.open('/project/default/sql')
  expect(opened.name).toBe('sqlEditor')
})

test('a route that leads on gives the screen at its end', async () => {
  const { deck } = setUp('/project/default', (fake) => (fake.runtime.isPlatform = true))
  const { name } = await deck.open('sql', { ref: 'default' })
  expect(name).toBe('sqlEditor')
})

test('a page that is open already is given at once', async () => {
  const { deck } = setUp()
  const first = await deck.open('sqlEditor', QUERY)
  const again = await deck.open('sqlEditor', QUERY)
  expect(again.screen).toBe(first.screen)
})

test('an address that no page has is refused', async () => {
  const { deck } = setUp()
  await expect(deck.open('/no/such/page')).rejects.toMatchObject({
    reason: 'not-found',
    href: '/no/such/page',
  })
})

test('a page that was not found before is not taken for the next one', async () => {
  const { deck } = setUp('/no/such/page')
  expect(await deck.open('sqlEditor', QUERY)).toMatchObject({ name: 'sqlEditor' })
})

test('a page whose address leads elsewhere is refused, and says where to', async () => {
  const { deck } = setUp('/sign-in', (fake) => {
    fake.runtime.isPlatform = false
  })
  await expect(deck.open('signIn')).rejects.toMatchObject({ reason: 'elsewhere' })
  await expect(deck.open('signIn')).rejects.toThrow('leads to the page projectHome')
})

test('a page that is left before it is there is refused, and the later one opens', async () => {
  const { deck } = setUp()
  const first = deck.open('sqlEditor', QUERY)
  const second = deck.open('/project/default/settings/general')
  await expect(first).rejects.toMatchObject({ reason: 'left', href: '/project/default/sql/1' })
  expect(await second).toMatchObject({ name: 'projectSettings' })
})

test('a change of the query alone does not leave the page', async () => {
  const { deck } = setUp()
  const opened = deck.open('sqlEditor', QUERY)
  deck.router.open('/project/default/sql/1?showConnect=true')
  expect(await opened).toMatchObject({ name: 'sqlEditor' })
})

test('a platform that refuses to say what it is, is a refusal with its reason', async () => {
  const deck = testDeck(createMemoryHost('/'), {
    fetch: async () => new Response('{"message":"Out of order"}', { status: 400 }),
  })
  await expect(deck.open('/')).rejects.toThrow('/ did not open: Out of order')
})

test('a deck that ends refuses what it had not opened, and everything after', async () => {
  const { deck, host } = setUp()
  const opened = deck.open('sqlEditor', QUERY)
  deck.dispose()
  await expect(opened).rejects.toMatchObject({ reason: 'ended' })
  const before = host.navigation.history.length
  await expect(deck.open('/project/default')).rejects.toMatchObject({ reason: 'ended' })
  expect(host.navigation.history).toHaveLength(before)
})

test('a route without its parameters, or with an unknown name, is refused', async () => {
  const { deck } = setUp()
  // @ts-expect-error The path of the editor names two.
  const incomplete = deck.open('sqlEditor')
  await expect(incomplete).rejects.toMatchObject({ name: 'OpenError', reason: 'not-found' })
  await expect(incomplete).rejects.toThrow('needs ref')
  // @ts-expect-error There is no such page.
  const unknown = deck.open('nope')
  await expect(unknown).rejects.toMatchObject({ name: 'OpenError', reason: 'not-found' })
  await expect(unknown).rejects.toThrow('nope did not open: There is no page nope')
})
