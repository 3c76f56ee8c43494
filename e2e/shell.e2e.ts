/**
 * The frame: home, navigation, themes, and what a screen reader finds.
 * @covers shell, project
 */
import { expectAccessible } from './models/accessible.js'
import { SERVED } from './models/platform.js'
import { expect, test } from './models/test.js'
import { RUN, SqlPage } from './models/sql-page.js'

test('the address leads to the project, and from there to the editor', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/project\/default$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Healthy')).toBeVisible()
  await page.getByRole('link', { name: 'SQL Editor' }).first().click()
  await expect(page).toHaveURL(/\/project\/default\/sql\/1$/)
  await expect(page).toHaveTitle('SQL Editor · Default project · Basedeck')
  await page.goBack()
  await expect(page).toHaveURL(/\/project\/default$/)
})

test('the first visit, seconds before the database is there, ends on the open project by itself', async ({
  page,
  start,
}) => {
  const fresh = await start('pglite', [], {}, SERVED)
  await page.goto(`${fresh.url}/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Default project' })).toContainText('Healthy')
  await expect(page.getByText('does not exist')).toBeHidden()
})

test('an unknown address says so and leads back @whole', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL(/\/project\/default$/)
})

test('a chosen theme is worn at once and after a reload @whole', async ({ page }) => {
  await page.goto('/project/default')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the system’s theme is followed while it is chosen @whole', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/project/default')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('two windows agree on the theme @whole', async ({ page, context }) => {
  await page.goto('/project/default')
  const other = await context.newPage()
  await other.goto('/project/default')
  await other.getByRole('button', { name: 'Account menu' }).click()
  await other.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.close()
})

test('without accounts nothing asks for a sign-in, and the account pages say what is missing @whole', async ({
  page,
}) => {
  await page.goto('/sign-in')
  await expect(page).toHaveURL(/\/project\/default$/)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu')).toContainText('You')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeHidden()
  await page.getByRole('menuitem', { name: 'Account preferences' }).click()
  await expect(page.getByRole('heading', { name: 'Account preferences' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden()
  await page.getByText('Dark on light').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByText('This installation has no accounts')).toBeVisible()
  await expect(page.getByRole('link', { name: 'How to start it with accounts' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Access tokens' }).click()
  await expect(page.getByText('scripts need no access token')).toBeVisible()
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(/\/project\/default$/)
})

test('axe finds nothing on the home, the editor and its answers', async ({ page }) => {
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  await expectAccessible(page)

  const sql = new SqlPage(page)
  await sql.open()
  await expectAccessible(page)
  await sql.run('select 1 as a, null as b')
  await expect(sql.grid).toBeVisible()
  await expectAccessible(page)
  await sql.run('drop table nothing')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: RUN }).click()
  await expect(page.getByText(/table "nothing" does not exist/).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
})

test('at 375 px the menu is a sheet and the editor still runs @whole', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 42 as answer')
  await sql.runButton.click()
  await expect(sql.grid.getByRole('gridcell', { name: '42', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Project overview' }).click()
  await expect(page).toHaveURL(/\/project\/default$/)
  await expectAccessible(page)
})

test('a list of hundreds of rows draws those in view, and its columns stay where they are', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  const loop =
    "for n in 1..350 loop execute format('create table hundreds.t%s (id int)', n + 1000); end loop;"
  await sql.run(`create schema hundreds; do $$ declare n int; begin ${loop} end $$`, { confirm: true })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await page.goto('/project/default/database/tables?schema=hundreds')
  const table = page.getByRole('table')
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  const heading = table.getByRole('columnheader').nth(1)
  await expect(row('t1001')).toBeVisible()
  const widthOf = async () => Math.round((await heading.boundingBox())?.width ?? 0)
  const width = await widthOf()
  await table.hover()
  await expect(async () => {
    await page.mouse.wheel(0, 5_000)
    await expect(row('t1350')).toBeInViewport({ timeout: 500 })
  }).toPass()
  expect(await table.getByRole('row').count()).toBeLessThan(120)
  await expect(table).toHaveAttribute('aria-rowcount', '351')
  await expect(row('t1350')).toHaveAttribute('aria-rowindex', '351')
  expect(await widthOf()).toBe(width)
  await expectAccessible(page)

  await row('t1350').getByRole('link').first().focus()
  await page.mouse.wheel(0, -20_000)
  await expect(row('t1001')).toBeInViewport()
  await expect(row('t1350').getByRole('link').first()).toBeFocused()
  await expect(row('t1200')).toHaveCount(0)
})

test('the side menu is as wide as one wants it, or collapsed, also after a reload @whole', async ({
  page,
}) => {
  await page.goto('/project/default/database/tables')
  const edge = page.getByRole('separator', { name: 'Resize the menu' })
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect(edge).toHaveAttribute('aria-valuenow', '256')
  await page.keyboard.press('Home')
  await expect(edge).toHaveAttribute('aria-valuenow', '180')
  await page.reload()
  await expect(edge).toHaveAttribute('aria-valuenow', '180')
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect(page.getByRole('link', { name: 'Triggers' })).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  await expect(page.getByRole('link', { name: 'Triggers' })).toBeVisible()
})
