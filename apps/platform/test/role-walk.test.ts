/**
 * Every address of the hosted dashboard, opened without a browser by a member of each role: each leads to its own screen,
 * and no call of it is refused: what a role may not see is not asked for.
 */
import { createDeck, type Deck } from '@basedeck/core'
import { createMemoryHost } from '@basedeck/core/testing'
import { signIn } from '@basedeck/platform-client'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { doors, leadsOn, routes, type RouteName } from '../../../packages/core/src/screens/routes.js'
import { seedDemo } from '../src/seed/seed-demo.js'
import { runApp, type RunningApp } from './running-app.js'
import { createBrowser, ORIGIN } from './test-api.js'
import { watchEverything } from './watch-everything.js'

const isOnTheWay = (name: RouteName) => leadsOn(name) || name === 'logs'
const INSIDE = (Object.keys(routes) as RouteName[])
  .filter((name) => !(name in doors) && name !== 'root')
  .toSorted((one, other) => Number(isOnTheWay(one)) - Number(isOnTheWay(other)))

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
  const browser = createBrowser((url, init) => running.app.request(url, init))
  await browser.client.call(signIn, { body: { email, password } })
  const problems: string[] = []
  let name: RouteName = 'root'
  let pending = 0
  const fetch = async (url: string, init?: RequestInit) => {
    pending += 1
    try {
      const answer = await browser.fetch(url, init)
      if (answer.status >= 400) problems.push(`${name}: ${answer.status} ${new URL(url, ORIGIN).pathname}`)
      return answer
    } finally {
      pending -= 1
    }
  }
  const host = createMemoryHost('/organizations', 'yes')
  const deck = createDeck(host, { baseUrl: ORIGIN, fetch: fetch as never })
  const watched = watchEverything(deck)
  const visit = async (path: string) => {
    const before = deck.$screen.get()
    host.navigation.go(path)
    await arrived(deck, before, () => pending === 0)
  }
  try {
    await vi.waitFor(() => expect(deck.$screen.get().name).toBe('organizations'))
    for (const next of INSIDE) {
      name = next
      const path = routes[name].path.replace(/\{(\w+)\}/g, (_, param: string) =>
        encodeURIComponent(params[param] ?? ''),
      )
      // What an address leads on to may be the page that is open.
      if (isOnTheWay(name)) await visit('/organizations')
      await visit(path)
      const { name: shown } = deck.$screen.get()
      const { pathname } = host.navigation.current()
      if (!isOnTheWay(name) && (shown !== name || pathname !== path))
        problems.push(`${name}: ${shown} at ${pathname}`)
      if (shown === 'notFound' || shown === 'unreachable') problems.push(`${name}: ${shown}`)
    }
  } finally {
    watched.dispose()
    deck.dispose()
  }
  expect(problems).toEqual([])
})

/** Another screen is open, and all that it asked for was answered. */
async function arrived(deck: Deck, before: unknown, isQuiet: () => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      const open = deck.$screen.get()
      expect(open).not.toBe(before)
      expect(open.name).not.toBe('waiting')
      for (let turn = 0; turn < 5; turn += 1) {
        expect(isQuiet()).toBe(true)
        await setImmediate()
      }
    },
    { interval: 2, timeout: 20_000 },
  )
}
