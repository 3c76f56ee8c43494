/**
 * Whole dumps as pg_dump 15 wrote them (`dumps/`): types, identities, domains, partitions, policies, large objects, names and
 * values with every character that a reader may trip over. The files are as they came out of the program.
 */
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { reportOf } from './database-error.js'
import type { Subject } from './subject.js'

const dumpIn = (name: string) => readFileSync(new URL(`dumps/${name}.sql`, import.meta.url), 'utf8')
/** With owners and privileges, and data after COPY. */
const COPY = dumpIn('copy')
/** Without owners and privileges: `--rows-per-insert=2`. */
const INSERTS = dumpIn('inserts')
/** `pg_dumpall --globals-only` */
const GLOBALS = dumpIn('globals')

const ROLES_MISSING = /^role "shop_(?:owner|reader)" does not exist$/

export function describeDumps(subject: Subject): void {
  const { run, rows, value } = subject

  /** Each refusal is told once, all of them together. */
  async function loadWithoutRefused(dump: string): Promise<string[]> {
    const report = await reportOf(run(dump, { script: {} }))
    expect(report.outcome).toBe('rolled_back')
    const refused = report.refused ?? []
    const leaveOut = refused.map(({ statementIndex }) => statementIndex)
    await run(dump, { script: { leaveOut } })
    return refused.map(({ message }) => message)
  }

  describe('dumps of pg_dump', () => {
    beforeEach(() =>
      run(
        `drop publication if exists pub; drop schema if exists shop, "Weird ""Schema" cascade;
        select lo_unlink(oid) from pg_largeobject_metadata`,
      ),
    )

    test.each([
      ['with COPY, owners and privileges', COPY, 8],
      ['with INSERT', INSERTS, 1],
    ])('%s: all refused statements are named once, and every value is there', async (_name, dump, count) => {
      const messages = await loadWithoutRefused(dump)
      expect(messages.filter((message) => !ROLES_MISSING.test(message))).toEqual([])
      expect(messages).toHaveLength(count)
      for (const { table, columns, data } of dataIn(COPY)) {
        const list = columns === '' ? "''" : columns
        expect({ table, data: await rows(`select ${list} from only ${table} order by ctid`) }).toEqual({
          table,
          data,
        })
      }
      expect(await value(`select convert_from(lo_get(77001), 'UTF8')`)).toBe('hello')
    })

    test('what stands around the values is there too', async () => {
      await loadWithoutRefused(COPY)
      const told = await rows(`
        select 'generated', string_agg(attname, ',' order by attnum) from pg_attribute
          where attrelid = 'shop.goods'::regclass and attgenerated = 's' and not attisdropped
        union all select 'identity', string_agg(attname, ',') from pg_attribute
          where attrelid = 'shop.goods'::regclass and attidentity = 'a'
        union all select 'next', nextval('shop.goods_id_seq')::text
        union all select 'comment', obj_description('shop.goods'::regclass)
        union all select 'policies', string_agg(polname, ',' order by polname) from pg_policy where polrelid = 'shop.goods'::regclass
        union all select 'trigger', string_agg(tgenabled::text, ',') from pg_trigger where tgname = 'touched'
        union all select 'partitions', count(*)::text from pg_partition_tree('shop.parted')
        union all select 'function', shop.twice(4)::text
        union all select 'body', prosrc from pg_proc where proname = 'quoted'
        union all select 'atomic', shop.atomic(1)::text
        union all select 'filled', string_agg(relname || relispopulated, ',' order by relname) from pg_class
          where relkind = 'm' and relnamespace = 'shop'::regnamespace
        union all select 'valid', bool_and(convalidated)::text from pg_constraint
          where connamespace = 'shop'::regnamespace
        union all select 'view', count(*)::text from shop.dep`)
      expect(Object.fromEntries(told)).toMatchObject({
        generated: 'doubled',
        identity: 'id',
        next: '25',
        comment: `Goods; the table's comment\nsecond line \\. end`,
        policies: 'readers',
        trigger: 'D',
        partitions: '5',
        function: '8',
        body: expect.stringContaining(`a 'b' ; \\. $q$`),
        atomic: '2',
        filled: 'totalstrue,unfilledfalse',
        valid: 'true',
        view: '3',
      })
    })

    test('a dump with large objects is kept as a whole or not at all', async () => {
      const failing = COPY.replace('-- PostgreSQL database dump complete', 'select 1 / 0;')
      const leaveOut = (await reportOf(run(COPY, { script: {} }))).refused?.map((one) => one.statementIndex)
      const report = await reportOf(run(failing, { script: { leaveOut: leaveOut ?? [] } }))
      expect(report).toMatchObject({ code: '22012', outcome: 'rolled_back' })
      expect(await value(`select to_regnamespace('shop')`)).toBeNull()
      expect(await value('select count(*) from pg_largeobject_metadata')).toBe('0')
    })

    test('statements about other databases are among those that can be left out', async () => {
      const text =
        "create database src;\n\\connect src\ncreate schema shop;\ncomment on database src is 'x';\ndrop database src"
      const report = await reportOf(run(text, { script: {} }))
      expect(report.refused?.map((one) => one.statementIndex)).toEqual([0, 3])
      await run(text, { script: { leaveOut: [0, 3] } })
      expect(await value(`select to_regnamespace('shop')`)).toBe('shop')
    })

    test('the roles of a whole server are named where they can’t be had', async () => {
      const report = await reportOf(run(GLOBALS, { script: {} }))
      expect(report.refused?.[0]?.message).toBe('role "postgres" already exists')
      const leaveOut = report.refused?.map((one) => one.statementIndex) ?? []
      await run(GLOBALS, { script: { leaveOut }, discard: true })
    })
  })
}

interface TableData {
  table: string
  /** As they stand between the brackets; empty: a table without columns. */
  columns: string
  data: (string | null)[][]
}

/** What the dump says that the tables hold. */
function dataIn(dump: string): TableData[] {
  const blocks = dump.matchAll(/^COPY (.+?) \((.*)\) FROM stdin;\n((?:.*\n)*?)\\\.\n/gm)
  return Array.from(blocks, ([, table = '', columns = '', lines = '']) => ({
    table,
    columns,
    data: lines
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t').map(fieldOf)),
  }))
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** PostgreSQL's text format of COPY. */
function fieldOf(text: string): string | null {
  return text === '\\N' ? null : text.replace(/\\(.)/gs, (_all, letter: string) => ESCAPES[letter] ?? letter)
}
