/** Results: a text's statements one by one, with their types, counts and notices. */
import { describe, expect, test } from 'vitest'
import { reportOf } from './database-error.js'
import type { Subject } from './subject.js'

export function describeResults({ run, rows }: Subject): void {
  describe('results', () => {
    test('each statement of a text has a result, in order', async () => {
      const { results } = await run(`
        create table several (id int primary key);
        insert into several values (1), (2);
        update several set id = id + 10 where id = 2;
        select * from several order by id;
        drop table several`)
      expect(results.map(({ command, rowCount }) => [command, rowCount])).toEqual([
        ['CREATE TABLE', null],
        ['INSERT', 2],
        ['UPDATE', 1],
        ['SELECT', 2],
        ['DROP TABLE', null],
      ])
      expect(results[3]?.rows).toEqual([['1'], ['12']])
    })

    test('several statements of one text are one transaction', async () => {
      await run('drop table if exists atomic; create table atomic (id int)')
      await expect(run('insert into atomic values (1); select 1 / 0')).rejects.toThrow('division by zero')
      expect(await rows('table atomic')).toEqual([])
    })

    test('parameters take their places as text, null as NULL', async () => {
      expect(await rows('select $1::int + $2::int, $3::text', { parameters: ['40', '2', null] })).toEqual([
        ['42', null],
      ])
    })

    test('types are named as one writes them, also arrays, domains and types of other schemas', async () => {
      await run(`
        create schema if not exists "Odd schema";
        drop type if exists mood, "Odd schema"."Odd type" cascade;
        drop domain if exists positive;
        create type mood as enum ('calm');
        create type "Odd schema"."Odd type" as (a int);
        create domain positive as int check (value > 0)`)
      const { results } = await run(`
        select 1::int8, now(), '{1}'::int4[], 'x'::varchar(3), 'x'::char(3), 'x'::"char", 1.5, true, '{}'::jsonb,
          'calm'::mood, '{calm}'::mood[], null::"Odd schema"."Odd type", null::positive[], row(1), '1 day'::interval`)
      expect(results[0]?.fields.map(({ dataType }) => dataType)).toEqual([
        'int8',
        'timestamptz',
        'int4[]',
        'varchar',
        'bpchar',
        '"char"',
        'numeric',
        'bool',
        'jsonb',
        'mood',
        'mood[]',
        '"Odd schema"."Odd type"',
        'positive[]',
        'record',
        'interval',
      ])
    })

    test('a column of a table or a view has the name of its domain, an expression the type below', async () => {
      await run(`
        create schema if not exists "Odd schema";
        drop domain if exists posint, "Odd schema"."Odd domain" cascade;
        create domain posint as int check (value > 0);
        create domain "Odd schema"."Odd domain" as posint;
        drop table if exists of_domains cascade;
        create table of_domains (a posint, b int, c "Odd schema"."Odd domain");
        create view shown_domains as select c, a, a + 1 as d from of_domains`)
      const { results } = await run('table of_domains; select * from shown_domains; select 1::posint as a')
      expect(results.map(({ fields }) => fields.map(({ dataType, domain }) => [dataType, domain]))).toEqual([
        [
          ['int4', 'posint'],
          ['int4', undefined],
          ['int4', '"Odd schema"."Odd domain"'],
        ],
        [
          ['int4', '"Odd schema"."Odd domain"'],
          ['int4', 'posint'],
          ['int4', undefined],
        ],
        [['int4', undefined]],
      ])
    })

    test('a type that was made and renamed in the same text has its new name', async () => {
      await run(`drop type if exists before, after; create type before as enum ('a')`)
      const { results } = await run(`alter type before rename to after; select 'a'::after`)
      expect(results[1]?.fields[0]?.dataType).toBe('after')
    })

    test('a column names its table and attribute, an expression does not', async () => {
      const { results } = await run('select oid, oid::int8 from pg_catalog.pg_class limit 1')
      expect(results[0]?.fields[0]).toMatchObject({ name: 'oid', tableId: 1259, columnId: 1 })
      expect(results[0]?.fields[1]).not.toHaveProperty('tableId')
    })

    test('columns of one name are all kept, in order', async () => {
      const { results } = await run(`select 1 as a, 'x' as a, null as a`)
      expect(results[0]?.fields.map(({ name }) => name)).toEqual(['a', 'a', 'a'])
      expect(results[0]?.rows).toEqual([['1', 'x', null]])
    })

    test('a result without columns has rows without cells', async () => {
      expect(await rows('select from generate_series(1, 3)')).toEqual([[], [], []])
    })

    test('1,600 columns arrive', async () => {
      const columns = Array.from({ length: 1600 }, (_, index) => `${index} as c${index}`)
      const { results } = await run(`select ${columns.join(', ')}`)
      expect(results[0]?.fields).toHaveLength(1600)
      expect(results[0]?.rows[0]?.[1599]).toBe('1599')
    })

    test.each(['', '  ', '-- only a comment', ';;', '/* nothing */;'])(
      'the text %j is an empty run',
      async (text) => {
        for (const readOnly of [false, true]) {
          const { results } = await run(text, { readOnly })
          expect(results.flatMap((result) => result.rows)).toEqual([])
        }
      },
    )

    test('notices belong to the statement that raised them', async () => {
      const raise = (text: string): string =>
        `do $$ begin raise notice '${text}' using detail = 'more'; end $$`
      const { results } = await run(`${raise('one')}; select 1; ${raise('two')}`)
      expect(results.map(({ notices }) => notices.map(({ message }) => message))).toEqual([
        ['one'],
        [],
        ['two'],
      ])
      expect(results[0]?.notices[0]).toMatchObject({ severity: 'NOTICE', code: '00000', detail: 'more' })
    })

    test('of very many notices the first and the last are kept, and what is left out is counted', async () => {
      const raise = (count: number) =>
        `do $$ begin for i in 1..${count} loop raise notice '%', i; end loop; end $$`
      const { results } = await run(`${raise(3000)}; select 1`)
      const told = results[0]?.notices.map(({ message }) => message) ?? []
      expect(told).toHaveLength(1001)
      expect(told.slice(498, 503)).toEqual([
        '499',
        '500',
        '2000 messages are left out here; the first and the last 500 are shown.',
        '2501',
        '2502',
      ])
      expect(told.at(-1)).toBe('3000')
      const exact = (await run(raise(1000))).results[0]?.notices.map(({ message }) => message)
      expect(exact).toEqual(Array.from({ length: 1000 }, (_, index) => String(index + 1)))
    })

    test('a failure is told with what was raised last', async () => {
      const loop = `for i in 1..3000 loop raise notice '%', i; end loop;`
      const { notices = [] } = await reportOf(run(`do $$ begin ${loop} raise exception 'boom'; end $$`))
      expect(notices.at(-1)?.message).toBe('3000')
      expect(notices).toHaveLength(1001)
    })

    test('what a deferred trigger raises at the end belongs to the last statement', async () => {
      await run(`
        drop table if exists deferred; create table deferred (id int);
        create or replace function say_late() returns trigger language plpgsql as
          $$ begin raise notice 'late'; return null; end $$;
        create constraint trigger late after insert on deferred deferrable initially deferred
          for each row execute function say_late()`)
      const { results } = await run('insert into deferred values (1)')
      expect(results.map(({ notices }) => notices.length)).toEqual([1])
    })

    test('COPY FROM STDIN in a text fails with a sentence and stores nothing', async () => {
      await run('drop table if exists copied; create table copied (id int)')
      await expect(run('insert into copied values (1); copy copied from stdin')).rejects.toThrow(
        'use the import',
      )
      expect(await rows('table copied')).toEqual([])
    })

    test('COPY TO STDOUT in a text has a row count and a notice that the rows are not shown', async () => {
      const { results } = await run('copy (select 1 union all select 2) to stdout; select 3')
      expect(results[0]).toMatchObject({ command: 'COPY', rowCount: 2, rows: [] })
      expect(results[0]?.notices[0]?.message).toContain('not shown')
      expect(results[1]?.rows).toEqual([['3']])
    })

    test('a text that changes the encoding is warned or fails, and the next run is right again', async () => {
      const told = await run(`set client_encoding = 'LATIN1'; select 'é'`).then(
        ({ results }) => results.at(-1)?.notices.map(({ message }) => message),
        (error: Error) => [error.message],
      )
      expect(told).toEqual([expect.stringMatching(/client_encoding was changed|PostgreSQL stopped/)])
      expect(await rows(`select 'é'`)).toEqual([['é']])
    })

    test('five megabytes of SQL run', async () => {
      const text = 'x'.repeat(5_000_000)
      expect(await rows(`select length('${text}')`)).toEqual([['5000000']])
    })
  })
}
