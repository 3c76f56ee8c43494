/**
 * A save finds the order of its statements, and says why there is none.
 * @covers table-editor
 */
import type { Page } from '@playwright/test'
import { gridCell } from './models/grid-cell.js'
import { ran, rowsOf } from './models/run-sql.js'
import { expect, test } from './models/test.js'

const cell = (page: Page, row: number, column: number) => gridCell(page, 'tasks', row, column)
const bar = (page: Page) => page.getByRole('region', { name: 'Changes that are not saved' })

const TASKS = `create schema if not exists shop; drop table if exists shop.tasks cascade;
create table shop.tasks (id int8 primary key, pos int4 not null unique, parent int8 references shop.tasks, title text);
insert into shop.tasks values (1, 1, null, 'one'), (2, 2, 1, 'two'), (3, 3, 1, 'three'), (4, 4, null, 'four')`

async function open(page: Page, more = ''): Promise<void> {
  const oid = await ran(page, `${TASKS}; ${more}; select 'shop.tasks'::regclass::oid`)
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await expect(cell(page, 4, 0)).toHaveText('4')
}

async function type(page: Page, row: number, column: number, value: string): Promise<void> {
  await cell(page, row, column).click()
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
}

test('places are swapped, children get another parent and theirs is deleted, in one save', async ({
  page,
}) => {
  await open(page)
  await type(page, 2, 1, '3')
  await type(page, 3, 1, '2')
  await type(page, 2, 2, '4')
  await type(page, 3, 2, '4')
  await cell(page, 1, 1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete row' }).click()
  await page.getByRole('button', { name: 'Review SQL' }).click()
  await expect(page.getByRole('dialog', { name: 'SQL of the changes' })).toContainText(
    /set "pos" = '2', "parent" = '4'[^;]+;\s*delete from/,
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved 3 rows')).toBeVisible()
  expect(await rowsOf(page, 'select id, pos, parent from shop.tasks order by id')).toEqual([
    ['2', '3', '4'],
    ['3', '2', '4'],
    ['4', '4', null],
  ])
})

test('a row that a trigger passes over is named with the trigger', async ({ page }) => {
  await open(
    page,
    `create or replace function shop.passed() returns trigger language plpgsql as $$begin return null; end$$;
     create trigger stay_as_it_is before update on shop.tasks for each row execute function shop.passed()`,
  )
  await type(page, 4, 3, 'quatre')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(bar(page)).toContainText(
    'Nothing was saved. Row 4 was not updated: the trigger stay_as_it_is passes it over.',
  )
  await expect(cell(page, 4, 3)).toHaveAttribute('aria-invalid', 'true')
})

test('what happens to rows that refer to a key that changes is told before the save', async ({ page }) => {
  await open(
    page,
    `drop table if exists shop.notes; create table shop.notes (task int8 references shop.tasks on update cascade on delete cascade);
     insert into shop.notes values (1), (1), (2)`,
  )
  await type(page, 1, 0, '9')
  await expect(page.getByText('2 rows of notes get the new key in task')).toBeVisible()
  await expect(
    page.getByText('2 rows of tasks refer to the rows whose key changes, and are in the way'),
  ).toBeVisible()
})

test('a view with INSTEAD OF triggers is edited, and its rows keep their order', async ({ page }) => {
  await ran(
    page,
    `${TASKS}; create or replace function shop.write_late() returns trigger language plpgsql as $$begin
       if tg_op = 'INSERT' then insert into shop.tasks (id, pos, title) values (new.id, new.id, new.title); return new; end if;
       if tg_op = 'DELETE' then delete from shop.tasks where id = old.id; return old; end if;
       update shop.tasks set title = new.title where id = old.id; return new; end$$;
     create view shop.upper as select id, upper(title) as title from shop.tasks order by pos desc;
     create trigger write_late instead of insert or update or delete on shop.upper
       for each row execute function shop.write_late(); select 1`,
  )
  const oid = await ran(page, `select 'shop.upper'::regclass::oid`)
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  const late = (row: number, column: number) => gridCell(page, 'upper', row, column)
  await expect(late(1, 1)).toHaveText('FOUR')
  await late(2, 1).click()
  await page.keyboard.type('tres')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved 1 row')).toBeVisible()
  await expect(late(2, 1)).toHaveText('TRES')
  await expect(late(1, 1)).toHaveText('FOUR')
  expect(await ran(page, 'select title from shop.tasks where id = 3')).toBe('tres')
})

test('a schema in the address is opened, whatever table was shown last @whole', async ({ page }) => {
  await open(page)
  await ran(
    page,
    'create schema if not exists depot; create table if not exists depot.shelves (id int8); select 1',
  )
  await page.goto('/project/default/editor?schema=depot')
  await expect(page.getByRole('link', { name: 'shelves' })).toBeVisible()
  await expect(page).toHaveURL(/editor\?schema=depot$/)
  await page.goto('/project/default/editor')
  await expect(cell(page, 4, 0)).toHaveText('4')
})

test('a reference of two columns offers the rows of its own tenant first, and says what else a choice sets @whole', async ({
  page,
}) => {
  const oid = await ran(
    page,
    `create schema if not exists shop; drop table if exists shop.posts; drop table if exists shop.authors;
     create table shop.authors (tenant int4, id int4, name text, primary key (tenant, id));
     insert into shop.authors values (1, 1, 'Ann'), (1, 2, 'Ben'), (2, 1, 'Cleo'), (2, 2, 'Dora');
     create table shop.posts (id int8 primary key, tenant int4, author int4, foreign key (tenant, author) references shop.authors);
     insert into shop.posts values (1, 2, 1); select 'shop.posts'::regclass::oid`,
  )
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await gridCell(page, 'posts', 1, 2).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Choose a row of shop.authors…' }).click()
  const options = page.getByRole('listbox', { name: 'Rows to choose from' }).getByRole('option')
  await expect(options.first()).toHaveText(/2, 1\s*Cleo/)
  await expect(options.nth(1)).toHaveText(/2, 2\s*Dora$/)
  await expect(options.nth(2)).toContainText('also sets tenant to 1')
  await options.nth(2).click()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved 1 row')).toBeVisible()
  expect(await rowsOf(page, 'select tenant, author from shop.posts')).toEqual([['1', '1']])
})

test('a role that may read some columns sees those, and is told of a saved row that it can’t read', async ({
  page,
}) => {
  const oid = await ran(
    page,
    `create schema if not exists shop; drop table if exists shop.staff;
     create table shop.staff (id int8 primary key, name text, salary numeric, is_public bool default true);
     insert into shop.staff values (1, 'Ann', 5000, true), (2, 'Ben', 6000, true);
     alter table shop.staff enable row level security;
     create policy shown on shop.staff for select to anon using (is_public);
     create policy written on shop.staff for insert to anon with check (true);
     create policy changed on shop.staff for update to anon using (true) with check (true);
     grant usage on schema shop to anon;
     grant select (id, name, is_public), update (name), insert (id, name, is_public) on shop.staff to anon;
     select 'shop.staff'::regclass::oid`,
  )
  const staff = (row: number, column: number) => gridCell(page, 'staff', row, column)
  await page.goto(`/project/default/editor/${oid}?schema=shop`)
  await expect(staff(1, 2)).toHaveText('5000')
  await page.getByRole('button', { name: /^Role/ }).click()
  await page.getByRole('radio', { name: /^anon/ }).check()
  await page.getByRole('button', { name: 'Use this role' }).click()
  await expect(staff(1, 1)).toHaveText('Ann')
  await expect(staff(1, 2)).toHaveText('not readable')
  await staff(1, 2).dblclick()
  await expect(page.getByText('anon was not granted to read this column')).toBeVisible()
  await staff(2, 1).click()
  await page.keyboard.type('Bernd')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved 1 row')).toBeVisible()
  expect(await ran(page, 'select name from shop.staff where id = 2')).toBe('Bernd')

  await page.getByRole('button', { name: 'Insert row' }).click()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await staff(1, 3).click()
  await page.keyboard.type('false')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(
    page.getByText('Row 3 was saved, but no policy lets anon read it: it is not shown'),
  ).toBeVisible()
  expect(await ran(page, 'select is_public from shop.staff where id = 3')).toBe('f')
})

test('a schema is made, renamed and deleted beside its tables @whole', async ({ page }) => {
  await open(page, 'drop schema if exists depot cascade; drop schema if exists "my depot" cascade')
  const actions = async (schema: string, entry: string) => {
    await page.getByRole('button', { name: `Actions of the schema ${schema}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await actions('shop', 'New schema')
  await page.getByRole('textbox', { name: 'Name' }).fill('depot')
  await page.getByRole('textbox', { name: 'Comment' }).fill('What lies there')
  await page.getByRole('button', { name: 'Create schema' }).click()
  await expect(page.getByText('Schema depot created')).toBeVisible()
  await actions('depot', 'Edit schema')
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('What lies there')
  await page.getByRole('textbox', { name: 'Name' }).fill('my depot')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Schema my depot saved')).toBeVisible()
  await ran(page, 'create table "my depot".shelves (id int8); select 1')
  await actions('my depot', 'Delete schema')
  const question = page.getByRole('dialog', { name: 'Delete schema my depot?' })
  await expect(question).toContainText('table "my depot".shelves')
  await question.getByRole('switch').click()
  await question.getByRole('textbox').fill('my depot')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Schema my depot deleted')).toBeVisible()
  expect(await ran(page, `select count(*) from pg_namespace where nspname in ('depot', 'my depot')`)).toBe(
    '0',
  )
})

test('staged changes of a column that was renamed elsewhere are carried over to its new name', async ({
  page,
}) => {
  await open(page)
  await type(page, 2, 3, 'zwei')
  await ran(page, 'alter table shop.tasks rename column title to heading; select 1')
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(
    page.getByText('The column title was renamed or deleted: 1 change of it can’t be saved'),
  ).toBeVisible()
  await expect(cell(page, 2, 3)).toHaveText('two')
  await page.getByLabel('Carry the changes of title over to').selectOption('heading')
  await expect(cell(page, 2, 3)).toHaveText('zwei')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved 1 row')).toBeVisible()
  expect(await ran(page, 'select heading from shop.tasks where id = 2')).toBe('zwei')
})
