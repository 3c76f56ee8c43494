/**
 * Every kind of object that has a form, on real databases: made, read back, changed, copied and deleted by the statements that
 * the form shows. A kind without an example here fails the test.
 */
import {
  catalogue,
  dropListIn,
  dropListStatement,
  objectIn,
  objectKinds,
  objectStatementOf,
  pageStatement,
  quoteIdentifier,
  type ObjectKind,
  type ObjectKindName,
  type ObjectStatement,
  type ObjectValues,
} from '@basedeck/core/sql'
import { newId, queryBatch, queryTyped } from '@basedeck/platform-client'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_REF } from '../src/control/own-installation.js'
import { runApp, type RunningApp } from './running-app.js'

const name = fc
  .oneof(
    fc.constantFrom(
      'select',
      'Table',
      'a "b".c',
      'ein Leerraum',
      '😀',
      `it's`,
      'a\\b',
      '%s',
      'x'.repeat(63),
      'جدول',
    ),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  .filter((text) => text.trim() !== '' && !text.includes('\0') && new TextEncoder().encode(text).length <= 63)
const comment = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 20 }).filter((text) => !text.includes('\0')),
)
const S = 'made "here"'
const schema = fc.constant(S)

const FIXTURE = `
create table "made ""here""".things (id bigint primary key, "odd ""name" text collate "C", n integer, at timestamptz, tags text[]);
create view "made ""here""".seen as select id, n from "made ""here""".things;
create function "made ""here""".fired() returns trigger language plpgsql as $$ begin return new; end $$;
`

interface Example {
  values: fc.Arbitrary<ObjectValues>
  /** Where a new one is found by its values. */
  find: string
  parameters(values: ObjectValues): string[]
  /** Fields that are sent and not read back. */
  sent?: Record<string, unknown>
  /** Whether only superusers may. */
  needsAdmin?: boolean
  /** Values that an earlier object needs to become, to be changed into others. */
  into?(before: ObjectValues, wanted: ObjectValues): ObjectValues
}

const byName = (values: ObjectValues) => [String(values['schema']), String(values['name'])]
const RELATION = `select c.oid::text from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = $2`
const TYPE = `select t.oid::text from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname = $1 and t.typname = $2`
const rows = <T>(item: fc.Arbitrary<T>, max = 3, by: (one: T) => unknown = (one) => JSON.stringify(one)) =>
  fc.uniqueArray(item, { maxLength: max, selector: by })

/** Rows with the name that they had, where the object was read with it. */
const carried = (field: string, key: string) => (before: ObjectValues, wanted: ObjectValues) => {
  const had = before[field] as { [name: string]: string }[]
  return {
    ...before,
    ...wanted,
    [field]: (wanted[field] as Record<string, string>[]).map((one, at) => ({
      ...one,
      was: had[at]?.[key] ?? '',
    })),
  }
}

