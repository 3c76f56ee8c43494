/**
 * The rows of a table in a browser.
 * @covers table-editor
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { ran } from './models/run-sql.js'
import { gridCell } from './models/grid-cell.js'
import { expect, test } from './models/test.js'

// Keys are pressed while menus and dialogs fade.
test.use({ usualEngine: 'pglite', contextOptions: { reducedMotion: 'no-preference' } })

const SHOP = `create schema if not exists shop; drop table if exists shop.orders;
create table shop.orders (id int8 primary key, "customer: name" text, total numeric, paid bool, note jsonb);
insert into shop.orders select i, 'Customer ' || i, i * 10, i % 2 = 0, case when i % 3 = 0 then null else '{}'::jsonb end
from (select row_number() over () as i from pg_catalog.pg_attribute limit 250) numbered;
select 'shop.orders'::regclass::oid`

const cellOf = (table: string) => (page: Page, row: number, column: number) =>
  gridCell(page, table, row, column)
const cell = cellOf('orders')

test(
  'a table is read page by page, ordered and filtered; its address says how',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const oid = await ran(page, SHOP)
    await page.goto('/project/default/editor?schema=shop')
    await page.getByRole('link', { name: 'orders', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/editor/${oid}\\?schema=shop$`))
    await expect(page).toHaveTitle(/^orders · /)
    await expect(cell(page, 1, 0)).toHaveText('1')
    await expect(cell(page, 1, 3)).toHaveText('false')
    await expect(page.getByText(/^1–100( of about 250)?$/)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(cell(page, 1, 0)).toHaveText('101')
    await expect(page.getByRole('rowheader', { name: '101', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Count exactly' }).click()
    await expect(page.getByText('101–200 of 250')).toBeVisible()
    await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('500 rows a page')
    await expect(page.getByText('1–250 of 250')).toBeVisible()

    await page.getByRole('columnheader', { name: /^customer: name/ }).click()
    await expect(page).toHaveURL(/sort=customer%253A\+name%3Aasc/)
    await page.getByRole('columnheader', { name: /^customer: name/ }).click()
    await expect(cell(page, 1, 1)).toHaveText('Customer 99')

    const filter = page.getByRole('textbox', { name: 'Filter rows' })
    await filter.pressSequentially('totl > 5')
    await filter.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Begin with a column of this table')
    await filter.fill('')
    await filter.pressSequentially('total > 2400')
    await filter.press('Enter')
    await expect(page.getByText('1–10 of 10')).toBeVisible()
    await filter.pressSequentially('note is null')
    await filter.press('Enter')
    await expect(page.getByText(/^1–[34] of [34]$/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^1–[34] of [34]$/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter note is null' }).click()
    await page.getByRole('button', { name: 'Remove the filter total > 2400' }).click()
    await page.getByRole('button', { name: 'Remove the order by customer: name descending' }).click()
    await expect(page).toHaveURL(new RegExp(`/editor/${oid}\\?schema=shop$`))
    await expect(cell(page, 1, 0)).toHaveText('1')
  },
)

test('what PostgreSQL refuses is told in its words, and the filter can be taken back', async ({ page }) => {
  const oid = await ran(page, SHOP)
  await page.goto(`/project/default/editor/${oid}?schema=shop&filter=id:eq:x`)
  await expect(page.getByText(/invalid input syntax for type bigint: "x"/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter id = x' }).click()
  await expect(cell(page, 1, 0)).toHaveText('1')
})

test('columns are hidden, moved by their menu and kept over a reload; cells are copied', async ({ page }) => {
  const oid = await ran(page, SHOP)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await cell(page, 1, 1).click()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Customer 1')
  const head = page.getByRole('columnheader', { name: /^total/ })
  await head.hover()
  await head.getByRole('button').click()
  await expect(page.getByRole('menuitem', { name: 'Filter by value…' })).toBeHidden()
  await page.getByRole('menuitem', { name: 'Freeze column' }).click()
  await expect(head.getByRole('img', { name: 'Frozen' })).toBeVisible()
  await head.hover()
  await head.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Hide column' }).click()
  await expect(page.getByRole('columnheader', { name: /^total/ })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: /^customer/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^total/ })).toBeHidden()
  await page.getByRole('button', { name: 'Show 1 hidden column' }).click()
  await expect(page.getByRole('columnheader', { name: /^total/ })).toBeVisible()
})

test('an empty table, a view and a table that is gone say what they are', async ({ page }) => {
  await ran(page, 'create table if not exists public.empty_one (id int8)')
  const empty = await ran(page, "select 'public.empty_one'::regclass::oid")
  await page.goto(`/project/default/editor/${empty}`)
  await expect(page.getByText('This table has no rows')).toBeVisible()
  await page.getByRole('button', { name: 'empty_one: Table, sizes and keys' }).click()
  await page.getByRole('link', { name: 'Columns and types' }).click()
  await expect(page.getByRole('heading', { name: 'empty_one' })).toBeVisible()
  await ran(
    page,
    'drop view if exists public.one_view; create view public.one_view as select 1 as one; select 1',
  )
  const view = await ran(page, "select 'public.one_view'::regclass::oid")
  await page.goto(`/project/default/editor/${view}`)
  await expect(page.getByRole('button', { name: 'one_view: View, sizes and keys' })).toHaveText('one_view')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.goto('/project/default/editor/4294967295')
  await expect(page.getByRole('heading', { name: 'This table does not exist' })).toBeVisible()
})

const MEMBERS = `create schema if not exists shop; drop table if exists shop.members; drop type if exists shop.mood;
create type shop.mood as enum ('sad', 'ok');
create table shop.members (id int8 generated by default as identity primary key, name text not null, big numeric default 5,
  is_active bool, mood shop.mood, facts json, address inet, seen timestamptz default now(), twice numeric generated always as (big * 2) stored);
insert into shop.members (name, big, is_active, mood, facts, address) values
  ('Ann', 12345678901234567890.10, true, 'ok', '{"a": 1.00}', '10.0.0.1'), ('Ben', 2, false, null, null, null),
  ('Cleo', 3, null, 'sad', 'null', '10.0.0.0/8');
select 'shop.members'::regclass::oid`

const member = cellOf('members')
const bar = (page: Page) => page.getByRole('region', { name: 'Changes that are not saved' })

test(
  'cells are typed into, kept over a reload, undone, reviewed and saved by the keyboard',
  { tag: '@engines' },
  async ({ page }) => {
    const oid = await ran(page, MEMBERS)
    await page.goto(`/project/default/editor/${oid}?schema=shop`)
    await member(page, 1, 1).click()
    await page.keyboard.type('Anne Ä {"')
    await page.keyboard.press('Tab')
    await page.keyboard.type('12x')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('This is not a number')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    // A field that is left with Escape leaves the keyboard in its cell.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await expect(bar(page)).toContainText('3 changes in 2 rows, not saved')
    await expect(member(page, 2, 2)).toHaveText('NULL')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(member(page, 2, 2)).toHaveText('2')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(member(page, 2, 2)).toHaveText('NULL')
    await page.reload()
    await expect(member(page, 1, 1)).toHaveText('Anne Ä {"')
    await expect(bar(page)).toContainText('3 changes in 2 rows, not saved')
    // Nothing has the focus yet, and then a link beside the page.
    await page.keyboard.press('ControlOrMeta+z')
    await expect(bar(page)).toContainText('2 changes in 1 row, not saved')
    await page.getByRole('link', { name: 'Table Editor' }).first().focus()
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(bar(page)).toContainText('3 changes in 2 rows, not saved')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Review SQL' }).click()
    await expect(page.getByRole('group', { name: 'SQL of the changes' })).toContainText(
      `set "name" = 'Anne Ä {"'`,
    )
    await page.keyboard.press('Escape')
    // The key saves beside the rows too: the focus is on the button of the dialog that was closed.
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Saved 2 rows')).toBeVisible()
    await expect(bar(page)).toBeHidden()
    expect(
      await ran(
        page,
        `select string_agg(concat_ws('|', id, name, big, facts), ';' order by id) from shop.members`,
      ),
    ).toBe('1|Anne Ä {"|12|{"a": 1.00};2|Ben;3|Cleo|3|null')

    // A field over a cell and a field of the form are kept and saved by the key.
    await member(page, 3, 1).dblclick()
    await page.keyboard.press('End')
    await page.keyboard.type(' 2')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(bar(page)).toBeHidden()
    await member(page, 2, 1).click()
    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await page.getByLabel('name', { exact: true }).fill('Benno')
    await page.keyboard.press('ControlOrMeta+s')
    await expect
      .poll(() => ran(page, `select string_agg(name, ';' order by id) from shop.members`))
      .toBe('Anne Ä {";Benno;Cleo 2')
  },
)

test('letters typed on a boolean or an enum choose from its list, the first one too', async ({ page }) => {
  const oid = await ran(page, MEMBERS)
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await member(page, 1, 3).click()
  await page.keyboard.type('f')
  await page.keyboard.press('Enter')
  await expect(member(page, 1, 3)).toHaveText('false')
  await page.keyboard.type('true')
  await page.keyboard.press('Tab')
  await expect(member(page, 2, 3)).toHaveText('true')
  await page.keyboard.type('sadx')
  await expect(page.getByRole('alert')).toHaveText('No value begins with “sadx”')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(member(page, 2, 4)).toHaveText('sad')
  await page.keyboard.type('ok')
  await page.keyboard.press('Escape')
  await expect(member(page, 3, 4)).toHaveText('sad')
  await page.keyboard.type('nu')
  await page.keyboard.press('Enter')
  await expect(member(page, 3, 4)).toHaveText('NULL')
  await expect(bar(page)).toContainText('4 changes in 3 rows, not saved')
})

test('another browser sees a table that was made or dropped, and says so of the one it shows', async ({
  page,
  browser,
}) => {
  const oid = await ran(
    page,
    "drop table if exists public.seen; create table public.seen (id int8); select 'public.seen'::regclass::oid",
  )
  const own = await browser.newContext()
  const other = await own.newPage()
  await other.goto(`/project/default/editor/${oid}?schema=public`)
  await expect(other.getByText('This table has no rows')).toBeVisible()
  await ran(page, 'drop table if exists public.seen_too; create table public.seen_too (id int8); select 1')
  await expect(other.getByRole('link', { name: /seen_too/ })).toBeVisible()
  await ran(page, 'drop table public.seen, public.seen_too; select 1')
  await expect(other.getByRole('heading', { name: 'This table does not exist' })).toBeVisible()
  await own.close()
})

test('a value is shown beside the rows, read whole where the grid shows its beginning', async ({ page }) => {
  const oid = await ran(page, MEMBERS)
  await ran(page, `update shop.members set name = repeat('long ', 5000) || 'end' where id = 2; select 1`)
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await member(page, 1, 5).click()
  await page.keyboard.press('Shift+Enter')
  const panel = page.getByRole('complementary', { name: 'Viewing cell details on column: facts' })
  await expect(panel).toContainText('1.00')
  await member(page, 2, 1).click()
  await expect(page.getByRole('complementary', { name: /column: name/ })).toContainText('25003 characters')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: /column: name/ })).toBeHidden()
})

test('a table is made, gets a row and is deleted without leaving the table editor', async ({ page }) => {
  const oid = await ran(page, MEMBERS)
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await page.getByRole('button', { name: 'New table' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Name', exact: true })
    .pressSequentially('fresh one')
  await page.getByRole('button', { name: 'Create table' }).click()
  const inList = page
    .getByRole('navigation', { name: 'Tables' })
    .getByRole('link', { name: /^Table fresh one/ })
  await inList.click()
  await expect(page).toHaveTitle(/^fresh one · /)
  // A button that can't be pressed looks so.
  const next = page.getByRole('button', { name: 'Next page' })
  await expect(next).toBeDisabled()
  await expect(next).toHaveCSS('opacity', '0.5')
  await page.getByRole('button', { name: 'Insert row' }).first().click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved 1 row')).toBeVisible()
  await inList.hover()
  await page.getByRole('button', { name: 'Actions of fresh one' }).click()
  await page.getByRole('menuitem', { name: 'Delete table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete table fresh one?' })
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(inList).toBeHidden()
  await expect(page).not.toHaveTitle(/^fresh one · /)
})

test('rows are inserted, duplicated and deleted; what PostgreSQL refuses is told at the cell', async ({
  page,
}) => {
  const oid = await ran(page, MEMBERS)
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await member(page, 1, 0).click()
  await page.getByRole('button', { name: 'Insert row' }).click()
  await expect(member(page, 1, 1)).toHaveText('required')
  await expect(member(page, 1, 1)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(bar(page).getByRole('alert')).toContainText('null value in column "name"')
  await expect(member(page, 1, 1)).toHaveAttribute('aria-invalid', 'true')
  await member(page, 1, 1).dblclick()
  await page.keyboard.type('Dora')
  await page.keyboard.press('Enter')
  await member(page, 2, 1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate row' }).click()
  await expect(bar(page)).toContainText('2 new rows')
  await member(page, 4, 1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete row' }).click()
  await expect(bar(page)).toContainText('2 new rows, 1 row to delete, not saved')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved 3 rows')).toBeVisible()
  expect(
    await ran(
      page,
      `select string_agg(concat_ws('|', name, big, mood, address), ';' order by name, id) from shop.members`,
    ),
  ).toBe(
    'Ann|12345678901234567890.10|ok|10.0.0.1;Ann|12345678901234567890.10|ok|10.0.0.1;Cleo|3|sad|10.0.0.0/8;Dora|5',
  )
  // As in a spreadsheet, Shift takes all rows between two numbers.
  await page.getByRole('rowheader', { name: '1', exact: true }).click()
  await page.getByRole('rowheader', { name: '3', exact: true }).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Delete')
  await expect(bar(page)).toContainText('3 rows to delete')
  await page.keyboard.press('ControlOrMeta+z')
  // A drag over the numbers takes rows, too, and Shift+Space the row of the cell.
  await page.getByRole('rowheader', { name: '3', exact: true }).hover()
  await page.mouse.down()
  await page.getByRole('rowheader', { name: '2', exact: true }).hover()
  await page.mouse.up()
  await page.keyboard.press('Delete')
  await expect(bar(page)).toContainText('2 rows to delete')
  await member(page, 1, 2).click()
  await page.keyboard.press('Shift+ ')
  await page.keyboard.press('Delete')
  await expect(bar(page)).toContainText('3 rows to delete')
})

test(
  'a row that others changed or deleted meanwhile is not overwritten',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    const oid = await ran(page, MEMBERS)
    await page.goto(`/project/default/editor/${oid}?schema=shop`)
    for (const row of [1, 2, 3]) {
      await member(page, row, 1).click()
      await page.keyboard.type(`mine ${row}`)
      await page.keyboard.press('Enter')
    }
    await ran(
      page,
      `update shop.members set name = 'theirs ' || id where id < 3; delete from shop.members where id = 3; select 1`,
    )
    await page.getByRole('button', { name: /^Save/ }).click()
    const dialog = page.getByRole('dialog', { name: '3 rows were changed by someone else' })
    await expect(dialog.getByRole('row', { name: 'name Ann mine 1 theirs 1' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('region', { name: 'Row 1' }).getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('region', { name: 'Row 2' }).getByRole('button', { name: 'Take theirs' }).click()
    await page.getByRole('button', { name: 'Drop my changes' }).click()
    await expect(bar(page)).toContainText('1 change in 1 row, not saved')
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('Saved 1 row')).toBeVisible()
    expect(await ran(page, `select string_agg(name, ', ' order by id) from shop.members`)).toBe(
      'mine 1, theirs 2',
    )
  },
)

test('a block from a spreadsheet is pasted, and rows beyond the last become new ones', async ({ page }) => {
  const oid = await ran(page, MEMBERS)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await page.evaluate(() => navigator.clipboard.writeText('"two\nlines"\t7\r\nDora\t\r\n'))
  await member(page, 3, 1).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(bar(page)).toContainText('2 changes in 1 row, 1 new row, not saved')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved 2 rows')).toBeVisible()
  expect(
    await ran(
      page,
      `select string_agg(concat(name, '|', big), ';' order by id) from shop.members where id > 2`,
    ),
  ).toBe('two\nlines|7;Dora|')
})

test('the selected cell stays on its row when rows are added and removed above it', async ({ page }) => {
  const oid = await ran(page, MEMBERS)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await page.evaluate(() => navigator.clipboard.writeText('Cleo\nDora\n'))
  await member(page, 3, 1).click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(bar(page)).toContainText('1 new row, not saved')
  await expect(member(page, 4, 1)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(bar(page)).not.toContainText('new row')
  await expect(member(page, 3, 1)).toBeFocused()

  // A new row takes the selection, and without it there is none: Delete changes nothing.
  await page.getByRole('button', { name: 'Insert row' }).click()
  await expect(member(page, 1, 1)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('gridcell', { selected: true })).toBeHidden()
  await expect(bar(page)).not.toContainText('not saved')

  // What is selected stays selected when an earlier row was deleted elsewhere.
  await member(page, 3, 1).click()
  await ran(page, 'delete from shop.members where id = 1; select 1')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(member(page, 1, 0)).toHaveText('2')
  await expect(member(page, 2, 1)).toHaveAttribute('aria-selected', 'true')

  // The row that was new stays selected when it is saved.
  await page.getByRole('button', { name: 'Insert row' }).click()
  await page.keyboard.type('Eve')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved 1 row')).toBeVisible()
  await expect(member(page, 3, 1)).toHaveText('Eve')
  await expect(member(page, 3, 1)).toBeFocused()
})

const NOTES = `drop table if exists notes; create table notes (id int8 primary key, body text, is_public bool);
insert into notes values (1, 'mine', false), (2, 'ours', true);
alter table notes enable row level security;
create policy public_notes on notes to anon using (is_public);
grant select, update on notes to anon;
select 'notes'::regclass::oid`

test('a table is looked at and changed as a role; what is staged stays with the role', async ({ page }) => {
  const oid = await ran(page, NOTES)
  const note = cellOf('notes')
  await page.goto(`/project/default/editor/${oid}?schema=public`)
  await expect(note(page, 1, 1)).toHaveText('mine')
  const role = page.getByRole('button', { name: /^Role/ })
  await expect(role).toHaveText(/postgres/)
  await page.getByRole('button', { name: 'RLS on · 1 policy' }).click()
  const security = page.getByRole('dialog', { name: 'RLS on · 1 policy' })
  await expect(security.getByRole('heading', { name: 'public_notes' })).toBeVisible()
  await expect(security.getByText('is_public', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await security.getByRole('button', { name: 'Turn off row-level security…' }).click()
  const question = page.getByRole('dialog', { name: 'Turn off row-level security for notes?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await role.click()
  await page.getByRole('radio', { name: /^anon/ }).check()
  await page.getByRole('button', { name: 'Use this role' }).click()
  await expect(note(page, 1, 1)).toHaveText('ours')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(role).toHaveText(/anon/)
  await expect(role).toBeFocused()
  await expect(page.getByRole('button', { name: 'Stop acting as anon' })).toBeVisible()
  await expectAccessible(page)

  await note(page, 1, 1).dblclick()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('theirs')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 change in 1 row, not saved')).toBeVisible()
  await page.reload()
  await expect(note(page, 2, 1)).toHaveText('ours')
  await expect(page.getByText('Made as anon, kept and not saved: 1 change in 1 row')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Act as anon' }).click()
  await expect(note(page, 1, 1)).toHaveText('theirs')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved 1 row')).toBeVisible()
  await ran(page, 'drop policy public_notes on notes; select 1')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('No rows that anon may see')).toBeVisible()
  await page.getByRole('button', { name: 'Stop acting as anon' }).click()
  await expect(note(page, 2, 1)).toHaveText('theirs')
})
