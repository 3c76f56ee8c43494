/**
 * A second front end on the same core, without React.
 * @covers sql/sql-editor, sql/query-pane, catalogue/catalogue-list
 */
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { expect, test } from './models/test.js'
import { RUN } from './models/sql-page.js'

const ROOT = fileURLToPath(new URL('../examples/plain-dom', import.meta.url))

test('a front end in plain DOM runs SQL, asks before a write, and lists the tables', async ({
  page,
  platform,
}) => {
  process.env['BASEDECK_PLATFORM_URL'] = platform.url
  await build({ root: ROOT, logLevel: 'error' })
  const server = await preview({ root: ROOT, logLevel: 'error', preview: { port: 0 } })
  try {
    await page.goto(`${server.resolvedUrls?.local[0]}project/default/sql/1`)
    const editor = page.getByRole('textbox', { name: 'SQL' })
    await editor.fill('select 9007199254740993::int8 as id, null::text as gone')
    await editor.press('ControlOrMeta+Enter')
    await expect(page.getByRole('row', { name: '9007199254740993 NULL' })).toBeVisible()
    await expect(page.getByText('1 row', { exact: false })).toBeVisible()

    await editor.fill('create table if not exists plain_dom (id int8 primary key)')
    await page.getByRole('button', { name: 'Run' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('This query contains write operations.')
    await dialog.getByRole('button', { name: RUN }).click()
    await expect(page.getByText('Success. No rows returned')).toBeVisible()
    await expect(dialog).toBeHidden()

    await editor.fill('select nothing from plain_dom')
    await page.getByRole('button', { name: 'Run' }).click()
    await expect(page.getByRole('alert')).toContainText('column "nothing" does not exist')

    await page.getByRole('link', { name: 'Tables' }).click()
    await expect(page.getByRole('heading', { name: 'Tables' })).toBeVisible()
    await page.getByRole('searchbox').fill('plain_d')
    await expect(page.getByRole('cell', { name: 'plain_dom', exact: true })).toBeVisible()
    await page.goBack()
    await expect(editor).toHaveValue('select nothing from plain_dom')
  } finally {
    // Open streams would break with the server, and the console would report it.
    await page.goto('about:blank')
    await server.close()
  }
})
