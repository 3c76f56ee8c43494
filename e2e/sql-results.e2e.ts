/**
 * A result as a table one works with: rows that arrive, their order, filters, search, columns, copies, memory.
 * @covers sql/result-*, sql/column-values, sql/find-bar, query/result-*, query/shown-grid, query/kept-places, query/grid-copy
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { RUN, SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

const PEOPLE = `select 10 as id, 'Berg' as name, true as ok union all select 9, 'aino', false
union all select 11, null, true union all select 2, '', true`

test.use({ refusals: /\/query$/ })

async function openPeople(sql: SqlPage): Promise<void> {
  await sql.open()
  await sql.paste(PEOPLE)
  await sql.page.keyboard.press('ControlOrMeta+Enter')
  await expect(sql.page.getByText('4 rows', { exact: true })).toBeVisible()
  // The footer is there before the grid's own code is.
  await expect(sql.grid.getByRole('gridcell').first()).toBeVisible()
}

/** The first column from top to bottom. */
async function ids(sql: SqlPage): Promise<string[]> {
  const rows = await sql.grid.getByRole('row').all()
  const cells = rows.slice(1).map((row) => row.getByRole('gridcell').first().innerText())
  return Promise.all(cells)
}

test(
  'rows are shown while they arrive; a cancel keeps them and says how many they are',
  { tag: '@engines' },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.paste(
      `select n, repeat('x', 1000) as t, pg_sleep(0.001) from generate_series(1, 60000) n limit 60000`,
    )
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('dialog').getByRole('button', { name: RUN }).click()
    await expect(sql.grid.getByRole('gridcell').first()).toBeVisible()
    await expect(page.getByText(/^Running for/)).toBeVisible()
    await sql.cancelButton.click()
    await expect(page.getByText(/^Cancelled after \d+ rows$/)).toBeVisible()
    await expect(sql.cell(1, 0)).toHaveText('1')
  },
)

test('an error after many rows keeps them beside it', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste('select 1 as a union all select 2; select 1 / 0')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('division by zero').first()).toBeVisible()
  await page.getByRole('tab', { name: /^Result/ }).click()
  await expect(sql.cell(1, 0)).toHaveText('1')
})

test('a click on a head orders the rows, also by several columns', async ({ page }) => {
  const sql = new SqlPage(page)
  await openPeople(sql)
  const head = sql.grid.getByRole('columnheader', { name: /^id/ })
  await head.getByText('id').click()
  await expect.poll(() => ids(sql)).toEqual(['2', '9', '10', '11'])
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByText('id').click()
  await expect.poll(() => ids(sql)).toEqual(['11', '10', '9', '2'])
  await sql.grid.getByRole('columnheader', { name: /^ok/ }).getByText('ok').click()
  await sql.grid
    .getByRole('columnheader', { name: /^id/ })
    .getByText('id')
    .click({ modifiers: ['Shift'] })
  await expect.poll(() => ids(sql)).toEqual(['9', '2', '10', '11'])
})

test('filters: typed under the heads, chosen among the values, and taken away @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await openPeople(sql)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Filter id' })).toBeFocused()
  await page.keyboard.type('> 9')
  await expect.poll(() => ids(sql)).toEqual(['10', '11'])
  await expect(page.getByText('2 of 4 rows')).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter name' }).pressSequentially('null')
  await expect.poll(() => ids(sql)).toEqual(['11'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => ids(sql)).toEqual(['10', '9', '11', '2'])
  await page.getByRole('textbox', { name: 'Filter id' }).fill('> 99')
  const none = page.getByText('No row matches the filters').locator('..')
  await expect(page.getByText('0 of 4 rows')).toBeVisible()
  await none.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => ids(sql)).toEqual(['10', '9', '11', '2'])
  await expect(none).toBeHidden()
  await page.getByRole('button', { name: 'Options of ok' }).click()
  await page.getByRole('menuitem', { name: 'Filter by value…' }).click()
  await expect(page.getByRole('dialog', { name: 'Values of ok' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /^true/ }).uncheck()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => ids(sql)).toEqual(['9'])
})

test('a text is found from cell to cell by its keys @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await openPeople(sql)
  await sql.cell(1, 0).click()
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('1')
  const search = page.getByRole('search')
  await expect(search.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(search.getByText('2 of 2')).toBeVisible()
  await expect(sql.cell(3, 0)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
})

test('a column is found by its name, hidden, and stays so after a reload and a new run @whole', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await openPeople(sql)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.keyboard.type('na')
  await page.getByRole('checkbox', { name: 'Show name' }).uncheck()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const heads = sql.grid.getByRole('columnheader')
  await expect(heads).toHaveText(['Row', 'id int4', 'ok bool'])
  await page.reload()
  await expect(sql.editor).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(heads).toHaveText(['Row', 'id int4', 'ok bool'])
})

test('selected cells have figures, and are copied as an IN list @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await openPeople(sql)
  await sql.cell(1, 0).click()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('4 cells · 4 distinct · sum 32 · min 2 · max 11')).toBeVisible()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Copy as' }).click()
  await page.getByRole('menuitem', { name: 'IN list' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('(10, 9, 11, 2)')
})

