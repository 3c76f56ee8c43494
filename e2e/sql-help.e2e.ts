/**
 * Help while one writes SQL, as a person uses it: names of the real catalogue, meanings, formatting, problems.
 * @covers sql/sql-help, sql/late-help, sql/helped-editor, sql/sql-problems, sql/hover-lines, sql/formatting, sql/schema-tree*
 */
import type { Page } from '@playwright/test'
import { expectAccessible, expectReadable } from './models/accessible.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'
import { typed } from './models/typing.js'
import { TYPED_FRAGMENTS } from '../packages/core/src/testing/typed-fragments.js'

const TABLES = `drop table if exists order_items, people, latecomers;
  create table people (id bigint generated always as identity primary key, email text not null, "Full name" text);
  create table order_items (id bigint primary key, person_id bigint references people, total numeric);
  create table latecomers (id bigint);
  comment on table people is 'Who orders'`

async function open(page: Page): Promise<SqlPage> {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run(TABLES, { confirm: true })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  return sql
}

const suggestions = (page: Page) => page.locator('.suggest-widget.visible').getByRole('option')

test('names come from the catalogue while one types: tables, columns by their alias, quotes where they are needed', async ({
  page,
}) => {
  const sql = await open(page)
  await sql.write('select * from ')
  // What was just created is known.
  await page.keyboard.type('peop')
  await expect(suggestions(page).first()).toHaveAccessibleName(/^people/)
  await page.keyboard.press('Enter')
  await expect.poll(() => sql.text()).toContain('select * from people')

  await sql.write('select  from people p join order_items o on o.person_id = p.id')
  await page.keyboard.press('Home')
  for (let step = 0; step < 'select '.length; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('p.')
  await expect(suggestions(page)).toHaveCount(3)
  await expect(suggestions(page).nth(1)).toHaveAccessibleName(/email.*text/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect.poll(() => sql.text()).toContain('select p."Full name" from')
  await expect(suggestions(page)).toHaveCount(0)
})

test('what the tables say is offered: what a foreign key joins and how, values of an enum, columns in full', async ({
  page,
}) => {
  const sql = await open(page)
  await sql.run(
    `drop table if exists parcels; drop type if exists stage;
     create type stage as enum ('packed', 'sent'); create table parcels (id bigint, stage stage)`,
    { confirm: true },
  )
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  const first = suggestions(page).first()
  await sql.write('select * from people p join ')
  await page.keyboard.type('ord')
  await expect(first).toHaveAccessibleName(/^order_items/)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' i on ')
  await page.keyboard.press('ControlOrMeta+Space')
  await expect(first).toHaveAccessibleName(/^i\.person_id = p\.id/)
  await page.keyboard.press('Enter')
  await expect.poll(() => sql.text()).toBe('select * from people p join order_items i on i.person_id = p.id')

  await sql.write('select * from parcels where stage = ')
  await page.keyboard.type("'")
  await expect(first).toHaveAccessibleName(/^packed/)
  await page.keyboard.type('s')
  await expect(first).toHaveAccessibleName(/^sent/)
  await page.keyboard.press('Tab')
  await expect.poll(() => sql.text()).toBe("select * from parcels where stage = 'sent'")

  await sql.write('select * from parcels')
  await page.keyboard.press('Home')
  for (let step = 0; step < 'select *'.length; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ControlOrMeta+Space')
  await expect(first).toHaveAccessibleName(/^\* as its columns/)
  await page.keyboard.press('Enter')
  await expect.poll(() => sql.text()).toBe('select id, stage from parcels')
})

test('names that come after the word are offered for it @whole', async ({ page }) => {
  let letNamesCome = () => {}
  const isTime = new Promise<void>((resolve) => (letNamesCome = resolve))
  await page.route('**/query', async (route) => {
    if (route.request().postData()?.includes('pg_attribute')) await isTime
    await route.continue()
  })
  const sql = await open(page)
  await sql.write('select * from ')
  await page.keyboard.type('late')
  await expect.poll(() => sql.text()).toBe('select * from late')
  await expect(suggestions(page)).toHaveCount(0)
  letNamesCome()
  await expect(suggestions(page).first()).toHaveAccessibleName(/^latecomers/)
})

test('names that come while an older list is shown take its place @whole', async ({ page }) => {
  const sql = await open(page)
  await sql.write('select * from ')
  await page.keyboard.type('late')
  await expect(suggestions(page)).toHaveCount(1)
  let letNamesCome = () => {}
  const isTime = new Promise<void>((resolve) => (letNamesCome = resolve))
  await page.route('**/query', async (route) => {
    if (route.request().postData()?.includes('pg_attribute')) await isTime
    await route.continue()
  })
  await sql.run('drop table if exists latest; create table latest (id bigint)', { confirm: true })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await sql.write('select * from ')
  await page.keyboard.type('late')
  await expect(suggestions(page)).toHaveCount(1)
  letNamesCome()
  await expect(suggestions(page)).toHaveCount(2)
  await expect(suggestions(page).filter({ hasText: 'latest' })).toBeVisible()
})

test('Enter on a whole word is a new line, and an alias is not completed into a word', async ({ page }) => {
  const sql = await open(page)
  await sql.write('')
  await page.keyboard.type('select * from people p')
  await page.keyboard.press('Enter')
  await page.keyboard.type('limit 1')
  await page.keyboard.press('Escape')
  await expect.poll(() => sql.text()).toBe('select * from people p\nlimit 1')
  // A blank ends a word, also one that a longer phrase begins with.
  await sql.write('')
  await page.keyboard.type('insert into people select 1 on', { delay: 90 })
  await expect(suggestions(page).filter({ hasText: 'on conflict' })).toBeVisible()
  await page.keyboard.type(' ')
  await expect(suggestions(page)).toHaveCount(0)
})

test('a name says what it is; what the grammar refuses is underlined, and says why', async ({ page }) => {
  const sql = await open(page)
  await sql.write('select email from people;\nselct 2;\n')
  const wrong = page.locator('.squiggly-error')
  await expect(wrong).toHaveCount(1)
  const said = page.locator('.monaco-hover:visible').first()
  const pointAt = (word: string) => page.locator('.view-line span span', { hasText: word }).first().hover()
  // The names may still be on their way: one points again.
  await expect(async () => {
    await pointAt('selct')
    await expect(said).toContainText('syntax error at or near "selct"', { timeout: 1_000 })
    await pointAt('people')
    await expect(said).toContainText('Who orders', { timeout: 1_000 })
  }).toPass()
  await sql.write('select email from people;\nselect 2;\n')
  await expect(wrong).toHaveCount(0)
})

test('formatting keeps the meaning and the cursor, and one undo takes it back', async ({ page }) => {
  const sql = await open(page)
  const text = "SELECT id,email FROM people WHERE email='X'"
  await sql.write(text)
  await page.keyboard.press('Shift+Alt+f')
  await expect.poll(() => sql.text()).toBe("select\n  id,\n  email\nfrom\n  people\nwhere\n  email = 'X'")
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => sql.text()).toBe(text)
  await page.keyboard.press('Shift+Alt+f')
  await expect.poll(() => sql.text()).toContain('from\n')
  await page.keyboard.type('!')
  await expect.poll(() => sql.text()).toMatch(/'X'!$/)
  const format = page.getByRole('button', { name: 'Format the text or the selection' })
  await sql.write('SELECT 1')
  await format.click()
  await expect.poll(() => sql.text()).toBe('select\n  1')
  await expect(sql.editor).toBeFocused()
  await sql.write('\\d people')
  await format.click()
  await expect(page.getByText('This text can’t be formatted')).toBeVisible()
  await expect.poll(() => sql.text()).toBe('\\d people')
})

test('Tab indents by two blanks, as the formatter does, and the next line keeps the indentation @whole', async ({
  page,
}) => {
  const sql = await open(page)
  await sql.write('')
  await page.keyboard.type('select')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1,')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await expect.poll(() => sql.text()).toBe('select\n  1,\n  2')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => sql.text()).toBe('select\n  1,\n2')
})

test('find, comment, several cursors; Tab can leave the editor; axe finds nothing', async ({ page }) => {
  const sql = await open(page)
  await sql.write('select 1')
  await page.keyboard.press('ControlOrMeta+/')
  await expect.poll(() => sql.text()).toBe('-- select 1')
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await page.keyboard.press('Escape')
  await sql.write('one\ntwo')
  await page.keyboard.press('Shift+Alt+ArrowUp')
  await page.keyboard.type('s')
  await expect.poll(() => sql.text()).toBe('ones\ntwos')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+m')
  await page.keyboard.press('Tab')
  await expect(sql.editor).not.toBeFocused()

  await sql.write('select em from people')
  for (let step = 0; step < ' from people'.length; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ControlOrMeta+Space')
  await expect(suggestions(page).first()).toBeVisible()
  await expectReadable(page, '.suggest-widget')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})

/** Twenty short fragments of the rule's table, some for each clause, typed without a pause. */
const SHORT = TYPED_FRAGMENTS.filter(({ length }) => length < 26)
const FRAGMENTS = SHORT.filter((_, index) => index % Math.floor(SHORT.length / 20) === 0)
const PARTS = 2

for (let part = 0; part < PARTS; part += 1) {
  test(`what is typed stays as it is typed, whatever is offered meanwhile (${part + 1} of ${PARTS}) @whole`, async ({
    page,
  }) => {
    const sql = await open(page)
    for (const fragment of FRAGMENTS.filter((_, index) => index % PARTS === part)) {
      expect(await typed(page, sql, fragment, 90)).toBe(fragment)
    }
  })
}

test('a tree of thousands of rows draws those in view, and the keyboard reaches all', async ({ page }) => {
  const sql = new SqlPage(page)
  await sql.open()
  const columns = "select string_agg('c' || n || ' int', ', ' order by n) from generate_series(1, 1500) n"
  await sql.run(`do $$ begin execute 'create table wide (' || (${columns}) || ')'; end $$`, { confirm: true })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await page.getByRole('tab', { name: 'Tables' }).click()
  await page.getByRole('searchbox', { name: 'Find table…' }).fill('wide')
  const tree = page.getByRole('tree', { name: 'Tables of the project' })
  const row = (name: string) => tree.getByRole('treeitem', { name, exact: true })
  await row('wide').focus()
  await page.keyboard.press('ArrowRight')
  await expect(row('c1')).toBeVisible()
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(120)

  await page.keyboard.press('End')
  await expect(tree.getByRole('treeitem').last()).toBeFocused()
  await expect(row('c1500')).toBeInViewport()
  await page.keyboard.press('Home')
  await expect(row('public')).toBeFocused()
  await page.keyboard.press('c')
  await expect(row('c1')).toBeFocused()

  await tree.hover()
  await page.mouse.wheel(0, 20_000)
  await expect(row('c720')).toBeInViewport()
  await expect(row('c720')).toHaveAttribute('aria-posinset', '720')
  await expect(row('c720')).toHaveAttribute('aria-setsize', '1500')
  await expect(row('c1')).toBeFocused()
  await expect(row('c100')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(row('c2')).toBeFocused()
  await expect(row('c2')).toBeInViewport()
  await expectAccessible(page)
})

test('the schema tree is beside the editor; names are inserted, and calls show their arguments', async ({
  page,
}) => {
  const sql = new SqlPage(page)
  await sql.open()
  await sql.run('create table if not exists crates (id bigint, "Sent at" timestamptz)', { confirm: true })
  await expect(page.getByText('Success. No rows returned')).toBeVisible()
  await page.getByRole('tab', { name: 'Tables' }).click()
  const tree = page.getByRole('tree', { name: 'Tables of the project' })
  await page.getByRole('searchbox', { name: 'Find table…' }).fill('crat')
  const crates = tree.getByRole('treeitem', { name: 'crates' })
  await crates.click()
  await sql.write('')
  await sql.editor.pressSequentially('select date_trunc(', { delay: 90 })
  await expect(page.locator('.parameter-hints-widget')).toContainText(
    'date_trunc(text, timestamp with time zone)',
  )
  await sql.editor.pressSequentially("'day', ", { delay: 90 })
  await tree.getByRole('treeitem', { name: 'Sent at' }).dblclick()
  await expect.poll(() => sql.text()).toBe(`select date_trunc('day', "Sent at"`)
  await page.keyboard.press('End')
  await page.keyboard.type(') from ')
  await crates.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => sql.text()).toBe(`select date_trunc('day', "Sent at") from crates`)
  await expect(sql.editor).toBeFocused()
  await expectAccessible(page)
})
