/**
 * Every address of the dashboard in a browser, self-hosted at desktop width and hosted at phone width: a title,
 * one heading, no error, no failed request, nothing wider or taller than the screen, and nothing that axe finds. The addresses come
 * from the product's own table; the permissions of each role are tested without a browser.
 * @covers info-pages, database, catalogue
 */
import { request, type Browser, type BrowserContext, type Page, type Request } from '@playwright/test'
import type { RouteName } from '../packages/core/src/screens/pages.js'
import {
  INSIDE as EVERY,
  isHostedOnly,
  isOfProject,
  leadsElsewhere,
  pathOf,
} from '../packages/core/src/testing/walked-pages.js'
import {
  expectAccessible,
  expectAccessibleAsItIs,
  expectReadableInHighContrast,
} from './models/accessible.js'
import { startDemo, type Platform } from './models/platform.js'
import { expect, test } from './models/test.js'

const MISSING = 'Page not found'
const HOSTED_ONLY = 'Only on a hosted Basedeck'
const PATIENCE_MS = 15_000
const TIMEOUT_MS = 300_000
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 812 }

/** The only pages to visit when a change affects no others (`npm test -- --changed`). */
const ONLY = process.env['BASEDECK_WALK_ONLY']?.split(',')
const INSIDE = EVERY.filter((name) => ONLY?.includes(name) ?? true)

interface Walk {
  params: Record<string, string>
  /** Names, as they are in the title of the window. */
  project: string
  organization: string
  isPlatform: boolean
  names: readonly RouteName[]
}

const HOSTED = { project: 'Shop', organization: 'Harbour Supplies', isPlatform: true }

// The two walks side by side.
test.describe.configure({ mode: 'parallel' })

test.describe('self-hosted', () => {
  test('every address opens', async ({ browser, platform }) => {
    test.setTimeout(TIMEOUT_MS)
    const params = { ref: 'default', slug: 'default', id: '1', page: 'troubleshooting' }
    const context = await browser.newContext({ baseURL: platform.url, viewport: DESK, colorScheme: 'light' })
    expect(
      await visitAll(context, {
        params,
        project: 'Default project',
        organization: 'Default organization',
        isPlatform: false,
        names: INSIDE,
      }),
    ).toEqual([])
  })
})

test.describe('hosted', () => {
  let hosted: Platform
  let password: string
  let params: Record<string, string>

  test.beforeAll(async ({ engine }) => {
    test.setTimeout(120_000)
    const demo = await startDemo(engine)
    hosted = demo.platform
    password = demo.password
    params = { ...(await shopOf(hosted.url, password)), id: '1', page: 'troubleshooting' }
  })
  test.afterAll(() => hosted.dispose())
  // One after the other, by one demo.
  test.describe.configure({ mode: 'default' })

  const signedIn = (browser: Browser, viewport = DESK) =>
    contextOfAda(browser, hosted.url, password, viewport)

  test('every address opens for the owner', async ({ browser }) => {
    test.setTimeout(TIMEOUT_MS)
    const context = await signedIn(browser, PHONE)
    expect(await visitAll(context, { ...HOSTED, params, names: INSIDE })).toEqual([])
  })

  test('what only a hosted platform has opens on a desk too', async ({ browser }) => {
    const context = await signedIn(browser)
    const names = INSIDE.filter((name) => isHostedOnly(name) && !leadsElsewhere(name))
    expect(await visitAll(context, { ...HOSTED, params, names })).toEqual([])
  })

  test('a project that comes up says so on every page that needs its database', async ({ browser }) => {
    const context = await signedIn(browser)
    const page = await context.newPage()
    const { projects } = (await (
      await context.request.get(`/platform/organizations/${params['slug']}/projects`)
    ).json()) as { projects: { ref: string; name: string }[] }
    const ref = projects.find(({ name }) => name === 'Warehouse')?.ref
    // The project may be up by now; the page is tested while it comes up.
    await page.route(`**/platform/projects/${ref}`, async (route) => {
      const project = (await (await route.fetch()).json()) as object
      await route.fulfill({ json: { ...project, status: 'COMING_UP' } })
    })
    for (const path of ['database/schemas', 'advisors/security', 'reports', 'auth/users']) {
      await page.goto(`/project/${ref}/${path}`)
      await expect(page.getByRole('heading', { name: 'The database is starting' })).toBeVisible()
    }
    await context.close()
  })

  test('what does not exist says so', async ({ browser }) => {
    const context = await signedIn(browser)
    const page = await context.newPage()
    for (const [path, title] of [
      ['/project/nowhere/database/tables', 'This project does not exist'],
      ['/project/nowhere/reports', 'This project does not exist'],
      ['/org/nowhere/billing', 'This organization does not exist'],
      ['/no/such/page', MISSING],
      [`/project/${params['ref']}/database/nothing`, MISSING],
      [`/project/${params['ref']}/editor/99999999`, 'This table does not exist'],
      [`/project/${params['ref']}/editor/new`, 'This table does not exist'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page).toHaveTitle(
        title.startsWith('This table') ? `${title} · Shop · Basedeck` : `${title} · Basedeck`,
      )
      await expectAccessible(page, 'main')
    }
    await context.close()
  })
})

/** The organization and the project of the demo that have the most to show. */
async function shopOf(url: string, password: string): Promise<{ slug: string; ref: string }> {
  const calls = await request.newContext({ baseURL: url })
  await calls.post('/platform/auth/sign-in', { data: { email: 'ada@example.com', password } })
  const projects = (await (await calls.get('/platform/projects')).json()) as {
    ref: string
    name: string
    organization_slug: string
  }[]
  await calls.dispose()
  const shop = projects.find(({ name }) => name === 'Shop')
  if (!shop) throw new Error('The demo has no shop')
  return { slug: shop.organization_slug, ref: shop.ref }
}

/** A browser in which the owner of the demo is signed in. */
async function contextOfAda(
  browser: Browser,
  baseURL: string,
  password: string,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport, colorScheme: 'dark' })
  await context.request.post('/platform/auth/sign-in', { data: { email: 'ada@example.com', password } })
  return context
}

