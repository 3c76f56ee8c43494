/**
 * Tables and columns are made, changed, copied and deleted in a browser.
 * @covers database, catalogue, structure
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { databaseSession } from './models/database-session.js'
import { rowsOf } from './models/run-sql.js'
import { expect, test } from './models/test.js'

/** A schema of the test's own. */
async function startWith(page: Page, schema: string, sql = ''): Promise<void> {
  await rowsOf(page, `drop schema if exists ${schema} cascade; create schema ${schema}; ${sql}`)
  await page.goto(`/project/default/database/tables?schema=${schema}`)
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const column = (page: Page, number: number) =>
  page.getByRole('group', { name: `Column ${number}`, exact: true })

/** In the panel, not in the list behind it. */
const nameField = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })

test(
  'a table is made with a foreign key, changed, and read back @full',
  { tag: '@engines' },
  async ({ page }) => {
    await startWith(
      page,
      'made',
      `create table made.customers (id int8 generated always as identity primary key, name text)`,
    )
    await page.getByRole('button', { name: 'New table' }).click()
    await expect(nameField(page)).toBeFocused()
    await nameField(page).pressSequentially('My "orders".😀')
    await page.getByRole('button', { name: 'Add column' }).click()
    await column(page, 3).getByRole('textbox', { name: 'Column name' }).pressSequentially('customer_id')
    const type = column(page, 3).getByRole('combobox', { name: 'Type' })
    await type.fill('')
    await type.pressSequentially('int8')
    await page.getByRole('option', { name: /^bigint/ }).click()
    await expect(type).toHaveValue('bigint')
    await page.getByRole('button', { name: 'Add foreign key' }).click()
    await page.getByRole('combobox', { name: 'Referenced table' }).pressSequentially('customers')
    await page.getByRole('option', { name: 'made.customers' }).click()
    await page.getByRole('combobox', { name: 'When the referenced row is deleted' }).selectOption('cascade')
    await expect(
      page.getByText('foreign key ("customer_id") references "made"."customers" ("id") on delete cascade'),
    ).toBeVisible()
    await expect(page.getByText(/^SHARE ROW EXCLUSIVE lock on made\.customers/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create table' }).click()
    await expect(page.getByText('Table My "orders".😀 created')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()

    await choose(page, 'My "orders".😀', 'Edit table')
    await nameField(page).fill('orders')
    await column(page, 2).getByRole('button', { name: 'Remove column created_at' }).click()
    await column(page, 2).getByRole('button', { name: 'More of column customer_id' }).click()
    await column(page, 2).getByRole('switch', { name: 'Nullable' }).click()
    await column(page, 2).getByRole('textbox', { name: 'Comment' }).fill('Who ordered')
    await expect(page.getByText(/ACCESS EXCLUSIVE lock .* while all of its rows are read/)).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save and lose it' }).click()
    await expect(page.getByText('Table orders saved')).toBeVisible()
    expect(
      await rowsOf(
        page,
        `select attname, attnotnull::text, col_description(attrelid, attnum) from pg_attribute
       where attrelid = 'made.orders'::regclass and attnum > 0 and not attisdropped order by attnum`,
      ),
    ).toEqual([
      ['id', 'true', null],
      ['customer_id', 'true', 'Who ordered'],
    ])
  },
)

test('a table is saved without a column, or with a type that cuts values, only after a question', async ({
  page,
}) => {
  await startWith(
    page,
    'losing',
    `create table losing.prices (id int8 primary key, price numeric, note text);
     insert into losing.prices values (1, 1.75, 'a'), (2, 2, 'b'), (3, null, null);
     create view losing.notes as select note from losing.prices`,
  )
  await choose(page, 'prices', 'Edit table')
  const type = column(page, 2).getByRole('combobox', { name: 'Type' })
  await column(page, 3).getByRole('button', { name: 'Remove column note' }).click()
  await type.fill('int4')
  await type.press('Tab')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Save the changes of prices?' })
  await expect(question.getByText('The column note and its 2 values are deleted.')).toBeVisible()
  await expect(question.getByText('1 value of price changes with the type int4: 1.75 → 2.')).toBeVisible()
  await expect(question.getByText('view losing.notes')).toBeVisible()
  await expectAccessible(page)
  const save = question.getByRole('button', { name: 'Save and lose it' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(type).toHaveValue('int4')
  expect(await rowsOf(page, 'select price, note from losing.prices order by id')).toEqual([
    ['1.75', 'a'],
    ['2', 'b'],
    [null, null],
  ])

  // The column comes back under another name, with its values.
  await type.fill('numeric')
  await type.press('Tab')
  await page.getByRole('button', { name: 'Add column' }).click()
  await column(page, 3).getByRole('textbox', { name: 'Column name' }).fill('remark')
  await page.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Keep the values: rename note to remark' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Table prices saved')).toBeVisible()
  expect(await rowsOf(page, 'select price, remark from losing.prices order by id')).toEqual([
    ['1.75', 'a'],
    ['2', 'b'],
    [null, null],
  ])

  await choose(page, 'prices', 'Edit table')
  await column(page, 3).getByRole('button', { name: 'Remove column remark' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('switch', { name: /CASCADE/ }).click()
  await question.getByRole('textbox').fill('prices')
  await save.click()
  await expect.poll(() => rowsOf(page, `select to_regclass('losing.notes')::text`)).toEqual([[null]])
})

test('bad input is told at its field, PostgreSQL’s error at its column, and what was typed stays', async ({
  page,
}) => {
  await startWith(page, 'wrong', 'create table wrong.taken (id int8)')
  await page.getByRole('button', { name: 'New table' }).click()
  await page.getByRole('button', { name: 'Create table' }).click()
  await expect(nameField(page)).toBeFocused()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await nameField(page).fill('taken')
  await page.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByText(/wrong has a table, view, sequence, index or type called taken/)).toBeVisible()
  await nameField(page).fill('new')
  await column(page, 2).getByRole('combobox', { name: 'Type' }).fill('no_such_type')
  await column(page, 2).getByRole('combobox', { name: 'Default' }).fill("'open")
  await page.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByText('A quote is not closed')).toBeVisible()
  await column(page, 2).getByRole('combobox', { name: 'Default' }).fill('')
  await page.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByRole('alert')).toHaveText('created_at: type "no_such_type" does not exist')
  await expect(column(page, 2).getByRole('combobox', { name: 'Type' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Discard what you typed?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'New table' }).click()
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
  await expect(nameField(page)).toHaveValue('new')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a table that was changed meanwhile is not saved over', async ({ page }) => {
  await startWith(page, 'meanwhile', 'create table meanwhile.notes (id int8 primary key, note text)')
  await choose(page, 'notes', 'Edit table')
  await nameField(page).fill('remarks')
  await rowsOf(page, 'alter table meanwhile.notes drop column note, add column at date')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The table was changed since you opened this form')).toBeVisible()
  await expect(page.getByText('It has a new column at.')).toBeVisible()
  await expect(page.getByText('Its column note was deleted.')).toBeVisible()
  await expect(nameField(page)).toHaveValue('remarks')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load the table as it is now' }).click()
  await expect(nameField(page)).toHaveValue('notes')
  await expect(column(page, 2).getByRole('textbox', { name: 'Column name' })).toHaveValue('at')
})

test('the name of a button that gets the focus back covers no other button @whole', async ({ page }) => {
  await startWith(
    page,
    'told',
    `create table told.customers (id int8 primary key);
     create table told.orders (id int8 primary key)`,
  )
  const actions = (table: string) => page.getByRole('button', { name: `Actions of ${table}`, exact: true })
  await actions('customers').hover()
  await expect(page.getByRole('tooltip')).toHaveCSS('pointer-events', 'none')
  await choose(page, 'customers', 'Delete table')
  await expect(page.getByRole('dialog', { name: 'Delete table customers?' })).toBeVisible()
  await page.mouse.move(0, 0)
  await page.keyboard.press('Escape')
  await expect(actions('customers')).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await actions('orders').click()
  await expect(page.getByRole('menuitem', { name: 'View rows' })).toBeVisible()
})

test('deleting lists what depends on it, and wants the name before it cascades', async ({ page }) => {
  await startWith(
    page,
    'gone',
    `create table gone.customers (id int8 primary key);
     create table gone.orders (customer int8 references gone.customers);
     create view gone.ids as select id from gone.customers`,
  )
  await choose(page, 'customers', 'Delete table')
  const dialog = page.getByRole('dialog', { name: 'Delete table customers?' })
  await expect(dialog.getByText('view gone.ids')).toBeVisible()
  await expect(dialog.getByText('constraint orders_customer_fkey on table gone.orders')).toBeVisible()
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('switch', { name: /CASCADE/ }).click()
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await dialog.getByRole('textbox').pressSequentially('customers')
  await remove.click()
  await expect(page.getByText('customers deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'customers', exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'orders', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'ids', exact: true })).toBeHidden()
})

test(
  'columns are made and deleted, row-level security and realtime switched, a table copied',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    await startWith(
      page,
      'parts',
      `create table parts.notes (id int8 generated always as identity primary key, note text);
     insert into parts.notes (note) values ('a'), ('b')`,
    )
    await choose(page, 'notes', 'View columns')
    await page.getByRole('button', { name: 'New column' }).click()
    const panel = page.getByRole('dialog', { name: 'New column of notes' })
    await panel.getByRole('textbox', { name: 'Column name' }).fill('key')
    await panel.getByRole('combobox', { name: 'Type' }).fill('uuid')
    await panel.getByRole('combobox', { name: 'Default' }).fill('gen_random_uuid()')
    await expect(panel.getByText(/while the whole table is rewritten/)).toBeVisible()
    await panel.getByRole('button', { name: 'Create column' }).click()
    await expect(page.getByText('Column key created')).toBeVisible()
    await choose(page, 'note', 'Delete column')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Column note deleted')).toBeVisible()

    await page.getByRole('switch', { name: 'Row-level security' }).click()
    await expect(page.getByText('The table has no policies')).toBeVisible()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByRole('switch', { name: 'Row-level security' })).toBeChecked()
    await page.getByRole('switch', { name: 'Realtime' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('switch', { name: 'Realtime' })).toBeChecked()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'All tables' }).click()
    await choose(page, 'notes', 'Duplicate table')
    await page.getByRole('switch', { name: 'Copy the rows too' }).click()
    await page.getByRole('button', { name: 'Duplicate table' }).click()
    await expect(page.getByText('Table notes_copy created')).toBeVisible()
    expect(
      await rowsOf(
        page,
        'insert into parts.notes_copy default values returning id, (select count(*) from parts.notes_copy)',
      ),
    ).toEqual([['3', '2']])
  },
)

test('by keyboard alone: a table is made, opened by its menu and deleted @whole', async ({ page }) => {
  await startWith(page, 'keys')
  await page.getByRole('button', { name: 'New table' }).focus()
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('typed', { delay: 20 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Table typed created')).toBeVisible()
  const actions = page.getByRole('button', { name: 'Actions of typed' })
  await actions.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'View rows' })).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete table typed?' })
  await expect(dialog.getByText('Nothing else depends on it.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(actions).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'View rows' })).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Nothing else depends on it.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('typed deleted')).toBeVisible()
})

test('what is added to a table’s form takes the focus, and what is removed passes it on @whole', async ({
  page,
}) => {
  await startWith(page, 'added')
  await page.getByRole('button', { name: 'New table' }).click()
  await expect(nameField(page)).toBeFocused()
  const names = page.getByRole('textbox', { name: 'Column name' })
  const focus = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await focus('Add column')
  await expect(names.nth(2)).toBeFocused()
  await page.keyboard.type('note', { delay: 20 })
  await focus('Remove column created_at')
  await expect(page.getByRole('button', { name: 'Remove column note' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove column id' })).toBeFocused()
  await focus('Add foreign key')
  await expect(page.getByRole('combobox', { name: 'Referenced table' })).toBeFocused()
  await focus('Remove foreign key')
  await expect(page.getByRole('button', { name: 'Add foreign key' })).toBeFocused()
})

test('a table of 1,600 columns can be edited @whole', async ({ page }) => {
  const columns = Array.from({ length: 1600 }, (_, index) => `c${index} bool`).join(', ')
  await startWith(page, 'wide', `create table wide.many (${columns})`)
  await choose(page, 'many', 'Edit table')
  await expect(column(page, 100)).toBeVisible()
  await expect(column(page, 101)).toBeHidden()
  await page.getByRole('searchbox', { name: 'Find column…' }).fill('c1599')
  await column(page, 1600).getByRole('textbox', { name: 'Column name' }).fill('last')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Table many saved')).toBeVisible()
  expect(
    await rowsOf(
      page,
      `select attname from pg_attribute where attrelid = 'wide.many'::regclass and attnum = 1600`,
    ),
  ).toEqual([['last']])
})

test('a table is moved to another schema: its tab, its address and its list follow', async ({ page }) => {
  await startWith(
    page,
    'moved_from',
    `create schema if not exists "moved ""to"""; drop table if exists "moved ""to""".notes;
     create table moved_from.notes (id int8 primary key, note text)`,
  )
  await page.getByRole('link', { name: 'notes', exact: true }).click()
  await expect(page).toHaveURL(/\/editor\/\d+\?schema=moved_from$/)
  const tables = page.getByRole('navigation', { name: 'Tables' })
  await tables.getByRole('button', { name: 'Actions of notes' }).click()
  await page.getByRole('menuitem', { name: 'Edit table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit table notes' })
  await dialog.getByRole('combobox', { name: 'Schema' }).selectOption('moved "to"')
  await expect(dialog.getByText(/^The table becomes moved "to"\.notes\./)).toBeVisible()
  await expect(dialog.getByText('alter table "moved_from"."notes" set schema "moved ""to"""')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Table notes saved')).toBeVisible()
  await expect(page).toHaveURL(/\/editor\/\d+\?schema=moved\+%22to%22$/)
  await expect(tables.getByRole('combobox', { name: 'Schema' })).toHaveValue('moved "to"')
  await page.reload()
  await expect(tables.getByRole('combobox', { name: 'Schema' })).toHaveValue('moved "to"')
  await expect(page).toHaveURL(/schema=moved\+%22to%22$/)
})

test('a table refers to itself, and one of its columns is computed @whole', async ({ page }) => {
  await startWith(page, 'own')
  await page.getByRole('button', { name: 'New table' }).click()
  await nameField(page).pressSequentially('places')
  for (const [number, name, type] of [
    [3, 'parent_id', 'bigint'],
    [4, 'area', 'numeric'],
    [5, 'double', 'numeric'],
  ] as const) {
    await page.getByRole('button', { name: 'Add column' }).click()
    await column(page, number).getByRole('textbox', { name: 'Column name' }).pressSequentially(name)
    await column(page, number).getByRole('combobox', { name: 'Type' }).fill(type)
  }
  await column(page, 5).getByRole('button', { name: 'More of column double' }).click()
  await column(page, 5).getByRole('textbox', { name: 'Computed from' }).pressSequentially('area * 2')
  await expect(column(page, 5).getByRole('combobox', { name: 'Default' })).toBeDisabled()
  await page.getByRole('button', { name: 'Add foreign key' }).click()
  await page.getByRole('combobox', { name: 'Referenced table' }).pressSequentially('this')
  await page.getByRole('option', { name: 'This table' }).click()
  await expect(page.getByRole('combobox', { name: 'Column that holds id' })).toHaveValue(/^n1$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByText('Table places created')).toBeVisible()
  expect(
    await rowsOf(
      page,
      `insert into own.places (id, area) values (100, 2); insert into own.places (parent_id, area) values (100, 3) returning double`,
    ),
  ).toEqual([['6']])

  await choose(page, 'places', 'Edit table')
  await column(page, 5).getByRole('button', { name: 'More of column double' }).click()
  await expect(column(page, 5).getByText(/^Now computed from \(area \* /)).toBeVisible()
  await column(page, 5).getByRole('switch', { name: 'Stop computing' }).click()
  await expect(page.getByText('alter column "double" drop expression')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Table places saved')).toBeVisible()
  expect(await rowsOf(page, 'update own.places set double = 1 where id = 100 returning double')).toEqual([
    ['1'],
  ])
})

test('a lock that another session holds is told, with that session, and what was typed stays', async ({
  page,
  platform,
}) => {
  await startWith(page, 'locked', 'create table locked.notes (id int8)')
  const other = await databaseSession(platform, 'a shell')
  await other.query('begin; select * from locked.notes')
  await choose(page, 'notes', 'Edit table')
  await nameField(page).fill('remarks')
  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('A lock on locked.notes was not free within 5 seconds', {
    timeout: 15_000,
  })
  await expect(alert).toContainText(/Session \d+ \(a shell, postgres\) is idle in transaction for \d+ s\./)
  await other.end()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Table remarks saved')).toBeVisible()
})
