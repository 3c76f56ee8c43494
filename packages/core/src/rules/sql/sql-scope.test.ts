import { expect, test } from 'vitest'
import { indexCatalogue, EMPTY_CATALOGUE } from './sql-catalogue.js'
import { columnIn, listAround, scopeAt } from './sql-scope.js'
import { SqlWords } from './sql-words.js'

const column = (name: string) => ({ name, type: 'text', isNullable: true, comment: null })
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['public'],
  searchPath: ['public'],
  relations: ['a', 'b'].map((name) => ({
    schema: 'public',
    name,
    kind: 'r' as const,
    comment: null,
    columns: [column(`${name}1`), column(`${name}2`)],
  })),
  functions: [],
  types: [],
})

function scopeOf(text: string) {
  const words = new SqlWords(text.replace('|', ' '))
  const index = words.tokens.findIndex(({ start }) => start >= text.indexOf('|'))
  return scopeAt(words, index < 0 ? words.tokens.length : index, catalogue)
}
const said = (text: string) =>
  scopeOf(text).sources.map(({ name, columns }) => `${name}(${columns.map((one) => one.name).join(' ')})`)

test.each([
  ['select | from a', ['a(a1 a2)']],
  ['select | from a x, b as y', ['x(a1 a2)', 'y(b1 b2)']],
  ['select | from a join b using (id)', ['a(a1 a2)', 'b(b1 b2)']],
  ['select | from public.a x (p, q)', ['x(p q)']],
  ['select | from nobody n', ['n()']],
  ['select | from only a', ['a(a1 a2)']],
  ['select | from generate_series(1, 2) with ordinality g (n, o)', ['g(n o)']],
  ['select 1 from a union select | from b', ['b(b1 b2)']],
  ['select 1 from a where exists (select | from b)', ['b(b1 b2)', 'a(a1 a2)']],
  ['select 1 from a where exists (select 1 from b) and |', ['a(a1 a2)']],
  ['select | from (select a1 z, a2 from a) d', ['d(z a2)']],
  ['select | from (select * from a, b) d', ['d(a1 a2 b1 b2)']],
  ['select | from ((select a1 from a)) d', ['d(a1)']],
  ['with w as (select a1 from a) select | from w', ['w(a1)']],
  ['with recursive w (x) as (select 1 union select x from w) select | from w', ['w(x)']],
  ['with w as (insert into a values (1) returning a2 as z) select | from w', ['w(z)']],
  ['with a as (select 1 as own) select | from a', ['a(own)']],
  ['insert into a select | from b', ['b(b1 b2)']],
  ['insert into a select b1, | from b', ['b(b1 b2)']],
  ['explain insert into a (a1) select b1 from b where | returning a2', ['b(b1 b2)']],
  ['insert into a select b1 from b returning |', ['a(a1 a2)']],
  ['insert into a select b1 from b on conflict (|', ['a(a1 a2)']],
  ['insert into a select b1 from b on conflict (a1) do update set a2 = |', ['a(a1 a2)', 'excluded(a1 a2)']],
  ['insert into a select a1 from a as c union select | from b', ['b(b1 b2)']],
  [
    'merge into a using b on a1 = b1 when not matched then insert values (1) returning |',
    ['a(a1 a2)', 'b(b1 b2)'],
  ],
  ['insert into a as t (a1) values (1) on conflict do update set a2 = |', ['t(a1 a2)', 'excluded(a1 a2)']],
  ['insert into a values (1) on conflict do update set a2 = 1 returning |', ['a(a1 a2)']],
  ['update a set a1 = 1 from b where |', ['a(a1 a2)', 'b(b1 b2)']],
  ['select extract(year from |) from a', ['a(a1 a2)']],
  ['select | from a where a1 is distinct from a2', ['a(a1 a2)']],
  ['select | from a for update of a', ['a(a1 a2)']],
  ['with w as (select a1 from a) insert into b select | from w', ['w(a1)']],
  ['with select as (select a1 from a) select | from a', ['a(a1 a2)']],
  ['with w as (select a1 from a), v as (select b1 from b) select | from w, v', ['w(a1)', 'v(b1)']],
  ['with w as (select a1 from a), v as (select b1 from b) select | from v', ['v(b1)']],
  ['with w as (select a1 from a) delete from b where |', ['b(b1 b2)']],
  ['with w as (select a1 from a) update b set b1 = |', ['b(b1 b2)']],
  ['with w as not materialized (select a1 from a) select | from w', ['w(a1)']],
  ['with w as (select a1 from a) (select | from w)', ['w(a1)']],
  ['with w as (select a1 from a) select | from x.w', ['w()']],
  ['with w select | from w', ['w()']],
  ['with w as select | from a', ['a(a1 a2)']],
  ['select | from a join b on a1 = b1, b c where a1, a2', ['a(a1 a2)', 'b(b1 b2)', 'c(b1 b2)']],
  ['select | from a join b using (a1), b c', ['a(a1 a2)', 'b(b1 b2)', 'c(b1 b2)']],
  ['select | from a order by a1, a2', ['a(a1 a2)']],
  ['select | from a,', ['a(a1 a2)']],
  ['select | from', []],
  ['select | from only', []],
  ['select | from lateral (select a1 from a) x', ['x(a1)']],
  ['select | from (select a1 from a)', ['(a1)']],
  ['select | from (select a1 from a) as d (z)', ['d(z)']],
  ['select | from (values (1)) d (y, z)', ['d(y z)']],
  ['select | from a x with ordinality', ['x(a1 a2)']],
  ['select | from a with x', ['a(a1 a2)']],
  ['select | from a "X" (p, 1)', ['X(p )']],
  ['select | from a intersect select 1 from b', ['a(a1 a2)']],
  ['select 1 from a except select | from b', ['b(b1 b2)']],
  ['select trim(both from a1), | from a', ['a(a1 a2)']],
  ['select x.from a, | from b', ['b(b1 b2)']],
  ['select | from a for no key update skip locked', ['a(a1 a2)']],
  ['delete from a using b where |', ['a(a1 a2)', 'b(b1 b2)']],
  ['delete from a using b, a x where true returning a1, |', ['a(a1 a2)', 'b(b1 b2)', 'x(a1 a2)']],
  ['merge into a using b on true when matched then update set a1 = 1, a2 = |', ['a(a1 a2)', 'b(b1 b2)']],
  ['update a set a1 = 1, a2 = |', ['a(a1 a2)']],
  ['update only a set a1 = |', ['a(a1 a2)']],
  ['insert into a (|', ['a(a1 a2)']],
  ['insert into a as t (a1) values (|', ['t(a1 a2)']],
  ['insert into a (a1) select | from b', ['b(b1 b2)']],
  ['explain insert into a values (1) on conflict do update set a2 = |', ['a(a1 a2)', 'excluded(a1 a2)']],
  ['alter table a add check (|', ['a(a1 a2)']],
  ['alter table if exists a drop |', ['a(a1 a2)']],
  ['alter table only a drop |', ['a(a1 a2)']],
  ['truncate table a, |', ['a(a1 a2)']],
  ['create table if not exists a (|', []],
  ['create table t (id int references a on update cascade|', []],
  ['create index i on a (|', ['a(a1 a2)']],
  ['create policy p on a using (|', ['a(a1 a2)']],
  ['create trigger t after insert or update on a when (|', ['a(a1 a2)']],
  ['create view v as select | from a join b on a1 = b1', ['a(a1 a2)', 'b(b1 b2)']],
  ['drop policy p on a |', ['a(a1 a2)']],
  ['alter policy p on a using (|', ['a(a1 a2)']],
  ['comment on trigger t on a |', ['a(a1 a2)']],
  ['lock on a |', []],
  ['select 1 from union select x, y, | from b', ['b(b1 b2)']],
  ['(select | from a)', ['a(a1 a2)']],
  ['select a1 from a where |union select 1 from b', ['a(a1 a2)']],
  ['select | from (with w as (select 1), select a1 from a) d', ['d(a1)']],
  ['with w as (select 1), update a set |', ['a(a1 a2)']],
  [
    'with w as (select 1), insert into a values (1) on conflict do update set a2 = |',
    ['a(a1 a2)', 'excluded(a1 a2)'],
  ],
  ['insert into a overriding system value values (1) returning |', ['a(a1 a2)']],
  ['select | from a with x y', ['a(a1 a2)']],
  ['|', []],
])('%s', (text, sources) => {
  expect(said(text)).toEqual(sources)
})