/** Visits every address in one window, as a user who follows links does. Returns the problems, and closes the window. */
async function visitAll(context: BrowserContext, walk: Walk): Promise<string[]> {
  const page = await context.newPage()
  const problems: string[] = []
  let name: RouteName = 'root'
  let pending = 0
  const note = (problem: unknown) => void problems.push(`${name}: ${String(problem)}`)
  page.on('console', (message) => {
    // A failed request is reported with its status below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      note(message.text())
  })
  page.on('pageerror', note)
  // The stream of events lasts as long as the page.
  const count = (by: number) => (asked: Request) => {
    if (!asked.url().endsWith('/platform/events')) pending += by
  }
  page.on('request', count(1))
  page.on('requestfailed', count(-1))
  page.on('requestfinished', count(-1))
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  // A page that does not exist.
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MISSING)
  await expectAccessible(page)

  for (const next of walk.names) {
    name = next
    const begun = performance.now()
    const path = pathOf(name, walk.params)
    const isMissing = isHostedOnly(name) && !walk.isPlatform
    await follow(page, path)
    await settle(page, isMissing).catch((error: unknown) => note(`does not come to rest: ${String(error)}`))
    await expect.poll(() => pending, { message: name, intervals: [20] }).toBe(0)
    if (isMissing) await expect(page.getByText(path), name).toBeVisible()
    if (!leadsElsewhere(name) && new URL(page.url()).pathname !== path) note(`leads to ${page.url()}`)
    const owner = isOfProject(name) ? walk.project : path.startsWith('/org/') ? walk.organization : undefined
    // The first page of an organization is called by its name alone.
    const ending = owner === undefined || isMissing ? '\\S' : `(^|\\S · )${owner}`
    await expect(page, name).toHaveTitle(new RegExp(`${ending} · Basedeck$`))
    // A screen reader announces the title of the window.
    const heard = (await page.title()).split(' · ')[0] ?? ''
    await expect(page.locator('p[aria-live=polite]'), name).toHaveText(heard)
    if (!leadsElsewhere(name)) {
      // What both builds have is walked in the light theme on a desk, and in the dark one on a phone.
      const look = isHostedOnly(name) ? expectAccessible : expectAccessibleAsItIs
      await look(page, 'main').catch(note)
      await expectReadableInHighContrast(page, 'main').catch(note)
      const { wider, taller } = await page.evaluate(() => ({
        wider: document.documentElement.scrollWidth - window.innerWidth,
        taller: document.documentElement.scrollHeight - window.innerHeight,
      }))
      if (wider > 0) note(`is ${wider} px wider than the screen`)
      // Only parts of a page scroll.
      if (taller > 0) note(`is ${taller} px taller than the screen`)
    }
    const ms = Math.round(performance.now() - begun)
    test.info().annotations.push({ type: 'page', description: `${name} ${ms}` })
  }
  await context.close()
  return problems
}

/** As a link does, without reloading the page. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-before', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** The previous page stays until the next one has loaded; between two missing pages only the text changes. */
async function settle(page: Page, isMissing: boolean): Promise<void> {
  await page.waitForFunction(
    ([missing, hostedOnly, gone]) => {
      const headings = document.querySelectorAll('h1')
      const isThere = gone
        ? headings[0]?.textContent === hostedOnly
        : !document.querySelector('h1[data-before]') && headings[0]?.textContent !== missing
      return isThere && headings.length === 1 && !document.querySelector('[aria-label="Loading…"]')
    },
    [MISSING, HOSTED_ONLY, isMissing] as const,
    { timeout: PATIENCE_MS },
  )
}
