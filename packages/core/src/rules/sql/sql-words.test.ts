import { expect, test } from 'vitest'
import { SqlWords } from './sql-words.js'

test.each([
  ['Orders', 'orders'],
  ['"Order ""lines"""', 'Order "lines"'],
  ['"not closed', 'not closed'],
  ['U&"a"', undefined],
  ["'text'", undefined],
  ['', undefined],
])('the name %s is %s', (sql, name) => {
  expect(new SqlWords(sql).name(0)).toBe(name)
})

test('a token is told as it is written, without comments between them', () => {
  const words = new SqlWords('SELECT -- note\n a')
  expect([0, 1, 2].map((at) => words.text(at))).toEqual(['SELECT', 'a', ''])
})

test('brackets know their other one, where there is one', () => {
  const words = new SqlWords('(a) ) (')
  expect([0, 1, 2, 3, 4].map((at) => words.partner(at))).toEqual([2, undefined, 0, undefined, undefined])
  expect([words.closing(0), words.closing(4)]).toEqual([2, 5])
  expect(new SqlWords('a (b)').partner(0)).toBeUndefined()
})

test.each([
  ['(a', 2, 0],
  ['f(a', 3, 1],
  ['f(a) b', 5, -1],
  ['f(g(a), b', 8, 1],
  ['a) b', 3, -1],
])('of %s, the token %i is in the bracket %i', (sql, index, open) => {
  expect(new SqlWords(sql).bracketAround(index)).toBe(open)
})

test.each([
  ['extract(year from', 3, true],
  ['substring(a for', 3, true],
  ['count(a from', 3, false],
  ['trim(a b', 3, false],
  ['extract from', 1, false],
])('in %s, the token %i separates arguments: %s', (sql, index, separates) => {
  expect(new SqlWords(sql).separatesArguments(index)).toBe(separates)
})
