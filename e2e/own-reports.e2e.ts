/**
 * Reports that people make: blocks that only read, parameters as values, order by keyboard, undo, saved by themselves, shared,
 * and filled from the SQL editor.
 * @covers project/own-reports, project/own-report, project/report-*, query/add-to-report, sql/add-to-report
 */
import { expectAccessible } from './models/accessible.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test('a report is made, filled, ordered by keyboard, and there after a reload', async ({ page }) => {
  await page.goto('/project/default/reports')
  await page.getByRole('button', { name: 'New report', exact: true }).click()
  await page.getByRole('button', { name: 'Add a block' }).first().click()
  await page.getByRole('menuitem', { name: 'Chart' }).click()
  await page.getByRole('button', { name: 'Add parameter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('factor')
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Number')
  await dialog.getByRole('textbox', { name: 'Value at first' }).fill('9007199254740993')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  await page.getByRole('textbox', { name: /^Query of/ }).focus()
  await page.keyboard.insertText('select n as at, n * :factor::numeric as exact from generate_series(1, 2) n')
  await page.getByRole('textbox', { name: 'Title' }).fill('Multiples')
  const block = page.getByRole('region', { name: 'Multiples' })
  await block.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(block.getByRole('slider')).toHaveAttribute('aria-valuetext', '2: exact 18014398509481986')

  await page.getByRole('button', { name: 'Add a block' }).first().click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Text 2' }).fill('# What it shows')
  await page.getByRole('button', { name: 'Move Text 2' }).press('ArrowUp')
  await expect(page.getByText('Text 1 is now 1 of 2')).toBeAttached()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expectAccessible(page)

  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('What it shows', { exact: true })).toBeVisible()
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '2: exact 18014398509481986')
  await page.getByRole('textbox', { name: 'factor' }).fill('0.50')
  await page.getByRole('textbox', { name: 'factor' }).press('Enter')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '2: exact 1.00')
  await expectAccessible(page)
})

test.use({ refusals: /\/query$/ })

test('a block that would write is refused, and one that calls more than reads is refused by the platform', async ({
  page,
}) => {
  await page.goto('/project/default/reports')
  await page.getByRole('button', { name: 'New report', exact: true }).click()
  await page.getByRole('button', { name: 'Add a block' }).first().click()
  await page.getByRole('menuitem', { name: 'Rows' }).click()
  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  const query = page.getByRole('textbox', { name: /^Query of/ })
  const run = page.getByRole('region', { name: 'Rows 1' }).getByRole('button', { name: 'Run', exact: true })
  await query.focus()
  await page.keyboard.insertText('create table made_by_a_report (a int)')
  await run.click()
  await expect(page.getByText('A block of a report only reads.')).toBeVisible()
  await query.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('select pg_advisory_lock(1)')
  await run.click()
  await expect(page.getByText(/A report may only read/)).toBeVisible()
})

test('a chart of the SQL editor becomes a block of a new report', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste(`select 'a' as what, 3 as count union all select 'b', 4`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show as chart' }).click()
  await page.getByRole('button', { name: 'Add to report' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title of the chart' }).fill('Counts')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'View it here' }).click()
  await expect(page.getByRole('region', { name: 'Counts' }).getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    'b: count 4',
  )
  await page.getByRole('link', { name: 'All reports' }).click()
  await page.getByRole('button', { name: 'Actions of Counts' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'Counts' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Counts' })).toBeVisible()
})
