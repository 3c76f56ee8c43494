import { expect, test } from 'vitest'
import {
  canBeUnasked,
  isAskedForFunctions,
  MAX_UNASKED_TEXTS,
  UNASKED_TEXT_LENGTH,
  unaskedIn,
  withUnasked,
} from './unasked-texts.js'

test('the newest is first, once', () => {
  expect(withUnasked(['b', 'a'], 'a')).toEqual(['a', 'b'])
  expect(withUnasked([], 'a')).toEqual(['a'])
})

test('of many the oldest goes', () => {
  const many = Array.from({ length: MAX_UNASKED_TEXTS }, (_, index) => `select ${index}`)
  expect(withUnasked(many, 'new')).toEqual(['new', ...many.slice(0, -1)])
})

test('a text that is too long is not kept', () => {
  const longest = 'x'.repeat(UNASKED_TEXT_LENGTH)
  expect([canBeUnasked(longest), canBeUnasked(`${longest}x`)]).toEqual([true, false])
  expect(withUnasked(['a'], longest)).toHaveLength(2)
  expect(withUnasked(['a'], `${longest}x`)).toEqual(['a'])
})

test('what is no list of texts is none', () => {
  expect(unaskedIn('["a", 1, null, "b"]')).toEqual(['a', 'b'])
  expect(unaskedIn('{"a": 1}')).toEqual([])
  expect(unaskedIn(JSON.stringify(Array.from({ length: 90 }, String)))).toHaveLength(MAX_UNASKED_TEXTS)
  expect(() => unaskedIn('[')).toThrow()
})

const because = (...kinds: string[]) => ({ asks: true, reasons: kinds.map((reason) => ({ reason })) })

test.each([
  ['function', null, true],
  ['function', { asks: false, reasons: [] }, true],
  ['function', because('function'), true],
  ['function', because('attribute-call', 'function'), true],
  ['function', because('function', 'row-lock'), false],
  ['function', because('transaction-control'), false],
  // It can't be judged.
  ['function', because(), false],
  ['write', null, false],
  ['write', because('function'), false],
] as const)('%s and %j: functions alone ask is %s', (reason, byGrammar, expected) => {
  expect(isAskedForFunctions(reason, byGrammar)).toBe(expected)
})
