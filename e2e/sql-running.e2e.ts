/**
 * Running and results: roles, plans, the history, what runs now, files, cells, exports.
 * @covers sql/run-*, sql/running-*, sql/past-runs, sql/query-*, sql/result-*, sql/cell-panel, sql/export*, sql/grid-copy, parts/impersonation*, sql/database-*, sql/sql-files, sql/drop-impact*
 */
import { readFile } from 'node:fs/promises'
import { expectAccessible, expectReadable } from './models/accessible.js'
import { RUN, SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'

const ADA_ID = '11111111-1111-4111-8111-111111111111'
const DIARY = `drop table if exists diary; create table diary (owner uuid, entry text);
alter table diary enable row level security;
create policy own on diary to authenticated using (owner = auth.uid());
insert into auth.users (id, email) values ('${ADA_ID}', 'ada@example.com') on conflict do nothing;
insert into diary values ('${ADA_ID}', 'mine'), (gen_random_uuid(), 'theirs')`

test.use({ refusals: /\/(?:query|exports)$/ })

/** What holds quotes is pasted: typed ones would be closed by the editor. */
async function runPasted(sql: SqlPage, text: string): Promise<void> {
  await sql.paste(text)
  await sql.page.keyboard.press('ControlOrMeta+Enter')
  await sql.page.getByRole('dialog').getByRole('button', { name: RUN }).click()
}

test(
  'acting as a user, row-level security holds until it is ended in the header',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run(DIARY, { confirm: true })
    await expect(page.getByText('Success. No rows returned').first()).toBeVisible()
    await page.getByRole('button', { name: /^Role/ }).click()
    await page.getByRole('radio', { name: 'A user', exact: false }).first().check()
    const users = page.getByRole('combobox', { name: 'Find user by email, phone or id…' })
    await users.pressSequentially('zoe')
    await expect(page.getByText('No users found')).toBeVisible()
    await users.fill('')
    await users.pressSequentially('ada')
    const ada = page.getByRole('option', { name: /^ada@example\.com/ })
    await expect(page.getByRole('option')).toHaveCount(1)
    await users.press('ArrowDown')
    await expect(ada).toHaveAttribute('aria-selected', 'true')
    await users.press('Enter')
    await expect(page.getByText('Chosen: ada@example.com')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use this role' }).click()
    const stop = page.getByRole('button', { name: 'Stop acting as ada@example.com' })
    await expect(stop).toBeVisible()

    await sql.run('select entry from diary order by entry')
    await expect(page.getByText('as authenticated', { exact: true })).toBeVisible()
    await expect(sql.grid.getByRole('gridcell', { name: 'mine', exact: true })).toBeVisible()
    await expect(page.getByText('1 row', { exact: true })).toBeVisible()
    await sql.run('select entry,\n nothing from diary')
    await expect(page.getByText(/LINE 2: {2}nothing from diary/)).toBeVisible()
    await expectReadable(page, 'header')

    await stop.click()
    await sql.run('select entry from diary order by entry')
    await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  },
)

test(
  'the statement at the cursor runs alone by its key, and is explained',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.write('select 1 as first;\nselect 2 as second')
    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await expect(sql.grid.getByRole('columnheader', { name: /^second/ })).toBeVisible()
    await page.getByRole('button', { name: 'More ways to run' }).click()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: /^Explain Shows/ }).click()
    await expect(page.getByRole('tab', { name: 'Plan' })).toBeVisible()
    await expect(page.getByText(/Result {2}\(cost=/)).toBeVisible()
    await page.keyboard.press('Shift+Alt+r')
    await expect(page.getByRole('tab', { name: 'Plan' })).toBeHidden()
    await page.keyboard.press('Shift+Alt+r')
    await expect(page.getByRole('tab', { name: 'Plan' })).toBeVisible()
  },
)

test('Explain and analyze of a write asks', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('create table if not exists analyzed (id int)', { confirm: true })
  await sql.write('insert into analyzed values (1)')
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: /^Explain and analyze/ }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('This query contains write operations.')).toBeVisible()
  await question.getByRole('button', { name: RUN }).click()
  await expect(page.getByText(/Insert on analyzed/)).toBeVisible()
})

test('a past run is found by its words, and opens as a new query', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run("select 'from the past' as t")
  await expect(sql.grid.getByRole('gridcell', { name: 'from the past' })).toBeVisible()
  await sql.write('select 2')
  await page.getByRole('tab', { name: 'History' }).click()
  const panel = page.getByRole('tabpanel')
  await expectAccessible(page)
  await panel.getByRole('searchbox', { name: 'Find run…' }).fill('no such words')
  await expect(panel.getByText('No runs found')).toBeVisible()
  await panel.getByRole('searchbox', { name: 'Find run…' }).fill('FROM THE PAST')
  await panel.getByRole('listitem').first().getByRole('button', { name: 'Open in the editor' }).click()
  await expect.poll(() => sql.text()).toBe("select 'from the past' as t")
  await expect(page).not.toHaveURL(/\/sql\/1$/)
  await page.goto('/project/default/sql/1')
  await expect.poll(() => sql.text()).toBe('select 2')
})

