import { expect, test } from 'vitest'
import {
  createSchemaStatements,
  createTableStatements,
  dropTableStatement,
  duplicateTableStatements,
  realtimeStatement,
  tableChanges,
} from './table-ddl.js'
import type { DescribedColumn, ForeignKey, ReadDescription, TableDescription } from './table-description.js'

function column(name: string, changes: Partial<DescribedColumn> = {}): DescribedColumn {
  return {
    position: null,
    name,
    type: 'text',
    isNullable: true,
    default: null,
    identity: null,
    generated: null,
    comment: null,
    isUnique: false,
    check: null,
    ...changes,
  }
}

function key(changes: Partial<ForeignKey> = {}): ForeignKey {
  return {
    name: null,
    columns: ['customer'],
    target: { schema: 'shop', name: 'customers', columns: ['id'] },
    onDelete: 'no action',
    onUpdate: 'no action',
    ...changes,
  }
}

function described(changes: Partial<TableDescription> = {}): TableDescription {
  return {
    schema: 'shop',
    name: 'orders',
    comment: null,
    isRlsOn: false,
    columns: [],
    primaryKey: [],
    foreignKeys: [],
    ...changes,
  }
}

const ID = column('id', { position: 1, type: 'bigint', isNullable: false, identity: 'by default' })
const NOTE = column('note', { position: 2 })
const TOTAL = column('total', {
  position: 3,
  type: 'integer',
  default: '0',
  isUnique: true,
  check: '(total >= 0)',
})

function read(changes: Partial<ReadDescription> = {}): ReadDescription {
  return {
    ...described({ columns: [ID, NOTE, TOTAL], primaryKey: ['id'] }),
    id: '1',
    kind: 'r',
    policies: 0,
    estimatedRows: null,
    constraints: {
      primaryKey: 'orders_pkey',
      unique: { 3: 'orders_total_key' },
      check: { 3: 'orders_total_check' },
    },
    realtime: { publication: null, isOn: false, hasAllTables: false, hasIdentity: true },
    ...changes,
  }
}

const sqlOf = (statements: readonly { sql: string }[]) => statements.map(({ sql }) => sql)

test('a table is made in one statement; comments and row-level security follow', () => {
  const table = described({
    comment: `It's "all"`,
    isRlsOn: true,
    columns: [
      column('id', { type: 'int8', isNullable: false, identity: 'always' }),
      column('a "b".c', { default: `'x'`, isUnique: true, comment: 'Note\\' }),
      column('customer', { type: 'int8', check: 'customer > 0', default: '1 + 1' }),
    ],
    primaryKey: ['id'],
    foreignKeys: [key({ onDelete: 'cascade', onUpdate: 'set null' })],
  })
  expect(sqlOf(createTableStatements(table))).toEqual([
    `create table "shop"."orders" (
  "id" int8 not null generated always as identity,
  "a ""b"".c" text default 'x' unique,
  "customer" int8 default (1 + 1) check (customer > 0),
  primary key ("id"),
  foreign key ("customer") references "shop"."customers" ("id") on delete cascade on update set null
)`,
    `comment on table "shop"."orders" is 'It''s "all"'`,
    `comment on column "shop"."orders"."a ""b"".c" is E'Note\\\\'`,
    `alter table "shop"."orders" enable row level security`,
  ])
})

test('each line of CREATE TABLE is known by its column, also where a name has several lines', () => {
  const [created] = createTableStatements(
    described({
      columns: [column('a\nb'), column('customer')],
      primaryKey: ['customer'],
      foreignKeys: [key()],
    }),
  )
  expect(created?.lines).toEqual([
    { part: 'name' },
    { column: 0, part: 'type' },
    { column: 0, part: 'type' },
    { column: 1, part: 'type' },
    undefined,
    { foreignKey: 0 },
  ])
})

test('a table without columns', () => {
  expect(sqlOf(createTableStatements(described()))).toEqual(['create table "shop"."orders" ()'])
})

test('what is as before needs no statement', () => {
  const foreignKeys = [key({ name: 'orders_customer_fkey', columns: ['note'] })]
  expect(tableChanges(read({ foreignKeys }), read({ foreignKeys }))).toEqual([])
  expect(tableChanges(read(), read({ columns: [{ ...ID, type: 'int8' }, NOTE, TOTAL] }))).toEqual([])
})

