/** Every test has a real platform; an error on the browser's console fails it. */
import { expect, test as base, type Page } from '@playwright/test'
import { startPlatform, type Platform } from './platform.js'

type EngineName = 'cluster' | 'pglite'

interface WorkerFixtures {
  engine: EngineName
  /** More options of the program: `--platform`. */
  platformArgs: readonly string[]
  platform: Platform
}

export const test = base.extend<{ watched: Page; refusals: RegExp }, WorkerFixtures>({
  engine: ['cluster', { scope: 'worker', option: true }],
  platformArgs: [[], { scope: 'worker', option: true }],
  platform: [
    async ({ engine, platformArgs }, use) => {
      const platform = await startPlatform(engine, platformArgs)
      await use(platform)
      await platform.dispose()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ platform }, use) => use(platform.url),
  // Calls whose refusal is an answer: the browser reports every 4xx as an error of its own.
  refusals: [/\/query$/, { option: true }],
  watched: [
    async ({ page, refusals }, use) => {
      const errors = watchConsole(page, refusals)
      await use(page)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/** Collects what the console calls an error, and what nobody caught. */
function watchConsole(page: Page, refusals: RegExp): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    const refused = /status of 4\d\d/.test(message.text()) && refusals.test(message.location().url)
    if (message.type() === 'error' && !refused) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

export { expect }
