/**
 * Logs: a user says that the app failed at a certain time. What happened is found, opened and narrowed in a few clicks, and
 * asked by SQL.
 * @covers logs
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject } from './models/organizations.js'
import { answer, enterAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

test('what failed is found from the overview, with all that belongs to its request', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Logs')
  const ref = await newProject(organization, 'Looked at')
  await enterAs(page, organization.calls)
  const { restUrl } = await answer<{ restUrl: string }>(organization.calls.get(`/platform/projects/${ref}`))
  // Somebody without a key, whose calls are refused.
  const request = crypto.randomUUID()
  const refused = await page.request.get(`${restUrl}/rest/v1/todos`, {
    headers: { 'x-request-id': request },
  })
  expect(refused.status()).toBe(401)

  await page.goto(`/project/${ref}`)
  await page.getByRole('link', { name: 'Logs', exact: true }).first().click()
  const lines = page.getByRole('table', { name: 'Lines', exact: true })
  await expect(lines.getByRole('row').filter({ hasText: 'rest/v1/read 401' })).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Level/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Warning' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: 'Search logs' })).toHaveValue('level:warn')
  await lines.getByRole('button', { name: /Open GET .*rest/ }).click()
  const opened = page.getByRole('dialog')
  await expect(opened).toContainText('rest/v1/read')
  await expect(opened.getByRole('region', { name: 'In this request' })).toBeVisible()
  await expectAccessible(page)
  await opened.getByRole('button', { name: 'Only lines with status 401' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search logs' })).toHaveValue('level:warn status:401')
  await expect(lines.getByRole('row').filter({ hasText: 'rest/v1/read 401' })).toHaveCount(1)

  // The address is shared, and opens the same search.
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search logs' })).toHaveValue('level:warn status:401')

  await page.getByRole('textbox', { name: 'Time' }).fill('soon')
  await page.getByRole('button', { name: 'Set' }).click()
  await expect(page.getByRole('alert')).toContainText('names no time')
  await page.getByRole('textbox', { name: 'Time' }).fill('last 3 hours')
  await page.getByRole('button', { name: 'Set' }).click()
  await expect(page.getByRole('button', { name: /^Time/ })).toContainText('Last 3h')

  const timeline = page.getByRole('slider', { name: 'Lines by time' })
  await timeline.focus()
  await page.keyboard.press('Shift+PageUp')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page.getByRole('button', { name: /^Time/ })).toContainText('Last 3h')

  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await expect(page.getByText(/^Live: the newest/)).toBeVisible()
  await page.request.get(`${restUrl}/auth/v1/user`)
  await page.getByRole('searchbox', { name: 'Search logs' }).fill('auth')
  await expect(lines.getByRole('row').filter({ hasText: 'auth/v1/user' })).toHaveCount(1)
})

test('SQL over the lines runs, is drawn, saved, and can’t do more than read', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'Asked')
  const ref = await newProject(organization, 'Asked')
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/logs/explorer`)
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'Slowest routes' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const result = page.getByRole('table', { name: 'Result' })
  await expect(result.getByRole('columnheader', { name: 'p95_ms' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show as chart' }).click()
  await page.getByRole('combobox', { name: 'Kind of chart' }).selectOption('Bars')
  await expect(page.getByRole('slider', { name: 'Result' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Save as…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Slow ones')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const saved = page.getByRole('table', { name: 'Saved queries' })
  await expect(saved.getByRole('button', { name: 'Slow ones', exact: true })).toBeVisible()
})
