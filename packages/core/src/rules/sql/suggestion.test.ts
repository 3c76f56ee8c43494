import { expect, test } from 'vitest'
import { completionContext } from './completion-context.js'
import { beginsLike, fitsWord, plain, quoted } from './suggestion.js'

test.each([
  ['order_items', '', true],
  ['order_items', 'ITEM', true],
  ['order_items', 'rder', false],
  ['Users', 'us', true],
  ['order_items', 'o_it', true],
  ['order_items', 'oi', false],
])('%s fits %j: %s', (name, word, fits) => {
  expect(fitsWord(name, word)).toBe(fits)
})

test('a name is in quotes where it needs them, or where one is open', () => {
  const bare = completionContext('select a', 8)
  expect([quoted('a', bare), quoted('A', bare)]).toEqual(['a', '"A"'])
  expect(quoted('a"b', completionContext('select "a', 9))).toBe('"a""b"')
})

test('without a comment there is no suggestion, and no request', () => {
  expect(plain('role', 'anon', '', 'anon')).toMatchObject({ comment: null, isCall: false })
})

test.each([
  ['Users', 'uS', true],
  ['users', 'USE', true],
  ['users', 'ser', false],
  ['users', '', true],
])('%s begins like %j: %s', (name, word, begins) => {
  expect(beginsLike(name, word)).toBe(begins)
})