const ALTER = 'alter table "shop"."orders"'

test.each<[string, Partial<TableDescription>, string[]]>([
  [
    'a new name comes first, and is used by the rest',
    { name: 'sales', comment: 'All' },
    [`${ALTER} rename to "sales"`, `comment on table "shop"."sales" is 'All'`],
  ],
  ['row-level security', { isRlsOn: true }, [`${ALTER} enable row level security`]],
  [
    'a new column',
    { columns: [ID, NOTE, TOTAL, column('at', { type: 'timestamptz', default: 'now()', comment: 'c' })] },
    [`${ALTER} add column "at" timestamptz default now()`, `comment on column "shop"."orders"."at" is 'c'`],
  ],
  ['a column that goes', { columns: [ID, TOTAL] }, [`${ALTER} drop column "note"`]],
  [
    'a new type and a new default',
    { columns: [ID, NOTE, { ...TOTAL, type: 'text', default: `'0'` }] },
    [
      `${ALTER} alter column "total" drop default`,
      `${ALTER} alter column "total" type text using "total"::text`,
      `${ALTER} alter column "total" set default '0'`,
    ],
  ],
  [
    'a new default alone',
    { columns: [ID, NOTE, { ...TOTAL, default: '1' }] },
    [`${ALTER} alter column "total" set default 1`],
  ],
  [
    'no default any more',
    { columns: [ID, NOTE, { ...TOTAL, default: null }] },
    [`${ALTER} alter column "total" drop default`],
  ],
  [
    'not null and null',
    { columns: [ID, { ...NOTE, isNullable: false }, TOTAL] },
    [`${ALTER} alter column "note" set not null`],
  ],
  [
    'no constraints any more',
    { columns: [ID, NOTE, { ...TOTAL, isUnique: false, check: null }] },
    [`${ALTER} drop constraint "orders_total_key"`, `${ALTER} drop constraint "orders_total_check"`],
  ],
  [
    'another check',
    { columns: [ID, NOTE, { ...TOTAL, check: 'total > 1' }] },
    [`${ALTER} drop constraint "orders_total_check"`, `${ALTER} add check (total > 1)`],
  ],
  ['unique', { columns: [ID, { ...NOTE, isUnique: true }, TOTAL] }, [`${ALTER} add unique ("note")`]],
  [
    'no identity any more',
    { columns: [{ ...ID, identity: null }, NOTE, TOTAL] },
    [`${ALTER} alter column "id" drop identity`],
  ],
  [
    'another identity',
    { columns: [{ ...ID, identity: 'always' }, NOTE, TOTAL] },
    [`${ALTER} alter column "id" set generated always`],
  ],
  [
    'identity goes on after the largest value',
    { columns: [ID, NOTE, { ...TOTAL, identity: 'always', default: null, isNullable: false }] },
    [
      `${ALTER} alter column "total" drop default`,
      `${ALTER} alter column "total" set not null`,
      `${ALTER} alter column "total" add generated always as identity`,
      `select pg_catalog.setval(pg_catalog.pg_get_serial_sequence('"shop"."orders"', 'total'), greatest(coalesce(max("total"), 0), 0) + 1, false) from "shop"."orders"`,
    ],
  ],
  [
    'another primary key',
    { primaryKey: ['id', 'note'] },
    [`${ALTER} drop constraint "orders_pkey"`, `${ALTER} add primary key ("id", "note")`],
  ],
  ['no primary key any more', { primaryKey: [] }, [`${ALTER} drop constraint "orders_pkey"`]],
  [
    'the primary key of a column that goes, goes with it',
    { columns: [NOTE, TOTAL], primaryKey: ['note'] },
    [`${ALTER} drop column "id"`, `${ALTER} add primary key ("note")`],
  ],
  [
    'a renamed column keeps its key and its constraints',
    { columns: [{ ...ID, name: 'key' }, NOTE, { ...TOTAL, name: 'sum' }], primaryKey: ['key'] },
    [`${ALTER} rename column "id" to "key"`, `${ALTER} rename column "total" to "sum"`],
  ],
  [
    'two columns change their names',
    { columns: [ID, { ...NOTE, name: 'total' }, { ...TOTAL, name: 'note' }] },
    [
      `${ALTER} rename column "note" to "note_renamed"`,
      `${ALTER} rename column "total" to "note"`,
      `${ALTER} rename column "note_renamed" to "total"`,
    ],
  ],
  [
    'a column takes the name of one that is renamed',
    { columns: [{ ...ID, name: 'note' }, { ...NOTE, name: 'remark' }, TOTAL], primaryKey: ['note'] },
    [`${ALTER} rename column "note" to "remark"`, `${ALTER} rename column "id" to "note"`],
  ],
  [
    'a column takes the name of one that goes',
    { columns: [ID, { ...TOTAL, name: 'note' }] },
    [`${ALTER} drop column "note"`, `${ALTER} rename column "total" to "note"`],
  ],
  [
    'another schema, after the new name and before the rest',
    { schema: 'old', name: 'sales', isRlsOn: true },
    [
      `${ALTER} rename to "sales"`,
      `alter table "shop"."sales" set schema "old"`,
      `alter table "old"."sales" enable row level security`,
    ],
  ],
  [
    'a new generated column follows what it is computed from',
    {
      columns: [
        ID,
        NOTE,
        TOTAL,
        column('twice', { type: 'int8', generated: ' tax * 2 ' }),
        column('tax', { type: 'int8' }),
      ],
    },
    [
      `${ALTER} add column "tax" int8`,
      `${ALTER} add column "twice" int8 generated always as (tax * 2) stored`,
    ],
  ],
  [
    'a foreign key to the table itself, under its new name',
    {
      name: 'sales',
      foreignKeys: [key({ columns: ['total'], target: { schema: 'shop', name: 'sales', columns: ['id'] } })],
    },
    [
      `${ALTER} rename to "sales"`,
      `alter table "shop"."sales" add foreign key ("total") references "shop"."sales" ("id")`,
    ],
  ],
  [
    'a foreign key',
    { foreignKeys: [key({ columns: ['total'], onDelete: 'restrict' })] },
    [`${ALTER} add foreign key ("total") references "shop"."customers" ("id") on delete restrict`],
  ],
])('%s', (_, changes, expected) => {
  expect(sqlOf(tableChanges(read(), read(changes)))).toEqual(expected)
})

