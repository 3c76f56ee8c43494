/**
 * The documentation of a project's own tables and functions.
 * @covers project/api-docs
 */
import { expectAccessible } from './models/accessible.js'
import { QUERY } from './models/run-sql.js'
import { expect, test } from './models/test.js'

test('a table is found, its calls are read in each language and copied, as each role sees it', async ({
  page,
  start,
}) => {
  test.slow()
  const fresh = await start('cluster')
  await page.request.post(`${fresh.url}${QUERY}`, {
    data: {
      query: `create table public.orders (id bigint generated always as identity primary key, total numeric not null);
     insert into public.orders (total) values (9007199254740993);
     comment on column public.orders.total is 'In euros';
     create table public.hidden (id int); revoke all on public.hidden from anon;
     create function public.total_of(customer int) returns numeric language sql stable as 'select 1.0'; select 1`,
    },
  })
  await page.goto(`${fresh.url}/project/default/api`)
  const list = page.getByRole('navigation', { name: 'Tables and functions' })
  await list.getByRole('searchbox').fill('ord')
  await expect(list.getByRole('listitem')).toHaveText(['orders'])
  await list.getByRole('button', { name: 'orders' }).press('Enter')
  const columns = page.getByRole('region', { name: 'public.orders' })
  await expect(columns.getByRole('row', { name: /total/ })).toContainText('In euros')
  const calls = page.getByRole('region', { name: 'Calls' })
  await expect(calls.getByRole('region', { name: 'Begin' })).toContainText('createClient(')
  await expect(calls.getByRole('region', { name: 'Insert a row' })).toContainText('.insert({ total: 1 })')
  await calls.getByRole('tab', { name: 'JavaScript' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(calls.getByRole('region', { name: 'Delete' })).toContainText('curl -X DELETE')
  await calls.getByRole('tab', { name: 'SQL' }).click()
  await calls.getByRole('button', { name: 'Copy: Read rows of public.orders' }).click()
  await expect(calls.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'select * from "public"."orders" limit 10;\n',
  )
  const attempt = page.getByRole('region', { name: 'Try it' })
  await attempt.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(attempt.getByText(/^Status 200, /)).toBeVisible()
  await expect(attempt.getByRole('group', { name: 'Answer: public.orders' })).toContainText(
    '9007199254740993',
  )
  await expectAccessible(page)

  await list.getByRole('searchbox').fill('')
  await expect(list.getByRole('button', { name: 'hidden' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'As the role' }).selectOption('service_role')
  await expect(list.getByRole('button', { name: 'hidden' })).toBeVisible()
  await list.getByRole('button', { name: 'total_of()' }).click()
  await expect(page.getByRole('region', { name: 'public.total_of' })).toContainText('customer')
  await calls.getByRole('tab', { name: 'Python' }).click()
  await expect(calls).toContainText('os.environ["SECRET_KEY"]')
})
