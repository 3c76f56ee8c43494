/**
 * Backups of a hosted platform: a schedule, a backup by hand that is proved and restored, and going back to a second.
 * @covers backups
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject } from './models/organizations.js'
import { answer, enterAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

test('a backup is made, proved and restored, and the restore is undone', async ({ page, platform }) => {
  test.slow()
  const organization = await newOrganization(platform, 'Backups')
  const ref = await newProject(organization, 'Backed up')
  const run = async (query: string) => {
    const data = { query, runId: crypto.randomUUID() }
    const said = await organization.calls.post(`/platform/pg-meta/${ref}/query`, {
      headers: { Version: '2' },
      data,
    })
    expect(said.status()).toBe(200)
    return ((await said.json()) as { results: { rows: string[][] }[] }).results.at(-1)?.rows
  }
  await run('create table notes (a int); insert into notes values (1), (2)')
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/database/backups/scheduled`)
  await expect(page.getByText('No backups yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back up now' }).click()
  const rows = page.getByRole('table', { name: 'Backups' }).getByRole('row')
  await expect(rows.filter({ hasText: 'By hand' }).getByText('Whole')).toBeVisible({ timeout: 30_000 })

  const act = async (kind: string, action: string) => {
    await rows
      .filter({ hasText: kind })
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await act('By hand', 'Prove it')
  await expect(page.getByText('were read', { exact: false })).toBeVisible({ timeout: 30_000 })
  await expect(rows.filter({ hasText: 'By hand' }).getByText('Restored')).toBeVisible()

  await run('delete from notes')
  await act('By hand', 'Restore…')
  await expect(page.getByRole('dialog')).toContainText('The present state is backed up first')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('The project is back at', { exact: false })).toBeVisible({ timeout: 30_000 })
  expect(await run('select count(*) from notes')).toEqual([['2']])

  await act('Before a restore', 'Restore…')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.poll(() => run('select count(*) from notes'), { timeout: 30_000 }).toEqual([['0']])

  await act('By hand', 'Restore into a new project…')
  await page.getByRole('textbox', { name: 'Name of the new project' }).fill('As it was')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/project/(?!${ref})[a-z]+$`), { timeout: 60_000 })
  await expect(page.getByText('The project As it was is restored')).toBeVisible()
  await page.goto(`/project/${ref}/database/backups/scheduled`)

  await page.getByRole('combobox', { name: 'Backups are made' }).selectOption('Every day')
  await page.getByRole('textbox', { name: 'Hour of the day (UTC)' }).fill('24')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Type a whole number from 0 to 23')).toBeVisible()
  await page.getByRole('textbox', { name: 'Hour of the day (UTC)' }).fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The schedule is saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Backups are made' })).toHaveValue('2')
  await answer(organization.calls.get(`/platform/database/${ref}/backups`))
})

test('the log is kept after a question, and a moment that is not kept is told', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Seconds')
  const ref = await newProject(organization, 'To the second')
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/database/backups/pitr`)
  await expect(page.getByText('Going back to any second is an add-on', { exact: false })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Add-ons' }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/settings/addons$`))
  await answer(
    organization.calls.put(`/platform/organizations/${organization.slug}/billing/subscription`, {
      data: { plan: 'pro', expected_plan: 'free' },
    }),
  )
  await answer(
    organization.calls.post(`/platform/projects/${ref}/billing/addons`, {
      data: { type: 'pitr', variant: 'pitr_7' },
    }),
  )
  await page.goto(`/project/${ref}/database/backups/pitr`)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('dialog')).toContainText('The database is restarted now')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('The log is kept from now on')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The first backup is being made', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Scheduled' }).click()
  await expect(page).toHaveURL(/scheduled$/)
})
