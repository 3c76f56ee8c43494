/**
 * Read replicas of a hosted platform, with real replication: one is added on the page of infrastructure, chosen in the SQL
 * editor, promoted, and removed.
 * @covers infrastructure
 */
import { expectAccessible } from './models/accessible.js'
import { newOrganization, newProject } from './models/organizations.js'
import { enterAs } from './models/people.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted' })

test('a replica is added, answers queries, refuses changes, and takes the place of its primary', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Replicas')
  const ref = await newProject(organization, 'Replicated')
  const run = async (query: string) => {
    const data = { query, runId: crypto.randomUUID() }
    const said = await organization.calls.post(`/platform/pg-meta/${ref}/query`, {
      headers: { Version: '2' },
      data,
    })
    expect(said.status()).toBe(200)
    return ((await said.json()) as { results: { rows: string[][] }[] }).results.at(-1)?.rows
  }
  await run('create table notes (a int primary key); insert into notes values (1), (2)')
  await enterAs(page, organization.calls)
  await page.goto(`/project/${ref}/settings/infrastructure`)
  const row = page.getByRole('table', { name: 'Read replicas' }).getByRole('row')
  await expect(row.filter({ hasText: 'Primary database' }).getByText('Healthy')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add read replica' }).click()
  await expect(page.getByRole('dialog')).toContainText('the disk needs room for them once more')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add read replica' }).click()
  const replica = row.filter({ hasText: /Read replica \(Singapore - / })
  await expect(replica.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('img', { name: /Singapore/ })).toBeVisible()

  await page.goto(`/project/${ref}/sql/1`)
  await page.getByRole('button', { name: /^Database/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Create a new read replica' })).toBeVisible()
  await page.getByRole('menuitemradio', { name: /Read replica \(Singapore/ }).click()
  const editor = new SqlPage(page)
  await editor.run("select setting from pg_settings where name = 'in_hot_standby'")
  await expect(editor.grid.getByRole('gridcell', { name: 'on' })).toBeVisible({ timeout: 30_000 })
  await editor.run('insert into notes values (9)')
  await expect(page.getByRole('dialog')).toContainText('takes no changes')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/project/${ref}/settings/infrastructure`)
  await replica.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Promote to primary…' }).click()
  await expect(page.getByRole('dialog')).toContainText('The primary is stopped')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Promote', exact: true }).click()
  await expect(page.getByText('The replica is the primary now', { exact: false })).toBeVisible({
    timeout: 60_000,
  })
  expect(await run('select count(*) from notes')).toEqual([['2']])
  await run('insert into notes values (3)')

  await page.getByRole('button', { name: 'Delete files' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete files' }).click()
  await expect(page.getByText('The files are deleted')).toBeVisible()
})