const examples: Record<ObjectKindName, Example> = {
  index: {
    values: fc.record({
      schema,
      table: fc.constant('things'),
      name,
      method: fc.constant('btree'),
      unique: fc.boolean(),
      nullsNotDistinct: fc.constant(false),
      keys: fc.uniqueArray(
        fc
          .oneof(
            fc.record({
              of: fc.constant('column'),
              value: fc.constantFrom('id', 'odd "name', 'n'),
              order: fc.constantFrom('', 'desc'),
              nulls: fc.constantFrom('', 'first', 'last'),
              opclass: fc.constant(''),
              collation: fc.constant(''),
            }),
            fc.constant({
              of: 'expression',
              value: 'abs(n)',
              order: '',
              nulls: '',
              opclass: '',
              collation: '',
            }),
            fc.constant({
              of: 'expression',
              value: '(n + 1)',
              order: 'desc',
              nulls: '',
              opclass: '',
              collation: '',
            }),
            fc.constant({
              of: 'column',
              value: 'odd "name',
              order: '',
              nulls: '',
              opclass: 'pg_catalog.text_pattern_ops',
              collation: '',
            }),
          )
          .map((key) => ({
            ...key,
            // What the order does by itself is not said.
            nulls: (key.order === 'desc') === (key.nulls === 'first') ? '' : key.nulls,
          })),
        { minLength: 1, maxLength: 3, selector: ({ value }) => value },
      ),
      include: fc.constantFrom([], [{ value: 'at' }]),
      where: fc.constantFrom('', '(n > 0)'),
      options: fc.constantFrom([], [{ name: 'fillfactor', value: '70' }]),
      concurrently: fc.boolean(),
      comment,
      constraint: fc.constant(''),
      isPartition: fc.constant(false),
      isValid: fc.constant(true),
    }),
    find: RELATION,
    parameters: byName,
    sent: { concurrently: false },
  },
  function: {
    values: fc
      .record({
        schema,
        name,
        kind: fc.constantFrom('function', 'procedure'),
        arguments: rows(
          fc.record({
            mode: fc.constant('in'),
            name,
            type: fc.constantFrom('integer', 'text', 'timestamp with time zone', 'numeric[]'),
            default: fc.constant(''),
          }),
          3,
          (one) => one.name,
        ),
        language: fc.constantFrom('plpgsql', 'sql'),
        volatility: fc.constantFrom('volatile', 'stable', 'immutable'),
        parallel: fc.constantFrom('unsafe', 'safe', 'restricted'),
        isStrict: fc.boolean(),
        isDefiner: fc.boolean(),
        isLeakproof: fc.constant(false),
        isWindow: fc.constant(false),
        searchPath: fc.constantFrom('', 'public, pg_temp', '""', '"made ""here""", public'),
        settings: fc.constantFrom([], [{ name: 'work_mem', value: '8MB' }]),
        cost: fc.constantFrom('', '7'),
        rows: fc.constant(''),
        comment,
        isAggregate: fc.constant(false),
        isParsed: fc.constant(false),
        isOfExtension: fc.constant(false),
        text: fc.constantFrom('plain', '$$ quoted $$', '$body$ and $1'),
      })
      .map(({ text, ...values }): ObjectValues => {
        const isFunction = values.kind === 'function'
        const body =
          values.language === 'sql'
            ? `\nselect ${isFunction ? 1 : `'x'::text`} /* ${text} */\n`
            : `\n-- ${text}\nbegin\n  ${isFunction ? 'return 1' : 'null'};\nend\n`
        return {
          ...values,
          ...(isFunction
            ? { returns: 'integer' }
            : { returns: '', volatility: 'volatile', parallel: 'unsafe', isStrict: false, cost: '' }),
          body,
          execute: [],
        }
      }),
    find: `select p.oid::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = $1 and p.proname = $2`,
    parameters: byName,
    sent: { execute: expect.anything() },
  },
  trigger: {
    values: fc
      .record({
        schema,
        table: fc.constantFrom('things', 'seen'),
        name,
        timing: fc.constantFrom('before', 'after'),
        events: fc.subarray(['insert', 'update', 'delete'], { minLength: 1 }),
        of: fc.boolean(),
        level: fc.constantFrom('row', 'statement'),
        isConstraint: fc.boolean(),
        deferral: fc.constantFrom('', 'deferrable', 'deferred'),
        functionSchema: schema,
        function: fc.constant('fired'),
        arguments: rows(fc.record({ value: name })),
        when: fc.boolean(),
        enabled: fc.constantFrom('O', 'D', 'R', 'A'),
        comment,
        isPartition: fc.constant(false),
      })
      .map(({ of, when, ...values }): ObjectValues => {
        const isView = values.table === 'seen'
        const timing = isView ? 'instead of' : values.timing
        const isConstraint = values.isConstraint && timing === 'after'
        const level = isView || isConstraint ? 'row' : values.level
        return {
          ...values,
          timing,
          isConstraint,
          level,
          deferral: isConstraint ? values.deferral : '',
          columns:
            of && !isView && values.events.includes('update')
              ? [{ value: 'id' }, { value: 'odd "name' }]
              : [],
          when:
            when && !isView && level === 'row' && values.events.join() === 'update' ? '(new.n > old.n)' : '',
          // A view's triggers can't be switched off.
          enabled: isView ? 'O' : values.enabled,
          oldTable: '',
          newTable:
            timing === 'after' && !isConstraint && values.events.join() === 'insert' ? 'new rows' : '',
        }
      }),
    find: `select t.oid::text from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relname = $1 and t.tgname = $2`,
    parameters: (values) => [String(values['table']), String(values['name'])],
  },
  enum: {
    values: fc.record({
      schema,
      name,
      labels: fc
        .uniqueArray(name, { minLength: 1, maxLength: 5 })
        .map((all) => all.map((label) => ({ label }))),
      comment,
      replacement: fc.constant(''),
    }),
    find: TYPE,
    parameters: byName,
    into: carried('labels', 'label'),
  },
  composite: {
    values: fc.record({
      schema,
      name,
      attributes: rows(
        fc.record({ name, type: fc.constantFrom('integer', 'text', 'numeric(10,2)') }),
        4,
        (one) => one.name,
      ),
      comment,
    }),
    find: TYPE,
    parameters: byName,
    into: carried('attributes', 'name'),
  },
  domain: {
    values: fc.record({
      schema,
      name,
      base: fc.constant('integer'),
      default: fc.constantFrom('', '1'),
      notNull: fc.boolean(),
      checks: rows(
        fc.record({ name, expression: fc.constantFrom('(VALUE > 0)', '(VALUE < 100)') }),
        2,
        (one) => one.name,
      ),
      comment,
    }),
    find: TYPE,
    parameters: byName,
    into: (before, wanted) => ({ ...wanted, base: before['base'] ?? '' }),
  },
  range: {
    values: fc.record({
      schema,
      name: name.filter((one) => new TextEncoder().encode(one).length < 40),
      subtype: fc.constantFrom('integer', 'double precision'),
      opclass: fc.constant(''),
      collation: fc.constant(''),
      difference: fc.constant(''),
      multirange: fc.constantFrom('', 'many "of" them'),
      comment,
    }),
    find: TYPE,
    parameters: byName,
    sent: { multirange: expect.any(String) },
    into: (before, wanted) => ({ ...before, name: wanted['name'] ?? '', comment: wanted['comment'] ?? '' }),
  },
  view: {
    values: fc.record({
      schema,
      name,
      query: fc.constantFrom(
        ` SELECT id,\n    n\n   FROM "made ""here""".things`,
        ` SELECT id,\n    n\n   FROM "made ""here""".things\n  WHERE n > 0`,
      ),
      securityInvoker: fc.boolean(),
      securityBarrier: fc.boolean(),
      checkOption: fc.constantFrom('', 'local', 'cascaded'),
      recreate: fc.boolean(),
      comment,
    }),
    find: RELATION,
    parameters: byName,
    sent: { recreate: false, query: expect.stringContaining('things') },
  },
  materializedView: {
    values: fc.record({
      schema,
      name,
      query: fc.constantFrom(
        ` SELECT id,\n    n\n   FROM "made ""here""".things`,
        ` SELECT n\n   FROM "made ""here""".things`,
      ),
      withData: fc.boolean(),
      comment,
      indexes: fc.constant([]),
      hasKey: fc.constant(false),
    }),
    find: RELATION,
    parameters: byName,
    sent: { query: expect.stringContaining('things') },
  },
  sequence: {
    values: fc
      .record({
        schema,
        name,
        type: fc.constantFrom('bigint', 'integer', 'smallint'),
        start: fc.constantFrom('1', '5'),
        increment: fc.constantFrom('1', '3'),
        minimum: fc.constantFrom('1', '-7'),
        maximum: fc.constantFrom('100', '30000'),
        cache: fc.constantFrom('1', '10'),
        cycle: fc.boolean(),
        restart: fc.constant(''),
        owned: fc.boolean(),
        comment,
        identity: fc.constant(''),
      })
      .map(({ owned, ...values }): ObjectValues => ({
        ...values,
        ownerTable: owned ? 'things' : '',
        ownerColumn: owned ? 'odd "name' : '',
      })),
    find: RELATION,
    parameters: byName,
  },
  publication: {
    values: fc
      .record({
        name,
        allTables: fc.boolean(),
        table: fc.constantFrom<{ schema: string; table: string; columns: string; where: string }[]>(
          [],
          [{ schema: S, table: 'things', columns: '', where: '' }],
          [{ schema: S, table: 'things', columns: 'id, n', where: '(id > 0)' }],
        ),
        publish: fc.subarray(['insert', 'update', 'delete', 'truncate']),
        viaRoot: fc.boolean(),
        comment,
      })
      .map(({ table, ...values }): ObjectValues => ({
        ...values,
        tables: values.allTables ? [] : table,
        schemas: values.allTables || table.some(({ columns }) => columns !== '') ? [] : [{ value: S }],
      })),
    find: `select oid::text from pg_publication where pubname = $1`,
    parameters: (values) => [String(values['name'])],
    needsAdmin: true,
  },
  role: {
    values: fc.record({
      name: name.filter((one) => !/^pg_|^(public|none|session_user)$/i.test(one)),
      login: fc.boolean(),
      password: fc.constantFrom('', `se'cr\\et`),
      superuser: fc.constant(false),
      createdb: fc.boolean(),
      createrole: fc.boolean(),
      inherit: fc.boolean(),
      replication: fc.constant(false),
      bypassrls: fc.constant(false),
      connectionLimit: fc.constantFrom('', '3'),
      validUntil: fc.constant(''),
      memberOf: fc.constantFrom([], [{ value: 'anon' }]),
      members: fc.constant([]),
      settings: fc.constantFrom([], [{ name: 'statement_timeout', value: '5s' }]),
      // Those of a role are changed by its members: see below.
      defaults: fc.constant([]),
      comment,
      isSystem: fc.constant(false),
    }),
    find: `select oid::text from pg_roles where rolname = $1`,
    parameters: (values) => [String(values['name'])],
    // Who makes a role may become a member of it.
    sent: { password: '', members: expect.anything() },
    into: (before, wanted) => ({ ...wanted, members: before['members'] ?? [] }),
  },
  columnPrivilege: {
    values: fc.record({
      schema,
      table: fc.constant('things'),
      columns: fc
        .record({ select: fc.boolean(), update: fc.boolean(), references: fc.boolean() })
        .map((some) => [
          {
            role: 'anon',
            column: 'odd "name',
            select: true,
            insert: false,
            update: some.update,
            references: false,
          },
          {
            role: 'public',
            column: 'id',
            select: some.select,
            insert: true,
            update: false,
            references: some.references,
          },
        ]),
    }),
    find: RELATION,
    parameters: (values) => [String(values['schema']), String(values['table'])],
  },
  subscription: {
    values: fc.record({
      name,
      connection: fc.constant(`host=192.0.2.1 dbname=x password='it\\'s' connect_timeout=1`),
      publications: fc
        .uniqueArray(name, { minLength: 1, maxLength: 2 })
        .map((all) => all.map((value) => ({ value }))),
      enabled: fc.constant(false),
      slot: fc.constant(''),
      connects: fc.constant(false),
      copyData: fc.constant(false),
      comment,
    }),
    find: `select oid::text from pg_subscription where subname = $1`,
    parameters: (values) => [String(values['name'])],
    sent: { connection: '' },
    needsAdmin: true,
  },
  extension: {
    values: fc.constant({ name: 'citext', schema: S, version: '1.5' }),
    find: 'select extname::text from pg_extension where extname = $1',
    parameters: (values) => [String(values['name'])],
    into: (before) => ({ ...before, version: '1.6' }),
  },
  slot: {
    values: fc.record({
      name: fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', '_', '7') }),
      type: fc.constant('physical'),
    }),
    find: 'select slot_name::text from pg_replication_slots where slot_name = $1::name',
    parameters: (values) => [String(values['name'])],
    sent: { plugin: '' },
    needsAdmin: true,
  },
}

