/**
 * The settings of the data API: what it opens, row-level security from the list, and its form by keyboard.
 * @covers settings/data-api
 */
import { expectAccessible } from './models/accessible.js'
import { QUERY } from './models/run-sql.js'
import { expect, test } from './models/test.js'

test('it is turned on after a look at what that opens, and its settings are changed by keyboard', async ({
  page,
  start,
}) => {
  test.slow()
  const fresh = await start('cluster')
  await page.request.post(`${fresh.url}${QUERY}`, {
    data: {
      query: `create schema shop; grant usage on schema shop to anon; create table public.notes (id int);
     create view public.all_notes as select * from public.notes; select 1`,
    },
  })
  await page.goto(`${fresh.url}/project/default/settings/api`)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('The data API is off')).toBeVisible()

  await page.getByRole('button', { name: 'Turn on…' }).press('Enter')
  const list = page.getByRole('region', { name: 'What applications reach' })
  const row = (name: string) =>
    list.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(row('public.notes')).toContainText('No row-level security')
  await expect(row('public.all_notes')).toContainText('Reads with its owner’s rights')
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Enable row-level security of public.notes' }).press('Enter')
  await expect(row('public.notes')).toContainText('Row-level security decides')
  await list.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 table and 1 view')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('The data API is on')).toBeVisible()

  const form = page.getByRole('form', { name: 'Settings' })
  const rows = form.getByRole('textbox', { name: 'Rows of one answer at most' })
  await rows.fill('0')
  await rows.press('Enter')
  await expect(form.getByText('Enter a whole number from 1 to 1,000,000')).toBeVisible()
  await expect(rows).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('250')
  // Not saved yet: the device keeps it.
  await page.reload()
  await expect(rows).toHaveValue('250')
  await form.getByRole('combobox', { name: 'Add to exposed schemas' }).selectOption('shop')
  await form.getByRole('button', { name: 'Move shop up' }).press('Enter')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('The settings of the data API were saved')).toBeVisible()
  const config = await page.request.get(`${fresh.url}/platform/projects/default/config/postgrest`)
  expect(await config.json()).toMatchObject({ enabled: true, max_rows: 250, schemas: ['shop', 'public'] })
})
