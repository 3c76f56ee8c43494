/**
 * The settings of a paid project's own pooler.
 * @covers info-pages/pooler-settings
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject, openAsOwner } from './models/organizations.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

test('the pool’s size is changed by keyboard, a bad one is kept and told, and a reload shows what was saved', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Pooling')
  await organization.calls.put(`/platform/organizations/${organization.slug}/billing/subscription`, {
    data: { plan: 'pro', expected_plan: 'free' },
  })
  const ref = await newProject(organization, 'Pooled')
  await openAsOwner(page, platform, `/project/${ref}/database/settings#connection-pooler`)
  const section = page.getByRole('region', { name: 'Connection pooling' })
  const size = section.getByRole('textbox', { name: 'Pool size' })
  await expect(size).toHaveValue('15')
  await expect(section.getByText('Running')).toBeVisible()
  await section.getByRole('combobox', { name: 'Pool mode' }).focus()
  await page.keyboard.press('Tab')
  await expect(size).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('91')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Enter a whole number from 1 to 90')).toBeVisible()
  await expect(size).toBeFocused()
  await expect(size).toHaveValue('91')
  await expectAccessible(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('25')
  // Not saved yet: the device keeps it.
  await page.reload()
  await expect(size).toHaveValue('25')
  await size.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The pooler’s settings were saved')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.reload()
  await expect(size).toHaveValue('25')
  await expect(section.getByRole('button', { name: 'Save' })).toBeDisabled()
  await section.getByRole('combobox', { name: 'Pool mode' }).selectOption('Session')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The pooler’s settings were saved')).toBeVisible()
  const config = await organization.calls.get(`/platform/projects/${ref}/config/pgbouncer`)
  expect(await config.json()).toMatchObject({ default_pool_size: 25, pool_mode: 'session' })
})

test('a project of the free plan is told that it uses the shared pooler', async ({ page, platform }) => {
  const ref = await newProject(await newOrganization(platform, 'Sharing'), 'Shared')
  await openAsOwner(page, platform, `/project/${ref}/database/settings`)
  const section = page.getByRole('region', { name: 'Connection pooling' })
  await expect(section.getByText('Projects of the free plan use the shared pooler')).toBeVisible()
  await expect(section.getByRole('textbox')).toHaveCount(0)
})
