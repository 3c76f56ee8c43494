/**
 * The rows of a table in a browser.
 * @covers table-editor
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

test.use({ engine: 'pglite' })

const QUERY = '/platform/pg-meta/default/query'

/** Runs SQL through the platform's API. @returns the first value of the last statement */
async function ran(page: Page, query: string): Promise<string> {
  const answer = await page.request.post(QUERY, {
    headers: { Version: '2' },
    data: { query, runId: crypto.randomUUID() },
  })
  expect(answer.status()).toBe(200)
  const { results } = (await answer.json()) as { results: { rows: string[][] }[] }
  return results.at(-1)?.rows[0]?.[0] ?? ''
}

const SHOP = `create schema if not exists shop; drop table if exists shop.orders;
create table shop.orders (id int8 primary key, "customer: name" text, total numeric, paid bool, note jsonb);
insert into shop.orders select i, 'Customer ' || i, i * 10, i % 2 = 0, case when i % 3 = 0 then null else '{}'::jsonb end
from (select row_number() over () as i from pg_catalog.pg_attribute limit 250) numbered;
select 'shop.orders'::regclass::oid`

const cell = (page: Page, row: number, column: number) =>
  page
    .getByRole('grid', { name: 'Rows of orders' })
    .getByRole('row')
    .nth(row)
    .getByRole('gridcell')
    .nth(column)

test('a table is read page by page, ordered and filtered; its address says how @engines', async ({
  page,
}) => {
  const oid = await ran(page, SHOP)
  await page.goto('/project/default/editor?schema=shop')
  await page.getByRole('link', { name: 'orders', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/editor/${oid}\\?schema=shop$`))
  await expect(page).toHaveTitle(/^orders · /)
  await expect(cell(page, 1, 0)).toHaveText('1')
  await expect(cell(page, 1, 3)).toHaveText('false')
  await expect(page.getByText(/^1–100( of about 250)?$/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(cell(page, 1, 0)).toHaveText('101')
  await expect(page.getByRole('rowheader', { name: '101', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Count exactly' }).click()
  await expect(page.getByText('101–200 of 250')).toBeVisible()
  await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('500 rows a page')
  await expect(page.getByText('1–250 of 250')).toBeVisible()

  await page.getByRole('columnheader', { name: /^customer: name/ }).click()
  await expect(page).toHaveURL(/sort=customer%253A\+name%3Aasc/)
  await page.getByRole('columnheader', { name: /^customer: name/ }).click()
  await expect(cell(page, 1, 1)).toHaveText('Customer 99')

  const filter = page.getByRole('textbox', { name: 'Filter rows' })
  await filter.pressSequentially('totl > 5')
  await filter.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Begin with a column of this table')
  await filter.fill('')
  await filter.pressSequentially('total > 2400')
  await filter.press('Enter')
  await expect(page.getByText('1–10 of 10')).toBeVisible()
  await filter.pressSequentially('note is null')
  await filter.press('Enter')
  await expect(page.getByText(/^1–[34] of [34]$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^1–[34] of [34]$/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter note is null' }).click()
  await page.getByRole('button', { name: 'Remove the filter total > 2400' }).click()
  await page.getByRole('button', { name: 'Remove the order by customer: name descending' }).click()
  await expect(page).toHaveURL(new RegExp(`/editor/${oid}\\?schema=shop$`))
  await expect(cell(page, 1, 0)).toHaveText('1')
})

test('what PostgreSQL refuses is told in its words, and the filter can be taken back', async ({ page }) => {
  const oid = await ran(page, SHOP)
  await page.goto(`/project/default/editor/${oid}?schema=shop&filter=id:eq:x`)
  await expect(page.getByText(/invalid input syntax for type bigint: "x"/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter id = x' }).click()
  await expect(cell(page, 1, 0)).toHaveText('1')
})

test('columns are hidden, moved by their menu and kept over a reload; cells are copied', async ({ page }) => {
  const oid = await ran(page, SHOP)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await cell(page, 1, 1).click()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Customer 1')
  const head = page.getByRole('columnheader', { name: /^total/ })
  await head.hover()
  await head.getByRole('button').click()
  await expect(page.getByRole('menuitem', { name: 'Filter by value…' })).toBeHidden()
  await page.getByRole('menuitem', { name: 'Hide column' }).click()
  await expect(page.getByRole('columnheader', { name: /^total/ })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: /^customer/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^total/ })).toBeHidden()
  await page.getByRole('button', { name: 'Show 1 hidden column' }).click()
  await expect(page.getByRole('columnheader', { name: /^total/ })).toBeVisible()
})

test('an empty table, a view and a table that is gone say what they are', async ({ page }) => {
  await ran(page, 'create table if not exists public.empty_one (id int8)')
  const empty = await ran(page, "select 'public.empty_one'::regclass::oid")
  await page.goto(`/project/default/editor/${empty}`)
  await expect(page.getByText('This table has no rows')).toBeVisible()
  await page.getByRole('link', { name: 'Columns and types' }).click()
  await expect(page.getByRole('heading', { name: 'empty_one' })).toBeVisible()
  await ran(
    page,
    'drop view if exists public.one_view; create view public.one_view as select 1 as one; select 1',
  )
  const view = await ran(page, "select 'public.one_view'::regclass::oid")
  await page.goto(`/project/default/editor/${view}`)
  await expect(page.getByTitle('public.one_view')).toHaveText('View')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.goto('/project/default/editor/4294967295')
  await expect(page.getByRole('heading', { name: 'This table does not exist' })).toBeVisible()
})
