import { expect, test } from 'vitest'
import { createSelectionCounter } from './selection-figures.js'

function figuresOf(types: string[], cells: (string | null)[]) {
  const counter = createSelectionCounter(types)
  for (const cell of cells) counter.add(cell)
  return counter.figures()
}

test.each([
  [
    'numbers, exact',
    ['int8'],
    ['9007199254740993', '1', '1', null],
    { cells: 4, nulls: 1, distinct: 2, min: '1', max: '9007199254740993', sum: '9007199254740995' },
  ],
  [
    'decimals',
    ['numeric', 'numeric'],
    ['0.1', '0.2'],
    { cells: 2, nulls: 0, distinct: 2, min: '0.1', max: '0.2', sum: '0.3' },
  ],
  [
    'of equal ones the first',
    ['numeric'],
    ['0.10', '0.1'],
    { cells: 2, nulls: 0, distinct: 2, min: '0.10', max: '0.10', sum: '0.20' },
  ],
  ['texts', ['text'], ['b', 'a', ''], { cells: 3, nulls: 0, distinct: 3, min: '', max: 'b' }],
  ['several kinds', ['text', 'int4'], ['b', '1'], { cells: 2, nulls: 0, distinct: 2 }],
  [
    'the least and the greatest, wherever they are',
    ['int4'],
    ['10', '9', '100', '20'],
    { cells: 4, nulls: 0, distinct: 4, min: '9', max: '100', sum: '139' },
  ],
  [
    'no sum once it is lost',
    ['float8'],
    ['NaN', '1', '2'],
    { cells: 3, nulls: 0, distinct: 3, min: '1', max: 'NaN' },
  ],
  ['texts of digits', ['text'], ['1', '2'], { cells: 2, nulls: 0, distinct: 2, min: '1', max: '2' }],
  ['no column', [], ['a'], { cells: 1, nulls: 0, distinct: 1 }],
  ['NULL alone', ['int4'], [null, null], { cells: 2, nulls: 2, distinct: 0 }],
  [
    'numbers with one that has no sum',
    ['float8'],
    ['1', 'NaN'],
    { cells: 2, nulls: 0, distinct: 2, min: '1', max: 'NaN' },
  ],
  [
    'money keeps its texts',
    ['money'],
    ['$1.00'],
    { cells: 1, nulls: 0, distinct: 1, min: '$1.00', max: '$1.00' },
  ],
])('%s', (_, types, cells, figures) => {
  expect(figuresOf(types, cells)).toEqual(figures)
})
