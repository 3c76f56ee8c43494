/**
 * Who may connect to the database: a wrong network is told at its field, a list and encryption hold after a reload, and a program
 * without encryption is refused.
 * @covers info-pages
 */
import type { Page } from '@playwright/test'
import pg from 'pg'
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

const PAGE = '/project/default/database/settings#network'

const form = (page: Page) => page.getByRole('form', { name: 'Network access' })

/** Where programs connect, as the page of the project says. */
async function outcome(page: Page, ssl: pg.ClientConfig['ssl']): Promise<string> {
  const [{ db_host: host, db_port: port }] = await page.evaluate(async () =>
    (await fetch('/platform/projects/default/databases')).json(),
  )
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres', password: 'wrong', ssl })
  try {
    await client.connect()
    return 'connected'
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}

test('networks are checked, saved and kept, and encryption is enforced at once', async ({ page }) => {
  await page.goto(PAGE)
  const networks = form(page).getByRole('textbox', { name: 'Allowed addresses' })
  await networks.fill('10.0.0.0/33')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page)).toContainText('Line 1 is no network: 10.0.0.0/33')
  await networks.fill('10.1.2.3/8')
  await form(page).getByRole('button', { name: 'Add my address (127.0.0.1)' }).click()
  await expect(networks).toHaveValue('10.1.2.3/8\n127.0.0.1/32')
  expect(await outcome(page, false)).toContain('password authentication failed')
  await form(page).getByRole('switch', { name: 'Enforce SSL' }).check()
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Who may connect was changed')).toBeVisible()
  expect(await outcome(page, false)).toContain('no encryption')
  expect(await outcome(page, { rejectUnauthorized: false })).toContain('password authentication failed')
  await page.reload()
  await expect(networks).toHaveValue('10.0.0.0/8\n127.0.0.1/32')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download certificate' }).click()
  expect((await downloading).suggestedFilename()).toBe('default.crt')
  await networks.fill('')
  await form(page).getByRole('switch', { name: 'Enforce SSL' }).uncheck()
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(networks).toHaveValue('')
  await expect.poll(() => outcome(page, false)).toContain('password authentication failed')
})
