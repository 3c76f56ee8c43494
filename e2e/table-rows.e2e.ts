/**
 * One row of a table, and the rows that its values refer to, in a browser.
 * @covers table-editor
 */
import { readFile } from 'node:fs/promises'

import { expectAccessible } from './models/accessible.js'
import { SqlPage } from './models/sql-page.js'
import { ran } from './models/run-sql.js'
import { gridCell as cell } from './models/grid-cell.js'
import { expect, test } from './models/test.js'

test.use({ usualEngine: 'pglite' })

const TEAM = (schema: string) => `drop schema if exists ${schema} cascade; create schema ${schema};
create table ${schema}.people (id int8 primary key, name text, manager int8 references ${schema}.people);
create table ${schema}.visits (id int8 generated always as identity primary key, person int8 references ${schema}.people,
  day date not null default '2026-01-31', at timestamptz, note text);
comment on column ${schema}.visits.note is 'What was said';
insert into ${schema}.people select i, 'Person ' || i, nullif(i - 1, 0)
  from (select row_number() over () as i from pg_catalog.pg_attribute limit 250) numbered;
insert into ${schema}.visits (person, note) select case when i % 3 = 0 then null else i end, 'Note ' || i
  from (select row_number() over () as i from pg_catalog.pg_attribute limit 150) numbered;
select '${schema}.visits'::regclass::oid`

