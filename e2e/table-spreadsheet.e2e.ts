/**
 * The keys that a hand knows from spreadsheets, over the rows of a table.
 * @covers table-editor
 */
import { gridCell } from './models/grid-cell.js'
import { ran, rowsOf } from './models/run-sql.js'
import { expect, test } from './models/test.js'

const MAKE = `create schema if not exists shop; drop table if exists shop.stock;
create table shop.stock (id int8 primary key, name text, count int4, due date);
insert into shop.stock select i, 'item ' || i, i, date '2026-01-01' + i from generate_series(1, 12) i;
select 'shop.stock'::regclass::oid`

test('arrows leave a typed cell, Ctrl+D and Ctrl+Enter fill, Ctrl+X cuts, and the footer sums', async ({
  page,
}) => {
  const oid = await ran(page, MAKE)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  const cell = (row: number, column: number) => gridCell(page, 'stock', row, column)
  const { keyboard } = page

  // A list typed downwards, without Enter.
  await cell(1, 2).click()
  await keyboard.type('10')
  await keyboard.press('ArrowDown')
  await keyboard.type('20')
  await keyboard.press('ArrowDown')
  await expect(cell(2, 2)).toHaveText('20')
  await expect(cell(3, 2)).toBeFocused()

  // After F2 the arrows move the cursor.
  await keyboard.press('F2')
  await keyboard.press('ArrowLeft')
  await keyboard.type('1')
  await keyboard.press('Enter')
  await expect(cell(3, 2)).toHaveText('13')

  await cell(5, 1).click()
  for (let row = 0; row < 2; row++) await keyboard.press('Shift+ArrowDown')
  await keyboard.press('ControlOrMeta+d')
  await expect(cell(7, 1)).toHaveText('item 5')

  await cell(8, 1).click()
  await keyboard.press('Shift+ArrowDown')
  await keyboard.type('same')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(cell(8, 1)).toHaveText('same')
  await expect(cell(9, 1)).toHaveText('same')

  await cell(10, 1).click()
  await keyboard.press('ControlOrMeta+x')
  await expect(cell(10, 1)).toHaveText('NULL')
  await cell(11, 1).click()
  await keyboard.press('ControlOrMeta+v')
  await expect(cell(11, 1)).toHaveText('item 10')

  await cell(10, 2).click()
  for (let row = 0; row < 2; row++) await keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 cells · 3 distinct · sum 33 · min 10 · max 12')).toBeVisible()

  await keyboard.press('ControlOrMeta+s')
  await expect(page.getByText(/^Saved \d+ rows$/)).toBeVisible()
  expect(await rowsOf(page, 'select id, name, count from shop.stock order by id')).toEqual([
    ['1', 'item 1', '10'],
    ['2', 'item 2', '20'],
    ['3', 'item 3', '13'],
    ['4', 'item 4', '4'],
    ['5', 'item 5', '5'],
    ['6', 'item 5', '6'],
    ['7', 'item 5', '7'],
    ['8', 'same', '8'],
    ['9', 'same', '9'],
    ['10', null, '10'],
    ['11', 'item 10', '11'],
    ['12', 'item 12', '12'],
  ])
})

test('Space turns a yes/no value over, Ctrl+; writes today, and a pasted block stays selected', async ({
  page,
}) => {
  const oid = await ran(
    page,
    `create schema if not exists shop; drop table if exists shop.tasks;
create table shop.tasks (id int8 primary key, done bool, note text, due date);
insert into shop.tasks values (1, true, 'a', null), (2, null, 'b', null), (3, false, 'c', null);
select 'shop.tasks'::regclass::oid`,
  )
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  const cell = (row: number, column: number) => gridCell(page, 'tasks', row, column)
  const { keyboard } = page
  await cell(1, 1).click()
  await keyboard.press('Space')
  await expect(cell(1, 1)).toHaveText('false')
  await keyboard.press('Space')
  await expect(cell(1, 1)).toHaveText('true')
  await expect(cell(1, 1)).toBeFocused()
  await cell(2, 1).click()
  await keyboard.press('Space')
  await expect(cell(2, 1)).toHaveText('true')

  await cell(3, 3).click()
  await keyboard.press('Control+;')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  await expect(cell(3, 3)).toHaveText(today)
  await cell(3, 2).click()
  await keyboard.press('Control+;')
  await expect(cell(3, 2)).toHaveText('c')

  await page.evaluate(() => navigator.clipboard.writeText('x\t2026-02-03\ny\t2026-02-04'))
  await cell(1, 2).click()
  await keyboard.press('ControlOrMeta+v')
  await expect(cell(2, 3)).toHaveText('2026-02-04')
  await expect(page.getByText(/^4 cells/)).toBeVisible()
  await expect(cell(1, 2)).toBeFocused()
  await keyboard.press('Delete')
  await expect(cell(2, 3)).toHaveText('NULL')
  await expect(cell(1, 2)).toHaveText('NULL')
})