test('rows are ordered by type, the menu of a column says why there is no order, and true is copied as true', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste(
    `select 1 as id, '10'::money as price, '{}'::json as doc, true as ok union all select 2, '9', '[]', null union all select 3, '-1', '1', false`,
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(() => ids(sql)).toEqual(['1', '2', '3'])
  await page
    .getByRole('columnheader', { name: /^price/ })
    .getByText('price')
    .click()
  await expect.poll(() => ids(sql)).toEqual(['3', '2', '1'])
  await page.getByRole('button', { name: 'Options of doc' }).click()
  const ascending = page.getByRole('menuitem', { name: 'Sort ascending' })
  await expect(ascending).toBeDisabled()
  await expect(ascending).toHaveAttribute('title', 'PostgreSQL has no order for values of json')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: /^doc/ }).getByText('doc').click()
  await expect(page.getByText('PostgreSQL has no order for values of json')).toBeVisible()
  await sql.cell(1, 3).click()
  for (const _ of [1, 2]) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Copy as' }).click()
  await page.getByRole('menuitem', { name: 'IN list' }).click()
  await expect(page.getByText(/^1 row with NULL was left out/)).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('(false, true)')
})

test('JSON of a cell has its lines, folds and is searched @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste(
    `select '{"id": 12345678901234567890, "tags": ["a", "b"], "home": {"city": "Oulu"}}'::json as doc`,
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await sql.cell(1, 0).dblclick()
  await expect(page.getByText('12345678901234567890', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Members of "tags"' }).click()
  await expect(page.getByText('2 members')).toBeVisible()
  await expect(page.getByText('"b"', { exact: true })).toBeHidden()
  await page.getByRole('searchbox', { name: 'Find in the value' }).fill('"b"')
  await page.keyboard.press('Enter')
  await expect(page.getByText('"b"', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('the panel of a cell is beside the rows, shows each cell that is selected, and keeps its width', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste(`select 'first' as t, '\\x48656c6c6f00'::bytea as b union all select '', null`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await sql.cell(1, 0).click()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: /^Viewing cell details/ })
  await expect(panel).toContainText('5 characters')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(panel).toContainText('Empty text')
  await page.keyboard.press('ArrowRight')
  await expect(panel).toHaveAccessibleName('Viewing cell details on column: b')
  await expect(panel).toContainText('NULL')
  await page.keyboard.press('ArrowUp')
  await expect(panel).toContainText('00000000  48 65 6c 6c 6f 00')
  await expect(panel).toContainText('6 bytes')
  const edge = panel.getByRole('separator', { name: 'Resize the value' })
  await edge.press('ArrowLeft')
  await expect(edge).toHaveAttribute('aria-valuenow', '396')
  await edge.press('Escape')
  await expect(panel).toBeHidden()
  await expect(sql.cell(1, 1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(edge).toHaveAttribute('aria-valuenow', '396')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(sql.cell(1, 1)).toBeFocused()
})

test('a long head is whole while there is room, and the cell that opens a panel stays in view @whole', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  const name = 'a_name_of_a_column_that_is_as_long_as_postgresql_lets_it_be_0123'
  await sql.paste(`select 1 as ${name.slice(0, 63)}, 2 as b`)
  await page.keyboard.press('ControlOrMeta+Enter')
  const head = sql.grid.getByText(name.slice(0, 63)).first()
  await expect(head).toBeVisible()
  const hidden = () => head.evaluate((element) => element.scrollWidth - element.clientWidth)
  await expect.poll(hidden).toBeLessThanOrEqual(0)
  await sql.cell(1, 1).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: /^Viewing cell details/ })).toBeVisible()
  await expect(sql.cell(1, 1)).toBeInViewport({ ratio: 1 })
})

test('on a phone the tabs of a result have the room, and its tools are a menu @whole', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const sql = new SqlPage(page)
  await openPeople(sql)
  const tools = page.getByRole('button', { name: 'Filter, find, columns' })
  await tools.click()
  await page.getByRole('menuitem', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns of the result' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Show name' }).uncheck()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(sql.grid.getByRole('columnheader')).toHaveText(['Row', 'id int4', 'ok bool'])
  await tools.click()
  await page.getByRole('menuitem', { name: 'Find' }).click()
  await expect(page.getByRole('search').getByRole('textbox')).toBeFocused()
  await tools.click()
  await page.getByRole('menuitem', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Filter id' })).toBeFocused()
  const list = page.getByRole('tablist', { name: 'Results' })
  expect(await list.evaluate((element) => element.clientWidth)).toBeGreaterThan(230)
})

test('on a phone a cell opens over the page, and the focus returns to it @whole', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  const sql = new SqlPage(page)
  await openPeople(sql)
  await sql.cell(1, 0).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Viewing cell details on column: id' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(sql.cell(1, 0)).toBeFocused()
})

