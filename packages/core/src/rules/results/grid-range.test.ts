import { rowSetOf } from '../../sql/row-set.js'
import { expect, test } from 'vitest'
import { blockOf, blockText, isInRange, isSingleCell, rangeBetween } from './grid-range.js'

const fields = ['int4', 'text', 'bool'].map((dataType) => ({ dataType }))
const rows = rowSetOf([
  ['1', 'a\tb', null],
  ['2', 'say "x"\nline', ''],
  ['3', 'c', 'd'],
])

test.each([
  [
    { row: 0, column: 0 },
    { row: 1, column: 2 },
  ],
  [
    { row: 1, column: 2 },
    { row: 0, column: 0 },
  ],
  [
    { row: 1, column: 0 },
    { row: 0, column: 2 },
  ],
])('the block between %j and %j', (from, to) => {
  expect(rangeBetween(from, to)).toEqual({ top: 0, bottom: 1, left: 0, right: 2 })
})

const copied = (...of: Parameters<typeof blockOf>) => blockText(blockOf(...of))

test('a block is copied as tabs and lines; what holds one of them is quoted', () => {
  expect(copied({ fields, rows }, { top: 0, bottom: 1, left: 0, right: 2 })).toBe(
    '1\t"a\tb"\t\n2\t"say ""x""\nline"\t',
  )
  expect(copied({ fields, rows }, { top: 2, bottom: 2, left: 1, right: 2 })).toBe('c\td')
  expect(copied({ fields, rows }, { top: 0, bottom: 1, left: 0, right: 0 })).toBe('1\n2')
  expect(copied({ fields, rows }, { top: 1, bottom: 9, left: 0, right: 0 })).toBe('2\n3')
})

test.each([
  [0, 1],
  [1, 0],
  [1, 1],
])('a block to %i/%i is more than one cell', (row, column) => {
  expect(isSingleCell(rangeBetween({ row: 0, column: 0 }, { row, column }))).toBe(false)
})

test.each([
  [0, 1, 'a\tb'],
  [0, 2, ''],
  [9, 9, ''],
])('the cell %i/%i alone is copied as it is', (row, column, text) => {
  const range = rangeBetween({ row, column }, { row, column })
  expect(isSingleCell(range)).toBe(true)
  expect(copied({ fields, rows }, range)).toBe(text)
})

test.each([
  [0, 0, false],
  [1, 1, true],
  [2, 2, true],
  [3, 2, false],
  [0, 1, false],
  [3, 1, false],
  [1, 0, false],
  [1, 3, false],
])('%i/%i is in the block: %s', (row, column, isInside) => {
  expect(isInRange({ top: 1, bottom: 2, left: 1, right: 2 }, row, column)).toBe(isInside)
})