test(
  'a value leads to the row that it refers to, by mouse and by key, and the way back leads back',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const oid = await ran(page, TEAM('follow'))
    await page.goto(`/project/default/editor/${oid}?schema=follow`)
    await cell(page, 'visits', 5, 1).hover()
    await cell(page, 'visits', 5, 1).getByRole('button', { name: 'Show the row of follow.people' }).click()
    const peek = page.getByRole('complementary', { name: 'Row of follow.people' })
    await expect(peek.getByText('Person 5', { exact: true })).toBeVisible()
    await expectAccessible(page)
    // The row that is shown follows the selection.
    await cell(page, 'visits', 7, 1).click()
    await expect(peek.getByText('Person 7', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(peek).toBeHidden()
    await page.keyboard.press('Control+Enter')
    await expect(peek.getByText('Person 7', { exact: true })).toBeVisible()
    await peek.getByRole('link', { name: 'Open the row in follow.people' }).click()
    await expect(page).toHaveURL(/schema=follow&filter=id%3Aeq%3A7/)
    await expect(cell(page, 'people', 1, 1)).toHaveText('Person 7')

    // A reference to the same table.
    await cell(page, 'people', 1, 2).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open the row in follow.people' }).click()
    await expect(cell(page, 'people', 1, 1)).toHaveText('Person 6')
    await page.goBack()
    await expect(cell(page, 'people', 1, 1)).toHaveText('Person 7')
  },
)

test(
  'a row is edited as a form: typed, chosen from another table, emptied, and saved',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const oid = await ran(page, TEAM('form'))
    await page.goto(`/project/default/editor/${oid}?schema=form`)
    await page.getByRole('rowheader', { name: '2', exact: true }).dblclick()
    const form = page.getByRole('complementary', { name: 'Row 2' })
    await expect(form.getByLabel('id', { exact: true })).toHaveAttribute('readonly')
    await expect(form.getByText('What was said')).toBeVisible()
    await form.getByLabel('note', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and more', { delay: 20 })
    await page.keyboard.press('Enter')
    await expect(cell(page, 'visits', 2, 4)).toHaveText('Note 2 and more')
    await form.getByRole('button', { name: 'More for person' }).click()
    await page.getByRole('menuitem', { name: 'Choose a row of form.people…' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a row of form.people' })
    await expect(picker.getByRole('option')).toHaveCount(100)
    await page.keyboard.type('person 249', { delay: 20 })
    await expect(picker.getByRole('option')).toHaveCount(1)
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(picker).toBeHidden()
    await expect(cell(page, 'visits', 2, 1)).toHaveText('249')

    const day = form.getByLabel('day', { exact: true })
    await day.fill('')
    await day.press('Enter')
    await expect(form.getByRole('alert')).toHaveText('This column can’t be NULL')
    await day.press('Escape')
    await expect(day).toHaveValue('2026-01-31')
    await expect(form).toBeVisible()
    // What is typed is kept when another row is opened.
    await form.getByLabel('note', { exact: true }).fill('Last words')
    await form.getByRole('button', { name: 'Next row' }).click()
    await expect(page.getByRole('complementary', { name: 'Row 3' })).toBeVisible()
    await expect(cell(page, 'visits', 2, 4)).toHaveText('Last words')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved 1 row')).toBeVisible()
    expect(await ran(page, `select concat_ws('|', person, day, note) from form.visits where id = 2`)).toBe(
      '249|2026-01-31|Last words',
    )
  },
)

test('the last page is shown without counting the rows, and the pages before it lead to the first', async ({
  page,
}) => {
  await ran(page, TEAM('pages'))
  const oid = await ran(page, `select 'pages.people'::regclass::oid`)
  await page.goto(`/project/default/editor/${oid}?schema=pages`)
  await expect(cell(page, 'people', 1, 1)).toHaveText('Person 1')
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(cell(page, 'people', 1, 1)).toHaveText('Person 151')
  await expect(page.getByRole('rowheader', { name: '-100', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(cell(page, 'people', 1, 1)).toHaveText('Person 51')
  await page.getByRole('button', { name: 'Count exactly' }).click()
  await expect(page.getByText('51–150 of 250')).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByText('1–100 of 250')).toBeVisible()
  await expect(page.getByRole('button', { name: 'First page' })).toBeDisabled()
  await expectAccessible(page)
})

test(
  'sizes, keys and foreign keys of a table are shown beside its rows, and lead to other tables',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const oid = await ran(page, TEAM('facts'))
    await page.goto(`/project/default/editor/${oid}?schema=facts`)
    await expect(cell(page, 'visits', 1, 4)).toHaveText('Note 1')
    await page.getByRole('button', { name: 'visits: Table, sizes and keys' }).click()
    const facts = page.getByRole('dialog', { name: 'About this table' })
    await expect(facts.getByText('facts.visits', { exact: true })).toBeVisible()
    await expect(facts.getByText('Index size')).toBeVisible()
    await expect(facts.getByText(/^\d+ KB$/).first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(facts).toBeHidden()
    await page.getByRole('button', { name: 'visits: Table, sizes and keys' }).click()
    await facts.getByRole('link', { name: 'facts.people (id)' }).click()
    await expect(cell(page, 'people', 1, 1)).toHaveText('Person 1')
    await expect(facts).toBeHidden()
  },
)

test('a filter is chosen by the mouse, and a tab leads to the rows that it showed', async ({ page }) => {
  const oid = await ran(page, TEAM('tabs'))
  await page.goto(`/project/default/editor/${oid}?schema=tabs`)
  await page.getByRole('button', { name: 'Add a filter' }).click()
  const form = page.getByRole('dialog', { name: 'Add a filter' })
  await form.getByRole('combobox', { name: 'Column' }).selectOption('person')
  await form.getByRole('combobox', { name: 'Operator' }).selectOption('is')
  await form.getByRole('combobox', { name: 'Value' }).selectOption('not null')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('1–100 of 100')).toBeVisible()
  await cell(page, 'visits', 3, 4).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Exclude this value' }).click()
  await expect(page.getByText('1–99 of 99')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter note <> Note 4' }).click()
  await expect(page.getByText('1–100 of 100')).toBeVisible()
  await page.getByRole('button', { name: 'Change the filter person is not null' }).click()
  await form.getByRole('combobox', { name: 'Value' }).selectOption('null')
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('1–50 of 50')).toBeVisible()

  const grid = page.getByRole('grid', { name: 'Rows of visits' })
  const top = () => grid.evaluate((element) => element.scrollTop)
  await grid.hover()
  await page.mouse.wheel(0, 400)
  await expect.poll(top).toBeGreaterThan(300)
  const scrolled = await top()
  const tab = page.getByRole('navigation', { name: 'Open tabs' }).getByRole('link', { name: 'visits' })
  await tab.dblclick()
  await page.getByRole('link', { name: 'Table people' }).click()
  await expect(cell(page, 'people', 1, 1)).toHaveText('Person 1')
  await tab.click()
  await expect(page.getByText('1–50 of 50')).toBeVisible()
  await expect.poll(top).toBe(scrolled)
})

test('the whole table is exported, and the rows that match', async ({ page }) => {
  const oid = await ran(page, TEAM('files'))
  await page.goto(`/project/default/editor/${oid}?schema=files`)
  await page.getByRole('textbox', { name: 'Filter rows' }).pressSequentially('id <= 120')
  await page.getByRole('textbox', { name: 'Filter rows' }).press('Enter')
  await expect(page.getByText(/^1–100/)).toBeVisible()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(page.getByText('All rows that match the filters')).toBeVisible()
  await page.getByRole('menuitem', { name: 'All rows as CSV…' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).last().click()
  const path = await (await download).path()
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(121)
  expect(lines[0]).toBe('id,person,day,at,note')
  expect(lines[2]).toBe('2,2,2026-01-31,,Note 2')
})

test(
  'rows of a query are edited where they are shown, and the query says when they can’t be',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    await ran(page, TEAM('query'))
    const sql = new SqlPage(page)
    await sql.open()
    await sql.run('select id, name from query.people order by id')
    await expect(page.getByText('Rows of query.people can be edited')).toBeVisible()
    const grid = page.getByRole('grid')
    const at = (row: number, column: number) =>
      grid.getByRole('row').nth(row).getByRole('gridcell').nth(column)
    await at(2, 1).click()
    await page.keyboard.type('Ada', { delay: 60 })
    await page.keyboard.press('Enter')
    await expect(at(2, 1)).toHaveText('Ada')
    await expect(page.getByText('1 change in 1 row, not saved')).toBeVisible()
    await expectAccessible(page)
    await ran(page, `update query.people set name = 'Eve' where id = 2; select 1`)
    await page.getByRole('button', { name: 'Save' }).last().click()
    const conflict = page.getByRole('dialog', { name: 'A row was changed by someone else' })
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save' }).last().click()
    await expect(page.getByText('Saved 1 row')).toBeVisible()
    expect(await ran(page, 'select name from query.people where id = 2')).toBe('Ada')
    // The query ran again.
    await expect(at(2, 1)).toHaveText('Ada')
    await at(3, 1).click()
    await page.keyboard.type('Zoe', { delay: 60 })
    await page.keyboard.press('Control+s')
    await expect(page.getByText('1 change in 1 row, not saved')).toBeHidden()
    await expect.poll(() => ran(page, 'select name from query.people where id = 3')).toBe('Zoe')

    await sql.run('select name from query.people')
    await expect(page.getByText('Read-only: select id to edit rows')).toBeVisible()
    await at(1, 0).press('Enter')
    await expect(page.getByRole('complementary', { name: /name/ })).toBeVisible()
  },
)

test('a row is chosen from a cell’s menu by typing at once: the panel has the keyboard', async ({ page }) => {
  const oid = await ran(page, TEAM('chosen'))
  await page.goto(`/project/default/editor/${oid}?schema=chosen`)
  await cell(page, 'visits', 5, 1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Choose a row of chosen.people…' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose a row of chosen.people' })
  await expect(picker.getByRole('option')).toHaveCount(100)
  // The menu has faded: until then it could still take the keyboard back.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.type('Person 142')
  // The only row that is found, without waiting for it.
  await page.keyboard.press('Enter')
  await expect(cell(page, 'visits', 5, 1)).toHaveText('142')
})

test('while a foreign key is typed the rows that it may refer to are offered, by the keyboard alone', async ({
  page,
}) => {
  const oid = await ran(
    page,
    `create schema if not exists offered; drop table if exists offered.visits, offered.people;
create table offered.people (id int8 primary key, name text);
insert into offered.people values (7, 'Ann'), (8, 'Ben'), (70, 'Cleo');
create table offered.visits (id int8 primary key, person_id int8 references offered.people);
insert into offered.visits values (1, 7);
select 'offered.visits'::regclass::oid`,
  )
  await page.goto(`/project/default/editor/${oid}?schema=offered`)
  const person = cell(page, 'visits', 1, 1)
  await person.click()
  await page.keyboard.press('F2')
  const field = page.getByRole('combobox', { name: 'person_id' })
  const rows = page
    .getByRole('listbox', { name: 'Rows of offered.people to choose from' })
    .getByRole('option')
  await expect(rows).toHaveText(['7Ann', '8Ben', '70Cleo'])
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('be')
  await expect(rows).toHaveText(['8Ben'])
  await expect(field).toHaveValue('be')
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveValue('be')
  await page.keyboard.press('Escape')
  await expect(rows.first()).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect(person).toContainText('8')

  // What is typed stays as it is typed: the only match is not taken for it.
  await expect(person).toBeFocused()
  await page.keyboard.type('7')
  await expect(rows).toHaveText(['7Ann', '70Cleo'])
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect(person).toHaveText('7')
  await person.dblclick()
  await rows.filter({ hasText: 'Cleo' }).click()
  await expect(person).toContainText('70')
})
