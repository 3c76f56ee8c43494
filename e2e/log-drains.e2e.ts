/**
 * Log drains: one is created by keyboard, tried, sends what happens, tells what its receiver refuses, and is deleted. An alert fires.
 * @covers settings/log-drains
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

const PAGE = '/project/default/settings/log-drains'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

interface Line {
  id: string
  message: string
}
let receiver: Server
let status: number | 'hang' = 204
let accepted: Line[] = []
let hanging: Line[] = []
test.beforeAll(async () => {
  receiver = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const lines = JSON.parse(String(Buffer.concat(pieces))) as Line[]
      if (status === 'hang') return void hanging.push(...lines)
      if (status < 300) accepted.push(...lines)
      outgoing.writeHead(status).end(status < 300 ? undefined : 'come back later')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
test.beforeEach(() => {
  status = 204
  accepted = []
  hanging = []
})
test.afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

test('a drain sends what happens, and says what its receiver refuses', async ({ page, start }) => {
  test.slow()
  const platform = await start('pglite', ['--allow-outgoing-hosts', '127.0.0.1'])
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/logs`
  await page.goto(platform.url + PAGE)
  await expect(page.getByText('No drains yet')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New drain' }).focus()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'New drain')
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Archive')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ftp://x')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Enter an address that begins with https:// or http://')).toBeVisible()
  await form.getByLabel('Address').fill(url)
  await form.getByLabel('Headers').fill('Authorization: Bearer hush')
  await form.getByRole('switch', { name: 'Compress with gzip' }).click()
  await form.getByRole('checkbox', { name: 'Dashboard' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create drain' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Archive')).toContainText('Dashboard')
  await expect(row(page, 'Archive')).toContainText('On')
  await expect(page.getByText('hush')).toHaveCount(0)

  await act(page, 'Archive', 'Send a test line')
  await expect(page.getByText(/Archive took the test line: 204/)).toBeVisible()
  expect(accepted.map(({ message }) => message)).toContain('Test line of the drain Archive')
  await expect(row(page, 'Archive')).toContainText(/[1-9]\d* lines? sent/)
  await expectAccessible(page)

  status = 503
  await page.reload()
  await expect(row(page, 'Archive')).toContainText('Retrying')
  await expect(row(page, 'Archive')).toContainText('The receiver answered 503: come back later')
  await expect(row(page, 'Archive')).toContainText(/\d+ waiting/)

  await page.setViewportSize({ width: 375, height: 700 })
  await expect(row(page, 'Archive')).toContainText('Retrying')
  await expectAccessible(page)
  await act(page, 'Archive', 'Turn off')
  await expect(row(page, 'Archive')).toContainText('Off')
  await act(page, 'Archive', 'Delete')
  await dialog(page, 'Delete Archive?').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No drains yet')).toBeVisible()
})

test('a program that is killed in the middle of a batch sends that batch again, and no other', async ({
  page,
  start,
}) => {
  test.slow()
  const platform = await start('pglite', ['--allow-outgoing-hosts', '127.0.0.1'])
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/logs`
  await page.goto(platform.url + PAGE)
  await page.evaluate(
    async (body) =>
      fetch('/platform/projects/default/log-drains', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    { name: 'Archive', target: { type: 'https', url, gzip: false }, sources: ['dashboard'] },
  )
  await page.reload()
  await expect(row(page, 'Archive')).toContainText(/[1-9]\d* lines? sent/)
  status = 'hang'
  await page.reload()
  await expect.poll(() => hanging.length).toBeGreaterThan(0)
  // The page would tell that the platform went away.
  await page.goto('about:blank')
  await platform.end('SIGKILL')
  status = 204
  await platform.restart()
  const ids = () => accepted.map(({ id }) => id)
  await expect.poll(() => hanging.every(({ id }) => ids().includes(id))).toBe(true)
  expect(new Set(ids()).size).toBe(ids().length)
})

test('an alert fires, stands in the inbox and in its history', async ({ page, start }) => {
  test.slow()
  const platform = await start('pglite')
  await page.goto(platform.url + PAGE)
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await page.getByRole('button', { name: 'New alert' }).click()
  const form = dialog(page, 'New alert')
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Many calls')
  await form.getByLabel('Search').fill('"open')
  await form.getByLabel('Limit').fill('0')
  await form.getByRole('button', { name: 'Create alert' }).click()
  await expect(form.getByText('This part can’t be read: "open')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Search').fill('source:dashboard')
  await form.getByRole('button', { name: 'Create alert' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Many calls')).toContainText('More than 0 in the last 5 minutes')
  await expect(row(page, 'Many calls')).toContainText('Firing', { timeout: 60_000 })
  await page.getByRole('button', { name: 'History of Many calls' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Still firing' })).toContainText('More than 0')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Default project: Many calls')).toBeVisible()
})

test.describe('a query of the explorer', () => {
  test.use({ refusals: /\/log-alerts$/ })

  test('becomes an alert, which refuses what is no number', async ({ page, start }) => {
    test.slow()
    const platform = await start('pglite')
    await page.goto(`${platform.url}/project/default/logs/explorer`)
    await page.getByRole('link', { name: 'Alert on this query' }).click()
    const form = dialog(page, 'New alert')
    await expect(form.getByLabel('Query')).toHaveValue(/from logs/)
    await form.getByLabel('Name').fill('Any line')
    await form.getByLabel('Query').fill('select 1 as one, 2 as two')
    await form.getByLabel('Limit').fill('0.5')
    await form.getByRole('button', { name: 'Create alert' }).click()
    await expect(form.getByText('It gave 1 row with 2 columns.')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Query').fill("select count(*) from logs where source = 'dashboard'")
    await form.getByRole('button', { name: 'Create alert' }).click()
    await expect(form).toHaveCount(0)
    await expect(row(page, 'Any line')).toContainText('Above 0.5 in the last 5 minutes')
    await expect(row(page, 'Any line')).toContainText('Firing', { timeout: 60_000 })
    await page.getByRole('button', { name: 'History of Any line' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Still firing' })).toContainText(
      'Above 0.5: select count',
    )
  })
})
