/** The shell in a browser: usable on a slow processor, from route to route, and a picker over ten thousand projects. */
import type { Page } from 'playwright-core'
import { insertProject } from '../../apps/platform/src/control/projects.js'
import { openControlDatabase } from '../../apps/platform/src/control/open-control-database.js'
import { asOwner, OWNER } from '../../e2e/models/people.js'
import { startPlatform, type Platform } from '../../e2e/models/platform.js'
import { timed, type BenchResult } from '../bench-result.js'
import { openBrowser, openPage } from './browser.js'

const PROJECTS = 10_000
const SLOWER = 4

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('pglite', ['--platform'])
  const browser = await openBrowser()
  try {
    await (await asOwner(platform)).dispose()
    await fill(platform)
    const page = await openPage(browser, platform.url)
    await signIn(page)
    return [await usable(page), await routeChange(page), await picker(page)]
  } finally {
    await browser.close()
    await platform.dispose()
  }
}

/** Rows only: none of these databases exists. */
async function fill(platform: Platform): Promise<void> {
  await platform.end()
  const control = openControlDatabase({ dataDir: platform.dataDir })
  const [organization] = await control.select<{ id: number }>('select id from control.organizations')
  const one = (index: number) =>
    insertProject({
      ref: `project${index}`,
      name: `Project ${index}`,
      organizationId: organization?.id ?? 0,
      region: 'local',
      engine: 'pglite',
      // Of another installation: nothing here tries to open them.
      installationId: '00000000-0000-4000-8000-000000000000',
      database: { host: 'x', port: 1, name: 'x', user: 'x' },
    })
  for (let from = 0; from < PROJECTS; from += 500)
    await control.write(Array.from({ length: 500 }, (_, index) => one(from + index)))
  await control.close()
  await platform.restart()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/organizations')
}

/** From the address to a heading and a menu that can be used, the files in the browser's cache. */
async function usable(page: Page): Promise<BenchResult> {
  const open = async () => {
    await page.goto('/org/acme/team')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Projects' }).first().waitFor()
  }
  const floor = await timed(5, open)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const value = await timed(5, open)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return {
    name: `team page usable, processor ${SLOWER} times slower`,
    value,
    unit: 'ms',
    floor,
    floorName: 'this processor',
  }
}

/** From the click to the frame that shows the other page, its files loaded before. */
async function routeChange(page: Page): Promise<BenchResult> {
  const go = async (name: string, heading: string) => {
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  await go('Usage', 'Usage')
  const value = await timed(10, async () => {
    await go('Team', 'Team')
    await go('Usage', 'Usage')
  })
  const floor = await timed(10, async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  return { name: 'two route changes', value, unit: 'ms', floor, floorName: 'looking twice at the page' }
}

/** From the click on the picker to its first entries. */
async function picker(page: Page): Promise<BenchResult> {
  await page.goto('/project/project1/settings/general')
  const button = page.getByRole('button', { name: 'Switch project' })
  const value = await timed(5, async () => {
    await button.click()
    await page.getByRole('option').nth(5).waitFor()
    await page.keyboard.press('Escape')
  })
  return { name: 'project picker over 10,000 projects: opened', value, unit: 'ms' }
}