test('what runs is listed, and cancelled from the list @full', { tag: '@engines' }, async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run("select pg_sleep(60), 'in the list'", { confirm: true })
  await expect(page.getByText(/^Running for/)).toBeVisible()
  await page.getByRole('tab', { name: 'Running' }).click()
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'in the list' })
  await expect(row.getByText(/^Running, /)).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Cancel query' }).click()
  await expect(page.getByText('The query was cancelled')).toBeVisible()
  await expect(page.getByText('No running queries')).toBeVisible()
})

test('a file opens in a tab of its own, and what is no text says so @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 1')
  const choose = async (name: string, buffer: Buffer) => {
    await sql.openMore()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Open a .sql file…' }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/sql', buffer })
  }
  await choose('report.sql', Buffer.from('select 7 as seven'))
  await expect.poll(() => sql.text()).toBe('select 7 as seven')
  await expect(page).not.toHaveURL(/\/sql\/1$/)
  await expect(page).toHaveTitle(/^report/)
  await choose('picture.sql', Buffer.from([0xff, 0xfe, 0x00, 0x80]))
  await expect(page.getByText('picture.sql can’t be opened: it is not a UTF-8 text')).toBeVisible()
  await expect.poll(() => sql.text()).toBe('select 7 as seven')
  await page.goto('/project/default/sql/1')
  await expect.poll(() => sql.text()).toBe('select 1')
})

test('a block of cells is copied; Markdown is drawn without a script @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await runPasted(
    sql,
    `select n as id, '# Note ' || n || E'\\n\\n<img src=x onerror="document.title=1">\\n\\n**bold**' as note from generate_series(1, 3) n`,
  )
  await sql.grid.getByRole('gridcell', { name: '1', exact: true }).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('1\n2')
  await sql.cell(1, 1).dblclick()
  const panel = page.getByRole('complementary', { name: 'Viewing cell details on column: note' })
  await panel.getByRole('tab', { name: 'Markdown' }).click()
  await expect(panel.getByText('Note 1', { exact: true })).toBeVisible()
  await expect(panel.locator('strong').filter({ hasText: 'bold' })).toBeVisible()
  await expect(panel.locator('img')).toHaveCount(0)
  await expectAccessible(page)
})

test(
  'the whole result is a file with every row, after it was said that it runs again',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await runPasted(sql, `select n, n || '"' as t from generate_series(1, 120000) n`)
    await expect(page.getByText('(Limited to only 100 rows)')).toBeVisible()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Whole result as CSV…' }).click()
    const question = page.getByRole('dialog')
    await expect(question.getByText(/runs again, in a READ ONLY transaction/)).toBeVisible()
    await question.getByLabel('Delimiter').selectOption({ label: 'Semicolon' })
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await question.getByRole('button', { name: 'Export' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('result.csv')
    const lines = (await readFile(await file.path(), 'utf8')).split('\n')
    expect(lines).toHaveLength(120_002)
    expect(lines[120_000]).toBe('120000;"120000"""')
    await expect(page.getByText('result.csv is complete')).toBeVisible()
  },
)

test('a workbook of Excel is offered with what it can’t hold, and is a whole file @whole', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await runPasted(sql, `select n as id, 'a < b' as id from generate_series(1, 30) n`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Whole result as Excel…' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('Several columns have the same name in the file: id.')).toBeVisible()
  await expect(question.getByText(/Numbers of more than 15 digits/)).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('result.xlsx')
  const zip = await readFile(await file.path())
  expect(zip.includes('[Content_Types].xml')).toBe(true)
  await expect(page.getByText('result.xlsx is complete')).toBeVisible()
})

test(
  'a statement that ends its own connection says so, and the next run works',
  { tag: ['@engines', '@full'] },
  async ({ page, engine }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run('select pg_terminate_backend(pg_backend_pid())', { confirm: true })
    // The embedded PostgreSQL does not let its one session end itself.
    const said = engine === 'pglite' ? /permission denied/ : 'The connection to the database was closed'
    await expect(page.getByRole('alert').getByText(said).first()).toBeVisible()
    await sql.run('select 7 as alive')
    await expect(sql.grid.getByRole('gridcell', { name: '7', exact: true })).toBeVisible()
  },
)

test('sixteen hundred columns are a grid like any other @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  const columns = Array.from({ length: 1600 }, (_, index) => `${index} as c${index}`).join(', ')
  await sql.paste(`select ${columns}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await sql.grid.getByRole('gridcell', { name: '0', exact: true }).click()
  await page.keyboard.press('End')
  await expect(sql.grid.getByRole('columnheader', { name: /^c1599/ })).toBeVisible()
  expect(await sql.grid.getByRole('gridcell').count()).toBeLessThan(100)
})
