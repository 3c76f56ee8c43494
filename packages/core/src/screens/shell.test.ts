import { createFakePlatform } from '@basedeck/platform-client/testing'
import { expect, test, vi } from 'vitest'
import { createDeck } from '../deck.js'
import { createMemoryHost } from '../testing/memory-host.js'

function setUp(start: string) {
  const host = createMemoryHost(start)
  const fake = createFakePlatform()
  fake.project.name = 'Orders'
  return { host, deck: createDeck(host, { baseUrl: 'http://fake', fetch: fake.fetch }) }
}

test('the sidebar marks where one is', () => {
  const { deck } = setUp('/project/default')
  const active = () => deck.shell.$sidebar.get().flatMap((item) => (item.active ? [item.label] : []))
  expect(active()).toEqual(['Project overview'])
  deck.router.open('/project/default/sql/1')
  expect(active()).toEqual(['SQL Editor'])
  deck.dispose()
})

test('the breadcrumbs name the project, then the page', async () => {
  const { deck } = setUp('/project/default/sql/1')
  const stop = deck.shell.$breadcrumbs.subscribe(() => undefined)
  await vi.waitFor(() =>
    expect(deck.shell.$breadcrumbs.get()).toEqual([
      { label: 'Orders', href: '/project/default' },
      { label: 'SQL Editor', href: '/project/default/sql/1' },
    ]),
  )
  stop()
  deck.dispose()
})

test('a chosen theme is kept', () => {
  const { host, deck } = setUp('/')
  deck.shell.setTheme('dark')
  expect(deck.preferences.$theme.get()).toBe('dark')
  expect(host.storage.get('basedeck:theme')).toBe('dark')
  deck.dispose()
})
