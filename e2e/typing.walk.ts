/** Every fragment of the table of everyday SQL, typed slowly and fast: `npm run walk`. */
import { typed } from './models/typing.js'
import { SqlPage } from './models/sql-page.js'
import { expect, test } from './models/test.js'
import { TYPED_FRAGMENTS } from '../packages/core/src/testing/typed-fragments.js'

const TABLES = `drop table if exists order_items, orders, customers;
  create table customers (id bigint primary key, email text, name text, region_id int, created_at timestamptz);
  create table orders (id bigint primary key, customer_id bigint references customers, status text, total numeric);
  create table order_items (id bigint primary key, order_id bigint references orders, quantity int)`
const PART = 30
const FRAGMENTS = TYPED_FRAGMENTS.filter((text) => !text.includes('\n'))

test.describe.configure({ mode: 'parallel' })
test.setTimeout(600_000)

for (const delay of [90, 200]) {
  for (let from = 0; from < FRAGMENTS.length; from += PART) {
    const fragments = FRAGMENTS.slice(from, from + PART)
    test(`${delay} ms between keys: fragments ${from + 1} to ${from + fragments.length}`, async ({
      page,
    }) => {
      const sql = new SqlPage(page)
      await sql.open()
      await sql.run(TABLES, { confirm: true })
      await expect(page.getByText('Success. No rows returned')).toBeVisible()
      const changed: string[] = []
      for (const fragment of fragments) {
        const text = await typed(page, sql, fragment, delay)
        if (text !== fragment) changed.push(`${fragment} → ${text}`)
      }
      expect(changed).toEqual([])
    })
  }
}
