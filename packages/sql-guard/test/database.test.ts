/** What the guard promises about a running database, on a PostgreSQL in this process. */
import { PGlite } from '@electric-sql/pglite'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmationFor, withAutoLimit } from '../src/index.js'
import { hostileQuery, query } from './arbitraries.js'

let database: PGlite

beforeAll(async () => {
  database = await PGlite.create()
  await database.exec(`
    create table t (id int, name text, "Odd" text);
    create table u (id int, note text);
    insert into t select i, 'n' || i % 3, case when i % 4 > 0 then 'o' || i end from generate_series(1, 12) i;
    insert into u values (1, 'a'), (2, null), (2, 'b'), (30, 'c');
    create sequence s;
  `)
})

afterAll(() => database.close())

/** Everything that a query could leave behind: transactions that wrote, sequences, settings, locks, open things. */
async function stateOf(): Promise<unknown> {
  const { rows } = await database.query(`
    select pg_snapshot_xmax(pg_current_snapshot()) as next_transaction,
      (select last_value || ' ' || is_called from s) as sequence,
      (select md5(string_agg(t::text, ',' order by id)) from t) as t,
      (select md5(string_agg(u::text, ',' order by id, note)) from u) as u,
      (select md5(string_agg(oid || relname, ',' order by oid)) from pg_class) as relations,
      (select count(*) from pg_largeobject_metadata) as large_objects,
      (select md5(string_agg(name || setting, ',' order by name)) from pg_settings where name !~ 'timestamp') as settings,
      (select count(*) from pg_locks where mode not in ('AccessShareLock', 'ExclusiveLock')) as locks,
      (select count(*) from pg_prepared_statements) as prepared, (select count(*) from pg_cursors) as cursors,
      (select count(*) from pg_listening_channels()) as channels, current_user as role`)
  return rows[0]
}

test('a text that runs without confirmation changes nothing, even in a writable session', async () => {
  let ran = 0
  let before = await stateOf()
  const property = fc.asyncProperty(fc.oneof({ arbitrary: hostileQuery, weight: 4 }, query), async (sql) => {
    if (confirmationFor(sql).type !== 'none') return
    const succeeded = await database.exec(sql).then(
      () => true,
      () => false,
    )
    const after = await stateOf()
    expect(after).toEqual(before)
    before = after
    if (succeeded) ran++
  })
  await fc.assert(property, { numRuns: 3_000, interruptAfterTimeLimit: 10_000 })
  // How many there was time for is the machine's affair.
  expect(ran).toBeGreaterThan(0)
}, 60_000)

test('the state notices what writes without saying so', async () => {
  for (const sql of [
    "select ('s'::regclass).nextval",
    'truncate u',
    'select 1 into n',
    'set work_mem to 100',
    'listen c',
  ]) {
    const before = await stateOf()
    await database.exec(sql)
    expect(await stateOf()).not.toEqual(before)
  }
  await database.exec(
    "drop table n; reset work_mem; unlisten c; insert into u values (1, 'a'), (2, null), (2, 'b'), (30, 'c')",
  )
})

test('with the limit added a query returns the same first rows', async () => {
  let compared = 0
  const rowsOf = async (sql: string): Promise<unknown[][] | undefined> => {
    try {
      return (await database.query<unknown[]>(sql, [], { rowMode: 'array' })).rows
    } catch {
      return undefined
    }
  }
  const property = fc.asyncProperty(query, fc.integer({ min: 1, max: 15 }), async (sql, limit) => {
    const limited = withAutoLimit(sql, limit)
    if (limited.type === 'unchanged') return
    const rows = await rowsOf(sql.replace(/[;\s]+$/, ''))
    expect(await rowsOf(limited.sql)).toEqual(rows?.slice(0, limit))
    if (rows) compared++
  })
  await fc.assert(property, { numRuns: 1_000, interruptAfterTimeLimit: 10_000 })
  expect(compared).toBeGreaterThan(50)
}, 60_000)
