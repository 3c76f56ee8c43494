import { expect, test } from 'vitest'
import { indexCatalogue, EMPTY_CATALOGUE } from './sql-catalogue.js'
import { columnIn, scopeAt } from './sql-scope.js'
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
  ['insert into a select | from b', ['a(a1 a2)', 'b(b1 b2)']],
  ['insert into a as t (a1) values (1) on conflict do update set a2 = |', ['t(a1 a2)', 'excluded(a1 a2)']],
  ['insert into a values (1) on conflict do update set a2 = 1 returning |', ['a(a1 a2)']],
  ['update a set a1 = 1 from b where |', ['a(a1 a2)', 'b(b1 b2)']],
  ['select extract(year from |) from a', ['a(a1 a2)']],
  ['select | from a where a1 is distinct from a2', ['a(a1 a2)']],
  ['select | from a for update of a', ['a(a1 a2)']],
  ['|', []],
])('%s', (text, sources) => {
  expect(said(text)).toEqual(sources)
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
})
