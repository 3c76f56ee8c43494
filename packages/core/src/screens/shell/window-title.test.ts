import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import type { RouteError } from './route-error.js'
import { createWindowTitle } from './window-title.js'

function setUp() {
  const $routeError = atom<RouteError | null>(null)
  const $ownerName = atom<string | null>(null)
  const $thing = atom<string | null>(null)
  let title = ''
  const windowTitle = createWindowTitle({ $routeError, $ownerName, $thing }, (text) => (title = text))
  const heard: string[] = []
  windowTitle.$announced.listen((announced) => heard.push(`${announced?.key} ${announced?.name}`))
  return { $routeError, $ownerName, $thing, windowTitle, heard, title: () => title }
}
const GONE: RouteError = { reason: 'deleted', title: 'Shop was deleted', body: '', href: '/', linkLabel: '' }

test('the window is called by the page, what it belongs to and the product', () => {
  const { windowTitle, $ownerName, title } = setUp()
  windowTitle.open({ title: 'Tables' }, true)
  expect(title()).toBe('Tables · Basedeck')
  $ownerName.set('Shop')
  expect(title()).toBe('Tables · Shop · Basedeck')
  windowTitle.open({ title: 'Shop' }, true)
  expect(title()).toBe('Shop · Basedeck')
})

test('the name of a page’s subject replaces its title, and an error of the route replaces both', () => {
  const { windowTitle, $ownerName, $routeError, $thing, title } = setUp()
  $ownerName.set('Shop')
  const $name = atom<string | null>(null)
  windowTitle.open({ title: 'Table', $thing: $name }, true)
  $name.set('orders')
  expect([title(), $thing.get()]).toEqual(['orders · Shop · Basedeck', 'orders'])
  $routeError.set(GONE)
  expect(title()).toBe('Shop was deleted · Basedeck')
})

test('the first page is read with the window; each later one is announced once', () => {
  const { windowTitle, $ownerName, heard } = setUp()
  windowTitle.open({ title: 'Tables' }, true)
  $ownerName.set('Shop')
  expect(heard).toEqual([])
  windowTitle.open({ title: 'Reports' }, true)
  $ownerName.set('Store')
  windowTitle.open({ title: 'Tables' }, true)
  expect(heard).toEqual(['2 Reports', '3 Tables'])
})

test('two pages of one name are announced both', () => {
  const { windowTitle, heard } = setUp()
  for (let turn = 0; turn < 3; turn += 1) windowTitle.open({ title: 'Table' }, true)
  expect(heard).toEqual(['2 Table', '3 Table'])
})

test('a name that is known late is announced, a rename is not', () => {
  const { windowTitle, heard } = setUp()
  windowTitle.open({ title: 'Tables' }, true)
  const $name = atom<string | null>(null)
  windowTitle.open({ title: 'Table', $thing: $name }, true)
  $name.set('orders')
  $name.set('bills')
  expect(heard).toEqual(['2 Table', '2 orders'])
})

test('what comes to stand in the way of a page is announced', () => {
  const { windowTitle, $routeError, heard } = setUp()
  windowTitle.open({ title: 'Tables' }, true)
  windowTitle.open({ title: 'Sign in' }, false)
  $routeError.set(GONE)
  expect(heard).toEqual(['2 Sign in'])
  $routeError.set(null)
  windowTitle.open({ title: 'Reports' }, true)
  $routeError.set(GONE)
  expect(heard).toEqual(['2 Sign in', '3 Reports', '3 Shop was deleted'])
})

test('a page that was left says nothing any more', () => {
  const { windowTitle, heard, title } = setUp()
  const $name = atom<string | null>(null)
  windowTitle.open({ title: 'Table', $thing: $name }, true)
  windowTitle.open({ title: 'Reports' }, true)
  $name.set('orders')
  expect([title(), heard]).toEqual(['Reports · Basedeck', ['2 Reports']])
})