test('a changed foreign key is made again, one of a renamed column stays', () => {
  const old = key({ name: 'fk', columns: ['total'] })
  const before = read({ foreignKeys: [old] })
  expect(sqlOf(tableChanges(before, { ...before, foreignKeys: [{ ...old, onDelete: 'cascade' }] }))).toEqual([
    `${ALTER} drop constraint "fk"`,
    `${ALTER} add foreign key ("total") references "shop"."customers" ("id") on delete cascade`,
  ])
  expect(sqlOf(tableChanges(before, { ...before, foreignKeys: [] }))).toEqual([
    `${ALTER} drop constraint "fk"`,
  ])
  const columns = [ID, NOTE, { ...TOTAL, name: 'sum' }]
  expect(
    sqlOf(tableChanges(before, { ...before, columns, foreignKeys: [{ ...old, columns: ['sum'] }] })),
  ).toEqual([`${ALTER} rename column "total" to "sum"`])
})

const TWICE = column('twice', { position: 4, type: 'integer', generated: '(total * 2)' })

test.each<[string, Partial<DescribedColumn>, string[]]>([
  [
    'no longer generated, and then with a default',
    { generated: null, default: '0' },
    [`${ALTER} alter column "twice" drop expression`, `${ALTER} alter column "twice" set default 0`],
  ],
  ['of another type', { type: 'int8' }, [`${ALTER} alter column "twice" type int8`]],
  [
    'no longer generated and of another type',
    { generated: null, type: 'text' },
    [
      `${ALTER} alter column "twice" drop expression`,
      `${ALTER} alter column "twice" type text using "twice"::text`,
    ],
  ],
])('a generated column, %s', (_, changes, expected) => {
  const before = read({ columns: [ID, TOTAL, TWICE] })
  expect(sqlOf(tableChanges(before, { ...before, columns: [ID, TOTAL, { ...TWICE, ...changes }] }))).toEqual(
    expected,
  )
})

