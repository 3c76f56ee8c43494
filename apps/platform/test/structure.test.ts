/** Tables that are described, made, read back, changed and copied, on real databases. */
import {
  COUNTED_REFERENCES_MAX,
  changedValuesIn,
  changedValuesStatement,
  createTableStatements,
  dropListIn,
  dropListStatement,
  duplicateTableStatements,
  foreignKeyTargetsStatement,
  incomingReferencesIn,
  incomingReferencesStatement,
  LOCK_WAIT_STATEMENT,
  OWN_SCHEMAS_STATEMENT,
  OWN_TYPES_STATEMENT,
  realtimeStatement,
  referringRowsStatement,
  relationTakenStatement,
  schemaTakenStatement,
  tableChanges,
  tableDescriptionIn,
  tableDescriptionStatement,
  valueCountStatement,
  type DdlStatement,
  type DescribedColumn,
  type ReadDescription,
  type TableDescription,
} from '@basedeck/core/sql'
import { newId, queryBatch, queryTyped } from '@basedeck/platform-client'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

const name = fc
  .oneof(
    fc.constantFrom('select', 'Table', 'a "b".c', 'ein Leerraum', '😀', `it's`, 'a\\b', '%s', 'x'.repeat(63)),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  .filter((text) => text.trim() !== '' && !text.includes('\0') && new TextEncoder().encode(text).length <= 63)

const [TEXTS, NUMBERS] = [
  ['text', 'varchar(20)', 'character varying'],
  ['int8', 'integer', 'smallint', 'numeric(10,2)', 'float8'],
]
const plain: Omit<DescribedColumn, 'name' | 'type'> = {
  position: null,
  isNullable: true,
  default: null,
  identity: null,
  generated: null,
  comment: null,
  isUnique: false,
  check: null,
}
const shared = {
  name,
  isNullable: fc.boolean(),
  isUnique: fc.boolean(),
  comment: fc.option(fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes('\0'))),
}
const column: fc.Arbitrary<DescribedColumn> = fc
  .oneof(
    fc.record({
      ...shared,
      type: fc.constantFrom(...TEXTS),
      default: fc.constantFrom(null, `'a'`, `'it''s'`, `upper('x')`, `'a' || 'b'`),
      check: fc.constantFrom(null, `current_user <> ''`),
    }),
    fc.record({
      ...shared,
      type: fc.constantFrom(...NUMBERS),
      default: fc.constantFrom(null, '0', '-1', '1 + 2 * 3'),
      check: fc.constantFrom(null, '1 > 0'),
    }),
    fc.record({
      ...shared,
      type: fc.constantFrom('timestamptz', 'timestamp(3)', 'uuid[]', 'jsonb', 'bool', 'date', 'interval'),
    }),
    fc.record({
      ...shared,
      isNullable: fc.constant(false),
      type: fc.constantFrom('int8', 'int4', 'int2'),
      identity: fc.constantFrom('always' as const, 'by default' as const),
    }),
  )
  .map((some) => ({ ...plain, ...some }))

const table: fc.Arbitrary<TableDescription> = fc
  .record({
    name,
    comment: shared.comment,
    isRlsOn: fc.boolean(),
    columns: fc.uniqueArray(column, { maxLength: 6, selector: (one) => one.name }),
    keyLength: fc.nat({ max: 2 }),
  })
  .map(({ keyLength, columns, ...rest }) => {
    const primaryKey = columns.slice(0, keyLength).map((one) => one.name)
    return {
      ...rest,
      schema: 'made "here"',
      // A column of the key is never null; PostgreSQL makes no second constraint for a key of one column.
      columns: columns.map((one) =>
        primaryKey.includes(one.name)
          ? { ...one, isNullable: false, isUnique: one.isUnique && primaryKey.length > 1 }
          : one,
      ),
      primaryKey,
      foreignKeys: [],
    }
  })

