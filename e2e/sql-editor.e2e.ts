/**
 * The SQL editor, as a person uses it.
 * @covers sql
 */
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'
import { RUN, SqlPage } from './models/sql-page.js'

test('a table is made, filled and read', { tag: ['@engines', '@full'] }, async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('drop table if exists notes; create table notes (id int8 primary key, body text)', {
    confirm: true,
  })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await sql.run("insert into notes values (9007199254740993, 'exact'), (2, null)", { confirm: true })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await sql.run('select id, body from notes order by id')
  await expect(sql.grid.getByRole('columnheader', { name: /^id\s*int8/ })).toBeVisible()
  await expect(sql.grid.getByRole('columnheader', { name: /^body\s*text/ })).toBeVisible()
  await expect(sql.grid.getByRole('gridcell', { name: '9007199254740993', exact: true })).toBeVisible()
  await expect(sql.grid.getByRole('gridcell', { name: 'NULL', exact: true })).toBeVisible()
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
})

test('a write asks first, and Cancel leaves everything as it was', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('drop table notes')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'This query contains write operations. Are you sure you want to execute it?',
  )
  await expect(dialog).toContainText('Make sure you are not accidentally removing something important.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await sql.run('select count(*) from notes')
  await expect(sql.grid.getByRole('gridcell', { name: '2', exact: true })).toBeVisible()
})

test(
  'a write hidden in a view passes the guard, is refused by the database, and is then asked about',
  { tag: '@engines' },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run(
      `drop table if exists visits cascade; create table visits (n int);
     create function visit() returns int language sql as 'insert into visits values (1) returning n';
     create view front_door as select visit() as visitor`,
      { confirm: true },
    )
    await expect(page.getByText('Success. No rows returned').first()).toBeVisible()
    await sql.run('select * from front_door')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('This query involves running a function.')
    await expect(dialog).toContainText('cannot execute INSERT in a read-only transaction')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await sql.run('select count(*) from visits')
    await expect(sql.grid.getByRole('gridcell', { name: '0', exact: true })).toBeVisible()
  },
)

test('the limit is added to a plain select, and named in the footer', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('create table if not exists many_numbers as select n from generate_series(1, 250) n', {
    confirm: true,
  })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await sql.run('select * from many_numbers')
  await expect(page.getByText('(Limited to only 100 rows)')).toBeVisible()
  await page.getByRole('button', { name: /^Limit/ }).click()
  await page.getByRole('menuitemradio', { name: 'No limit' }).click()
  await sql.run('select * from many_numbers')
  await expect(page.getByText('250 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Limit/ }).click()
  await page.getByRole('menuitemradio', { name: '100 rows' }).click()
})

test('a selection runs alone', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select 1 as first\nselect 2 as second')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(sql.grid.getByRole('columnheader', { name: /^second/ })).toBeVisible()
})

test('each statement has its result', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('select 1 as one; select 2 as two;')
  await page.getByRole('tab', { name: /^Result 1/ }).click()
  await expect(sql.grid.getByRole('columnheader', { name: /^one/ })).toBeVisible()
  await page.getByRole('tab', { name: /^Result 2/ }).click()
  await expect(sql.grid.getByRole('columnheader', { name: /^two/ })).toBeVisible()
})

test('an error says what and where, and marks its line @full', { tag: '@engines' }, async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('select 1\nfrom no_such_table')
  await expect(page.getByText('ERROR: 42P01: relation "no_such_table" does not exist')).toBeVisible()
  await expect(page.getByText(/LINE 2: from no_such_table/)).toBeVisible()
  await expect(page.locator('.squiggly-error')).toBeVisible()

  // Of several statements which one, what the ones before gave, and what became of them.
  await sql.run('select 41 + 1 as before;\nselect 2\nfrom no_such_table')
  const error = page.getByRole('alert').filter({ hasText: '42P01' })
  await expect(error).toContainText('Statement 2 of 2, line 2: select 2')
  await expect(error).toContainText('Changes of the statements before it were rolled back.')
  await page.getByRole('tab', { name: /^Result/ }).click()
  await expect(sql.grid.getByRole('gridcell', { name: '42', exact: true })).toBeVisible()
})

