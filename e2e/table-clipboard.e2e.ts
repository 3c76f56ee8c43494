/**
 * Copy and paste inside the grid, and from a result into a table: the rows that are saved are the rows that were copied.
 * @covers table-editor, sql-editor
 */
import type { Page } from '@playwright/test'
import { gridCell } from './models/grid-cell.js'
import { ran, rowsOf } from './models/run-sql.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

const cell = (page: Page, row: number, column: number) => gridCell(page, 'clips', row, column)

const COLUMNS = ['note', 'count', 'is_on', 'bytes', 'facts', 'words']
const CLIPS = `create schema if not exists shop; drop table if exists shop.clips;
create table shop.clips (id int8 primary key, note text, count int4, is_on bool, bytes bytea, facts jsonb, words text[]);
insert into shop.clips values
  (1, E'two\\nlines\\tand "a tab"', 7, true, '\\x0d0a', '{"a": "b\\nc"}', array['x', null, 'y"z']),
  (2, null, null, null, null, null, null),
  (3, '', 0, false, '\\x', 'null', '{}'),
  (4, E'  blanks  \\r\\n', 4, true, '\\x00', '[]', '{}'),
  (5, 'five', 5, true, '\\x05', '5', '{5}'), (6, 'six', 6, true, '\\x06', '6', '{6}'),
  (7, 'seven', 7, true, '\\x07', '7', '{7}'), (8, 'eight', 8, true, '\\x08', '8', '{8}');
select 'shop.clips'::regclass::oid`
/** PostgreSQL's own texts of the rows. */
const stored = (page: Page, from: number, to: number) =>
  rowsOf(page, `select ${COLUMNS.join(', ')} from shop.clips where id between ${from} and ${to} order by id`)

async function selectTo(page: Page, from: readonly [number, number], rows: number, columns: number) {
  await cell(page, ...from).click()
  for (let row = 0; row < rows; row++) await page.keyboard.press('Shift+ArrowDown')
  for (let column = 0; column < columns; column++) await page.keyboard.press('Shift+ArrowRight')
}

const save = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText(/^Saved \d+ rows?$/).last()).toBeVisible()
  // What an earlier save said may still be there.
  await expect(page.getByText(/, not saved$/)).toHaveCount(0)
}

test('copied rows are pasted over others and saved as they were', async ({ page }) => {
  const oid = await ran(page, CLIPS)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await expect(cell(page, 1, 0)).toHaveText('1')
  await selectTo(page, [1, 1], 3, 5)
  await page.keyboard.press('ControlOrMeta+c')
  await expect(page.getByText('24 cells copied')).toBeVisible()
  await cell(page, 5, 1).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('22 changes in 4 rows, not saved')).toBeVisible()
  await save(page)
  expect(await stored(page, 5, 8)).toEqual(await stored(page, 1, 4))

  // One cell, from a cell to three others.
  await cell(page, 1, 1).click()
  await page.keyboard.press('ControlOrMeta+c')
  await selectTo(page, [2, 1], 1, 0)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('2 changes in 2 rows, not saved')).toBeVisible()
  await save(page)
  expect(await rowsOf(page, 'select count(distinct note) from shop.clips where id < 4')).toEqual([['1']])
})

test('a result of the SQL editor is pasted into a table; what a spreadsheet gets are rows and cells', async ({
  page,
}) => {
  const oid = await ran(page, CLIPS)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run(`select ${COLUMNS.join(', ')} from shop.clips where id < 5 order by id`)
  await sql.cell(1, 1).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  await expect(page.getByText('24 cells copied')).toBeVisible()
  const cells = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const html = await (await item?.getType('text/html'))?.text()
    const rows = new DOMParser().parseFromString(html ?? '', 'text/html').querySelectorAll('tr')
    return [...rows].map((row) => [...row.querySelectorAll('td')].map((td) => td.innerHTML))
  })
  expect(cells.map((row) => row.length)).toEqual([6, 6, 6, 6])
  expect(cells[0]?.[0]).toContain('two<br')
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await cell(page, 5, 1).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('22 changes in 4 rows, not saved')).toBeVisible()
  await save(page)
  expect(await stored(page, 5, 8)).toEqual(await stored(page, 1, 4))
})

test('a pasted cell that is refused is marked with the reason', async ({ page }) => {
  const oid = await ran(page, CLIPS)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await cell(page, 5, 2).click()
  await page.evaluate(() => navigator.clipboard.writeText('1\nmany\n3\n'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('2 changes in 2 rows, not saved')).toBeVisible()
  await expect(cell(page, 6, 2)).toHaveAttribute('aria-invalid', 'true')
  await expect(cell(page, 6, 2)).toHaveAttribute('title', 'Not pasted: This is not a whole number')
})

test('a page without TLS, which has no clipboard of its own, copies all the same @whole', async ({
  page,
}) => {
  const oid = await ran(page, CLIPS)
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'))
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await cell(page, 2, 1).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ControlOrMeta+c')
  await expect(page.getByText('2 cells copied')).toBeVisible()
  await cell(page, 5, 1).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByText('2 changes in 2 rows, not saved')).toBeVisible()
  await save(page)
  expect(await rowsOf(page, 'select note from shop.clips where id in (5, 6) order by id')).toEqual([
    [null],
    [''],
  ])
})
