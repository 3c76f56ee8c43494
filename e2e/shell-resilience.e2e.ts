/**
 * The platform goes away, or a session ends, under an open page: the page says so, keeps what was typed, and continues.
 * @covers sign-in, shell
 */
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { gridCell } from './models/grid-cell.js'
import { newPerson, signInAs, type Person } from './models/people.js'
import { startPlatform, type Platform } from './models/platform.js'
import { ran } from './models/run-sql.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test('a platform that goes away is told calmly, what is typed stays, and it goes by itself when it is back', async ({
  browser,
  start,
}) => {
  const platform = await start('pglite')
  const page = await pageAt(browser, platform)
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 1 as before')
  await platform.end('SIGKILL')
  const banner = page.getByRole('complementary', { name: 'Connection' })
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(banner).toContainText(/What you typed is kept; trying again in \d+ s\./)
  await expectAccessible(page)
  await sql.write('select 42 as answer')
  await platform.restart()
  await banner
    .getByRole('button', { name: 'Try now' })
    .click({ timeout: 2000 })
    .catch(() => undefined)
  await expect(banner).toBeHidden()
  await expect.poll(() => sql.text()).toBe('select 42 as answer')
  await sql.runButton.click()
  await expect(sql.grid.getByRole('gridcell', { name: '42', exact: true })).toBeVisible()
  await page.context().close()
})

