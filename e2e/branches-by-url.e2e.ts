/**
 * Branches of a database that was added by URL, whose user is no superuser: other databases of its server.
 * @covers branches
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Platform } from './models/platform.js'
import { expect, test } from './models/test.js'

/** Of the server that a platform runs for its project. */
async function superuserUrl({ dataDir }: Platform): Promise<URL> {
  const [, , , port] = (
    await readFile(join(dataDir, 'projects', 'default', 'pg', 'postmaster.pid'), 'utf8')
  ).split('\n')
  const password = await readFile(join(dataDir, 'secrets', 'default.admin-password'), 'utf8')
  const url = new URL(`postgresql://basedeck_admin@127.0.0.1:${port}/postgres`)
  url.password = password.trim()
  return url
}

async function ask(url: URL, text: string): Promise<unknown[][]> {
  const client = new pg.Client(url.href)
  await client.connect()
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' }).finally(() => client.end())
  return rows
}

test('a branch by URL has the rows of its parent, is edited alone, and is gone when it is deleted', async ({
  page,
  start,
}) => {
  test.slow()
  const superuser = await superuserUrl(await start('cluster'))
  await ask(superuser, `create role maker login createrole createdb password 'hush'`)
  await ask(superuser, 'grant supabase_auth_admin to maker with admin option')
  await ask(superuser, 'create database shop owner maker')
  const shop = Object.assign(new URL(superuser), { username: 'maker', password: 'hush', pathname: '/shop' })
  await ask(shop, `create table notes (id int primary key, body text)`)
  await ask(shop, `insert into notes select n, 'note ' || n from generate_series(1, 500) n`)
  const { url } = await start('auto', ['--database-url', shop.href])
  const branches = () =>
    ask(superuser, `select datname from pg_database where datname like 'basedeck_branch_%'`)

  await page.goto(`${url}/project/default/branches`)
  await page.getByRole('button', { name: 'Create branch' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('trial')
  await dialog
    .getByRole('combobox', { name: 'What it holds' })
    .selectOption({ label: 'The same with all rows and files' })
  await dialog.getByRole('button', { name: 'Create branch' }).click()
  const row = page
    .getByRole('table', { name: 'Branches', exact: true })
    .getByRole('row')
    .filter({ hasText: 'trial' })
  await expect(row.getByText('Healthy')).toBeVisible({ timeout: 60_000 })
  const [[name = ''] = []] = await branches()
  const branch = Object.assign(new URL(superuser), { pathname: `/${String(name)}` })
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
  expect(await branches()).toEqual([])
  expect(await ask(shop, 'select count(*) from notes')).toEqual([['500']])
})
