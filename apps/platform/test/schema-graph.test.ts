/** What is drawn of a schema, on real databases: tables, views, what joins them, and what is near a table. */
import { catalogue, pageStatement, schemaGraphStatement, type GraphPart } from '@basedeck/core/sql'
import { newId, queryTyped } from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

const SCHEMA = 'drawn "here"'

describe.each(['cluster', 'pglite'] as const)('the drawing of a schema on %s', (kind) => {
  let running: RunningApp
  const run = async (query: string, parameters: (string | null)[] = []) => {
    const body = { query, parameters, runId: newId(), readOnly: parameters.length > 0 }
    const { results } = await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
    return results.at(-1)?.rows ?? []
  }
  const drawn = async (part: Partial<GraphPart> = {}) => {
    const { query, parameters } = schemaGraphStatement({ schema: SCHEMA, words: '', around: null, ...part })
    return run(query, parameters)
  }
  const names = async (part: Partial<GraphPart>) => (await drawn(part)).map(([, name]) => name)
  const idOf = async (name: string) => {
    const [[id] = []] = await run(
      `select c.oid::text from pg_class c where c.relnamespace = (select oid from pg_namespace where nspname = $1)
         and c.relname = $2`,
      [SCHEMA, name],
    )
    return id ?? ''
  }

  beforeAll(async () => {
    running = await runApp(kind)
    await run(`create schema "drawn ""here"""; set search_path to "drawn ""here""";
      create table users (id int8 primary key, email text);
      create table "or%ders" (id int8 primary key, user_id int8 references users);
      create table lines (order_id int8 references "or%ders", note text);
      create table tree (id int8 primary key, parent int8 references tree);
      create table alone (id int8);
      create view open_orders as select o.id, u.email from "or%ders" o join users u on u.id = o.user_id;
      create materialized view mails as select email from open_orders;
      create table parted (at int) partition by range (at);
      create table part partition of parted for values from (0) to (10)`)
  })
  afterAll(() => running.stop())

  test('tables and views are read with their columns, keys and sources; partitions are part of their table', async () => {
    const rows = await drawn()
    const found = rows.map(([, name, relkind, columns, keys, , , sources]) => ({
      name,
      relkind,
      columns: (JSON.parse(columns ?? '[]') as { name: string }[]).map((column) => column.name),
      keys: ((JSON.parse(keys ?? '[]') ?? []) as unknown[]).length,
      sources: (JSON.parse(sources ?? '[]') ?? []) as string[],
    }))
    const [orders, users, open] = [await idOf('or%ders'), await idOf('users'), await idOf('open_orders')]
    expect(found).toEqual([
      { name: 'alone', relkind: 'r', columns: ['id'], keys: 0, sources: [] },
      { name: 'lines', relkind: 'r', columns: ['order_id', 'note'], keys: 1, sources: [] },
      { name: 'mails', relkind: 'm', columns: ['email'], keys: 0, sources: [open] },
      {
        name: 'open_orders',
        relkind: 'v',
        columns: ['id', 'email'],
        keys: 0,
        sources: expect.arrayContaining([orders, users]),
      },
      { name: 'or%ders', relkind: 'r', columns: ['id', 'user_id'], keys: 1, sources: [] },
      { name: 'parted', relkind: 'p', columns: ['at'], keys: 0, sources: [] },
      { name: 'tree', relkind: 'r', columns: ['id', 'parent'], keys: 1, sources: [] },
      { name: 'users', relkind: 'r', columns: ['id', 'email'], keys: 0, sources: [] },
    ])
    expect(rows[0]?.slice(5, 7)).toEqual(['8', '8'])
  })

  test.each([SCHEMA, 'pg_catalog'])(
    'the list of schemas counts what the drawing of %s has',
    async (schema) => {
      const { columns } = catalogue.schemas
      const { query, parameters } = pageStatement(catalogue.schemas, { search: schema })
      const row = (await run(query, parameters)).find(([name]) => name === schema)
      const [[, , , , , all] = []] = await drawn({ schema })
      expect(row?.[columns.findIndex(({ key }) => key === 'drawn')]).toBe(all)
    },
  )

  test('a search looks at names and columns, and takes signs of LIKE as they are', async () => {
    expect(await names({ words: 'ORDERS' })).toEqual(['open_orders'])
    expect(await names({ words: ' r%d ' })).toEqual(['or%ders'])
    expect(await names({ words: 'email' })).toEqual(['mails', 'open_orders', 'users'])
    expect(await names({ words: 'nothing' })).toEqual([])
    const [[, , , , , all, found] = []] = await drawn({ words: 'lines' })
    expect([all, found]).toEqual(['8', '1'])
  })

  test('what is related to a table is found along keys and views in both directions, the nearest first', async () => {
    const id = await idOf('lines')
    expect(await names({ around: { id, steps: 1 } })).toEqual(['lines', 'or%ders'])
    expect(await names({ around: { id, steps: 2 } })).toEqual(['lines', 'or%ders', 'open_orders', 'users'])
    expect(await names({ around: { id, steps: 3 } })).toEqual([
      'lines',
      'or%ders',
      'open_orders',
      'users',
      'mails',
    ])
    expect(await names({ around: { id: await idOf('tree'), steps: 3 } })).toEqual(['tree'])
    expect(await names({ around: { id: await idOf('alone'), steps: 1 } })).toEqual(['alone'])
    expect(await names({ around: { id, steps: 2 }, words: 'users' })).toEqual(['users'])
  })
})
