/**
 * Branches of a project: one with data is made beside it, opened, edited, reset and deleted, and the header names it.
 * @covers branches
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject } from './models/organizations.js'
import { enterAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

test('a branch is made, opened, reset and deleted', async ({ page, platform }) => {
  const organization = await newOrganization(platform, 'Branches')
  const ref = await newProject(organization, 'Branched')
  const run = async (of: string, query: string) => {
    const data = { query, runId: crypto.randomUUID() }
    const said = await organization.calls.post(`/platform/pg-meta/${of}/query`, {
      headers: { Version: '2' },
      data,
    })
    expect(said.status()).toBe(200)
    return ((await said.json()) as { results: { rows: string[][] }[] }).results.at(-1)?.rows
  }
  await run(ref, 'create table notes (a int); insert into notes values (1), (2)')
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/branches`)
  const rows = page.getByRole('table', { name: 'Branches', exact: true }).getByRole('row')
  await expect(rows.filter({ hasText: 'main' }).getByText('Production')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create branch' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Trial “one”')
  const content = dialog.getByRole('combobox', { name: 'What it holds' })
  await content.selectOption({ label: 'The same with all rows and files' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create branch' }).click()
  const row = rows.filter({ hasText: 'Trial “one”' })
  await expect(row.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('table', { name: 'Off in branches' })).toContainText('Sending mail')

  const act = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const href = (await row.getByRole('link').getAttribute('href')) ?? ''
  const branch = href.split('/').at(-1) ?? ''
  expect(await run(branch, 'select count(*) from notes')).toEqual([['2']])
  await run(branch, 'delete from notes')
  expect(await run(ref, 'select count(*) from notes')).toEqual([['2']])

  await act('Reset…')
  await expect(page.getByRole('dialog')).toContainText('Everything that was changed in it is lost')
  await page.getByRole('button', { name: 'Reset branch' }).click()
  await expect(row.getByText('Being reset')).toBeVisible()
  await expect(row.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  expect(await run(branch, 'select count(*) from notes')).toEqual([['2']])

  await page.goto(`/project/${branch}/branches`)
  await expect(page.getByRole('button', { name: 'Branch Trial “one”' })).toContainText('Preview')
  await page.goto(`/project/${ref}/branches`)
  await act('Delete…')
  await page.getByRole('dialog').getByRole('textbox').fill('Trial “one”')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete branch' }).click()
  await expect(row).toHaveCount(0, { timeout: 30_000 })
})
