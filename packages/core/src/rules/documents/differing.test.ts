import { expect, test } from 'vitest'
import { differing } from './differing.js'

test.each([
  [{ a: 1, b: 2 }, { a: 1, b: 3 }, { b: 2 }],
  [{ a: 1 }, {}, { a: 1 }],
  [{}, { a: 1 }, {}],
  [{ a: null }, { a: '' }, { a: null }],
  [{ a: undefined }, {}, {}],
  [{ a: '1' }, { a: 1 }, { a: '1' }],
])('of %j beside %j: %j', (record, other, expected) => {
  expect(differing(record, other)).toEqual(expected)
})
