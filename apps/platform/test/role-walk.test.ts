/**
 * Every address of the hosted dashboard, opened without a browser by a member of each role: each leads to its own screen,
 * and no call of it is refused: what a role may not see is not asked for.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../src/seed/seed-demo.js'
import { runApp, type RunningApp } from './running-app.js'
import { INSIDE, walkRoutes } from './walk-routes.js'

let running: RunningApp
let password = ''
let params: Record<string, string>

beforeAll(async () => {
  running = await runApp('cluster', {
    isPlatform: true,
    accountsOn: true,
    fill: (inside) =>
      seedDemo(inside, (line) => {
        password ||= /password (\S+)/.exec(line)?.[1] ?? ''
      }),
  })
  const [shop] = await running.control.select<{ ref: string; slug: string }>(
    `select p.ref, o.slug from control.projects p join control.organizations o on o.id = p.organization_id
     where p.name = 'Shop'`,
  )
  params = { ref: shop?.ref ?? '', slug: shop?.slug ?? '', id: '1', page: 'troubleshooting' }
})
afterAll(() => running.stop())

test.each([
  ['the owner', 'ada@example.com'],
  ['an administrator', 'bo@example.com'],
  ['a developer', 'dee@example.com'],
  ['who may only read', 'ray@example.com'],
])('every address opens for %s', async (_role, email) => {
  expect(await walkRoutes(running, { email, password, names: INSIDE, params })).toEqual([])
})