for (const engine of ['cluster', 'pglite'] as const) {
  describe(`objects on ${engine}`, () => {
    let running: RunningApp
    let lastRole = '0'

    /** What PostgreSQL leaves to superusers; the owner of a project is none. */
    const asAdmin = async (query: string) =>
      (await running.life.database(OWN_REF)).run({ runId: newId(), query, as: 'admin' })
    const ask = async (query: string, parameters: (string | null)[] = []) => {
      const body = { query, parameters, runId: newId() }
      const { results } = await running.client.call(queryTyped, { params: { ref: OWN_REF }, body })
      return results.at(-1)?.rows ?? []
    }
    /** As the form runs them: what must stand alone runs alone. */
    const run = async (statements: readonly ObjectStatement[], needsAdmin = false) => {
      if (statements.length === 0) return
      if (needsAdmin) {
        for (const { sql } of statements) await asAdmin(sql)
        return
      }
      if (statements.some(({ isAlone }) => isAlone)) {
        for (const { sql } of statements) await ask(sql)
        return
      }
      await running.client.call(queryBatch, {
        params: { ref: OWN_REF },
        body: { statements: statements.map(({ sql }) => ({ query: sql })), runId: newId() },
      })
    }
    const empty = async () => {
      await ask('drop schema if exists "made ""here""" cascade')
      // A property begins again while it looks for a smaller example.
      for (const [left] of await ask(
        `select pubname::text from pg_publication where pubname not like 'supabase%'`,
      ))
        await asAdmin(`drop publication ${quoteIdentifier(left ?? '')}`)
      for (const [left] of await ask('select slot_name::text from pg_replication_slots'))
        await asAdmin(`select pg_drop_replication_slot('${left}')`)
      for (const [left] of await ask('select subname::text from pg_subscription'))
        await asAdmin(`drop subscription ${quoteIdentifier(left ?? '')}`)
      for (const [left] of await ask('select rolname::text from pg_roles where oid > $1::oid', [lastRole])) {
        await asAdmin(`drop owned by ${quoteIdentifier(left ?? '')}`)
        await asAdmin(`drop role ${quoteIdentifier(left ?? '')}`)
      }
      await ask('create schema "made ""here"""')
      await ask(FIXTURE)
    }
    const found = async (kindName: ObjectKindName, values: ObjectValues) => {
      const { find, parameters } = examples[kindName]
      const [[oid] = []] = await ask(find, parameters(values))
      if (oid == null) return null
      const statement = objectStatementOf(kindName, oid)
      return objectIn(kindName, await ask(statement.query, statement.parameters))
    }
    /** What the form says of an object, without the names that rows had. */
    const shown = (kind: ObjectKind, values: ObjectValues) =>
      Object.fromEntries(
        kind.fields.map(({ name: field }) => {
          const value = values[field]
          if (!Array.isArray(value)) return [field, value]
          const all = value.map((one: unknown) =>
            typeof one === 'object' ? { ...one, was: undefined } : one,
          )
          return [
            field,
            field === 'memberOf' || field === 'checks' || field === 'columns' ? sorted(all) : all,
          ]
        }),
      )
    const sorted = (all: unknown[]) =>
      all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

    beforeAll(async () => {
      running = await runApp(engine)
      lastRole = (await ask('select max(oid::int8)::text from pg_roles'))[0]?.[0] ?? '0'
    })
    afterAll(() => running.stop())

    test.each(Object.keys(objectKinds) as ObjectKindName[])(
      '%s: made, read back, changed, copied and deleted',
      async (kindName) => {
        const kind: ObjectKind = objectKinds[kindName]
        if (engine === 'pglite' && kindName === 'subscription') {
          // PGlite has no client of the replication protocol.
          const refused = {
            ...kind.blank(S),
            name: 'a',
            connection: 'host=x',
            connects: false,
            publications: [{ value: 'p' }],
          }
          await expect(run(kind.create(refused), true)).rejects.toThrow('libpqwalreceiver')
          return
        }
        const [[has] = []] = await ask(
          `select count(*)::text from pg_available_extensions where name = 'citext'`,
        )
        if (kindName === 'extension' && has === '0') {
          // PGlite comes with no extensions: PostgreSQL says so.
          await expect(run(kind.create({ ...kind.blank(S), name: 'citext' }))).rejects.toThrow('citext')
          return
        }
        const { values: arbitrary, sent = {}, into, needsAdmin } = examples[kindName]
        await fc.assert(
          fc.asyncProperty(arbitrary, arbitrary, async (given, wanted) => {
            await empty()
            const first = { ...kind.blank(S), ...given }
            await run(kind.create(first), needsAdmin)
            const read = await found(kindName, first)
            if (read === null) throw new Error('It was not made')
            expect(shown(kind, read)).toEqual({ ...shown(kind, first), ...sent })

            if (kind.isFinal) return run(kind.drop(read, false), needsAdmin)
            const second: ObjectValues = into
              ? { ...read, ...into(read, wanted) }
              : { ...read, ...wanted, ...(read['execute'] ? { execute: read['execute'] } : {}) }
            await run(kind.change(read, second), needsAdmin)
            const changed = await found(kindName, second)
            if (changed === null) throw new Error('It is gone')
            expect(shown(kind, changed)).toEqual({ ...shown(kind, second), ...sent })
            // What is saved as it is changes nothing.
            expect(kind.change(changed, changed)).toEqual([])

            if (kind.isSingle !== true) {
              const copy = { ...(kind.copied ? kind.copied(changed) : changed), name: 'a copy' }
              await run(kind.create(copy), needsAdmin)
              const copied = await found(kindName, copy)
              expect(copied).not.toBeNull()
              if (copied) await run(kind.drop(copied, false), needsAdmin)
            }
            await run(kind.drop(changed, false), needsAdmin)
            const left = await found(kindName, second)
            expect(left === null || kindName === 'columnPrivilege').toBe(true)
            if (kindName === 'columnPrivilege') expect(left?.['columns']).toEqual([])
          }),
          { numRuns: 4, endOnFailure: true },
        )
      },
      300_000,
    )

    const asReader = async (query: string, discard = false) =>
      (await running.life.database(OWN_REF)).run({
        runId: newId(),
        query,
        as: 'reader',
        ...(discard && { discard }),
      })

    test('readers read every kind, and none of its statements runs for them', async () => {
      await empty()
      const database = await running.life.database(OWN_REF)
      for (const kindName of Object.keys(objectKinds) as ObjectKindName[]) {
        const { query, parameters } = objectStatementOf(kindName, '1')
        const read = await database.run({ runId: newId(), query, parameters, as: 'reader' })
        expect(read.results[0]?.rows).toEqual([])
      }
      const index = { ...objectKinds.index.blank(S), table: 'things', name: 'i', concurrently: false }
      const keys = [{ of: 'column', value: 'n', order: '', nulls: '', opclass: '', collation: '' }]
      for (const { sql } of objectKinds.index.create({ ...index, keys }))
        await expect(asReader(sql)).rejects.toThrow()
      expect(await found('index', { schema: S, name: 'i' })).toBeNull()
    })

    test('a reader’s run of a function writes nothing, kept or not', async () => {
      await empty()
      await ask(
        `create function "made ""here""".writes() returns int language plpgsql as $$ begin insert into "made ""here""".things (id) values (9); return 1; end $$`,
      )
      for (const discard of [true, false])
        await expect(asReader(`select * from "made ""here""".writes()`, discard)).rejects.toThrow()
      expect(await ask('select count(*)::text from "made ""here""".things')).toEqual([['0']])
    })

    test('an index that can’t be built beside running work stays invalid, is found, and is built again', async () => {
      await empty()
      await ask('insert into "made ""here""".things (id, n) values (1, 1), (2, 1)')
      const keys = [{ of: 'column', value: 'n', order: '', nulls: '', opclass: '', collation: '' }]
      const wanted = { ...objectKinds.index.blank(S), table: 'things', name: 'by n', unique: true, keys }
      await expect(run(objectKinds.index.create(wanted))).rejects.toThrow('could not create unique index')
      const broken = await found('index', wanted)
      if (broken === null) throw new Error('It is gone')
      expect(broken['isValid']).toBe(false)
      const page = pageStatement(catalogue.indexes, { schema: S })
      const at = catalogue.indexes.columns.findIndex(({ key }) => key === 'state')
      expect((await ask(page.query, page.parameters)).map((row) => row[at])).toContain('invalid')
      await ask('delete from "made ""here""".things where id = 2')
      const rebuild = (objectKinds.index as ObjectKind).actions?.find(({ id }) => id === 'rebuild')
      await run(rebuild?.statements(broken) ?? [])
      expect((await found('index', wanted))?.['isValid']).toBe(true)
    })

    test('what depends on an object is listed by name', async () => {
      await empty()
      await ask(
        `create trigger fires before insert on "made ""here""".things for each row execute function "made ""here""".fired()`,
      )
      const [[oid] = []] = await ask(`select '"made ""here""".fired()'::regprocedure::oid::text`)
      const statement = dropListStatement({ type: 'object', catalogue: 'pg_proc', id: oid ?? '0' })
      const list = dropListIn(await ask(statement.query, statement.parameters))
      expect(list).toMatchObject({ cascading: 1, total: 1 })
      expect(list.objects[0]?.name).toContain('trigger fires on table')
    })

    test('each template of a new function compiles as it is', async () => {
      await empty()
      const kind: ObjectKind = objectKinds.function
      expect(Object.keys(kind.templates ?? {})).toContain('trigger')
      for (const [template, given] of Object.entries(kind.templates ?? {})) {
        const values: ObjectValues = { ...kind.blank(S), ...(given as ObjectValues), name: template }
        await run(kind.create(values))
        expect(await found('function', values)).toMatchObject({ name: template })
      }
    })

    test('an enumerated type of 1,000 columns loses a label in one change', async () => {
      await empty()
      await ask(`create type "made ""here""".wide as enum ('a', 'b', 'c')`)
      const columns = Array.from({ length: 1000 }, (_, at) => `c${at} "made ""here""".wide`)
      await ask(`create table "made ""here""".wide_one (${columns.join(', ')})`)
      const values = { schema: S, name: 'wide' }
      const read = await found('enum', values)
      if (read === null) throw new Error('It is gone')
      const labels = [
        { label: 'c', was: 'c' },
        { label: 'a', was: 'a' },
      ]
      const statements = objectKinds.enum.change(read, { ...read, labels, replacement: 'a' })
      expect(statements.filter(({ sql }) => sql.startsWith('alter table'))).toHaveLength(1)
      await run(statements)
      expect((await found('enum', values))?.['before']).toEqual(['c', 'a'])
    })

    test('the default privileges of a role are given and taken by its form', async () => {
      const [[own] = []] = await ask('select oid::text from pg_roles where rolname = current_user')
      const read = async () => {
        const { query, parameters } = objectStatementOf('role', own ?? '0')
        const values = objectIn('role', await ask(query, parameters))
        if (values === null) throw new Error('There is no such role')
        return values
      }
      await empty()
      const before = await read()
      const given = { schema: S, objects: 'tables', privilege: 'select', grantee: 'anon' }
      const wanted = { ...before, defaults: [...(before['defaults'] as []), given] }
      await run(objectKinds.role.change(before, wanted))
      const after = await read()
      expect(after['defaults']).toContainEqual(given)
      await run(objectKinds.role.change(after, before))
      expect(await read()).toEqual(before)
    })

    test('a label that goes is replaced in each column, list and default', async () => {
      await empty()
      await ask(`create type "made ""here""".mood as enum ('sad', 'ok', 'fine')`)
      await ask(
        `create table "made ""here""".felt (a "made ""here""".mood default 'ok', b "made ""here""".mood[])`,
      )
      await ask(`insert into "made ""here""".felt values ('sad', '{sad,fine}'), (default, null)`)
      const values = { schema: S, name: 'mood' }
      const read = await found('enum', values)
      if (read === null) throw new Error('It is gone')
      const labels = [
        { label: 'great', was: 'fine' },
        { label: 'ok', was: 'ok' },
      ]
      await run(objectKinds.enum.change(read, { ...read, labels, replacement: 'ok' }))
      expect(
        await ask('select a::text, b::text from "made ""here""".felt order by b::text nulls last'),
      ).toEqual([
        ['ok', '{ok,great}'],
        ['ok', null],
      ])
      expect((await found('enum', values))?.['before']).toEqual(['great', 'ok'])
      await ask('insert into "made ""here""".felt default values')
    })
  })
}