/** What a query in FROM gives. */
test.each([
  ['all a1', 'a1'],
  ['distinct a1', 'a1'],
  ['distinct on (a2) a1', 'a1'],
  ['a.a1', 'a1'],
  ['a.a1, b.b1', 'a1 b1'],
  ['a.*', 'a1 a2'],
  ['b.*, 1 as n', 'b1 b2 n'],
  ['1 as n, *', 'n a1 a2 b1 b2'],
  ['distinct on a1', 'a1'],
  ['a1::text', 'a1'],
  ['a1::text b', 'b'],
  ['a.a1::numeric(10, 2)', 'a1'],
  ['count(*)', 'count'],
  ['count(*)::int', 'count'],
  ['public.f(a1)', 'f'],
  ['a1,', 'a1'],
  [', a1', 'a1'],
  // No name that a query could use.
  ['(a1)', ''],
  ['count(*) * 2', ''],
  ['a1 + a2', ''],
  ['- a1', ''],
  ['1', ''],
  ['1::int', ''],
  ['', ''],
])('select %s gives the columns: %s', (list, columns) => {
  const query = `select | from (select ${list} from a, b) d`
  expect(said(query)).toEqual([`d(${columns})`])
  expect(scopeOf(query).sources[0]?.columns).toHaveLength(columns === '' ? 0 : columns.split(' ').length)
})

