/**
 * The ways of the keyboard through a page: one stop for each list, F6 round the panes, Enter into what was opened, and out of the
 * editor.
 * @covers table-editor sql storage
 */
import type { Page } from '@playwright/test'
import { gridCell } from './models/grid-cell.js'
import { arrowTo } from './models/keyboard.js'
import { ran } from './models/run-sql.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

/** Presses Tab until the focus is in this element; gives the number of presses. */
async function tabsTo(page: Page, selector: string, most: number): Promise<number> {
  for (let presses = 1; presses <= most; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return presses
  }
  throw new Error(`${most} presses of Tab do not lead to ${selector}`)
}

/** A schema of many tables, each with two rows; gives the oid of the first. */
function manyTables(page: Page, schema: string): Promise<string> {
  const names = Array.from({ length: 30 }, (_, at) => `shelf_${String(at + 10)}`)
  const tables = names.map(
    (name) =>
      `create table ${schema}.${name} (id int8 primary key, title text); insert into ${schema}.${name} values (1, 'a'), (2, 'b');`,
  )
  return ran(
    page,
    `drop schema if exists ${schema} cascade; create schema ${schema}; ${tables.join(' ')}
     select '${schema}.shelf_10'::regclass::oid`,
  )
}

const list = (page: Page) => page.getByRole('navigation', { name: 'Tables' })

test('the first row is a few Tabs away, however many tables there are, and one F6', async ({ page }) => {
  const oid = await manyTables(page, 'library')
  await page.goto(`/project/default/editor/${oid}?schema=library`)
  await expect(gridCell(page, 'shelf_10', 1, 0)).toHaveText('1')
  await expect(list(page).getByRole('link')).toHaveCount(30)

  await page.getByRole('link', { name: 'Skip to content' }).focus()
  // Header, navigation, tabs, the list's fields, the list, the filter.
  expect(await tabsTo(page, '[role=gridcell]', 40)).toBeLessThanOrEqual(26)
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  expect(await tabsTo(page, '[role=gridcell]', 40)).toBeLessThanOrEqual(12)

  await page.reload()
  await expect(gridCell(page, 'shelf_10', 1, 0)).toHaveText('1')
  await page.keyboard.press('F6')
  await expect(gridCell(page, 'shelf_10', 1, 0)).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect(page.getByRole('button', { name: 'Add a filter' })).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect(list(page).getByRole('link', { name: 'Table shelf_10' })).toBeFocused()
  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await expect(gridCell(page, 'shelf_10', 1, 0)).toBeFocused()
})

test('the arrows go along the tables, Enter leads into the rows, and a press stays in the list', async ({
  page,
}) => {
  const oid = await manyTables(page, 'archive')
  await page.goto(`/project/default/editor/${oid}?schema=archive`)
  await expect(gridCell(page, 'shelf_10', 1, 0)).toHaveText('1')
  const link = (name: string) => list(page).getByRole('link', { name: `Table ${name}` })
  await link('shelf_10').focus()
  await page.keyboard.press('ArrowDown')
  await expect(link('shelf_11')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(list(page).getByRole('button', { name: 'Actions of shelf_11' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(list(page).getByRole('button', { name: 'Actions of shelf_39' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(link('shelf_38')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(gridCell(page, 'shelf_38', 1, 0)).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('Shift+F6')
  await expect(link('shelf_38')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(gridCell(page, 'shelf_38', 1, 0)).toBeFocused()

  await link('shelf_12').click()
  await expect(gridCell(page, 'shelf_12', 1, 0)).toHaveText('1')
  await expect(link('shelf_12')).toBeFocused()
})

test('a toolbar is one stop, and a removed control leaves the focus on the page @whole', async ({ page }) => {
  const oid = await manyTables(page, 'attic')
  await page.goto(`/project/default/editor/${oid}?schema=attic`)
  await expect(gridCell(page, 'shelf_10', 1, 0)).toHaveText('1')
  await page.getByRole('button', { name: 'Refresh', exact: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Role postgres' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: 'Add a filter' })).toBeFocused()
  await page.getByRole('button', { name: 'shelf_10: Table, sizes and keys' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Columns and types' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'shelf_10' }).first()).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
})

test('Esc and then Tab leave the editor, as it says to whoever comes by the keyboard @whole', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 1')
  await page.keyboard.press('Tab')
  await expect.poll(() => sql.text()).toBe('select 1  ')
  await expect(page.getByText('Esc, then Tab leaves the editor')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('separator', { name: 'Resize the results' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(sql.editor).toBeFocused()
  await expect(page.getByText('Esc, then Tab leaves the editor')).toBeVisible()
  await expect(sql.editor).toHaveAttribute('aria-description', 'Esc, then Tab leaves the editor')
  // The next key but Tab is one of the text again.
  await page.keyboard.press('Escape')
  await page.keyboard.type('x')
  await page.keyboard.press('Tab')
  await expect(sql.editor).toBeFocused()

  await page.keyboard.press('F6')
  await expect(page.getByRole('tab', { selected: true, name: 'Result' })).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect(sql.editor).toBeFocused()
})

test('? lists the keys of tables, files and panes @whole', async ({ page }) => {
  await page.goto('/project/default')
  await expect(page.getByText('Healthy')).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const label of [
    'Go to the next part of the page',
    'Leave the editor: Esc first, then Tab',
    'Change the value; typing replaces it',
    'Open the folder',
    'Move the tab',
  ])
    await expect(sheet.getByText(label, { exact: true })).toBeVisible()
  // A dialog keeps the focus.
  await page.keyboard.press('F6')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('a bucket is made, opened and left by the keyboard, and its files are one F6 away', async ({ page }) => {
  await page.goto('/project/default/storage/buckets')
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: /^Search/ })
  await field.fill('new bucket')
  await expect(page.getByRole('option', { selected: true })).toContainText('New bucket')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('satchel')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/buckets\/satchel$/)
  await expect(dialog).toBeHidden()
  await page.getByRole('toolbar').getByRole('button', { name: 'Refresh', exact: true }).focus()
  await arrowTo(page, 'New folder')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
  await page.keyboard.type('letters')
  const made = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/buckets/satchel/'),
  )
  await page.keyboard.press('Enter')
  await made
  const folder = page.getByRole('treeitem', { name: 'letters' })
  await expect(folder).toBeVisible()

  await page.goto('/project/default/storage/buckets')
  const bucket = page.getByRole('list', { name: 'Buckets' }).getByRole('link', { name: 'satchel' })
  await bucket.focus()
  await page.keyboard.press('Enter')
  await expect(folder).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('Shift+F6')
  await expect(bucket).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(folder).toBeFocused()
})

test('the rows of a list are one stop, and so are its heads @whole', async ({ page }) => {
  await manyTables(page, 'cellar')
  await page.goto('/project/default/database/tables?schema=cellar')
  const table = page.getByRole('table')
  await expect(table.getByRole('link', { name: 'shelf_39' })).toBeVisible()
  await table.getByRole('columnheader').getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(table.getByRole('columnheader').getByRole('button').nth(1)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(table.getByRole('link', { name: 'shelf_10' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(table.getByRole('link', { name: 'shelf_11' })).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('table') ?? null)).toBeNull()
})
