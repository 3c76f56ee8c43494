/**
 * Every address of the dashboard, visited as those who may and as one who may only read, hosted and self-hosted: a title, one
 * heading, no error, no failed request, and nothing that axe finds. The addresses come from the product's own table.
 */
import { request, type Browser, type Page } from '@playwright/test'
import { doors, hostedOnly, redirects, routes, type RouteName } from '../packages/core/src/screens/routes.js'
import { expectAccessible, expectReadable } from './models/accessible.js'
import { startPlatform, type Platform } from './models/platform.js'
import { expect, test } from './models/test.js'

const MISSING = 'This page does not exist'
const PATIENCE_MS = 10_000
const TIMEOUT_MS = 240_000

type Theme = 'light' | 'dark'

/**
 * Those one is inside of: the doors have journeys of their own. Addresses that lead on come last: what they lead to is then
 * another page than the one that is open.
 */
const leadsOn = (name: RouteName) => name in redirects || name === 'logs'
const inside = (Object.keys(routes) as RouteName[]).filter((name) => !(name in doors) && name !== 'root')
const INSIDE = [...inside.filter((name) => !leadsOn(name)), ...inside.filter(leadsOn)]

/** What a role may not see is refused by the platform, and the page says so. */
const REFUSED_WITHOUT_THE_LOG: Partial<Record<RouteName, RegExp>> = { audit: /\/audit$/ }

/** Each page is looked at by axe once, these self-hosted, the others hosted; and in the other theme it must be readable. */
const isShared = (index: number) => index % 2 === 0

interface Walk {
  params: Record<string, string>
  isPlatform: boolean
  /** The calls that this role's pages may see refused. */
  refused: Partial<Record<RouteName, RegExp>>
  theme(index: number): Theme
  /** What axe looks at: the page with its frame, its content alone, or nothing. */
  looksAt(index: number, name: RouteName): 'page' | 'main' | null
}

const DESCRIPTION = { ref: 'default', slug: 'default', id: '1' }

test.describe('self-hosted', () => {
  test('every address opens, in both themes', async ({ browser, platform }) => {
    test.setTimeout(TIMEOUT_MS)
    const problems = await visitAll(browser, platform.url, {
      params: DESCRIPTION,
      isPlatform: false,
      refused: {},
      theme: (index) => (index % 2 === 0 ? 'light' : 'dark'),
      looksAt: (index) => (isShared(index) ? 'main' : null),
    })
    expect(problems).toEqual([])
  })
})

test.describe('hosted', () => {
  let hosted: Platform
  let password: string
  let params: Record<string, string>

  test.beforeAll(async ({ engine }) => {
    test.setTimeout(120_000)
    hosted = await startPlatform(engine, ['--platform'])
    await hosted.end()
    const printed = await hosted.command('seed', 'demo', '--platform', '--engine', engine)
    password = /password (\S+)/.exec(printed)?.[1] ?? ''
    await hosted.restart()
    params = { ...(await shopOf(hosted.url, password)), id: '1' }
  })
  test.afterAll(() => hosted.dispose())

  test('every address opens for the owner, in both themes', async ({ browser }) => {
    test.setTimeout(TIMEOUT_MS)
    const problems = await visitAll(
      browser,
      hosted.url,
      {
        params,
        isPlatform: true,
        refused: {},
        theme: (index) => (index % 2 === 0 ? 'dark' : 'light'),
        looksAt: (index, name) => {
          if (index % 10 === 0) return 'page'
          return isShared(index) && !hostedOnly.has(name) ? null : 'main'
        },
      },
      { email: 'ada@example.com', password },
    )
    expect(problems).toEqual([])
  })

  for (const [role, email, refused] of [
    ['an administrator', 'bo@example.com', {}],
    ['a developer', 'dee@example.com', REFUSED_WITHOUT_THE_LOG],
    ['who may only read', 'ray@example.com', REFUSED_WITHOUT_THE_LOG],
  ] as const) {
    test(`every address opens for ${role}`, async ({ browser }) => {
      test.setTimeout(TIMEOUT_MS)
      const problems = await visitAll(
        browser,
        hosted.url,
        {
          params,
          isPlatform: true,
          refused,
          theme: (index) => (index % 2 === 0 ? 'light' : 'dark'),
          looksAt: () => null,
        },
        { email, password },
      )
      expect(problems).toEqual([])
    })
  }

  test('a project that comes up says so on every page that needs its database', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: hosted.url })
    const page = await context.newPage()
    await signIn(page, { email: 'ada@example.com', password })
    const { projects } = (await (
      await context.request.get(`/platform/organizations/${params['slug']}/projects`)
    ).json()) as { projects: { ref: string; name: string }[] }
    const ref = projects.find(({ name }) => name === 'Warehouse')?.ref
    for (const path of ['database/schemas', 'advisors/security', 'reports', 'auth/users']) {
      await page.goto(`/project/${ref}/${path}`)
      await expect(page.getByRole('heading', { name: 'The database is starting' })).toBeVisible()
    }
    await context.close()
  })

  test('what does not exist says so', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: hosted.url })
    const page = await context.newPage()
    await signIn(page, { email: 'ada@example.com', password })
    for (const [path, title] of [
      ['/project/nowhere/database/tables', 'This project does not exist'],
      ['/project/nowhere/reports', 'This project does not exist'],
      ['/org/nowhere/billing', 'This organization does not exist'],
      ['/no/such/page', MISSING],
      [`/project/${params['ref']}/database/nothing`, MISSING],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    await context.close()
  })
})