test('a column of a query has the type of the column that it passes on; of others it is unknown', () => {
  const known = column('')
  const unknown = { ...known, type: '' }
  const [source] = scopeOf(
    'select | from (select a1, a.a2, x.a1 as p, b.b1 q, a1::int, 1 as r from a, b) d',
  ).sources
  expect(source?.columns).toEqual([
    { ...known, name: 'a1' },
    { ...known, name: 'a2' },
    { ...unknown, name: 'p' },
    { ...unknown, name: 'q' },
    { ...unknown, name: 'a1' },
    { ...unknown, name: 'r' },
  ])
  const aliases = scopeOf('select | from (select f(1) as b2, a.x.a1, a as a1 from a, b) d').sources[0]
  expect(aliases?.columns).toEqual(['b2', 'a1', 'a1'].map((name) => ({ ...unknown, name })))
  expect(scopeOf('select | from (values (1)) d (y)').sources[0]?.columns).toEqual([{ ...unknown, name: 'y' }])
})

test.each([
  ['select a1, b1 from a where |', ['a1', 'b1']],
  ['select f(a1, 2), b1 from a order by |', ['f ( a1 , 2 )', 'b1']],
  ['select 1 from b where exists (select a1, a2 from a order by |)', ['a1', 'a2']],
  ['with w as (select a1 from a) select b1, a1 from w order by |', ['b1', 'a1']],
  ['insert into a values (1) returning a1, a2 |', ['a1', 'a2']],
  ['select distinct on (a1) a2 from a order by |', ['a2']],
  ['insert into a select b1 from b order by |', ['b1']],
  ['select |', []],
  ['update a set |', []],
])('the list of the query in %s', (text, pieces) => {
  const words = new SqlWords(text.replace('|', ' '))
  const list = listAround(words, words.tokens.findLastIndex(({ start }) => start < text.indexOf('|')) + 1)
  expect(
    list.map(([from, to]) =>
      words.tokens
        .slice(from, to)
        .map((_, index) => words.text(from + index))
        .join(' '),
    ),
  ).toEqual(pieces)
})

test('a column belongs to the source that is named, else to the first that has it', () => {
  const scope = scopeOf('select | from a x, b y')
  expect(columnIn(scope, 'y', 'b1')?.source.name).toBe('y')
  expect(columnIn(scope, 'x', 'b1')).toBeUndefined()
  expect(columnIn(scope, undefined, 'b1')?.source.name).toBe('y')
})

test('queries nested without end have no columns, and break nothing', () => {
  const deep = `select | from ${'(select * from '.repeat(300)}a${') d'.repeat(300)}`
  expect(said(deep)).toEqual(['d()'])
  const columnsAt = (depth: number) =>
    scopeOf(`select | from ${'(select * from '.repeat(depth)}a${') d'.repeat(depth)}`).sources[0]?.columns
  expect([columnsAt(12)?.length, columnsAt(13)]).toEqual([2, []])
})
