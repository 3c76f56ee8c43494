import { expect, test } from 'vitest'
import { leftOutReasons } from './left-out-cells.js'

const cell = (value: string, why: string, column?: string) => ({ value, why, column })

test('every reason is named once, with its first cell and its count, the most frequent first', () => {
  expect(
    leftOutReasons([
      cell('x', 'not a number', 'id'),
      cell('a', 'computed', 'twice'),
      cell('b', 'computed', 'twice'),
      cell('more', 'no column'),
    ]),
  ).toEqual([
    { value: 'a', why: 'computed', column: 'twice', count: 2 },
    { value: 'x', why: 'not a number', column: 'id', count: 1 },
    { value: 'more', why: 'no column', column: undefined, count: 1 },
  ])
  expect(leftOutReasons([])).toEqual([])
})
