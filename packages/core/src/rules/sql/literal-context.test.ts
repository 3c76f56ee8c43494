import { expect, test } from 'vitest'
import { literalContext } from './literal-context.js'
import { SqlWords } from './sql-words.js'

/** `|` is the cursor, in a string. */
function at(text: string) {
  const offset = text.indexOf('|')
  const words = new SqlWords(text.replace('|', ''))
  return literalContext(
    words,
    words.tokens.findIndex(({ end }) => end >= offset),
    offset,
  )
}

test.each([
  ["select 1 from t where a = '|", ['a']],
  ["select 1 from t where t.a <> '|'", ['t', 'a']],
  ["select 1 from t where a in ('x', '|", ['a']],
  ["select 1 from t where a not in ('|", ['a']],
  ["insert into t (a, b) values (1, '|", ['b']],
  ["insert into t (a, b) values ('|", ['a']],
  ["insert into s.t (a, b) values (1, 'x'), (f(2, 3), '|')", ['b']],
  ['insert into t (a, "B c") values (1, \'|', ['B c']],
  ["select 1 from t where a in ('x', 'y', '|", ['a']],
  ["insert into t (a, b, c) values ('x', 'y', '|", ['c']],
  ["insert into t (a) values ('x'), ('|", ['a']],
  ["select 1 from t where a != '|", ['a']],
  ["update t set a = '|", ['a']],
  ["select 1 from t where s.t.a = '|", ['s', 't', 'a']],
  ["select 1 from t where t.a not in ('x', '|", ['t', 'a']],
  ["insert into s.t (a) values ('|", ['a']],
  ["insert into t (a, b) values (1, 2), (3, 4), (5, '|", ['b']],
  ["insert into s.order (a) values ('|", ['a']],
])('%s: a value of %j', (text, column) => {
  expect(at(text)?.of).toEqual({ column })
})

test.each([
  ["select '|'::mood", ['mood']],
  ["select '|'::s.mood", ['s', 'mood']],
  ["select 1 from t where a = '|'::mood", ['mood']],
  ["select '|'::s.", ['s']],
  ["select '|'::mood, b", ['mood']],
])('%s: a value of the type %j', (text, type) => {
  expect(at(text)?.of).toEqual({ type })
})

test.each([
  ["select '|"],
  ["select f('|"],
  ["values ('|"],
  ["insert into t values ('|"],
  ["insert into t (a) values (1, '|"],
  ["insert into t (a) values (f('|"],
  ['select $$|'],
  ["select '|'::"],
  ["select 'x', '|"],
  ["select 1 from t where a + '|"],
  ["select 1 from t where (a, '|"],
  ["insert into t (a) values ('x', '|"],
  ["insert into t (a, ) values (1, '|"],
  ["select t (a) values ('|"],
  ["select 1 where f(a) = '|"],
  ["select U&'|"],
  ['select a|::mood'],
  ['select $$|$$::mood'],
  ["select '|' as x"],
  ["select 1 from t where a in (1, '|"],
  ["select 1 from t where a in c '|"],
  ["insert into t (a) values (1 '|"],
  ["select 1 from t where a < '|"],
  ["select 1 from t where 1 = '|"],
  ["insert into t (a, b) select (1, '|"],
  ["insert t (a) values ('|"],
  ["select a = 'x' = '|"],
  ["values (, ('|'),)"],
  ["insert into t (a) values (f(1, b), '|"],
  ["insert into t (1) values ('|"],
  ["(values ('|') into c)"],
])('%s: nothing tells', (text) => {
  expect(at(text)).toBeUndefined()
})

test('the text between the quotes is replaced', () => {
  expect(at("select 1 from t where a = 'x|y'")).toMatchObject({ typed: 'x', start: 27, end: 29 })
  expect(at("select 1 from t where a = 'x|")).toMatchObject({ typed: 'x', start: 27, end: 28 })
})
