/**
 * Query Performance: what counts is installed by a button, a statement opens with its plan, and counting begins anew.
 * @covers advisors
 */
import { expectAccessible } from './models/accessible.js'
import { expect, test } from './models/test.js'

test('statements are counted after one click; one opens with its plan and an index that may help', async ({
  page,
  start,
}) => {
  test.slow()
  const fresh = await start('cluster')
  const run = async (query: string) => {
    const answer = await page.request.post(`${fresh.url}/platform/pg-meta/default/query`, { data: { query } })
    expect(answer.ok()).toBe(true)
  }
  await run('create table public.parcels (id int primary key, customer int, note text)')
  await run('insert into public.parcels select n, n % 500, null from generate_series(1, 20000) n')
  await run('analyze public.parcels')

  await page.goto(`${fresh.url}/project/default/advisors/query-performance`)
  await page.getByRole('button', { name: 'Install pg_stat_statements' }).click()
  await expect(page.getByText('Statements are counted from now on')).toBeVisible()
  await expect(page.getByText('Not measured yet')).toBeVisible()

  for (const customer of [1, 2, 3]) await run(`select note from public.parcels where customer = ${customer}`)
  await page.reload()
  await page.getByRole('searchbox', { name: 'Find a statement…' }).fill('note from public.parcels')
  const row = page.getByRole('row').filter({ hasText: 'select note from public.parcels where customer = $1' })
  await expect(row).toContainText('postgres')
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'postgres' })
  await expect(page.getByText('1 statement', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await row.getByRole('button').click()
  const panel = page.getByRole('dialog', { name: 'Statement' })
  await expect(panel).toContainText('Seq Scan on public.parcels')
  await expect(panel).toContainText('create index concurrently on "public"."parcels" ("customer")')
  await expect(panel).toContainText('Not tried. Install the extension hypopg')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await page.getByRole('button', { name: 'Reset…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('Statements are counted anew')).toBeVisible()
  await expect(page.getByText('No statement matches')).toBeVisible()
})

test('a database in PGlite says why nothing is counted', async ({ page, start }) => {
  const fresh = await start('pglite')
  await page.goto(`${fresh.url}/project/default/advisors/query-performance`)
  await expect(page.getByText('does not have pg_stat_statements')).toBeVisible()
})