for (const kind of ['cluster', 'pglite'] as const) {
  describe(`structure on ${kind}`, () => {
    let running: RunningApp

    const ask = async (query: string, parameters: (string | null)[] = []) => {
      const body = { query, parameters, runId: newId() }
      const { results } = await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
      return results.at(-1)?.rows ?? []
    }
    const run = (statements: readonly DdlStatement[]) =>
      running.client.call(queryBatch, {
        params: { ref: OWN_REF },
        body: { statements: statements.map(({ sql }) => ({ query: sql })), runId: newId() },
      })
    const describedBy = async (oid: string) => {
      const { query, parameters } = tableDescriptionStatement(oid)
      return tableDescriptionIn(oid, await ask(query, parameters))
    }
    const describedTable = async (schema: string, named: string): Promise<ReadDescription> => {
      const [[oid] = []] = await ask(
        `select c.oid::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = $1 and c.relname = $2`,
        [schema, named],
      )
      const found = await describedBy(oid ?? '0')
      if (!found) throw new Error(`There is no table ${named}`)
      return found
    }

    /** A property begins again while it looks for a smaller example. */
    const empty = () => ask('drop schema if exists "made ""here""" cascade; create schema "made ""here"""')

    beforeAll(async () => {
      running = await runApp(kind)
    })
    afterAll(() => running.stop())

    test('a made table reads as it was described, and made from that, reads the same', async () => {
      await fc.assert(
        fc.asyncProperty(table, async (wanted) => {
          await empty()
          await run(createTableStatements(wanted))
          const first = await describedTable(wanted.schema, wanted.name)
          expect(first.columns.map((one) => one.name)).toEqual(wanted.columns.map((one) => one.name))
          expect(first.columns.map((one) => one.comment)).toEqual(wanted.columns.map((one) => one.comment))
          expect(first.columns.map((one) => one.identity)).toEqual(wanted.columns.map((one) => one.identity))
          expect(first.columns.map((one) => one.isNullable)).toEqual(
            wanted.columns.map((one) => one.isNullable),
          )
          expect(first.columns.map((one) => one.isUnique)).toEqual(wanted.columns.map((one) => one.isUnique))
          expect(first).toMatchObject({
            comment: wanted.comment,
            isRlsOn: wanted.isRlsOn,
            primaryKey: wanted.primaryKey,
          })
          expect(tableChanges(first, first)).toEqual([])
          await empty()
          await run(createTableStatements(first))
          const second = await describedTable(wanted.schema, wanted.name)
          expect({ ...second, id: first.id }).toEqual(first)
          // What is needed to come from one to the other is nothing, in both directions.
          expect(tableChanges(second, first)).toEqual([])
        }),
        { numRuns: 30 },
      )
    })

    test('one description becomes another: afterwards the table reads as wanted', async () => {
      await fc.assert(
        fc.asyncProperty(table, table, fc.nat(5), async (before, wanted, keptColumns) => {
          await empty()
          await run(createTableStatements(before))
          const old = await describedTable(before.schema, before.name)
          // Some columns are the same ones with another name; the rest is new.
          const columns = wanted.columns.map((one, index) => {
            const same = index < keptColumns ? old.columns[index] : undefined
            return same ? { ...same, name: one.name, comment: one.comment, isUnique: one.isUnique } : one
          })
          const now = columns.map((one) =>
            wanted.primaryKey.includes(one.name) ? { ...one, isNullable: false } : one,
          )
          await run([...tableChanges(old, { ...wanted, columns: now })])
          const after = await describedTable(wanted.schema, wanted.name)
          expect(after.columns.map((one) => one.name).toSorted()).toEqual(
            now.map((one) => one.name).toSorted(),
          )
          for (const one of now) {
            const read = after.columns.find((other) => other.name === one.name)
            expect(read).toMatchObject({
              comment: one.comment,
              identity: one.identity,
              isUnique: one.isUnique,
              isNullable: one.isNullable,
            })
          }
          expect(after).toMatchObject({
            comment: wanted.comment,
            isRlsOn: wanted.isRlsOn,
            primaryKey: wanted.primaryKey,
          })
        }),
        { numRuns: 30 },
      )
    })

    test('a copy has its rows, its own numbers, and survives the original', async () => {
      await ask(`create table public.people (id int8 generated always as identity primary key, name text not null unique);
        create table public.notes (
          id int8 generated always as identity primary key, number serial, person int8 references public.people on delete cascade,
          note text default 'x' check (note <> ''), twice int8 generated always as (number * 2) stored);
        comment on column public.notes.note is 'What';
        create index on public.notes (note);
        alter table public.notes enable row level security;
        alter table public.notes force row level security;
        create policy every_row on public.notes using (true);
        insert into public.people (name) values ('Ada');
        insert into public.notes (person, note) select 1, 'n' || i from generate_series(1, 20) i`)
      const original = await describedTable('public', 'notes')
      const copy = { schema: 'public', name: 'notes copy', comment: 'A copy', copiesRows: true }
      await run(duplicateTableStatements(original, copy))
      const made = await describedTable('public', 'notes copy')
      expect(made.foreignKeys).toMatchObject([{ columns: ['person'], onDelete: 'cascade' }])
      expect(made).toMatchObject({ primaryKey: ['id'], isRlsOn: true, isRlsForced: true, comment: 'A copy' })
      expect(made.columns.find((one) => one.name === 'note')).toMatchObject({
        comment: 'What',
        default: `'x'::text`,
        check: `(note <> ''::text)`,
      })
      await ask('drop table public.notes; alter table public."notes copy" no force row level security')
      expect(
        await ask(`insert into public."notes copy" (person) values (1) returning id, number, twice`),
      ).toEqual([['21', '21', '42']])
    })

    test('identity on a column with rows goes on after the largest', async () => {
      await ask('create table public.counted (n int8); insert into public.counted values (7), (3)')
      const before = await describedTable('public', 'counted')
      const columns = before.columns.map((one) => ({
        ...one,
        isNullable: false,
        identity: 'by default' as const,
      }))
      await run(tableChanges(before, { ...before, columns }))
      expect(await ask('insert into public.counted default values returning n')).toEqual([['8']])
    })

    test('a table of 1,600 columns is read whole, and what no one may see is not there', async () => {
      const columns = Array.from({ length: 1600 }, (_, index) => ({
        ...plain,
        name: `c${index}`,
        type: 'bool',
      }))
      const wide = {
        schema: 'public',
        name: 'wide',
        comment: null,
        isRlsOn: false,
        primaryKey: [],
        foreignKeys: [],
      }
      await run(createTableStatements({ ...wide, columns }))
      expect((await describedTable('public', 'wide')).columns).toHaveLength(1600)
      expect(await describedBy('4294967295')).toBeNull()
      await expect(
        run(
          createTableStatements({
            ...wide,
            name: 'wider',
            columns: [...columns, { ...plain, name: 'x', type: 'bool' }],
          }),
        ),
      ).rejects.toMatchObject({ code: '54011' })
    })

    const drops = async (named: string, column: number | null = null) => {
      const { id } = await describedTable('gone', named)
      const { query, parameters } = dropListStatement({ type: 'relation', id, column })
      const { objects, cascading, total } = dropListIn(await ask(query, parameters))
      expect(total).toBe(objects.length)
      expect(cascading).toBe(objects.filter(({ needsCascade }) => needsCascade).length)
      return objects.map((one) => `${one.needsCascade ? 'cascade: ' : ''}${one.name}`)
    }

    test('what goes with a table or a column is listed, and whether only CASCADE removes it', async () => {
      await ask(`create schema gone;
        create table gone.customers (id serial primary key, name text check (name <> ''), email text unique);
        create table gone.orders (customer int references gone.customers, whole gone.customers);
        create view gone.names as select name from gone.customers;
        create view gone.longer as select name from gone.names;
        create index customers_lower on gone.customers (lower(name));
        create policy own on gone.customers using (name = current_user);
        create table gone.alone (a int primary key, b text default 'x');
        create table gone.parted (at int) partition by range (at);
        create table gone.part partition of gone.parted for values from (0) to (10)`)
      expect(await drops('alone')).toEqual([])
      expect(await drops('alone', 2)).toEqual([])
      expect(await drops('alone', 1)).toEqual(['constraint alone_pkey on table gone.alone'])
      expect(await drops('customers')).toEqual([
        'cascade: column whole of table gone.orders',
        'cascade: constraint orders_customer_fkey on table gone.orders',
        'cascade: view gone.longer',
        'cascade: view gone.names',
      ])
      expect(await drops('customers', 2)).toEqual([
        'cascade: policy own on table gone.customers',
        'cascade: view gone.longer',
        'cascade: view gone.names',
        'constraint customers_name_check on table gone.customers',
        'index gone.customers_lower',
      ])
      expect(await drops('customers', 1)).toEqual([
        'cascade: constraint orders_customer_fkey on table gone.orders',
        'constraint customers_pkey on table gone.customers',
      ])
      expect(await drops('parted')).toEqual(['table gone.part'])
      expect(await drops('names')).toEqual(['cascade: view gone.longer'])
      await ask(`create schema "go ne"; create table "go ne".t (a int); create function "go ne".f() returns int language sql as 'select 1';
        create type "go ne".mood as enum ('a'); create view gone.of_other as select a from "go ne".t`)
      const { query, parameters } = dropListStatement({ type: 'schema', name: 'go ne' })
      expect(dropListIn(await ask(query, parameters)).objects).toEqual(
        ['function "go ne".f()', 'table "go ne".t', 'type "go ne".mood', 'view gone.of_other'].map(
          (name) => ({
            name,
            needsCascade: true,
          }),
        ),
      )
    })

    test.each<[string, string, string, string, readonly string[]]>([
      ['numeric', 'int4', '1.75, 2, null', '1', ['1.75 → 2']],
      ['numeric(10,2)', 'numeric(10,1)', '1.75, 2.50, 3.00', '1', ['1.75 → 1.8']],
      [
        'timestamp',
        'date',
        `'2026-01-31 10:30', '2026-02-01 00:00'`,
        '1',
        ['2026-01-31 10:30:00 → 2026-01-31'],
      ],
      ['text', 'varchar(3)', `'abc', 'abcd'`, '1', ['abcd → abc']],
      ['text', 'int4', `'7', '007'`, '1', ['007 → 7']],
      ['float8', 'float4', '0.5, 0.1234567890123', '1', ['0.1234567890123 → 0.12345679']],
      ['int4', 'int8', '1, 2', '0', []],
      ['jsonb', 'json', `'{"a":1}'`, '0', []],
      ['int4', 'text', '1, null', '0', []],
    ])('from %s to %s, the values that change are counted before', async (from, to, values, count, shown) => {
      const rows = values.split(/, (?=['n\d])/).map((value) => `(${value})`)
      await ask(`drop schema if exists cast_there cascade; create schema cast_there;
        create table cast_there."t s" ("a b" ${from}); insert into cast_there."t s" values ${rows.join(', ')}`)
      const table = { schema: 'cast_there', name: 't s' }
      const statement = changedValuesStatement(table, { name: 'a b', from, to }, true)
      const changed = changedValuesIn(await ask(statement.query, statement.parameters))
      expect(changed.count).toBe(Number(count))
      expect(changed.examples.map(({ before, after }) => `${before} → ${after}`)).toEqual(shown)
    })

    test('where there is no cast back, a value changes when its text does; values are counted without NULL', async () => {
      await ask(`create schema cast_away; create table cast_away.t (a timestamp);
        insert into cast_away.t values ('2026-01-31 10:30'), (null)`)
      const table = { schema: 'cast_away', name: 't' }
      const cast = { name: 'a', from: 'timestamp', to: 'time' }
      const back = changedValuesStatement(table, cast, true)
      await expect(ask(back.query, back.parameters)).rejects.toMatchObject({ code: '42846' })
      const { query, parameters } = changedValuesStatement(table, cast, false)
      expect(changedValuesIn(await ask(query, parameters))).toEqual({
        count: 1,
        examples: [{ before: '2026-01-31 10:30:00', after: '10:30:00' }],
      })
      const counting = valueCountStatement(table, 'a')
      expect(await ask(counting.query, counting.parameters)).toEqual([['1']])
    })

    test('rows that refer to deleted ones are counted by foreign key, without those that go themselves', async () => {
      await ask(`create schema along;
        create table along.people (a int, b int, boss_a int, boss_b int, primary key (a, b),
          foreign key (boss_a, boss_b) references along.people on delete set default);
        insert into along.people values (1, 1, null, null), (1, 2, 1, 1), (2, 1, 1, 1);
        create table along.visits (x int, y int, foreign key (x, y) references along.people on delete cascade);
        insert into along.visits values (1, 1), (1, 1), (2, 1), (null, 1);
        create table along.notes (x int, y int, foreign key (x, y) references along.people on delete set null);
        create table along.many (x int, y int, foreign key (x, y) references along.people);
        insert into along.many select 1, 1 from generate_series(1, ${COUNTED_REFERENCES_MAX + 5})`)
      const [[id] = []] = await ask(`select 'along.people'::regclass::oid::text`)
      const incoming = incomingReferencesStatement(id ?? '')
      const keys = incomingReferencesIn(await ask(incoming.query, incoming.parameters))
      const table = { schema: 'along', name: 'people', columns: [], key: ['a', 'b'], rowId: ['ctid'] }
      const deleted = [
        ['1', '1'],
        ['1', '2'],
      ].map((row) => ({ base: { id: row, values: {} } }))
      const counts = await Promise.all(
        keys.map(async (key) => {
          const { query, parameters } = referringRowsStatement(table, [key], deleted)
          const [[count] = []] = await ask(query, parameters)
          return [key.table, key.columns.join(), key.onDelete, Number(count)]
        }),
      )
      expect(counts).toEqual([
        ['many', 'x,y', 'no action', COUNTED_REFERENCES_MAX + 1],
        ['notes', 'x,y', 'set null', 0],
        ['people', 'boss_a,boss_b', 'set default', 1],
        ['visits', 'x,y', 'cascade', 2],
      ])
      await ask(`alter table along.visits add id int primary key generated by default as identity;
        create table along.bills (visit int references along.visits on update cascade); insert into along.bills values (1), (1), (3)`)
      const [[visits] = []] = await ask(`select 'along.visits'::regclass::oid::text`)
      const [bills] = incomingReferencesIn(await ask(incoming.query, [visits ?? '']))
      expect(bills).toMatchObject({ table: 'bills', onUpdate: 'cascade', onDelete: 'no action' })
      const visitKey = keys.find((key) => key.table === 'visits')
      if (!bills || !visitKey) throw new Error('The keys are not there')
      const below = referringRowsStatement(table, [visitKey, bills], deleted)
      expect(await ask(below.query, below.parameters)).toEqual([['2']])
    })

    test('taken names, own types, and tables that a foreign key may refer to', async () => {
      await ask(`create schema look; create type look."My mood" as enum ('a'); create domain look.positive as int;
        create table look.keyed (id int8 primary key, "other ""key""" text unique, name text);
        create table look.keyless (id int8); create unique index on look.keyless (id) where id > 0`)
      const found = async ({ query, parameters }: { query: string; parameters: (string | null)[] }) =>
        ask(query, parameters)
      expect(await found(relationTakenStatement('look', 'keyed'))).toHaveLength(1)
      expect(await found(relationTakenStatement('look', 'keyed_pkey'))).toHaveLength(1)
      expect(await found(relationTakenStatement('look', 'My mood'))).toHaveLength(1)
      expect(await found(relationTakenStatement('look', 'Keyed'))).toEqual([])
      expect(await found(schemaTakenStatement('look'))).toHaveLength(1)
      expect(await found(schemaTakenStatement(`look'`))).toEqual([])
      const types = (await found(OWN_TYPES_STATEMENT)).flat()
      expect(types).toEqual(expect.arrayContaining(['look."My mood"', 'look.positive']))
      expect(types).not.toContain('look.keyed')
      expect(await found(foreignKeyTargetsStatement('LOOK.k'))).toEqual([
        ['look', 'keyed', expect.stringMatching(/^\[\["id"\],\s*\["other \\"key\\""\]\]$/)],
      ])
      expect(await found(foreignKeyTargetsStatement('l%k.keyed'))).toEqual([])
    })

    test('realtime: a table enters the publication, and can leave it; one that was deleted is made again', async () => {
      await ask('create table public.live (id int8 primary key); create table public.keyless (id int8)')
      const before = await describedTable('public', 'live')
      expect(before.realtime).toEqual({
        publication: 'supabase_realtime',
        isOn: false,
        hasAllTables: false,
        hasIdentity: true,
      })
      await ask('drop publication supabase_realtime')
      await run([realtimeStatement(before, { ...before.realtime, publication: null }, true)])
      const on = await describedTable('public', 'live')
      expect(on.realtime).toMatchObject({ publication: 'supabase_realtime', isOn: true })
      const other = await describedTable('public', 'keyless')
      expect(other.realtime).toMatchObject({ isOn: false, hasIdentity: false })
      await run([realtimeStatement(other, other.realtime, true)])
      expect((await describedTable('public', 'keyless')).realtime.isOn).toBe(true)
      await run([realtimeStatement(on, on.realtime, false)])
      expect((await describedTable('public', 'live')).realtime.isOn).toBe(false)
    })

    test('an error in the middle leaves the table as it was, and says which statement it was', async () => {
      await ask(`create table public.half (a text); insert into public.half values ('x')`)
      const before = await describedTable('public', 'half')
      const [first] = before.columns
      if (!first) throw new Error('There is no column')
      const after = {
        ...before,
        columns: [
          { ...first, name: 'b', type: 'int8' },
          { ...plain, name: 'c', type: 'text' },
        ],
      }
      await expect(run(tableChanges(before, after))).rejects.toMatchObject({
        code: '22P02',
        body: { statementIndex: 1 },
      })
      expect(await describedTable('public', 'half')).toEqual(before)
    })

    test('a table moves to another schema under another name, with what belongs to it', async () => {
      await ask(`create schema "from here"; create schema "to ""there""";
        create table "from here".notes (
          id serial primary key, parent int references "from here".notes, note text unique);
        create view "from here".all_notes as select note from "from here".notes;
        insert into "from here".notes (note) values ('a')`)
      const before = await describedTable('from here', 'notes')
      expect((await ask(OWN_SCHEMAS_STATEMENT.query)).flat()).toEqual(
        expect.arrayContaining(['public', 'from here', 'to "there"']),
      )
      const [key] = before.foreignKeys
      if (!key) throw new Error('There is no key')
      const target = { schema: 'to "there"', name: 'a.b', columns: ['key'] }
      const columns = before.columns.map((one) => (one.name === 'id' ? { ...one, name: 'key' } : one))
      const after = { ...before, ...target, columns, primaryKey: ['key'], foreignKeys: [{ ...key, target }] }
      await run(tableChanges(before, after))
      const read = await describedTable('to "there"', 'a.b')
      expect(read.id).toBe(before.id)
      expect(read).toMatchObject({ primaryKey: ['key'], foreignKeys: [{ ...key, target }] })
      await ask(`insert into "to ""there"""."a.b" (note, parent) values ('b', 1)`)
      expect(await ask('select note from "from here".all_notes order by 1')).toEqual([['a'], ['b']])
      expect(
        await ask(
          `select relname from pg_class where relnamespace = '"to ""there"""'::regnamespace order by 1`,
        ),
      ).toEqual([['a.b'], ['notes_id_seq'], ['notes_note_key'], ['notes_pkey']])
    })

    test('a table refers to itself from the statement that makes it', async () => {
      const table: TableDescription = {
        schema: 'public',
        name: 'tree "of".x',
        comment: null,
        isRlsOn: false,
        columns: [
          { ...plain, name: 'id', type: 'int8', isNullable: false },
          { ...plain, name: 'parent', type: 'int8' },
        ],
        primaryKey: ['id'],
        foreignKeys: [
          {
            name: null,
            columns: ['parent'],
            target: { schema: 'public', name: 'tree "of".x', columns: ['id'] },
            onDelete: 'cascade',
            onUpdate: 'no action',
          },
        ],
      }
      await run(createTableStatements(table))
      await ask(`insert into public."tree ""of"".x" values (1, null), (2, 1)`)
      expect(await ask(`delete from public."tree ""of"".x" where id = 1 returning id`)).toEqual([['1']])
      expect(await ask(`select * from public."tree ""of"".x"`)).toEqual([])
    })

    test('a generated column is made beside what it is computed from, and is later typed', async () => {
      await ask('create table public.prices (net int8); insert into public.prices values (10)')
      const before = await describedTable('public', 'prices')
      const gross = { ...plain, name: 'gross', type: 'int8', generated: 'net + tax' }
      const tax = { ...plain, name: 'tax', type: 'int8', default: '2' }
      await run(tableChanges(before, { ...before, columns: [...before.columns, gross, tax] }))
      const made = await describedTable('public', 'prices')
      expect(made.columns.find((one) => one.name === 'gross')).toMatchObject({
        generated: '(net + tax)',
        default: null,
      })
      expect(made.columns.some((one) => 'isVirtual' in one)).toBe(false)
      await ask('insert into public.prices (net, tax) values (1, 1)')
      const typed = made.columns.map((one) =>
        one.name === 'gross' ? { ...one, type: 'text', generated: null, default: `'none'` } : one,
      )
      await run(tableChanges(made, { ...made, columns: typed }))
      await ask('insert into public.prices (net, tax) values (1, 1)')
      expect(await ask('select gross from public.prices order by gross')).toEqual([['12'], ['2'], ['none']])
    })

    test('a change waits for a lock only so long', async () => {
      await ask('create table public.wanted (id int8)')
      const body = {
        statements: [LOCK_WAIT_STATEMENT, `select current_setting('lock_timeout')`].map((query) => ({
          query,
        })),
        runId: newId(),
      }
      const answer = await running.client.call(queryBatch, { params: { ref: OWN_REF }, body })
      expect(answer).toMatchObject({ results: [{}, { rows: [['5s']] }] })
      expect(await ask(`select current_setting('lock_timeout')`)).toEqual([['0']])
    })
  })
}
