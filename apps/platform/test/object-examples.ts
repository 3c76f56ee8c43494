/** Examples of every kind of object that has a form, generated. A kind without an example here fails the tests that use them. */
import type { ObjectKindName, ObjectValues } from '@basedeck/core/sql'
import * as fc from 'fast-check'
import { expect } from 'vitest'

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
export const S = 'made "here"'
const schema = fc.constant(S)

export const FIXTURE = `
create table "made ""here""".things (id bigint primary key, "odd ""name" text collate "C", n integer, at timestamptz, tags text[]);
create view "made ""here""".seen as select id, n from "made ""here""".things;
create function "made ""here""".fired() returns trigger language plpgsql as $$ begin return new; end $$;
`

export interface Example {
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

export const examples: Record<ObjectKindName, Example> = {
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

/** What a form may ask of that version of PostgreSQL: 14 knows no invoker of views, and publications of whole tables alone. */
export function askable(kind: ObjectKindName, values: ObjectValues, versionNumber: number): ObjectValues {
  if (versionNumber >= 150_000) return values
  if (kind === 'view') return { ...values, securityInvoker: false }
  if (kind !== 'publication') return values
  const tables = (values['tables'] as { columns: string; where: string }[]).map((table) => ({
    ...table,
    columns: '',
    where: '',
  }))
  return { ...values, tables, schemas: [] }
}