interface Person {
  email: string
  password: string
}

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

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

/** Visits every address in one window, as a user who follows links does. Gives what was wrong. */
async function visitAll(browser: Browser, baseURL: string, walk: Walk, person?: Person): Promise<string[]> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const problems: string[] = []
  let name: RouteName = 'root'
  let pending = 0
  const isRefused = (url: string) => walk.refused[name]?.test(url) ?? false
  page.on('console', (message) => {
    // A failed request is told with its status below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(`${name}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`${name}: ${String(error)}`))
  page.on('request', () => (pending += 1))
  page.on('requestfailed', () => (pending -= 1))
  page.on('requestfinished', () => (pending -= 1))
  page.on('response', (response) => {
    if (response.status() >= 400 && !isRefused(response.url()))
      problems.push(`${name}: ${response.status()} ${new URL(response.url()).pathname}`)
  })
  if (person) await signIn(page, person)
  // A page that is none of those to come.
  name = 'root'
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MISSING)

  for (const [index, next] of INSIDE.entries()) {
    name = next
    const path = routes[name].path.replace(/\{(\w+)\}/g, (_, param: string) =>
      encodeURIComponent(walk.params[param] ?? ''),
    )
    await wear(page, walk.theme(index))
    await page.evaluate((to) => {
      document.querySelector('h1')?.setAttribute('data-before', '')
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    const isMissing = hostedOnly.has(name) && !walk.isPlatform
    // The page before stays until the next one is there; one that is missing only changes its words.
    const isSettled = page.waitForFunction(
      ([missing, gone]) => {
        const headings = document.querySelectorAll('h1')
        const isThere = gone
          ? headings[0]?.textContent === missing
          : !document.querySelector('h1[data-before]') && headings[0]?.textContent !== missing
        return isThere && headings.length === 1 && !document.querySelector('[aria-label="Loading…"]')
      },
      [MISSING, isMissing] as const,
      { timeout: PATIENCE_MS },
    )
    await isSettled.catch((error: unknown) =>
      problems.push(`${name} does not come to rest: ${String(error)}`),
    )
    await expect.poll(() => pending, { message: name, intervals: [20] }).toBe(0)
    if (isMissing) await expect(page.getByText(path), name).toBeVisible()
    if (!leadsOn(name) && new URL(page.url()).pathname !== path)
      problems.push(`${name} leads to ${page.url()}`)
    await expect(page, name).toHaveTitle(/\S+ \| Basedeck$/)
    const part = walk.looksAt(index, name)
    if (part === null) continue
    const note = (error: unknown) => void problems.push(`${name}: ${String(error)}`)
    await expectAccessible(page, part === 'page' ? undefined : part).catch(note)
    await wear(page, walk.theme(index) === 'light' ? 'dark' : 'light')
    await expectReadable(page, 'main').catch(note)
  }
  await context.close()
  return problems
}

/** Chooses a theme as another window would. */
async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem('basedeck:theme', value)
    dispatchEvent(new StorageEvent('storage', { key: 'basedeck:theme', newValue: value }))
  }, theme)
}
