/**
 * Branches of a database that was added by URL, whose user is no superuser: other databases of its server.
 * @covers branches
 */
import pg from 'pg'
import { startDatabaseServer, type DatabaseServer } from '../apps/platform/test/database-by-url.js'
import { expect, test } from './models/test.js'

let server: DatabaseServer
test.beforeAll(async () => {
  server = await startDatabaseServer()
})
test.afterAll(() => server?.stop())

async function ask(url: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' }).finally(() => client.end())
  return rows
}

test('a branch by URL has the rows of its parent, is edited alone, and is gone when it is deleted', async ({
  page,
  start,
}) => {
  test.slow()
  const shop = await server.create('shop')
  await ask(shop, 'create table notes (id int primary key, body text)')
  await ask(shop, `insert into notes select n, 'note ' || n from generate_series(1, 500) n`)
  const { url } = await start('auto', ['--database-url', shop])
  const branches = () => ask(shop, `select datname from pg_database where datname like 'basedeck_branch_%'`)

  await page.goto(`${url}/project/default/branches`)
  await page.getByRole('button', { name: 'Create branch' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('trial')
  const content = dialog.getByRole('combobox', { name: 'What it holds' })
  await content.selectOption({ label: 'The same with all rows and files' })
  await dialog.getByRole('button', { name: 'Create branch' }).click()
  const rows = page.getByRole('table', { name: 'Branches', exact: true }).getByRole('row')
  const row = rows.filter({ hasText: 'trial' })
  await expect(row.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  const [[name] = []] = await branches()
  const branch = Object.assign(new URL(shop), { pathname: `/${String(name)}` }).href
  expect(await ask(branch, 'select count(*) from notes')).toEqual([['500']])

  const href = (await row.getByRole('link').getAttribute('href')) ?? ''
  await page.goto(`${url}${href}`)
  await expect(page.getByRole('button', { name: 'Branch trial' })).toContainText('Preview')
  await ask(branch, 'delete from notes where id > 1')
  expect(await ask(shop, 'select count(*) from notes')).toEqual([['500']])

  await page.goto(`${url}/project/default/branches`)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('trial')
  await page.getByRole('button', { name: 'Delete branch' }).click()
  await expect(row).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(branches, { timeout: 30_000 }).toEqual([])
  expect(await ask(shop, 'select count(*) from notes')).toEqual([['500']])
})
