/** Opens addresses of the dashboard without a browser, and returns refusals and redirects. */
import { createDeck, type Deck } from '@basedeck/core'
// Loaded here, because the editor loads it late, and a walk must not end during an import.
import '@basedeck/sql-guard/grammar'
import { createMemoryHost } from '@basedeck/core/testing'
import { signIn } from '@basedeck/platform-client'
import { setImmediate } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { RouteName } from '../../../packages/core/src/screens/pages.js'
import { leadsElsewhere, pathOf } from '../../../packages/core/src/testing/walked-pages.js'
import { seedDemo } from '../src/seed/seed-demo.js'
import { runApp, type RunningApp } from './running-app.js'
import { createBrowser, ORIGIN } from './test-api.js'
import { watchEverything } from './watch-everything.js'

export interface Demo {
  running: RunningApp
  /** Of every person of the demo. */
  password: string
  /** Leads to the project and its organization. */
  params: Readonly<Record<string, string>>
}

/** The hosted platform with the demo, and the way to one of its projects. The caller stops it. */
export async function runDemo(project: string): Promise<Demo> {
  let password = ''
  const running = await runApp('cluster', {
    isPlatform: true,
    accountsOn: true,
    fill: (inside) =>
      seedDemo(inside, (line) => {
        password ||= /password (\S+)/.exec(line)?.[1] ?? ''
      }),
  })
  const [found] = await running.control.select<{ ref: string; slug: string }>(
    `select p.ref, o.slug from control.projects p join control.organizations o on o.id = p.organization_id
     where p.name = $1`,
    [project],
  )
  const { ref = '', slug = '' } = found ?? {}
  return { running, password, params: { ref, slug, id: '1', page: 'troubleshooting' } }
}

export interface Walk {
  email: string
  names: readonly RouteName[]
  /** Called at each page, when all that it asked for was answered. */
  look?(name: RouteName, deck: Deck): string | undefined
}

export async function walkRoutes({ running, password, params }: Demo, walk: Walk): Promise<string[]> {
  const { email, names, look = () => undefined } = walk
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
    for (const next of names) {
      name = next
      const path = pathOf(name, params)
      // What an address leads on to may be the page that is open.
      if (leadsElsewhere(name)) await visit('/organizations')
      await visit(path)
      const { name: shown } = deck.$screen.get()
      const { pathname } = host.navigation.current()
      if (!leadsElsewhere(name) && (shown !== name || pathname !== path))
        problems.push(`${name}: ${shown} at ${pathname}`)
      if (shown === 'notFound' || shown === 'unreachable') problems.push(`${name}: ${shown}`)
      const seen = leadsElsewhere(name) ? undefined : look(name, deck)
      if (seen !== undefined) problems.push(`${name}: ${seen}`)
    }
  } finally {
    watched.dispose()
    deck.dispose()
  }
  return problems
}

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
