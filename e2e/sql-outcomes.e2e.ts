/**
 * What a run says of itself: what was kept, what ended with it, and the other way in which a text may run.
 * @covers sql
 */
import { expect, test } from './models/test.js'
import { SqlPage } from './models/sql-page.js'

test('success is never said of what was rolled back @full', { tag: '@engines' }, async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('drop table if exists lost; begin; create table lost (id int); insert into lost values (1)', {
    confirm: true,
  })
  await expect(page.getByText('Rolled back. No rows returned')).toBeVisible()
  await expect(page.getByText('INSERT, 1 row affected, then rolled back')).toBeVisible()
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await expect(page.getByText('nothing after the last COMMIT was kept').first()).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Rolled back').first()).toBeVisible()
})

test('a run says what ended with it', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('create temp table scratch (id int)', { confirm: true })
  await expect(
    page.getByText('Ended with this run: the temporary table scratch. Every run has a new session'),
  ).toBeVisible()
})

test('a pasted dump loads without what is refused here @full', { tag: '@engines' }, async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  const dump = [
    '--',
    '-- PostgreSQL database dump',
    '--',
    '',
    '\\restrict abc',
    'DROP TABLE IF EXISTS public.pasted;',
    'CREATE TABLE public.pasted (id integer, name text);',
    '--',
    '-- Name: pasted; Type: TABLE; Schema: public; Owner: nobody_here',
    '--',
    'ALTER TABLE public.pasted OWNER TO nobody_here;',
    'COPY public.pasted (id, name) FROM stdin;',
    "1\tit's",
    '2\t\\N',
    '\\.',
    'GRANT SELECT ON TABLE public.pasted TO nobody_here;',
    '\\unrestrict abc',
  ].join('\n')
  await sql.run(dump, { confirm: true })
  const alert = page.getByRole('alert').filter({ hasText: 'nobody_here' })
  await expect(alert).toContainText('2 statements are refused here; nothing was kept:')
  await expect(alert).toContainText('Line 11: ALTER TABLE public.pasted OWNER TO nobody_here')
  await alert.getByRole('button', { name: 'Run without these 2' }).click()
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await expect(page.getByText('\\restrict abc · \\unrestrict abc')).toBeVisible()
  await sql.run('select id, name from pasted order by id')
  await expect(sql.grid.getByRole('gridcell', { name: "it's", exact: true })).toBeVisible()
})

test('statements that want no transaction run one at a time', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('drop table if exists swept; create table swept (id int); vacuum swept', { confirm: true })
  await expect(page.getByText('this one can’t run inside a transaction')).toBeVisible()
  await page.getByRole('button', { name: 'Run one statement at a time' }).click()
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await sql.run("select to_regclass('swept') is not null as kept", { confirm: true })
  await expect(sql.grid.getByRole('gridcell', { name: 'true', exact: true })).toBeVisible()
})

test('Explain and analyze leaves nothing behind', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('drop table if exists measured; create table measured (id int)', { confirm: true })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await sql.write('insert into measured select generate_series(1, 3)')
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: /^Explain and analyze/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
  await expect(page.getByText('Measured, then rolled back', { exact: true })).toBeVisible()
  await sql.run('select count(*) from measured')
  await expect(sql.grid.getByRole('gridcell', { name: '0', exact: true })).toBeVisible()
})

test(
  'a parameter is asked for, kept with the query, and sent as it was typed',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run('select :who::text as who, {{count}}::int + 1 as more')
    await expect(page.getByText('The parameters who, count need values')).toBeVisible()
    const who = page.getByRole('textbox', { name: 'Value of who' })
    await who.pressSequentially("it's $1")
    await page.getByRole('textbox', { name: 'Value of count' }).pressSequentially('41')
    await page.keyboard.press('Enter')
    await expect(sql.grid.getByRole('gridcell', { name: "it's $1", exact: true })).toBeVisible()
    await expect(sql.grid.getByRole('gridcell', { name: '42', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'who is NULL' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'who is NULL' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('textbox', { name: 'Value of count' })).toHaveValue('41')
  },
)

test(
  'the history says what became of a write that a reload ended @full',
  { tag: '@engines' },
  async ({ page }) => {
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run('drop table if exists cut_off; create table cut_off (id int)', { confirm: true })
    await expect(page.getByText('Success. No rows returned')).toBeVisible()
    await sql.run('insert into cut_off select 1 from pg_sleep(60)', { confirm: true })
    await expect(sql.cancelButton).toBeEnabled()
    await page.reload()
    await page.getByRole('tab', { name: 'History' }).click()
    const past = page
      .getByRole('tabpanel', { name: 'History' })
      .getByRole('listitem')
      .filter({ hasText: 'insert into cut_off' })
    await expect(past).toContainText('Rolled back')
    await sql.run('select count(*) from cut_off')
    await expect(sql.grid.getByRole('gridcell', { name: '0', exact: true })).toBeVisible()
  },
)