test('of a long value the beginning is drawn at first, and of long JSON the lines in view @whole', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste(`select repeat('x', 900000) || 'end' as t,
    (select json_agg(n) from generate_series(1, 90000) n) as j`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('dialog').getByRole('button', { name: RUN }).click()
  await sql.cell(1, 0).click()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: /^Viewing cell details/ })
  await expect(panel).toContainText('900003 characters')
  const value = panel.getByText(/^x+$/)
  expect((await value.innerText()).length).toBe(100_000)
  await panel.getByRole('button', { name: 'Show all' }).click()
  await expect(panel.getByText(/^x+end$/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Show all' })).toBeHidden()
  await sql.cell(1, 1).click()
  await panel.getByRole('button', { name: 'Show all' }).click()
  await panel.getByRole('searchbox', { name: 'Find in the value' }).fill('77777')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('77777', { exact: true })).toBeInViewport()
  expect(await panel.getByRole('listitem').count()).toBeLessThan(200)
})

test('of 1,600 columns only those in view are drawn, with their filters and in the list of columns @whole', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  const columns = Array.from({ length: 1600 }, (_, index) => `n + ${index} as c${index}`).join(', ')
  await sql.paste(`with t(n) as (values (1), (3), (2)) select ${columns} from t`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('dialog').getByRole('button', { name: RUN }).click()
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Show c0', exact: true })).toBeVisible()
  expect(await page.locator('*').count()).toBeLessThan(DRAWN_ELEMENTS)
  await page.getByRole('searchbox', { name: 'Go to a column' }).fill('c1599')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const head = sql.grid.getByRole('columnheader', { name: /^c1599/ })
  await head.getByText('c1599').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('textbox', { name: 'Filter c1599' }).fill('> 1600')
  await expect(page.getByText('2 of 3 rows')).toBeVisible()
  expect(await page.locator('*').count()).toBeLessThan(DRAWN_ELEMENTS)
})

test('of 100,000 rows only those in view are drawn, sorted, filtered, and in the list of values', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste('select n as nr, n % 5000 as md from generate_series(1, 100000) n limit 100000')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('dialog').getByRole('button', { name: RUN }).click()
  await expect(page.getByText('100000 rows', { exact: true })).toBeVisible({ timeout: 40_000 })
  const head = sql.grid.getByRole('columnheader', { name: /^nr/ })
  await head.getByText('nr').click()
  await head.getByText('nr').click()
  await expect.poll(async () => (await ids(sql))[0]).toBe('100000')
  await page.getByRole('button', { name: 'Options of md' }).click()
  await page.getByRole('menuitem', { name: 'Filter by value…' }).click()
  await expect(page.getByRole('dialog', { name: 'Values of md' })).toBeVisible()
  await expect(page.getByText('4000 more values not listed')).toBeVisible()
  expect(await page.locator('*').count()).toBeLessThan(DRAWN_ELEMENTS)
  await page.getByRole('checkbox', { name: 'All listed values' }).uncheck()
  await page.getByRole('searchbox', { name: 'Find a value' }).fill('777')
  await page.getByRole('checkbox', { name: '777 20', exact: true }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('20 of 100000 rows')).toBeVisible()
})

test('when memory is short, the rows of a hidden query give way, and a run brings them back', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await page.addInitScript(() => localStorage.setItem('basedeck:result-budget-mb', '64'))
  await sql.open()
  await sql.run(
    `create table if not exists long_texts as select repeat('x', 1000) as t from generate_series(1, 45000)`,
    {
      confirm: true,
    },
  )
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  const large = 'select t from long_texts limit 100000'
  await sql.paste(large)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('45000 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'New query' }).first().click()
  await expect(sql.editor).toBeFocused()
  await sql.paste(large)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('45000 rows', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Run again to see the rows')).toBeVisible()
})

test('a result takes about what came over the wire, and goes with its tab', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run(
    `create table if not exists long_texts as select repeat('x', 1000) as t from generate_series(1, 45000)`,
    {
      confirm: true,
    },
  )
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  const before = await heldBytes(page)
  await sql.paste('select t from long_texts limit 100000')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('45000 rows', { exact: true })).toBeVisible()
  const ofResult = (await heldBytes(page)) - before
  expect(ofResult).toBeGreaterThan(WIRE_BYTES)
  expect(ofResult).toBeLessThan(WIRE_BYTES * 1.5)
  await page.getByRole('button', { name: 'New query' }).first().click()
  await expect(sql.editor).toBeFocused()
  const tabs = page.getByRole('navigation', { name: 'Open tabs' }).getByRole('listitem')
  await tabs.first().click({ button: 'middle' })
  await expect(tabs).toHaveCount(1)
  await expect.poll(async () => (await heldBytes(page)) - before).toBeLessThan(WIRE_BYTES / 4)
})

/** Elements of a page that draws a screen of a result, with room for its menus. */
const DRAWN_ELEMENTS = 3000

/** Of 45,000 rows of one text of 1,000 characters. */
const WIRE_BYTES = 45_000 * 1011

/** What the page keeps in memory after a collection: objects, and the bytes beside them. */
async function heldBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usage.usedSize + (usage.backingStorageSize ?? Number.NaN)
}