test('a key to its own table stays when the table moves, and locks no other table', () => {
  const target = { schema: 'shop', name: 'orders', columns: ['id'] }
  const own = key({ name: 'fk', columns: ['total'], target })
  const before = read({ foreignKeys: [own] })
  const moved = { ...own, target: { schema: 'old', name: 'sales', columns: ['key'] } }
  const columns = [{ ...ID, name: 'key' }, NOTE, TOTAL]
  const after = {
    ...before,
    schema: 'old',
    name: 'sales',
    columns,
    primaryKey: ['key'],
    foreignKeys: [moved],
  }
  expect(sqlOf(tableChanges(before, after))).toEqual([
    `${ALTER} rename to "sales"`,
    `alter table "shop"."sales" set schema "old"`,
    `alter table "old"."sales" rename column "id" to "key"`,
  ])
  const [dropped] = tableChanges(before, { ...before, foreignKeys: [] })
  expect(dropped?.step).toEqual({ step: 'drop-foreign-key', refersTo: [] })
  const [made] = createTableStatements({ ...before, foreignKeys: [own] })
  expect(made?.step).toEqual({ step: 'create-table', refersTo: [] })
  const copies = duplicateTableStatements(before, {
    schema: 'shop',
    name: 'copy',
    comment: null,
    copiesRows: false,
  })
  expect(sqlOf(copies).at(-1)).toBe(
    'alter table "shop"."copy" add foreign key ("total") references "shop"."copy" ("id")',
  )
})

test('a copy has its own sequences, foreign keys and row-level security', () => {
  const serial = column('number', { position: 4, type: 'integer', default: `nextval('shop.s'::regclass)` })
  const generated = column('twice', { position: 5, generated: 'total * 2' })
  const table = read({
    columns: [ID, serial, generated],
    isRlsOn: true,
    foreignKeys: [key({ name: 'fk', columns: ['number'] })],
  })
  const copy = { schema: 'shop', name: 'copy', comment: 'A copy' }
  expect(sqlOf(duplicateTableStatements(table, { ...copy, copiesRows: true }))).toEqual([
    `create table "shop"."copy" (like "shop"."orders" including all)`,
    `create sequence "shop"."copy_number_seq" as integer`,
    `alter table "shop"."copy" alter column "number" set default nextval('"shop"."copy_number_seq"')`,
    `alter sequence "shop"."copy_number_seq" owned by "shop"."copy"."number"`,
    `insert into "shop"."copy" ("id", "number") overriding system value\nselect "id", "number" from "shop"."orders"`,
    expect.stringContaining(`'id'), greatest(coalesce(max("id"), 0), 0) + 1, false) from "shop"."copy"`),
    expect.stringContaining(`'number'), greatest(`),
    `alter table "shop"."copy" add foreign key ("number") references "shop"."customers" ("id")`,
    `comment on table "shop"."copy" is 'A copy'`,
    `alter table "shop"."copy" enable row level security`,
  ])
  const empty = sqlOf(duplicateTableStatements(read(), { ...copy, comment: null, copiesRows: false }))
  expect(empty).toEqual([`create table "shop"."copy" (like "shop"."orders" including all)`])
})

test.each([
  ['r', false, 'drop table "s"."t"'],
  ['p', true, 'drop table "s"."t" cascade'],
  ['v', false, 'drop view "s"."t"'],
  ['m', false, 'drop materialized view "s"."t"'],
  ['f', true, 'drop foreign table "s"."t" cascade'],
] as const)('a relation of the kind %s, cascade %s: %s', (kind, cascades, sql) => {
  expect(dropTableStatement({ schema: 's', name: 't', kind }, cascades).sql).toBe(sql)
})

test('schemas, and the publication of realtime', () => {
  expect(sqlOf(createSchemaStatements('a"b', 'Note'))).toEqual([
    'create schema "a""b"',
    `comment on schema "a""b" is 'Note'`,
  ])
  const table = { schema: 's', name: 't' }
  const { realtime } = read()
  expect(realtimeStatement(table, realtime, true).sql).toBe(
    'create publication "supabase_realtime" for table "s"."t" with (publish_via_partition_root = true)',
  )
  const known = { ...realtime, publication: 'supabase_realtime' }
  expect(realtimeStatement(table, known, true).sql).toBe(
    'alter publication "supabase_realtime" add table "s"."t"',
  )
  expect(realtimeStatement(table, known, false).sql).toBe(
    'alter publication "supabase_realtime" drop table "s"."t"',
  )
})
