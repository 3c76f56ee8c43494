/** Texts that are more than SQL: data after COPY, statement by statement, rolled back at the end. */
import { beforeEach, describe, expect, test } from 'vitest'
import { reportOf } from './database-error.js'
import type { Subject } from './subject.js'

/** As pg_dump writes it, with owners and rights. */
const DUMP = `
SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
SET default_table_access_method = heap;

CREATE TABLE public.script_goods (
    id integer NOT NULL,
    name text
);

ALTER TABLE public.script_goods OWNER TO nobody_here;

CREATE SEQUENCE public.script_goods_id_seq AS integer START WITH 1;

--
-- Data for Name: script_goods; Type: TABLE DATA
--

COPY public.script_goods (id, name) FROM stdin;
1\tit's; drop table public.script_goods;
2\t\\N
3\ta\\tb\\\\c\\né😀
\\.

SELECT pg_catalog.setval('public.script_goods_id_seq', 3, true);

ALTER TABLE ONLY public.script_goods
    ADD CONSTRAINT script_goods_pkey PRIMARY KEY (id);

GRANT SELECT ON TABLE public.script_goods TO nobody_here;
`
const OWNER_STATEMENT = 5
const GRANT_STATEMENT = 10

export function describeScripts(subject: Subject): void {
  const { run, rows, value } = subject
  describe('scripts', () => {
    beforeEach(() =>
      run(
        'drop table if exists script_goods; drop sequence if exists script_goods_id_seq; reset search_path',
      ),
    )

    test('a dump names all statements that are refused, and loads without them', async () => {
      const report = await reportOf(run(DUMP, { script: {} }))
      expect(report).toMatchObject({ code: '42704', statementIndex: OWNER_STATEMENT, outcome: 'rolled_back' })
      expect(report.refused?.map(({ statementIndex, code }) => [statementIndex, code])).toEqual([
        [OWNER_STATEMENT, '42704'],
        [GRANT_STATEMENT, '42704'],
      ])
      expect(await value(`select to_regclass('script_goods')`)).toBeNull()
      const { results } = await run(DUMP, { script: { leaveOut: [OWNER_STATEMENT, GRANT_STATEMENT] } })
      expect(results.find(({ command }) => command === 'COPY')?.rowCount).toBe(3)
      expect(await rows('select * from script_goods order by id')).toEqual([
        ['1', `it's; drop table public.script_goods;`],
        ['2', null],
        ['3', 'a\tb\\c\né😀'],
      ])
    })

    test('an error in the data names its line, and nothing is kept', async () => {
      const text =
        'create table script_goods (id int);\ncopy script_goods from stdin;\n1\nx\n3\n\\.\nselect 1'
      const report = await reportOf(run(text, { script: {} }))
      expect(report).toMatchObject({ code: '22P02', statementIndex: 1, outcome: 'rolled_back' })
      expect(report.at).toMatchObject({ line: 4, column: 1 })
      expect(report.formattedError).toContain('LINE 4: x')
      expect(report.refused).toBeUndefined()
      expect(await value(`select to_regclass('script_goods')`)).toBeNull()
    })

    test('a COPY that can’t begin leaves the session in order', async () => {
      const report = await reportOf(run('copy nowhere from stdin;\n1\n\\.\nselect 1', { script: {} }))
      expect(report).toMatchObject({ code: '42P01', statementIndex: 0 })
      expect(await value('select 1')).toBe('1')
    })

    test('statements run one by one, up to the first error, and are kept', async () => {
      const text =
        'create table script_goods (id int); vacuum script_goods; select 1 / 0; drop table script_goods'
      expect(await reportOf(run(text))).toMatchObject({
        code: '25001',
        statementIndex: 1,
        outcome: 'rolled_back',
      })
      const report = await reportOf(run(text, { script: { separately: true } }))
      expect(report).toMatchObject({ code: '22012', statementIndex: 2, outcome: 'kept' })
      expect(report.results?.map(({ command }) => command)).toEqual(['CREATE TABLE', 'VACUUM'])
      expect(await value(`select to_regclass('script_goods')`)).toBe('script_goods')
    })

    test('a session goes through all of its statements', async () => {
      const { results } = await run(`set search_path = pg_catalog; show search_path`, {
        script: { separately: true },
      })
      expect(results.at(-1)?.rows).toEqual([['pg_catalog']])
    })

    test('a text that ends its own transaction decides what is kept', async () => {
      const text = 'create table script_goods (id int); begin; insert into script_goods values (1); rollback'
      await run(text, { script: {} })
      expect(await rows('table script_goods')).toEqual([])
    })

    test('a script as a role stays in its transaction', async () => {
      await run('create table script_goods (id int); grant all on script_goods to anon')
      const role = { type: 'database', name: 'anon' } as const
      const text = 'copy script_goods from stdin;\n1\n\\.\nselect current_user'
      const { results } = await run(text, { script: {}, role })
      expect(results.at(-1)?.rows).toEqual([['anon']])
      expect(await reportOf(run('select 1; commit; select 2', { script: {}, role }))).toMatchObject({
        code: '25000',
        statementIndex: 1,
      })
    })
  })

  describe('runs that are discarded', () => {
    beforeEach(() => run('drop table if exists script_goods; create table script_goods (id int)'))

    test.each<[string, object]>([
      ['a text', {}],
      ['a script', { script: {} }],
      ['a script, statement by statement', { script: { separately: true } }],
    ])('%s changes nothing', async (_name, how) => {
      const text = 'insert into script_goods values (1); insert into script_goods values (2) returning id'
      const { results } = await run(text, { discard: true, ...how })
      expect(results.map(({ rowCount }) => rowCount)).toEqual([1, 1])
      expect(results.at(-1)?.rows).toEqual([['2']])
      expect(await rows('table script_goods')).toEqual([])
    })

    test('a plan is measured without keeping what it did', async () => {
      const { results } = await run('explain (analyze, costs off) insert into script_goods values (1)', {
        discard: true,
      })
      expect(results[0]?.rows.flat().join('\n')).toMatch(/Insert on script_goods .*actual/)
      expect(await rows('table script_goods')).toEqual([])
    })

    test.each(['commit', 'insert into script_goods values (1); end', 'rollback; begin', 'abort'])(
      'a text that would end it is refused: %s',
      async (text) => {
        expect(await reportOf(run(text, { discard: true }))).toMatchObject({ code: '25000' })
        expect(await rows('table script_goods')).toEqual([])
      },
    )

    test('parameters go with it', async () => {
      const { results } = await run('insert into script_goods values ($1) returning id', {
        discard: true,
        parameters: ['7'],
      })
      expect(results[0]?.rows).toEqual([['7']])
      expect(await rows('table script_goods')).toEqual([])
    })
  })
}
