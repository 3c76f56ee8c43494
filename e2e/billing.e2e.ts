/**
 * Usage by day and project, plans that begin at once or later, add-ons.
 * @covers organization/organization-usage, organization/organization-billing, info-pages
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject, openAsOwner, untilStatus } from './models/organizations.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted', refusals: /\/billing\// })

async function runs(page: Page, ref: string, count: number): Promise<void> {
  for (let run = 0; run < count; run++) {
    const answer = await page.request.post(`/platform/pg-meta/${ref}/query`, {
      headers: { Version: '2' },
      data: { query: 'select 1', runId: crypto.randomUUID() },
    })
    expect(answer.status()).toBe(200)
  }
}

test('usage is shown by day and by project, by mouse and by keys @whole', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'Metered')
  const { slug } = organization
  const first = await newProject(organization, 'First')
  const second = await newProject(organization, 'Second')
  await openAsOwner(page, platform, '/organizations')
  await runs(page, first, 3)
  await runs(page, second, 1)
  await page.goto(`/org/${slug}/usage`)
  const queries = page.getByRole('region', { name: 'Queries' })
  await expect(queries.getByText('4, no limit')).toBeVisible()
  const chart = queries.getByRole('slider', { name: 'Queries by day' })
  await expect(chart).toHaveAttribute('aria-valuetext', /: 4$/)
  await chart.focus()
  const today = await chart.getAttribute('aria-valuenow')
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuenow', today ?? '')
  await queries.getByRole('button', { name: 'Show as table' }).click()
  await expect(queries.getByRole('table', { name: 'Queries by day' }).getByRole('row').last()).toContainText(
    '4',
  )
  await expectAccessible(page)
  await queries.getByRole('button', { name: 'Show as chart' }).click()
  await queries.getByRole('link', { name: 'First' }).click()
  await expect(page).toHaveURL(new RegExp(`projectRef=${first}`))
  await expect(queries.getByText('3, no limit')).toBeVisible()
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last month')
  await expect(page).toHaveURL(/period=last-month/)
  await expect(queries.getByText('0, no limit')).toBeVisible()
  await expect(queries.getByText('No usage in this period')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('last-month')
  await page.getByRole('combobox', { name: 'Project' }).selectOption('All projects')
  await page.getByRole('combobox', { name: 'Period' }).selectOption('This month')
  await expect(queries.getByText('4, no limit')).toBeVisible()
  await expectAccessible(page)
})

test('a plan is raised at once and lowered later; another window is told what it is now', async ({
  page,
  browser,
  platform,
}) => {
  const { slug } = await newOrganization(platform, 'Planned')
  await openAsOwner(page, platform, `/org/${slug}/billing`)
  const plans = page.getByRole('region', { name: 'Plans' })
  await expect(plans.getByRole('heading', { name: 'Free Current plan' })).toBeVisible()
  const device = await browser.newContext({ baseURL: platform.url })
  const other = await device.newPage()
  await openAsOwner(other, platform, `/org/${slug}/billing`)
  await other.getByRole('button', { name: 'Upgrade to Team' }).click()

  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  const question = page.getByRole('dialog', { name: 'Upgrade to Pro' })
  await expect(question.getByText('The plan begins at once.')).toBeVisible()
  await expect(question.getByRole('row', { name: 'Database size 500 MB 8 GB' })).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByText('The organization is on Pro now')).toBeVisible()
  await expect(plans.getByRole('heading', { name: 'Pro Current plan' })).toBeVisible()

  const late = other.getByRole('dialog', { name: 'Upgrade to Team' })
  await late.getByRole('button', { name: 'Upgrade to Team' }).click()
  await expect(late.getByText('it is Pro now')).toBeVisible()
  await device.close()

  await page.getByRole('button', { name: 'Downgrade to Free' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Downgrade to Free' }).click()
  await expect(page.getByText(/^Free begins on/).first()).toBeVisible()
  await page.reload()
  await expect(plans.getByRole('heading', { name: 'Pro Current plan' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep Pro' }).click()
  await expect(page.getByText('The organization stays on Pro')).toBeVisible()
  await expect(page.getByText(/^Free begins on/)).toBeHidden()
})

test('an add-on is chosen, listed for the organization, and removed', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'With add-ons')
  const { slug } = organization
  const ref = await newProject(organization, 'Adding')
  await openAsOwner(page, platform, `/project/${ref}/settings/addons?panel=ipv4`)
  const panel = page.getByRole('dialog', { name: 'Dedicated IPv4 address' })
  await panel.getByRole('button', { name: 'Choose Dedicated IPv4' }).click()
  await expect(page.getByText('Add-ons need a paid plan')).toBeVisible()
  await page.goto(`/org/${slug}/billing`)
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByText('The organization is on Pro now')).toBeVisible()
  await page.goto(`/project/${ref}/settings/addons?panel=ipv4`)
  await panel.getByRole('button', { name: 'Choose Dedicated IPv4' }).click()
  await expect(panel.getByText('In use').first()).toBeVisible()
  await expect(panel.getByText('on this machine it has no effect')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/org/${slug}/billing`)
  await expect(page.getByRole('row', { name: /Adding Dedicated IPv4/ })).toBeVisible()
  await page.getByRole('link', { name: 'Adding' }).click()
  await page.getByRole('link', { name: 'Dedicated IPv4 address' }).first().click()
  await panel.getByRole('button', { name: 'Remove' }).click()
  await expect(panel.getByText('Not in use').first()).toBeVisible()
})

test('another compute size restarts the database after a question, and its memory is the size’s', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Computing')
  const ref = await newProject(organization, 'Sized')
  await organization.calls.put(`/platform/organizations/${organization.slug}/billing/subscription`, {
    data: { plan: 'pro', expected_plan: 'free' },
  })
  await openAsOwner(page, platform, `/project/${ref}/settings/addons`)
  await page.getByRole('link', { name: 'Compute', exact: true }).first().click()
  const panel = page.getByRole('dialog', { name: 'Compute' })
  await expect(panel.getByText('Another size restarts the database.')).toBeVisible()
  await panel.getByRole('button', { name: 'Choose Micro' }).click()
  const question = page.getByRole('dialog', { name: 'Restart the database with the size Micro?' })
  await expect(question.getByText('Queries that are running are cancelled')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByText('Not in use').first()).toBeVisible()
  await panel.getByRole('button', { name: 'Choose Micro' }).press('Enter')
  await question.getByRole('button', { name: 'Choose Micro' }).click()
  await expect(page.getByText('The add-on was added')).toBeVisible()
  await expect(panel.getByText('In use').first()).toBeVisible()
  await untilStatus(organization.calls, ref, 'ACTIVE_HEALTHY')
  await page.goto(`/project/${ref}/database/settings`)
  await page.getByRole('combobox', { name: 'Show' }).selectOption('All')
  await page.getByRole('searchbox', { name: 'Find a setting...' }).fill('shared_buffers')
  await expect(page.getByRole('row', { name: /shared_buffers/ })).not.toContainText('128MB')

  await page.goto(`/project/${ref}/settings/addons?panel=compute_instance`)
  await panel.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('dialog', { name: 'Restart the database without Compute?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByText('The add-on was removed')).toBeVisible()
  await expect(panel.getByText('Not in use').first()).toBeVisible()
  await untilStatus(organization.calls, ref, 'ACTIVE_HEALTHY')
})
