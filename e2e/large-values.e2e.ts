/**
 * Values of 10 MB in the results: of each the beginning is shown, copied and compared, and the page says so.
 * @covers sql
 */
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

test('of values of 10 MB the beginning is shown, copied and compared, and the page says so', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste(`select repeat(E'x\\n', 5000000) || 'end' as t,
    ('["' || repeat('y', 10000000) || '"]')::jsonb as j, decode(repeat('ab', 5000000), 'hex') as b,
    array_fill(1234567, array[1250000]) as a`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
  const said = page.getByText('Only the beginning of a long value was copied').last()
  await sql.cell(1, 1).click()
  await page.keyboard.press('ControlOrMeta+c')
  await expect(said).toBeVisible()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: /^Viewing cell details/ })
  await expect(panel).toContainText('only its beginning is shown here')
  await panel.press('Escape')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('textbox', { name: 'Filter t' }).fill('end')
  await expect(page.getByText('Of long values only the beginning is here')).toBeVisible()
})
