/**
 * A result of the SQL editor as a chart: chosen, read by keyboard and as a table, saved, kept with its query.
 * @covers query/chart-pane, query/kept-chart, parts/result-chart, parts/shown-chart
 */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './models/accessible.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

const SALES = `select date '2026-11-01' as day, 9007199254740993 as sold, -1.50 as margin
union all select '2026-11-02', 2, null union all select '2026-11-04', 3, 4`

test('a result becomes a chart, exact in its table and file, and stays one', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste(SALES)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show as chart' }).click()
  const slider = page.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', '2026-11-01: sold 9007199254740993, margin -1.50')
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '2026-11-02: sold 2, margin –')
  await expect(page.getByText(/drawn rounded/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Kind of chart' }).selectOption('Bars')
  await page.getByRole('switch', { name: 'Stacked' }).check()
  await page.getByRole('switch', { name: 'Running total' }).check()
  await page.getByRole('button', { name: 'Show table' }).click()
  await expect(page.getByRole('cell', { name: '9007199254740998', exact: true })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.trimEnd().split('\n')).toEqual([
    'day,sold,margin',
    '2026-11-01,9007199254740993,-1.50',
    '2026-11-02,9007199254740995,',
    '2026-11-04,9007199254740998,2.50',
  ])

  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await sql.runButton.click()
  await expect(page.getByRole('combobox', { name: 'Kind of chart' })).toHaveValue('bar')
  await page.getByRole('button', { name: 'Show as chart' }).click()
  await expect(sql.grid.getByRole('gridcell').first()).toBeVisible()
})
