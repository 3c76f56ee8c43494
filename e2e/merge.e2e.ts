/**
 * A branch is merged into its parent: its schema, its buckets and rows, each chosen; and the merge is taken back.
 * @covers branches/merge
 */
import { expectAccessible } from './models/accessible.js'
import { newBranch } from './models/branches.js'
import { newOrganization, newProject } from './models/organizations.js'
import { enterAs } from './models/people.js'
import { expect, test } from './models/test.js'

test.use({ build: 'hosted', refusals: /\/merge$/ })

test('chosen changes of a branch are merged, rows too, and the merge is taken back', async ({
  page,
  platform,
}) => {
  const organization = await newOrganization(platform, 'Merges')
  const parent = await newProject(organization, 'Shop')
  const run = async (ref: string, query: string) => {
    const said = await organization.calls.post(`/platform/pg-meta/${ref}/query`, {
      headers: { Version: '2' },
      data: { query, runId: crypto.randomUUID() },
    })
    expect(said.status()).toBe(200)
    return ((await said.json()) as { results: { rows: string[][] }[] }).results.at(-1)?.rows
  }
  const began = `create table people (id integer primary key, name text); insert into people values (1, 'Ada'), (2, 'Grace')`
  await run(parent, began)
  const branch = await newBranch(organization, parent, 'orders-page')

  await enterAs(page, organization.calls)
  await page.goto(`/project/${parent}/merge`)
  await expect(page.getByText('this project is not one', { exact: false })).toBeVisible()

  await page.goto(`/project/${branch}/merge`)
  await expect(page.getByText('The schema, the policies', { exact: false })).toBeVisible({ timeout: 30_000 })
  await run(
    branch,
    `create table "or.ders ""x""" (id integer primary key, total numeric); alter table people add age integer; alter table people enable row level security; create policy mine on people for select using (id = 1); insert into storage.buckets (id, name, public) values ('photos', 'photos', true); update people set name = 'Grace Hopper' where id = 2; insert into people values (3, '')`,
  )
  await page.getByRole('button', { name: 'Compare again' }).click()
  const schema = page.getByRole('list', { name: 'Schema' })
  await expect(schema.getByRole('listitem')).toHaveCount(2, { timeout: 30_000 })
  await expect(page.getByRole('list', { name: 'Policies' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show table public.people' }).click()
  const sides = page.getByRole('group', { name: 'table public.people side by side' })
  await expect(sides.getByRole('region', { name: 'Branch' })).toContainText('"age" integer')
  await expect(sides.getByRole('region', { name: 'Parent' })).not.toContainText('"age"')

  await page.getByRole('checkbox', { name: 'Choose table public.or.ders "x"' }).uncheck()
  await expect(page.getByText('3 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Merge…', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('ADD COLUMN "age"', { timeout: 30_000 })
  await expect(dialog).not.toContainText('or.ders')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  await expect(page.getByText('Recorded as migration', { exact: false })).toBeVisible()
  await expect(schema.getByRole('listitem')).toHaveCount(1)
  expect(await run(parent, `select count(*) from storage.buckets where id = 'photos'`)).toEqual([['1']])

  await page.getByRole('combobox', { name: 'Table' }).selectOption({ label: 'public.people' })
  await page.getByRole('button', { name: 'Compare rows' }).click()
  await expect(page.getByText('1 added, 1 changed, 0 removed, 1 equal.')).toBeVisible()
  await run(parent, `update people set name = 'Grace M. Hopper' where id = 2`)
  await page.getByRole('button', { name: 'Merge rows…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('1 row merged; 1 changed in the parent since', { exact: false })).toBeVisible()
  expect(await run(parent, 'select name from people order by id')).toEqual([
    ['Ada'],
    ['Grace M. Hopper'],
    [''],
  ])

  await page.getByRole('button', { name: 'Undo…' }).click()
  await expect(page.getByRole('dialog')).toContainText('DROP COLUMN')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click()
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(schema.getByRole('listitem')).toHaveCount(2)
  expect(
    await run(parent, `select count(*) from information_schema.columns where table_name = 'people'`),
  ).toEqual([['2']])

  await page.setViewportSize({ width: 375, height: 800 })
  await expectAccessible(page)
})
