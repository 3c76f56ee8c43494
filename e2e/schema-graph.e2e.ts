/**
 * The drawing of a schema in a browser.
 * @covers database
 */
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

test.use({ usualEngine: 'pglite' })

const SCHEMAS = '/project/default/database/schemas'

async function run(page: Page, query: string): Promise<void> {
  const answer = await page.request.post('/platform/pg-meta/default/query', {
    headers: { Version: '2' },
    data: { query, runId: crypto.randomUUID() },
  })
  expect(answer.status()).toBe(200)
}

const SHOP = `drop schema if exists drawn cascade; create schema drawn;
create table drawn.users (id int8 primary key, email text not null);
create table drawn.orders (id int8 primary key, user_id int8 references drawn.users, total numeric);
create table drawn.lines (order_id int8 references drawn.orders, product text, amount int4)`

const drawing = (page: Page) => page.getByRole('listbox', { name: 'Drawing of the schema drawn' })
const box = (page: Page, name: string) => drawing(page).getByRole('option', { name })

test(
  'the tables of a schema are drawn, found, moved and opened',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    await run(page, SHOP)
    await page.goto(`${SCHEMAS}?schema=drawn`)
    await expect(box(page, 'orders')).toBeVisible()
    await expect(page.getByText('3 tables, 2 relations')).toBeVisible()
    await expect(box(page, 'users')).toContainText('email')
    await expectAccessible(page)

    await page.getByRole('searchbox', { name: 'Find a table or a column...' }).pressSequentially('prod')
    await expect(page.getByRole('navigation', { name: 'Tables' }).getByRole('listitem')).toHaveText(['lines'])
    await page.keyboard.press('Enter')
    await expect(page.getByText('lines, 3 columns, refers to orders')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()

    const before = await box(page, 'users').boundingBox()
    if (!before) throw new Error('The box is drawn')
    await page.mouse.move(before.x + 20, before.y + 10)
    await page.mouse.down()
    await page.mouse.move(before.x + 80, before.y + 60, { steps: 4 })
    await page.mouse.up()
    const moved = await box(page, 'users').boundingBox()
    expect(Math.round(Number(moved?.x) - before.x)).toBe(60)
    await page.reload()
    await expect(box(page, 'users')).toBeVisible()
    await page.getByRole('button', { name: 'Arrange again' }).click()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'As PNG' }).click()
    const picture = await readFile(await (await download).path())
    expect(picture.subarray(1, 4).toString()).toBe('PNG')

    await box(page, 'orders').dblclick()
    await expect(page).toHaveURL(/\/editor\/\d+\?schema=drawn$/)
  },
)

test('the drawing is used by keys alone @whole', async ({ page }) => {
  await run(page, SHOP)
  await page.goto(`${SCHEMAS}?schema=drawn`)
  await expect(box(page, 'orders')).toBeVisible()
  await drawing(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/^lines, 3 columns/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(box(page, 'orders')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('+')
  await page.keyboard.press('-')
  await page.keyboard.press('0')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Find a table or a column...' })).toBeFocused()
  await drawing(page).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/editor\/\d+\?schema=drawn$/)
})

test('views are drawn with what they read; only what is related to a table is drawn @whole', async ({
  page,
}) => {
  await run(
    page,
    `${SHOP}; create view drawn.open as select o.id, u.email from drawn.orders o join drawn.users u on u.id = o.user_id;
     create table drawn.alone (id int8)`,
  )
  await page.goto(`${SCHEMAS}?schema=drawn`)
  await expect(page.getByText('4 tables, 1 view, 4 relations')).toBeVisible()
  await expect(box(page, 'open, View')).toContainText('email')
  const list = page.getByRole('navigation', { name: 'Tables' })
  await list.getByRole('button', { name: 'lines' }).click()
  await page.getByRole('button', { name: 'Draw only related' }).click()
  await expect(page.getByText('2 tables, 1 relation')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveText(['lines', 'orders'])
  await page.getByRole('combobox', { name: 'How far' }).selectOption('2 steps')
  await expect(page.getByText('3 tables, 1 view, 4 relations')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Draw all' }).click()
  await expect(page.getByText('4 tables, 1 view, 4 relations')).toBeVisible()
  await box(page, 'open, View').click()
  await expect(page.getByText('open, view, 2 columns, reads')).toBeVisible()
  await drawing(page).focus()
  await page.keyboard.press('r')
  await expect(page.getByText('Related to open')).toBeVisible()
  await expect(page.getByText('2 tables, 1 view, 3 relations')).toBeVisible()
})

test('a schema of more tables than are drawn is searched whole', async ({ page }) => {
  await run(
    page,
    `drop schema if exists many cascade; create schema many;
     do $$ begin for i in 1..2020 loop execute format('create table many.t%s (id int8)', lpad(i::text, 4, '0')); end loop; end $$;
     alter table many.t2019 add primary key (id);
     alter table many.t2020 add column other int8 references many.t2019`,
  )
  await page.goto(`${SCHEMAS}?schema=many`)
  await expect(
    page.getByText('This schema has 2020 tables and views. The first 2000 by name are drawn'),
  ).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a table or a column...' }).pressSequentially('other')
  await expect(page.getByText('1 table, 0 relations')).toBeVisible()
  await page.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: 't2020' }).click()
  await page.getByRole('button', { name: 'Draw only related' }).click()
  await expect(page.getByText('2 tables, 1 relation')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Find a table or a column...' })).toHaveValue('')
})
