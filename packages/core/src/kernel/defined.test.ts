import { expect, test } from 'vitest'
import { defined } from './defined.js'

test('what is undefined is left out, and nothing else', () => {
  const values = defined({ a: 1, b: undefined, c: null, d: '', e: false, f: 0 })
  expect(Object.entries(values)).toEqual([
    ['a', 1],
    ['c', null],
    ['d', ''],
    ['e', false],
    ['f', 0],
  ])
})
