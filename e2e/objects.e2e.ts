/**
 * Functions, types, triggers, indexes and views are made, changed, copied, run and deleted in a browser.
 * @covers database, catalogue, objects
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './models/accessible.js'
import { databaseSession } from './models/database-session.js'
import { arrowTo, focusedName, tabTo } from './models/keyboard.js'
import { rowsOf } from './models/run-sql.js'
import { expect, test } from './models/test.js'

/** A schema of the test's own. */
async function startWith(page: Page, list: string, schema: string, sql = ''): Promise<void> {
  await rowsOf(page, `drop schema if exists ${schema} cascade; create schema ${schema}; ${sql}`)
  await page.goto(`/project/default/database/${list}?schema=${schema}`)
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const field = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true })

test(
  'a type is made, changed, copied and deleted by keyboard alone',
  { tag: ['@engines', '@full'] },
  async ({ page }) => {
    await startWith(page, 'types', 'made')
    await expect(page.getByText('This schema has no types of its own')).toBeVisible()
    await tabTo(page, 'New enumerated type')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Schema' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('my "mood".😀')
    await page.keyboard.press('Tab')
    await page.keyboard.type(`it's bad`)
    await tabTo(page, 'Add to labels')
    await page.keyboard.press('Enter')
    await page.keyboard.type('good')
    const sql = `create type "made"."my ""mood"".😀" as enum ('it''s bad', 'good');`
    await expect(page.getByText(sql)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enumerated type my "mood".😀 created')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()

    const act = async (name: string, action: string) => {
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
      await page.getByRole('heading', { level: 1 }).click()
      // The rows are one stop, at the control that had the focus last.
      await tabTo(page, 'Name')
      await page.keyboard.press('Tab')
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowUp'])
        if ((await focusedName(page)) !== `Actions of ${name}`) await page.keyboard.press(key)
      expect(await focusedName(page)).toBe(`Actions of ${name}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await arrowTo(page, action, 'ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
    }
    await act('my "mood".😀', 'Edit')
    await tabTo(page, 'Add to labels')
    await page.keyboard.press('Enter')
    await page.keyboard.type('great')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enumerated type my "mood".😀 saved')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()

    await act('my "mood".😀', 'Duplicate')
    await expect(field(page, 'Name')).toHaveValue('my "mood".😀_copy')
    await tabTo(page, 'Create')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enumerated type my "mood".😀_copy created')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    const labels = `select array_to_json(enum_range(null::made."my ""mood"".😀_copy"))::text as labels`
    expect(await rowsOf(page, labels)).toEqual([[`["it's bad","good","great"]`]])

    await act('my "mood".😀_copy', 'Delete')
    await expect(page.getByText('Nothing else depends on it.')).toBeVisible()
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enumerated type my "mood".😀_copy deleted')).toBeVisible()
    await expect(page.getByRole('button', { name: 'my "mood".😀_copy', exact: true })).toHaveCount(0)
  },
)

test('a function that does not compile is told at its line, saved, and run with its arguments', async ({
  page,
}) => {
  await startWith(
    page,
    'functions',
    'made',
    `create table made.kept (id int);
     create function made.twice(a int, b int default 2) returns int language plpgsql
       as $$ begin insert into made.kept values (a); return a * b; end $$`,
  )
  await choose(page, 'twice', 'Run')
  await page.getByRole('textbox', { name: 'a', exact: true }).fill('21')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('cell', { name: '42' })).toBeVisible()
  await expect(page.getByText('What it changed was rolled back.')).toBeVisible()
  expect(await rowsOf(page, 'select count(*)::int as count from made.kept')).toEqual([['0']])
  await page.getByRole('switch', { name: 'Keep what it changes' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('What it changed stays.')).toBeVisible()
  expect(await rowsOf(page, 'select count(*)::int as count from made.kept')).toEqual([['1']])
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'New function' }).click()
  await field(page, 'Name').fill('broken')
  await page.getByRole('combobox', { name: 'Returns' }).fill('int')
  await page.keyboard.press('Tab')
  const editor = page.getByRole('dialog').getByRole('textbox', { name: /^Definition/ })
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('begin\n  retrun 1;\nend')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText(/^Line 2: syntax error at or near "retrun"/).first()).toBeVisible()
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('begin\n  return 1;\nend')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Function broken created')).toBeVisible()
})

test('an index is built beside running work, and its form is accessible', async ({ page }) => {
  await startWith(page, 'indexes', 'made', 'create table made.orders (id int, customer text)')
  await page.getByRole('button', { name: 'New index' }).click()
  await page.getByRole('combobox', { name: 'Table', exact: true }).fill('orders')
  await field(page, 'Name').fill('by customer')
  await page.getByRole('combobox', { name: 'Column or expression' }).fill('customer')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^SHARE UPDATE EXCLUSIVE lock on made\.orders/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Index by customer created')).toBeVisible()
  await choose(page, 'by customer', 'Rebuild')
  await page.getByRole('button', { name: 'Rebuild', exact: true }).click()
  await expect(page.getByText('by customer rebuilt')).toBeVisible()
})

test('who holds the lock that a change waits for is told', async ({ page, platform }) => {
  await startWith(
    page,
    'triggers',
    'made',
    `create table made.orders (id int);
     create function made.fired() returns trigger language plpgsql as $$ begin return new; end $$;
     create trigger fires before insert on made.orders for each row execute function made.fired()`,
  )
  const other = await databaseSession(platform, 'a shell')
  await other.query('begin; insert into made.orders values (1)')
  await choose(page, 'fires', 'Edit')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Enabled' }).selectOption('No')
  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('A lock on made.orders was not free within 5 seconds', {
    timeout: 15_000,
  })
  await expect(alert).toContainText(/Session \d+ \(a shell, postgres\) is idle in transaction for \d+ s\./)
  await other.end()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Trigger fires saved')).toBeVisible()
})