test('text that is no SQL is told before any question, and runs anyway when that is wanted', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('what is this?;\n')
  // The grammar has come.
  await expect(page.locator('.squiggly-error')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  const told = page.getByRole('alert').filter({ hasText: 'syntax error at or near "what"' })
  await expect(told).toContainText('Nothing was run.')
  await told.getByRole('button', { name: 'Run anyway' }).click()
  await page.getByRole('dialog').getByRole('button', { name: RUN }).click()
  await expect(page.getByText(/LINE 1: what is this/)).toBeVisible()

  await sql.run('\\d people')
  await expect(page.getByText('\\d is a command of psql, not SQL')).toBeVisible()
})

test('the question says what was found: what only reads, and what destroys', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('selct 1;\n')
  await expect(page.locator('.squiggly-error')).toBeVisible()
  const question = page.getByRole('dialog')
  await sql.run('show search_path')
  await expect(question).toContainText('This query contains write operations.')
  await expect(question).toContainText('A statement begins with SHOW, not with select; nothing in it writes')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await sql.run('-- a note, nothing else')
  await expect(question).toHaveCount(0)
  await sql.run('truncate nothing_here')
  await expect(question).toContainText('empties a table')
  await question.getByRole('button', { name: 'Cancel' }).click()
})

test(
  'what only calls functions runs read-only by the first answer, and may be kept',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run("-- rounded\nselect round(1.5) as rounded, 'kept' as note")
    const question = page.getByRole('dialog')
    await expect(question).toContainText('This query involves running a function.')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(question.getByRole('button').first()).toHaveText(/^Run read-only/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await sql.editor.focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    await question.getByLabel('Run this read-only without asking').click()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(sql.grid.getByRole('gridcell', { name: 'kept', exact: true })).toBeVisible()
    await expect(page.getByText('read-only transaction').first()).toBeVisible()
    await sql.run("-- rounded\nselect round(1.5) as rounded, 'kept' as note")
    await expect(page.getByText('1 row', { exact: true })).toBeVisible()
    await expect(question).toHaveCount(0)
    await page.getByRole('button', { name: 'More ways to run' }).click()
    await page.getByRole('menuitem', { name: 'Ask again before this query runs' }).click()
    await sql.editor.focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
  },
)

test(
  'a write that a function hides asks again, for a writable run',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run(
      `create table if not exists calls (n int); create or replace function call_it() returns int language sql
     as 'insert into calls values (1) returning n'`,
      { confirm: true },
    )
    await expect(page.getByText('Success. No rows returned').first()).toBeVisible()
    await sql.run('select call_it() as called')
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Run read-only' }).click()
    await expect(question).toContainText('cannot execute INSERT in a read-only transaction')
    await expect(question.getByRole('button', { name: 'Run read-only' })).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(sql.grid.getByRole('gridcell', { name: '1', exact: true })).toBeVisible()
  },
)

test(
  'an unfinished text says so, and no limit or explain of the product',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run('select 1 as one,\n  2 +')
    await expect(page.getByText(/^ERROR: +42601: syntax error at end of input$/)).toBeVisible()
    await expect(page.getByText(/LINE 2: +2 \+\s+\^/)).toBeVisible()
    await expect(page.getByText(/limit 100/)).toHaveCount(0)
    await sql.write('select gone')
    await page.getByRole('button', { name: 'More ways to run' }).click()
    await page.getByRole('menuitem', { name: /^Explain Shows/ }).click()
    await expect(page.getByText(/^ERROR: +42703: column "gone" does not exist$/)).toBeVisible()
    await expect(page.getByText('LINE 1: select gone')).toBeVisible()
  },
)

