import { expect, test } from 'vitest'
import { listedNames } from './listed-names.js'
import { SqlWords } from './sql-words.js'

/** `|` is the cursor, right before a token; without it the cursor is at the end. */
function at(text: string): string[] {
  const [before = '', behind = ''] = text.split('|')
  return listedNames(new SqlWords(before + behind), new SqlWords(before).tokens.length)
}

test.each([
  ['select a, count(*) from t group by', ['a']],
  ['select t.a, u."B", sum(x) as s from t, u group by', ['t.a', 'u."B"']],
  ['select a, b, count(*) from t group by a,', ['b']],
  ['select f(a) as g, max(b) as m, a + 1 from t group by', ['g']],
  ['select sum(a) over (partition by b) as s, b from t group by', ['b']],
  ['select a x, count(*) n, b from t order by', ['x', 'n', 'b']],
  ['select a, lower(b) as l from t group by 1, 2 order by l desc,', ['a']],
  ['with c as (select z from t) select y from c group by', ['y']],
  ['select 1 from (select a from t group by', ['a']],
  ['select a from t union select b from u order by', ['b']],
  ['select distinct a from t order by', ['a']],
  ['select * from t order by', []],
  ['select a from t order by f(a, b),', ['a']],
  ['select a, b from t order by a asc nulls first,', ['b']],
  ['select a, b from t order by a desc nulls last,', ['b']],
  ['select a, b, c from t order by a, b,', ['c']],
  ["select a b, c.d e, 1 f, 'x' g, case when a then b end h from t order by", ['b', 'e', 'f', 'g', 'h']],
  ['select a, b.c, d..e from t order by', ['a', 'b.c']],
  ['select count, a from t group by', ['count', 'a']],
  ['select (1) x, 2 from t order by', ['x']],
  ['select a., b from t order by', ['b']],
  ["select 'x'\n'y', b from t order by", ['b']],
  ['select 1 from (select a from t group by |)', ['a']],
  ['select a, b from t order by a, |b', ['b']],
  ['select distinct on (a) a, b from t order by', ['a', 'b']],
])('%s: %j', (text, names) => {
  expect(at(text)).toEqual(names)
})

test.each([
  ['select a from t where'],
  ['select a from t group by a'],
  ['select a, b from t group by a'],
  ['select a, row_number() over (partition by'],
  ['select a, f(b,'],
  ['update t set a = 1,'],
  ['by'],
  ['select a from t order by a, (b,'],
  ['select a, b, c from t order by a, (b,'],
  ['select a from t order by a (b'],
  ['select a from t order by a desc'],
])('%s: none', (text) => {
  expect(at(text)).toEqual([])
})
