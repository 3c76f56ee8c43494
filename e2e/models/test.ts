/** Every test has a real platform, shared with the other tests of its worker; an error on the browser's console fails it. */
import { expect, test as base, type Page } from '@playwright/test'
import type { AiService } from '../../apps/platform/test/ai-service.js'
import { startPlatform, type Platform } from './platform.js'
import { createPlatforms, type PlatformKind, type Platforms } from './platforms.js'

interface Options extends Omit<PlatformKind, 'engine'> {
  /** Of tests without the tag `@engines`, which run on it alone. */
  usualEngine: PlatformKind['engine']
  /** Calls that may be refused: the browser logs every 4xx as a console error. */
  refusals: RegExp
}

interface Fixtures extends Options, PlatformKind {
  platform: Platform
  /** The AI service of tests with `withAi`. */
  ai: AiService
  /** Starts a platform for this test alone. It stops after the page, so that pending requests are answered. */
  start: typeof startPlatform
}

const ON_EACH_ENGINE = '@engines'

export const test = base.extend<Fixtures, { platforms: Platforms }>({
  usualEngine: ['cluster', { option: true }],
  engine: async ({ usualEngine }, use, { tags, project }) =>
    use(tags.includes(ON_EACH_ENGINE) ? engineOf(project.name) : usualEngine),
  build: ['local', { option: true }],
  withAi: [false, { option: true }],
  refusals: [/\/query$/, { option: true }],
  platforms: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const platforms = createPlatforms()
      await use(platforms)
      await platforms.dispose()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  platform: [
    async ({ platforms, engine, build, withAi }, use) => use(await platforms.get({ engine, build, withAi })),
    { timeout: 60_000 },
  ],
  ai: async ({ platforms }, use) => use(await platforms.ai()),
  baseURL: async ({ platform }, use) => use(platform.url),
  // oxlint-disable-next-line no-empty-pattern
  start: async ({}, use) => {
    const started: Platform[] = []
    await use(async (...options) => {
      const platform = await startPlatform(...options)
      started.push(platform)
      return platform
    })
    for (const platform of started) await platform.dispose()
  },
  page: async ({ page, refusals, start }, use) => {
    // Requested for its order only: fixtures end in reverse, so the page closes before the platforms of `start`.
    void start
    const errors = watchConsole(page, refusals)
    await use(page)
    expect(errors).toEqual([])
  },
})

function engineOf(project: string): PlatformKind['engine'] {
  if (project === 'cluster' || project === 'pglite') return project
  throw new Error(`${project} is no engine`)
}

/** Collects console errors and uncaught exceptions. */
function watchConsole(page: Page, refusals: RegExp): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    const refused = /status of 4\d\d/.test(message.text()) && refusals.test(url)
    if (message.type() === 'error' && !refused) errors.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

export { expect }