test('characters that look like others are marked, named and replaced @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write('select\u00a0‘a – b’ as note')
  await expect(page.locator('.squiggly-warning').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/a special space \(U\+00A0\), a typographic quote/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Replace look-alike characters' }).click()
  await expect(page.getByText('3 characters replaced')).toBeVisible()
  await sql.editor.focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(sql.grid.getByRole('gridcell', { name: 'a – b', exact: true })).toBeVisible()
})

test('Cancel really cancels', { tag: '@engines' }, async ({ page, engine }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('select pg_sleep(60)', { confirm: true })
  await expect(page.getByText(/^Running for/)).toBeVisible()
  if (engine !== 'pglite') {
    const other = await page.request.post('/platform/pg-meta/default/query', {
      data: { query: 'select count(*)::int4 as tables from pg_class' },
    })
    expect((await other.json())[0].tables).toBeGreaterThan(0)
  }
  await sql.cancelButton.click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await sql.run('select 7 as alive')
  await expect(sql.grid.getByRole('gridcell', { name: '7', exact: true })).toBeVisible()
})

test('a closed tab cancels its run @full', { tag: '@engines' }, async ({ page, context, engine }) => {
  const closing = new SqlPage(await context.newPage())
  await closing.open()
  await closing.run("select pg_sleep(50), 'of a closed tab'", { confirm: true })
  await expect(closing.page.getByText(/^Running for/)).toBeVisible()
  await closing.page.close()
  const sql = new SqlPage(page)
  await sql.open()
  const query =
    "select count(*) from pg_stat_activity where query like '%of a closed tab%' and state = 'active' and pid <> pg_backend_pid()"
  await expect
    .poll(async () => {
      const answer = await page.request.post('/platform/pg-meta/default/query', { data: { query } })
      return (await answer.json())[0].count
    })
    .toBe('0')
  expect(engine).toBeTruthy()
})

test('a reload keeps the text @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.write("select 'kept über 😀 reload' as t")
  await page.reload()
  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  await expect.poll(() => sql.text()).toBe("select 'kept über 😀 reload' as t")
})

test('5 MB of SQL are refused with a sentence, and kept @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.paste(`select '${'x'.repeat(100)}'\n`.repeat(50_000))
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Query is too large to be run via the SQL Editor')).toBeVisible()
  await expect(page.getByText(`select '${'x'.repeat(100)}'`).first()).toBeVisible()
  await sql.write('select 1')
})

test(
  'a million rows are cut where the page would drown, and the footer says so',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run('select n, n::text as t from generate_series(1, 1000000) n limit 1000000', {
      confirm: true,
    })
    await expect(page.getByText('100000 rows', { exact: true })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByText('(Limited to only 100000 rows)')).toBeVisible()
  },
)

test('a cell opens in the side panel and is copied as it is stored @whole', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('select 12345678901234567890.10 as amount')
  const cell = sql.grid.getByRole('gridcell', { name: '12345678901234567890.10', exact: true })
  await cell.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'View cell content' }).click()
  await expect(page.getByText('Viewing cell details on column: amount')).toBeVisible()
  await page.keyboard.press('Escape')
  await cell.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy cell content' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('12345678901234567890.10')
})

test('an empty query offers templates, and nothing of the toolbar moves while one runs @whole', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await page.goto('/project/default/sql/templates')
  await page.getByRole('button', { name: /^Largest tables/ }).click()
  await expect(sql.editor).toBeFocused()
  await expect.poll(() => sql.text()).toContain('pg_total_relation_size')
  const toolbar = page.getByRole('toolbar')
  const positions = async () => {
    const boxes = await Promise.all((await toolbar.getByRole('button').all()).map((one) => one.boundingBox()))
    return boxes.map((box) => box && [Math.round(box.x), Math.round(box.y), Math.round(box.width)])
  }
  const before = await positions()
  expect(before.length).toBeLessThanOrEqual(7)
  await sql.run('select pg_sleep(60)', { confirm: true })
  await expect(sql.cancelButton).toBeVisible()
  expect(await positions()).toEqual(before)
  await sql.cancelButton.click()
  await expect(page.getByRole('tab', { name: 'Error' })).toBeVisible()
  expect(await positions()).toEqual(before)
})
