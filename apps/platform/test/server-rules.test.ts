/**
 * Rules about how the server is used find their fault in a real database. What takes days, or thousands of millions of transactions,
 * is provoked by a border that is nearer: the rule is otherwise the same.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { INDEX_RULES } from '../src/advisors/rules/index-rules.js'
import { SERVER_RULES } from '../src/advisors/rules/server-rules.js'
import type { Actor } from '../src/engines/engine.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
beforeAll(async () => {
  running = await runApp('cluster')
})
afterAll(() => running.stop())

async function rows(query: string, as: Actor = 'owner', readOnly = false) {
  const database = await running.life.database('default')
  return (await database.run({ runId: randomUUID(), query, as, readOnly })).results.at(-1)?.rows ?? []
}

interface Fault {
  rule: string
  /** The border, and the nearer one. */
  border?: readonly [string, string]
  provoke: readonly { sql: string; as?: Actor }[]
  /** What the finding names, and the SQL that mends it. */
  finds: readonly [string, string | null]
  /** Default: the SQL of the finding. */
  mend?: { sql: string; as?: Actor }
}

const FLUSH = { sql: 'select pg_stat_force_next_flush()' }

const FAULTS: readonly Fault[] = [
  {
    rule: 'table_bloat',
    provoke: [
      { sql: 'create table "Bloated" (id int) with (autovacuum_enabled = false)' },
      { sql: 'insert into "Bloated" select generate_series(1, 20010)' },
      { sql: 'delete from "Bloated" where id > 10' },
      FLUSH,
    ],
    finds: ['Bloated', 'vacuum (analyze) public."Bloated";'],
  },
  {
    rule: 'never_analyzed',
    border: [`interval '10 minutes'`, `interval '-10 minutes'`],
    provoke: [
      { sql: 'create table unknown_one (id int) with (autovacuum_enabled = false)' },
      { sql: 'insert into unknown_one select generate_series(1, 10001)' },
      FLUSH,
    ],
    finds: ['unknown_one', 'analyze public.unknown_one;'],
  },
  {
    rule: 'unused_index',
    border: [`interval '7 days'`, `interval '-7 days'`],
    provoke: [
      { sql: 'create table read_often (id int, note text)' },
      { sql: `insert into read_often select n, repeat('x', 20) || n from generate_series(1, 40000) n` },
      { sql: 'create index never_read on read_often (note)' },
      {
        sql: `set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off;
          do $$ begin for i in 1..101 loop perform from read_often limit 1; end loop; end $$`,
      },
      FLUSH,
    ],
    finds: ['never_read', 'drop index public.never_read;'],
  },
  {
    rule: 'transaction_ids_near_end',
    border: ['1200000000', '-1'],
    provoke: [],
    finds: ['postgres', 'vacuum (freeze);'],
    mend: { sql: 'select 1' },
  },
  {
    rule: 'connections_near_limit',
    border: ['0.85', '0.001'],
    provoke: [],
    finds: ['postgres', null],
    mend: { sql: 'select 1' },
  },
  {
    rule: 'inactive_replication_slot',
    provoke: [
      { sql: `select pg_create_physical_replication_slot('left_behind', true)`, as: 'admin' },
      ...Array.from({ length: 7 }, () => [
        { sql: `select pg_logical_emit_message(false, 'x', 'y')`, as: 'admin' as const },
        { sql: 'select pg_switch_wal()', as: 'admin' as const },
      ]).flat(),
    ],
    finds: ['left_behind', `select pg_drop_replication_slot('left_behind');`],
    mend: { sql: `select pg_drop_replication_slot('left_behind')`, as: 'admin' },
  },
]

const found = async (name: string, border?: readonly [string, string]) => {
  const rule = [...SERVER_RULES, ...INDEX_RULES].find((one) => one.name === name)
  if (!rule) throw new Error(`There is no rule ${name}`)
  const sql = border ? rule.sql.replace(border[0], border[1]) : rule.sql
  if (border) expect(sql).not.toBe(rule.sql)
  return rows(sql, 'owner', true)
}

test.each(FAULTS)('$rule', async ({ rule, border, provoke, finds: [name, remedy], mend }) => {
  expect(await found(rule)).toEqual([])
  for (const { sql, as } of provoke) await rows(sql, as)
  const finding = await vi.waitFor(async () => {
    const one = (await found(rule, border)).find((row) => row[1] === name)
    if (!one) throw new Error(`${rule} finds nothing`)
    return one
  })
  expect(finding[4] ?? null).toBe(remedy)
  // Within its own border it is no fault yet.
  if (border) expect((await found(rule)).map((row) => row[1])).not.toContain(name)
  const { sql, as } = mend ?? { sql: remedy ?? '', as: undefined }
  await rows(sql, as)
  await rows(FLUSH.sql)
  if (!mend || mend.as)
    await vi.waitFor(async () => expect((await found(rule, border)).map((row) => row[1])).not.toContain(name))
})

test('long_transaction', async () => {
  const border = [`interval '1 hour'`, `interval '-1 hour'`] as const
  const database = await running.life.database('default')
  const runId = randomUUID()
  const over = database.run({ runId, query: 'select pg_sleep(600) as long_one' }).catch(() => undefined)
  const finding = await vi.waitFor(async () => {
    const [first] = await found('long_transaction', border)
    if (!first) throw new Error('It is not there yet')
    return first
  })
  expect(finding[3]).toContain('is open since')
  expect(finding[4]).toBe(`select pg_terminate_backend(${finding[1]});`)
  expect(await found('long_transaction')).toEqual([])
  await rows(finding[4] ?? '')
  await over
  await vi.waitFor(async () => expect(await found('long_transaction', border)).toEqual([]))
})
