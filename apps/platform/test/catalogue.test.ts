/** Every list of the catalogue on real databases: what it finds, how it pages, and what it does not show. */
import {
  CATALOGUE_PAGE_SIZE,
  catalogue,
  countStatement,
  definitionStatement,
  ENTITY_TYPES,
  pageStatement,
  presenceStatement,
  type CatalogueList,
  type CatalogueName,
  type CatalogueRequest,
  type Statement,
} from '@basedeck/core/sql'
import { queryTyped } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

const NAMES = Object.keys(catalogue) as CatalogueName[]

/** What a new project's database does not have. */
const ELSEWHERE: CatalogueName[] = []

const FIXTURE = `
create schema "odd ""schema""";
create table public.orders (id bigint generated always as identity primary key, "note'; drop table x --" text not null default 'a');
comment on table public.orders is 'What was ordered';
alter table public.orders enable row level security;
create policy "own rows" on public.orders for select to anon using (id > 0);
create view public.recent_orders as select * from public.orders;
create materialized view public.order_count as select count(*) from public.orders;
create table public.parted (at date) partition by range (at);
create table "odd ""schema"""."100%_sure" (a int);
create table "odd ""schema"""."1000 sure" (a int);
create type public.mood as enum ('sad', 'ok', 'it''s fine');
create function public.stamp() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger stamp before insert or update on public.orders for each row execute function public.stamp();
create index orders_note on public.orders (lower("note'; drop table x --"));
create publication changes for table public.orders;
grant select (id) on public.orders to anon;
insert into auth.users (email, created_at) select 'user' || i || '@example.com', timestamptz '2026-01-01' + i * interval '1 second' from generate_series(1, 250) i;
create schema many;
do $$ begin for i in 1..250 loop execute format('create table many.%I (a int)', 'table_' || lpad(i::text, 4, '0')); end loop; end $$;
`

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`the catalogue on ${kind}`, () => {
    let running: RunningApp
    let count = 0

    const run = async (statement: Statement, readOnly = true): Promise<(string | null)[][]> => {
      count += 1
      const { results } = await running.client.call(queryTyped, {
        params: { ref: OWN_REF },
        body: {
          query: statement.query,
          parameters: statement.parameters,
          runId: `catalogue-${count}`,
          readOnly,
        },
      })
      return results[0]?.rows ?? []
    }
    const rowsOf = async (name: CatalogueName, request: CatalogueRequest = {}) => {
      const { columns }: CatalogueList = catalogue[name]
      const rows = await run(pageStatement(catalogue[name], request))
      return rows.map((row) => Object.fromEntries(columns.map(({ key }, index) => [key, row[index]])))
    }
    const named = async (name: CatalogueName, request?: CatalogueRequest) =>
      (await rowsOf(name, request)).map((row) => row['name'])
    const total = async (name: CatalogueName, request: CatalogueRequest = {}) =>
      Number((await run(countStatement(catalogue[name], request)))[0]?.[0])

    /** Follows the pages as the list does. */
    const allPages = async (name: CatalogueName, request: CatalogueRequest) => {
      const list: CatalogueList = catalogue[name]
      const pages: (string | null)[][][] = []
      for (let after: string[] | undefined; ;) {
        const rows = await run(pageStatement(list, { ...request, ...(after ? { after } : {}) }))
        const page = rows.slice(0, CATALOGUE_PAGE_SIZE)
        pages.push(page)
        if (rows.length <= CATALOGUE_PAGE_SIZE) return pages
        after = (page.at(-1) ?? []).slice(list.columns.length).map(String)
      }
    }

    beforeAll(async () => {
      running = await runApp(kind)
      await running.client.call(queryTyped, {
        params: { ref: OWN_REF },
        body: { query: FIXTURE, runId: 'fixture' },
      })
    })
    afterAll(() => running.stop())

    // What runs now is another thing at each call.
    test.each(NAMES.filter((name) => !ELSEWHERE.includes(name) && name !== 'activity'))(
      '%s shows read-only members the same rows',
      async (name) => {
        const { query, parameters } = pageStatement(catalogue[name], { schema: 'public', ownerId: '1' })
        const database = await running.life.database(OWN_REF)
        const asReader = await database.run({ runId: `reader-${name}`, query, parameters, as: 'reader' })
        expect(asReader.results[0]?.rows).toEqual(await run({ query, parameters }))
      },
    )

    test.each(NAMES.filter((name) => !ELSEWHERE.includes(name)))(
      '%s runs READ ONLY, with and without words, and is counted',
      async (name) => {
        const request = { schema: 'public', search: 'o', ownerId: '1' }
        // PostgreSQL updates its statistics with a delay.
        await vi.waitFor(async () => {
          const page = await run(pageStatement(catalogue[name], request))
          expect(page.length).toBe(Math.min(await total(name, request), CATALOGUE_PAGE_SIZE + 1))
        })
        const all = { schema: 'pg_catalog', ownerId: '1259' }
        expect((await allPages(name, all)).flat().length).toBe(await total(name, all))
      },
    )

    test('tables: each kind, its row-level security and its comment, in a schema of any name', async () => {
      expect(await rowsOf('tables', { schema: 'public' })).toMatchObject([
        { name: 'order_count', type: 'm', rls: null },
        { name: 'orders', schema: 'public', type: 'r', rls: 'true', comment: 'What was ordered' },
        { name: 'parted', type: 'p', rls: 'false' },
        { name: 'recent_orders', type: 'v', rls: null, size: null },
      ])
      expect(await named('tables', { schema: 'odd "schema"' })).toEqual(['100%_sure', '1000 sure'])
      expect(await named('tables', { schema: `public'; drop table public.orders --` })).toEqual([])
    })

    test('tables: a search is literal and case-insensitive', async () => {
      expect(await named('tables', { schema: 'odd "schema"', search: '0%_S' })).toEqual(['100%_sure'])
      expect(await named('tables', { schema: 'public', search: 'ORDERS' })).toEqual([
        'orders',
        'recent_orders',
      ])
      expect(await named('tables', { schema: 'public', search: `' or true --` })).toEqual([])
    })

    test('tables: by kind, and narrowed to kinds', async () => {
      const sort = { key: 'type', descending: false, words: ENTITY_TYPES }
      expect(await named('tables', { schema: 'public', sort })).toEqual([
        'orders',
        'recent_orders',
        'order_count',
        'parted',
      ])
      expect(await named('tables', { schema: 'public', types: ['v', 'm'] })).toEqual([
        'order_count',
        'recent_orders',
      ])
    })

    test.each(NAMES.filter((name) => !ELSEWHERE.includes(name)))(
      '%s can be sorted by each of its columns, in both directions',
      async (name) => {
        const { columns }: CatalogueList = catalogue[name]
        for (const { key } of columns)
          for (const descending of [false, true]) {
            const page = pageStatement(catalogue[name], { sort: { key, descending } })
            const [first] = await run(page)
            // The keys of an entry are what the next page begins after.
            const after = first?.slice(columns.length).map(String)
            if (after) await run(pageStatement(catalogue[name], { sort: { key, descending }, after }))
          }
      },
    )

    test('tables: by size, those without one last in both directions', async () => {
      const sorted = async (descending: boolean) =>
        named('tables', { schema: 'public', sort: { key: 'size', descending } })
      expect((await sorted(false)).slice(2).toSorted()).toEqual(['parted', 'recent_orders'])
      expect((await sorted(true)).slice(2).toSorted()).toEqual(['parted', 'recent_orders'])
      expect((await sorted(true))[0]).toBe('orders')
    })

    test.each([
      ['functions', 'stamp', /^CREATE OR REPLACE FUNCTION public\.stamp\(\)/],
      ['triggers', 'stamp', /^CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON orders .*;$/],
      ['indexes', 'orders_note', /^CREATE INDEX orders_note ON public\.orders .*;$/],
      ['types', 'mood', /^create type public\.mood as enum \('sad', 'ok', 'it''s fine'\);$/],
      [
        'policies',
        'own rows',
        /^create policy "own rows" on public\.orders\n {2}as permissive for select\n {2}to anon\n {2}using \(id > 0\);$/,
      ],
      ['tables', 'recent_orders', /^create view public\.recent_orders as\n SELECT/],
      ['tables', 'order_count', /^create materialized view public\.order_count as\n SELECT/],
    ] as const)('%s: the definition of %s', async (name, entry, definition) => {
      const list: CatalogueList = catalogue[name]
      const search = entry === 'stamp' ? {} : { search: entry }
      const [row] = await run(pageStatement(list, { schema: 'public', ...search }))
      const oid = row?.at(-1) ?? ''
      const [[text] = []] = await run(definitionStatement(list, oid))
      expect(text).toMatch(definition)
    })

    test.each([
      ['tables', { schema: 'many' }],
      ['tables', { schema: 'many', sort: { key: 'type', descending: false, words: ENTITY_TYPES } }],
      ['tables', { schema: 'many', sort: { key: 'comment', descending: false } }],
      ['tables', { schema: 'many', sort: { key: 'size', descending: false } }],
      ['users', {}],
    ] as const)('%s come page by page, every one once and in order (%o)', async (name, request) => {
      const pages = await allPages(name, request)
      expect(pages.map(({ length }) => length)).toEqual([100, 100, 50])
      const names = pages
        .flat()
        .map((row) => row[catalogue[name].columns.findIndex(({ key }) => key === 'name')])
      expect(new Set(names).size).toBe(250)
      const wanted = Array.from({ length: 250 }, (_, index) =>
        name === 'users' ? `user${250 - index}@example.com` : `table_${String(index + 1).padStart(4, '0')}`,
      )
      expect(names).toEqual(wanted)
    })

    test('an object dropped between two pages shifts no other', async () => {
      const first = await run(pageStatement(catalogue.tables, { schema: 'many' }))
      const after = (first[99] ?? []).slice(catalogue.tables.columns.length).map(String)
      await run({ query: 'drop table many.table_0001', parameters: [] }, false)
      expect((await named('tables', { schema: 'many', after }))[0]).toBe('table_0101')
    })

    test('tables without any rights of the role are not listed', async () => {
      await run({ query: 'create table public.hidden (a int)', parameters: [] }, false)
      const asAnon = pageStatement(catalogue.tables, { schema: 'public' })
      await run({ query: 'revoke all on public.hidden, public.parted from anon', parameters: [] }, false)
      const { results } = await running.client.call(queryTyped, {
        params: { ref: OWN_REF },
        body: {
          query: `set role anon; ${asAnon.query.replace('$1', `'public'`)}; reset role`,
          runId: 'as-anon',
        },
      })
      const names = results[1]?.rows.map((row) => row[2])
      expect(names).toContain('orders')
      expect(names).not.toContain('hidden')
      expect(names).not.toContain('parted')
      expect(await named('tables', { schema: 'public' })).toContain('hidden')
    })

    test('the columns of a table, by its id', async () => {
      const [orders] = (await rowsOf('tables', { schema: 'public' })).filter(({ name }) => name === 'orders')
      expect(await rowsOf('columns', { ownerId: orders?.['id'] ?? '' })).toMatchObject([
        { name: 'id', type: 'bigint', nullable: 'false', key: 'true' },
        {
          name: `note'; drop table x --`,
          type: 'text',
          nullable: 'false',
          default: `'a'::text`,
          key: 'false',
        },
      ])
      expect(await rowsOf('columns', { ownerId: '1' })).toEqual([])
    })

    test('functions, triggers, enumerated types, indexes, policies and publications', async () => {
      const schema = 'public'
      expect(await rowsOf('functions', { schema })).toMatchObject([
        {
          name: 'stamp',
          kind: 'f',
          arguments: '',
          returns: 'trigger',
          language: 'plpgsql',
          security: 'invoker',
        },
      ])
      expect(await rowsOf('triggers', { schema })).toMatchObject([
        {
          name: 'stamp',
          table: 'orders',
          function: 'stamp',
          when: 'before',
          events: 'INSERT, UPDATE',
          enabled: 'O',
        },
      ])
      expect(await rowsOf('types', { schema })).toMatchObject([
        { name: 'mood', values: `sad, ok, it's fine` },
      ])
      expect(await rowsOf('indexes', { schema })).toMatchObject([
        { name: 'orders_note', table: 'orders', unique: 'false', state: 'unused' },
        { name: 'orders_pkey', table: 'orders', unique: 'true' },
      ])
      expect(await rowsOf('policies', { schema })).toMatchObject([
        {
          name: 'own rows',
          table: 'orders',
          command: 'r',
          permissive: 'permissive',
          roles: 'anon',
          using: '(id > 0)',
          check: null,
          active: 'true',
        },
      ])
      expect(await rowsOf('publications')).toMatchObject([
        { name: 'changes', whole: 'false', tables: '1', events: 'INSERT, UPDATE, DELETE, TRUNCATE' },
        { name: 'supabase_realtime', whole: 'false', tables: '0' },
        { name: 'supabase_realtime_messages', whole: 'false', tables: '1', events: 'INSERT' },
      ])
      expect(await rowsOf('columnPrivileges', { schema })).toMatchObject([
        { name: 'id', table: 'orders', role: 'anon', privilege: 'SELECT', grantable: 'false' },
      ])
    })

    test('functions of extensions can be told from others', async () => {
      const handlers = { schema: 'pg_catalog', search: 'plpgsql_' }
      expect(await named('functions', { ...handlers, types: ['extension'] })).toContain(
        'plpgsql_call_handler',
      )
      expect(await named('functions', { ...handlers, types: ['own'] })).toEqual([])
      expect(await named('functions', { schema: 'public', types: ['own'] })).toEqual(['stamp'])
      expect(await named('functions', { schema: 'public', types: ['extension'] })).toEqual([])
    })

    test('schemas and roles', async () => {
      expect(await named('schemas')).toEqual(
        expect.arrayContaining(['auth', 'many', 'odd "schema"', 'public', 'storage']),
      )
      expect((await named('schemas')).filter((name) => /^pg_(toast|temp)/.test(name ?? ''))).toEqual([])
      const counted = (await rowsOf('schemas')).find(({ name }) => name === 'pg_catalog')
      expect(Number(counted?.['tables'])).toBe(await total('tables', { schema: 'pg_catalog' }))
      expect(await named('roles')).toEqual(expect.arrayContaining(['anon', 'authenticated', 'service_role']))
      expect((await named('roles')).filter((name) => name?.startsWith('pg_'))).toEqual([])
    })

    test('a relation’s existence is checked before its rows are read', async () => {
      const isThere = async (relation: string) => (await run(presenceStatement(relation)))[0]?.[0]
      expect(await isThere('auth.users')).toBe('true')
      expect(await isThere('storage.buckets')).toBe('true')
      expect(await isThere('nowhere.at_all')).toBe('false')
      for (const name of ELSEWHERE) {
        const { relation = '' }: CatalogueList = catalogue[name]
        expect(await isThere(relation)).toBe('false')
      }
    })

    test('buckets, once there are any', async () => {
      const made = `insert into storage.buckets (id, name, public) values ('a', 'avatars', true)`
      await running.client.call(queryTyped, {
        params: { ref: OWN_REF },
        body: { query: made, runId: 'made' },
      })
      expect(await rowsOf('buckets')).toMatchObject([{ id: 'a', name: 'avatars', public: 'true' }])
    })
  })
}