test.describe('a page from before an upgrade', () => {
  // Its program has a name that the server no longer knows.
  test.use({ refusals: /\/assets\// })
  const program = /\/assets\/index-[^/]+\.js$/
  const gone = { status: 404, body: '' }

  test('is loaded again by itself, once @whole', async ({ page }) => {
    let asked = 0
    await page.route(program, (route) => (++asked === 1 ? route.fulfill(gone) : route.continue()))
    await page.goto('/project/default')
    await expect(page.getByText('Healthy')).toBeVisible()
    expect(asked).toBe(2)
    // The next upgrade is met in the same way.
    asked = 0
    await page.reload()
    await expect(page.getByText('Healthy')).toBeVisible()
    expect(asked).toBe(2)
  })

  for (const path of ['/project/default', '/sign-in'])
    test(`says that it could not be loaded where that does not help: ${path} @whole`, async ({ page }) => {
      let asked = 0
      let isGone = true
      await page.route(program, (route) => {
        asked += 1
        return isGone ? route.fulfill(gone) : route.continue()
      })
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
      expect(asked).toBe(2)
      const reload = page.getByRole('button', { name: 'Reload' })
      await expect(reload).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect.poll(() => asked).toBe(3)
      await expect(reload).toBeFocused()
      isGone = false
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeHidden()
      await expect(page.getByText('Healthy')).toBeVisible()
    })
})

test('windows share one stream of events, and all of them notice at once that the platform is gone', async ({
  browser,
  start,
}) => {
  const platform = await start('pglite')
  const context = await browser.newContext({ baseURL: platform.url })
  const streams: string[] = []
  context.on('request', (asked) => {
    if (asked.url().endsWith('/platform/events')) streams.push(asked.url())
  })
  const pages = [await context.newPage(), await context.newPage(), await context.newPage()]
  for (const page of pages) {
    await page.goto('/project/default')
    await expect(page.getByText('Healthy')).toBeVisible()
  }
  expect(streams).toHaveLength(1)
  await platform.end('SIGKILL')
  // Without a user's action on any page.
  for (const page of pages)
    await expect(page.getByRole('complementary', { name: 'Connection' })).toBeVisible({ timeout: 5000 })
  await platform.restart()
  for (const page of pages) await expect(page.getByRole('complementary', { name: 'Connection' })).toBeHidden()
  // The leading window closes, and another one leads.
  await pages[0]?.close()
  const before = streams.length
  await expect.poll(() => streams.length).toBe(before + 1)
  await context.close()
})

test('offline, a page and a dialog that were not loaded say so in the frame, and open when the network is back', async ({
  browser,
  start,
}) => {
  const platform = await start('pglite')
  const page = await pageAt(browser, platform)
  // What most files build on is there.
  const elements = page.waitForResponse(/\/assets\/elements-[^/]+\.js$/)
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  await (await elements).finished()
  await page.context().setOffline(true)
  const banner = page.getByRole('complementary', { name: 'Connection' })
  await expect(banner).toContainText('This device is offline')
  await expect(banner.getByRole('button')).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(banner).toContainText('What you opened appears then.')
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' })
  await sidebar.getByRole('link', { name: 'Storage' }).click()
  await expect(page.getByRole('heading', { name: 'Basedeck can’t be reached' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(sidebar).toBeVisible()

  await page.context().setOffline(false)
  await expect(banner).toBeHidden()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No buckets yet').first()).toBeVisible()
  const hasItsStyles = () =>
    Array.from(document.querySelectorAll('link')).every(({ rel, sheet }) => rel !== 'stylesheet' || sheet)
  await expect.poll(() => page.evaluate(hasItsStyles)).toBe(true)
  await page.context().close()
})

test('the notice of a lost network covers no unsaved change, and back online one can save', async ({
  browser,
  start,
}) => {
  const platform = await start('pglite')
  const page = await pageAt(browser, platform)
  const oid = await ran(
    page,
    `create table public.notes (id int8 primary key, note text); insert into public.notes values (1, 'a');
     select 'public.notes'::regclass::oid`,
  )
  await page.goto(`/project/default/editor/${oid}?schema=public`)
  await gridCell(page, 'notes', 1, 1).click()
  await page.keyboard.type('b')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'Changes that are not saved' })
  await expect(bar).toContainText('1 change in 1 row, not saved')
  await page.context().setOffline(true)
  const banner = page.getByRole('complementary', { name: 'Connection' })
  await expect(banner).toContainText('This device is offline')
  await bar.getByRole('button', { name: /^Save/ }).click()
  await expect(bar).toContainText('it is not known whether the changes were saved')
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(async () => {
        const [over, under] = [await banner.boundingBox(), await bar.boundingBox()]
        return over && under && over.y + over.height <= under.y
      })
      .toBe(true)
  }
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.context().setOffline(false)
  await expect(bar).toContainText('The connection is back.')
  await bar.getByRole('button', { name: /^Save/ }).click()
  await expect(bar).toBeHidden()
  expect(await ran(page, 'select note from public.notes')).toBe('b')
  await page.context().close()
})

test.describe('with accounts', () => {
  let platform: Platform
  test.beforeAll(async () => {
    platform = await startPlatform('pglite', ['--platform'])
  })
  test.afterAll(() => platform.dispose())

  async function signedIn(browser: Browser, path: string): Promise<{ page: Page; person: Person }> {
    const person = await newPerson(platform)
    const page = await pageAt(browser, platform)
    await page.goto(path)
    await signInAs(page, person)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    return { page, person }
  }

  test('a form that is half filled in survives a killed platform and is sent afterwards', async ({
    browser,
  }) => {
    const { page } = await signedIn(browser, '/account/me')
    const name = page.getByLabel('Name', { exact: true })
    await expect(name).toHaveValue('Ada Admin')
    await name.fill('Ada Countess')
    await platform.end('SIGKILL')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByText('The platform can’t be reached. What you typed is kept; try again.'),
    ).toBeVisible()
    await platform.restart()
    await expect(page.getByRole('complementary', { name: 'Connection' })).toBeHidden()
    await expect(name).toHaveValue('Ada Countess')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Name saved')).toBeVisible()
    await page.reload()
    await expect(name).toHaveValue('Ada Countess')
    await page.context().close()
  })

  test('a session that ends under a form asks for the password in place, and the form is sent', async ({
    browser,
  }) => {
    const { page, person } = await signedIn(browser, '/account/me')
    const name = page.getByLabel('Name', { exact: true })
    await expect(name).toHaveValue('Ada Admin')
    await name.fill('Ada Countess')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(dialog).toContainText(person.email)
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await page.keyboard.type('not my password')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('The password is wrong')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/account\/me$/)
    await page.reload()
    await expect(name).toHaveValue('Ada Countess')
    await page.context().close()
  })

  test('another user signs in instead, and finds nothing of the previous user', async ({ browser }) => {
    const { page } = await signedIn(browser, '/account/me')
    const next = await newPerson(platform, 'Bea Builder')
    await page.getByLabel('Name', { exact: true }).fill('A secret')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use another account' }).click()
    await expect(page).toHaveURL(/\/sign-in\?next=/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await signInAs(page, next)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bea Builder')
    await page.context().close()
  })

  test('signing out in one window leaves the other one too', async ({ browser }) => {
    const { page } = await signedIn(browser, '/account/me')
    const other = await page.context().newPage()
    await other.goto('/account/security')
    await expect(other.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
    await expect(other).toHaveURL(/\/sign-in\?next=/)
    await page.context().close()
  })
})

/** A window of a browser without cookies. */
async function pageAt(browser: Browser, platform: Platform): Promise<Page> {
  return (await browser.newContext({ baseURL: platform.url })).newPage()
}
