/**
 * Reports: what was measured and counted is drawn, read by keyboard and as a table, and saved.
 * @covers project
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject } from './models/organizations.js'
import { answer, enterAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

test('calls of a project are drawn, read as a table, and saved', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'Reports')
  const ref = await newProject(organization, 'Measured')
  const { restUrl } = await answer<{ restUrl: string }>(organization.calls.get(`/platform/projects/${ref}`))
  await enterAs(page, organization.calls)
  await page.request.get(`${restUrl}/rest/v1/todos`)
  await page.goto(`/project/${ref}/reports`)
  const egress = page.getByRole('region', { name: 'Egress', exact: true })
  // What was sent is counted a moment later.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(egress.getByText(/in all/)).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expectAccessible(page)
  const slider = egress.getByRole('slider', { name: 'Egress' })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuenow', '0')
  await egress.getByRole('button', { name: 'Show table' }).click()
  await expect(egress.getByRole('table', { name: 'Egress' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await egress.getByRole('button', { name: 'CSV' }).click()
  expect((await saved).suggestedFilename()).toBe(`${ref}-egress.csv`)
  const routes = page.getByRole('table', { name: 'API calls by route' })
  await expect(routes.getByRole('link', { name: /^GET \/rest\/v1\// })).toBeVisible()
  await routes.getByRole('button', { name: /^Calls/ }).press('Enter')
  await expect(page.getByRole('region', { name: 'Memory', exact: true }).getByText(/^Peak \d/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days')
  await expect(page).toHaveURL(/time=7d/)
  await expect(page.getByRole('heading', { name: 'Largest tables' })).toBeVisible()

  await page.getByRole('link', { name: 'Alert on Egress' }).click()
  const form = page.getByRole('dialog', { name: 'New alert' })
  await expect(form.getByRole('combobox', { name: 'Figure' }).locator('option:checked')).toHaveText('Egress')
  await expect(form.getByLabel('Limit (MB)')).toBeVisible()
  await form.getByLabel('Name').fill('Much egress')
  await form.getByLabel('Limit (MB)').fill('0')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create alert' }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Much egress' }) })
  await expect(row).toContainText('Above 0 bytes in the last 5 minutes')
})
