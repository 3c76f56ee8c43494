import { expect, test } from 'vitest'
import { createMemoryNavigation } from '../testing/memory-host.js'
import { createRouter, hrefOf, matchRoute } from './router.js'

const routes = {
  root: { path: '/' },
  home: { path: '/project/{ref}' },
  sqlList: { path: '/project/{ref}/sql' },
  sql: { path: '/project/{ref}/sql/{id}' },
  newSql: { path: '/project/{ref}/sql/new' },
} as const

test.each([
  ['/', { name: 'root', params: {} }],
  ['/project/a', { name: 'home', params: { ref: 'a' } }],
  ['/project/a/', { name: 'home', params: { ref: 'a' } }],
  ['/project/a%2Fb/sql/1', { name: 'sql', params: { ref: 'a/b', id: '1' } }],
  ['/project/a/sql/new', { name: 'newSql', params: { ref: 'a' } }],
  ['/project', null],
  ['/project/a/sql/1/2', null],
  ['/Project/a', null],
  ['/project/%zz', null],
])('%s', (path, match) => {
  expect(matchRoute(routes, path)).toEqual(match)
})

test('an address and its parameters survive the way there and back', () => {
  const href = hrefOf(routes.sql.path, { ref: 'ö/#?', id: '100 %' })
  expect(matchRoute(routes, href)).toEqual({ name: 'sql', params: { ref: 'ö/#?', id: '100 %' } })
})

test('of routes that fit alike the first is taken, and of the others the one with the earlier word', () => {
  const alike = { first: { path: '/{a}' }, second: { path: '/{b}' } }
  expect(matchRoute(alike, '/x')).toEqual({ name: 'first', params: { a: 'x' } })
  const earlier = { late: { path: '/{a}/x/y' }, early: { path: '/x/{a}/{b}' } }
  expect(matchRoute(earlier, '/x/x/y')).toEqual({ name: 'early', params: { a: 'x', b: 'y' } })
})

test('a router names the address of a route', () => {
  const router = createRouter(createMemoryNavigation('/'), routes)
  expect([router.href('root'), router.href('home', { ref: 'a b' })]).toEqual(['/', '/project/a%20b'])
  // A script without types may ask for any name.
  expect(() => router.href('nope' as 'root')).toThrow('There is no page nope')
})

test('an address without its parameter is a mistake of the program', () => {
  expect(() => hrefOf(routes.sql.path, { ref: 'a' })).toThrow('needs id')
})

test('the route follows the navigation, query and hash too', () => {
  const navigation = createMemoryNavigation('/')
  const router = createRouter(navigation, routes)
  router.open('/project/a?tab=x#here')
  expect(router.$route.get()).toEqual({
    match: { name: 'home', params: { ref: 'a' } },
    location: { pathname: '/project/a', search: '?tab=x', hash: '#here' },
  })
  router.dispose()
  navigation.go('/')
  expect(router.$route.get().location.pathname).toBe('/project/a')
})
