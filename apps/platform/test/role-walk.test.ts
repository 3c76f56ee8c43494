/**
 * Every address of the hosted dashboard, opened without a browser by a member of each role: each opens its screen,
 * and no call is refused: what a role may not see is not requested.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INSIDE } from '../../../packages/core/src/testing/walked-pages.js'
import { runDemo, walkRoutes, type Demo } from './walk-routes.js'

let demo: Demo

beforeAll(async () => {
  demo = await runDemo('Shop')
})
afterAll(() => demo.running.stop())

test.each([
  ['the owner', 'ada@example.com'],
  ['an administrator', 'bo@example.com'],
  ['a developer', 'dee@example.com'],
  ['who may only read', 'ray@example.com'],
])('every address opens for %s', async (_role, email) => {
  expect(await walkRoutes(demo, { email, names: INSIDE })).toEqual([])
})
