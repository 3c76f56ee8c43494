/** The documentation of a project's own tables and functions, read from real databases as each role sees them. */
import {
  apiDetailIn,
  apiFunctionStatement,
  apiObjectsIn,
  apiObjectsStatement,
  apiTableStatement,
  type ApiFunction,
  type ApiRole,
  type ApiTable,
  type Statement,
} from '@basedeck/core/sql'
import { newId, queryTyped } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

const FIXTURE = `
create schema shop;
create schema api;
grant usage on schema shop to anon, service_role;
grant usage on schema api to anon;
create type shop.mood as enum ('calm', 'it''s fine');
create table shop.customers (id int primary key);
create table shop."the ""orders""" (
  id bigint generated always as identity primary key,
  customer int not null references shop.customers,
  total numeric(10, 2) not null default 0,
  doubled numeric generated always as (total * 2) stored,
  mood shop.mood, secret text);
comment on table shop."the ""orders""" is 'What was ordered';
comment on column shop."the ""orders""".total is 'In euros';
create view shop.totals as select sum(total) as sum from shop."the ""orders""";
create table shop.parted (at date) partition by range (at);
create table shop.part partition of shop.parted default;
create function shop.total_of(customer int, since date default now(), out total numeric, variadic more text[] default '{}')
  language sql stable as 'select 1.0';
create function shop.fired() returns trigger language plpgsql as $$ begin return new; end $$;
create function api.wipe(int) returns void language sql as '';
revoke all on all tables in schema shop, api from anon, service_role, public;
revoke all on all functions in schema shop, api from anon, service_role, public;
grant select (id, customer, total, mood), insert (customer, total), update (total) on shop."the ""orders""" to anon;
grant delete on shop."the ""orders""" to anon;
grant select on shop.totals, shop.parted, shop.part to anon;
grant execute on function shop.total_of(int, date, text[]), api.wipe(int) to anon;
grant all on all tables in schema shop to service_role;
`

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`the documentation on ${kind}`, () => {
    let running: RunningApp
    const ask = async (statement: Statement | string) => {
      const { query, parameters } =
        typeof statement === 'string' ? { query: statement, parameters: [] } : statement
      const readOnly = typeof statement !== 'string'
      const body = { query, parameters, runId: newId(), readOnly }
      const { results } = await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
      return results[0]?.rows ?? []
    }
    const listed = async (role: ApiRole, ...schemas: string[]) =>
      apiObjectsIn(await ask(apiObjectsStatement(schemas, role)))
    const idOf = async (name: string) =>
      (await listed('anon', 'api', 'shop')).find((one) => one.name === name)?.id ?? '0'

    beforeAll(async () => {
      running = await runApp(kind)
      const body = { query: FIXTURE, runId: newId() }
      await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
    })
    afterAll(() => running.stop())

    test('each role sees what it may use, in the order of exposure', async () => {
      const names = async (role: ApiRole) =>
        (await listed(role, 'api', 'shop')).map(({ schema, name, kind: what }) => [schema, name, what])
      expect(await names('anon')).toEqual([
        ['api', 'wipe', 'function'],
        ['shop', 'parted', 'table'],
        ['shop', 'the "orders"', 'table'],
        ['shop', 'totals', 'view'],
        ['shop', 'total_of', 'function'],
      ])
      expect(await names('authenticated')).toEqual([])
      expect((await names('service_role')).map(([, name]) => name)).toEqual([
        'customers',
        'parted',
        'the "orders"',
        'totals',
      ])
      expect((await listed('anon', 'shop')).find(({ name }) => name === 'the "orders"')).toMatchObject({
        comment: 'What was ordered',
        arguments: null,
      })
    })

    test('a table has the columns that the role may use, with what it may do', async () => {
      const table = apiDetailIn<ApiTable>(await ask(apiTableStatement(await idOf('the "orders"'), 'anon')))
      expect(table).toMatchObject({ mayDelete: true, readsAll: false })
      expect(table?.columns).toEqual([
        column('id', 'bigint', { isNullable: false, key: 1, isGenerated: true }),
        column('customer', 'integer', {
          isNullable: false,
          refersTo: 'shop.customers.id',
          mayInsert: true,
        }),
        column('total', 'numeric(10,2)', {
          isNullable: false,
          default: '0',
          comment: 'In euros',
          mayInsert: true,
          mayUpdate: true,
        }),
        column('mood', 'shop.mood', { category: 'E', labels: ['calm', "it's fine"] }),
      ])
      const all = apiDetailIn<ApiTable>(
        await ask(apiTableStatement(await idOf('the "orders"'), 'service_role')),
      )
      expect(all?.columns.find(({ name }) => name === 'doubled')).toMatchObject({
        isGenerated: true,
        default: null,
      })
    })

    test('a view that can’t be changed says so, whatever was granted', async () => {
      const view = apiDetailIn<ApiTable>(await ask(apiTableStatement(await idOf('totals'), 'service_role')))
      expect(view).toEqual({ mayDelete: false, readsAll: true, columns: [column('sum', 'numeric', {})] })
    })

    test('a function has the arguments that a caller gives', async () => {
      const found = apiDetailIn<ApiFunction>(await ask(apiFunctionStatement(await idOf('total_of'))))
      expect(found).toEqual({
        returns: 'numeric',
        isStable: true,
        arguments: [
          { name: 'customer', type: 'integer', category: 'N', hasDefault: false },
          { name: 'since', type: 'date', category: 'D', hasDefault: true },
          { name: 'more', type: 'text[]', category: 'A', hasDefault: true },
        ],
      })
      const unnamed = apiDetailIn<ApiFunction>(await ask(apiFunctionStatement(await idOf('wipe'))))
      expect(unnamed).toMatchObject({ isStable: false, arguments: [{ name: '', hasDefault: false }] })
    })

    test('what is gone is nothing', async () => {
      expect(apiDetailIn(await ask(apiTableStatement('1', 'anon')))).toBeNull()
      expect(apiDetailIn(await ask(apiFunctionStatement('1')))).toBeNull()
    })
  })
}

function column(name: string, type: string, given: Partial<ApiTable['columns'][number]>) {
  return {
    name,
    type,
    category: 'N',
    isNullable: true,
    default: null,
    comment: null,
    key: null,
    refersTo: null,
    labels: null,
    isGenerated: false,
    isIdentity: false,
    mayRead: true,
    mayInsert: false,
    mayUpdate: false,
    ...given,
  }
}
