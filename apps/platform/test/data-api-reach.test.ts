/** What the data API would open, on real databases: what each role could read, change or call, and what protects it. */
import {
  dataApiReachIn,
  dataApiReachStatement,
  EXPOSABLE_SCHEMAS_STATEMENT,
  serviceLoginStatement,
  type Reached,
  type Statement,
} from '@basedeck/core/sql'
import { newId, queryTyped } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { serviceRoleOf } from '../src/project-database/service-login.js'
import { runApp, type RunningApp } from './running-app.js'

const FIXTURE = `
create schema shop;
create schema hidden;
grant usage on schema shop to anon, authenticated;
create table shop.open_orders (id int primary key, note text);
create table shop.safe_orders (id int primary key);
alter table shop.safe_orders enable row level security;
create table shop."own; drop" (id int);
create table shop.parted (at date) partition by range (at);
create view shop.owned as select * from shop.safe_orders;
create view shop.invoked with (security_invoker = on) as select * from shop.safe_orders;
create view shop.counted as select count(*) from shop.safe_orders;
create materialized view shop.kept as select 1 as one;
create function shop.plain(a int, b text default 'x') returns int language sql as 'select 1';
create function shop.strong() returns int language sql security definer as 'select 1';
create function shop.closed() returns int language sql as 'select 1';
create function shop.fired() returns trigger language plpgsql as $$ begin return new; end $$;
create table hidden.things (id int);
revoke all on all tables in schema shop, hidden from anon, authenticated, public;
revoke all on all functions in schema shop from anon, authenticated, public;
grant all on shop.open_orders, shop.safe_orders, shop.owned, shop.counted, shop.kept to authenticated;
grant select (note) on shop.open_orders to anon;
grant delete on shop.safe_orders to anon;
grant select on shop.invoked, shop.parted to anon;
grant execute on function shop.plain(int, text), shop.strong() to anon;
grant select on hidden.things to anon;
`

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`what the data API would open on ${kind}`, () => {
    let running: RunningApp
    const rowsOf = async ({ query, parameters }: Statement, readOnly = true) => {
      const body = { query, parameters, runId: newId(), readOnly }
      const { results } = await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
      return results[0]?.rows ?? []
    }
    const reachOf = async (...schemas: string[]) =>
      dataApiReachIn(await rowsOf(dataApiReachStatement(schemas)))
    const change = async (query: string) => {
      const body = { query, runId: newId() }
      await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
    }
    beforeAll(async () => {
      running = await runApp(kind)
      await change(FIXTURE)
    })
    afterAll(() => running.stop())

    test('each relation and function is listed with what each role may do, the unprotected first', async () => {
      const { listed, counts } = await reachOf('shop')
      const words = ({ name, anon, authenticated, isRlsOn, actsAsOwner }: Reached) =>
        [
          name,
          anon.reads && 'anon reads',
          anon.changes && 'anon changes',
          authenticated.reads && 'reads',
          authenticated.changes && 'changes',
          isRlsOn === null ? false : isRlsOn ? 'rls' : 'no rls',
          actsAsOwner && 'as owner',
        ].filter((word) => word !== false)
      expect(listed.map(words)).toEqual([
        ['open_orders', 'anon reads', 'reads', 'changes', 'no rls'],
        ['parted', 'anon reads', 'no rls'],
        ['counted', 'reads', 'as owner'],
        ['owned', 'reads', 'changes', 'as owner'],
        ['kept', 'reads'],
        ['strong', 'anon reads', 'as owner'],
        ['safe_orders', 'anon changes', 'reads', 'changes', 'rls'],
        ['invoked', 'anon reads'],
        ['plain', 'anon reads'],
      ])
      expect(listed.at(-1)).toMatchObject({ kind: 'function', arguments: 'a integer, b text' })
      expect(counts).toEqual({
        table: 3,
        'foreign-table': 0,
        view: 3,
        'materialized-view': 1,
        function: 2,
      })
    })

    test('a schema that a role may not use opens nothing, nor does one that is not there', async () => {
      expect((await reachOf('hidden', `no'"such`)).listed).toEqual([])
      await change('grant usage on schema hidden to anon')
      expect((await reachOf('hidden')).listed).toMatchObject([
        { name: 'things', anon: { reads: true, changes: false } },
      ])
    })

    test('the schemas of the system can’t be chosen', async () => {
      const names = (await rowsOf(EXPOSABLE_SCHEMAS_STATEMENT)).map(([name]) => name)
      expect(names[0]).toBe('public')
      expect(names).toEqual(expect.arrayContaining(['shop', 'hidden']))
      expect(names.filter((name) => /^pg_|^information_schema$/.test(name ?? ''))).toEqual([])
    })

    test('the login of the services is found by its name', async () => {
      expect(await rowsOf(serviceLoginStatement('shop'))).toEqual([['f']])
      if (kind === 'pglite') return
      await change(`create role "${serviceRoleOf('shop')}" login`)
      expect(await rowsOf(serviceLoginStatement('shop'))).toEqual([['t']])
    })
  })
}
