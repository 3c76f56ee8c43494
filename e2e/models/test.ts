/** Every test has a real platform; an error on the browser's console fails it. */
import { expect, test as base, type Page } from '@playwright/test'
import { startPlatform, type Platform } from './platform.js'

type EngineName = 'cluster' | 'pglite'

interface WorkerFixtures {
  engine: EngineName
  platform: Platform
}

export const test = base.extend<{ watched: Page }, WorkerFixtures>({
  engine: ['cluster', { scope: 'worker', option: true }],
  platform: [
    async ({ engine }, use) => {
      const platform = await startPlatform(engine)
      await use(platform)
      await platform.dispose()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ platform }, use) => use(platform.url),
  watched: [
    async ({ page }, use) => {
      const errors = watchConsole(page)
      await use(page)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/** Collects what the console calls an error, and what nobody caught. */
function watchConsole(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    // A refused query is an answer, and the browser reports every 4xx as an error of its own.
    const refused = /status of 400/.test(message.text()) && message.location().url.endsWith('/query')
    if (message.type() === 'error' && !refused) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

export { expect }
