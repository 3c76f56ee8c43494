/**
 * Settings of PostgreSQL: one is found by words, a refused value keeps what was typed, and one that restarts the database is in
 * effect afterwards.
 * @covers info-pages
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { ran } from './models/run-sql.js'
import { expect, test } from './models/test.js'

test.use({ refusals: /\/settings\/\w+$/ })

const PAGE = '/project/default/database/settings'

const list = (page: Page) => page.getByRole('table', { name: 'Settings of PostgreSQL' })

async function find(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Find a setting...' }).fill(name)
  await page.getByRole('button', { name: `Open ${name}` }).press('Enter')
  return page.getByRole('dialog', { name })
}

test('a setting is changed for new connections, and has its default again', async ({ page }) => {
  await page.goto(PAGE)
  const panel = await find(page, 'random_page_cost')
  await expectAccessible(page, '[role="dialog"]')
  const value = panel.getByRole('textbox', { name: 'Value' })
  await value.fill('cheap')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('alert')).toContainText(
    'invalid value for parameter "random_page_cost": "cheap"',
  )
  await expect(value).toHaveValue('cheap')
  await value.fill('1.5')
  await value.press('Enter')
  await expect(page.getByText('random_page_cost is changed')).toBeVisible()
  await expect(list(page).getByRole('row', { name: /random_page_cost/ })).toContainText('1.5')
  await expect(list(page).getByRole('row', { name: /random_page_cost/ })).toContainText('Changed')
  const again = await find(page, 'random_page_cost')
  await again.getByRole('button', { name: 'Use the default' }).click()
  await expect(list(page).getByRole('row', { name: /random_page_cost/ })).toContainText('4')
  await expectAccessible(page)
})

test('a setting that needs a restart says so, and holds after it', async ({ page }) => {
  test.slow()
  await page.goto(PAGE)
  const panel = await find(page, 'max_connections')
  await expect(panel).toContainText('The database restarts: every connection ends')
  await panel.getByRole('textbox', { name: 'Value' }).fill('90')
  await panel.getByRole('button', { name: 'Save and restart the database' }).click()
  await expect(page.getByText('max_connections is changed; the database restarts')).toBeVisible()
  await expect(list(page).getByRole('row', { name: /max_connections/ })).toContainText('90', {
    timeout: 60_000,
  })
  expect(await ran(page, 'show max_connections')).toBe('90')
  const again = await find(page, 'max_connections')
  await again.getByRole('button', { name: 'Use the default and restart' }).click()
  await expect(list(page).getByRole('row', { name: /max_connections/ })).not.toContainText('Changed', {
    timeout: 60_000,
  })
})

test('what belongs to who runs the server is shown, and says why it is fixed', async ({ page }) => {
  await page.goto(PAGE)
  await page.getByRole('combobox', { name: 'Show' }).selectOption('All')
  const panel = await find(page, 'archive_command')
  await expect(panel.getByRole('note')).toContainText('Who runs the server changes it in its files.')
  await expect(panel.getByRole('button', { name: 'Save' })).toBeHidden()
})
