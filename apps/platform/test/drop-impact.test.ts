/** How much a statement would take away, on real databases. */
import { dropImpactStatement } from '@basedeck/core/sql'
import { newId, queryTyped } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

const FIXTURE = `
create schema shop;
create table shop.customers (id serial primary key, name text check (name <> ''));
create table shop.orders (id int generated always as identity primary key,
  customer_id int references shop.customers, customer shop.customers);
create type shop.mood as enum ('sad', 'ok');
create view shop.v as select id, name from shop.customers;
create view public.outside as select * from shop.v;
create function shop.one() returns int language sql as 'select 1';
create table public.logs (at int, note text) partition by range (at);
create table public.logs_1 partition of public.logs for values from (0) to (10);
create schema "odd ""one""";
insert into shop.customers (name) select 'x' from generate_series(1, 1000);
analyze shop.customers`

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`activity on ${kind}`, () => {
    let running: RunningApp
    const ask = async (query: string, parameters: (string | null)[] = [], readOnly = false) => {
      const body = { query, parameters, readOnly, runId: newId() }
      return (await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })).results
    }

    beforeAll(async () => {
      running = await runApp(kind)
      await ask(FIXTURE)
    })
    afterAll(() => running.stop())

    test.each([
      [
        // Two tables, two views, one of them in another schema, a type and a function.
        'a schema',
        { act: 'drop', kind: 'schema', name: 'shop', cascades: true },
        ['true', '6', null],
      ],
      [
        'an empty schema',
        { act: 'drop', kind: 'schema', name: 'odd "one"', cascades: true },
        ['true', '0', null],
      ],
      [
        // Its views; of the table that refers to it the foreign key, and the column of its type.
        'a table',
        { act: 'drop', kind: 'relation', schema: 'shop', name: 'customers', cascades: true },
        ['true', '4', '1000'],
      ],
      [
        'a partitioned table and its partition',
        { act: 'drop', kind: 'relation', name: 'logs', cascades: true },
        ['true', '1', '-1'],
      ],
      [
        'a table and those that refer to it',
        { act: 'empty', kind: 'relation', schema: 'shop', name: 'customers', cascades: true },
        ['true', '1', '1000'],
      ],
      [
        'what is not there',
        { act: 'empty', kind: 'relation', name: 'nothing', cascades: false },
        ['false', '0', null],
      ],
    ] as const)('%s', async (_, destruction, expected) => {
      const { query, parameters } = dropImpactStatement(destruction)
      const [result] = await ask(query, parameters, true)
      expect(result?.rows).toEqual([expected])
    })
  })
}
