import type { RouteCalls } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { mergedRoutes, routeCallsOf } from './route-calls.js'

const route = (changes: Partial<RouteCalls>): RouteCalls => ({
  service: 'data',
  route: '/{ref}/rest/v1/read',
  method: 'GET',
  calls: 1,
  refused: 0,
  failed: 0,
  p95_ms: 5,
  calls_before: 2,
  ...changes,
})

test('counts come as texts, and what is not kept is not told as zero', () => {
  const rows = [['data', 'GET', '/{ref}/rest/v1/read', '12', '1', '2', 20.04, '0']]
  const read = { calls: 12, refused: 1, failed: 2, p95_ms: 20 }
  expect(routeCallsOf({ rows }, true)).toEqual([route({ ...read, calls_before: 0 })])
  expect(routeCallsOf({ rows }, false)).toEqual([route({ ...read, calls_before: null })])
})

test('several processes are added, the most calls first', () => {
  const other = route({ route: '/{ref}/auth/v1/token', service: 'auth', method: 'POST', calls: 3 })
  expect(mergedRoutes([[route({ p95_ms: 9 })], [other, route({ failed: 1, calls_before: null })]])).toEqual([
    other,
    route({ calls: 2, failed: 1, p95_ms: 9, calls_before: null }),
  ])
})
