import { expect, test } from 'vitest'
import { headOf, missingNames } from './csv-head.js'

test.each([
  [
    [
      ['id', 'name'],
      ['1', 'a'],
    ],
    true,
  ],
  [
    [
      ['1', 'a'],
      ['2', 'b'],
    ],
    false,
  ],
  [
    [
      ['id', ''],
      ['1', 'a'],
    ],
    true,
  ],
  [[['a', 'a']], false],
  [[['2026-01-01', 'x']], false],
  [[['true', 'x']], false],
  [[['x', 'NULL']], false],
  [[['-1.5']], false],
  [[['+3']], false],
  [[['1,5']], false],
  [[['x', '2026-01-01 10:00']], false],
  [[['a', ' a ']], false],
  [[['a', ' ']], false],
  [[['a1', '2b', 'true story', 'on 2026-01-01']], true],
  [[], false],
])('%j has a header: %s', (rows, expected) => expect(headOf(rows).isHead).toBe(expected))

test.each([
  [
    'texts above numbers',
    [
      ['a', 'b'],
      ['x', '1'],
      ['y', '2'],
    ],
    true,
    'above-values',
  ],
  ['texts above dates', [['a'], ['31.12.2026']], true, 'above-values'],
  ['texts above money', [['a'], ['1.234,50 €'], ['$3']], true, 'above-values'],
  [
    'a name that is there twice',
    [
      ['a', 'a', ''],
      ['1', 'x', 'y'],
    ],
    true,
    'above-values',
  ],
  [
    'numbers above numbers',
    [
      ['1', 'b'],
      ['2', 'c'],
    ],
    false,
    'like-the-others',
  ],
  [
    'an empty column',
    [
      ['a', 'b'],
      ['1', ''],
    ],
    true,
    'above-values',
  ],
  [
    'years above numbers',
    [
      ['land', '2019', '2020', '2021'],
      ['DE', '1.5', '2', '3'],
    ],
    true,
    'years',
  ],
  [
    'years with a step',
    [
      ['', '1990', '2000'],
      ['x', '1', '2'],
    ],
    true,
    'years',
  ],
  [
    'one year',
    [
      ['land', '2020'],
      ['DE', '83.1'],
    ],
    true,
    'years',
  ],
  [
    'years above years',
    [
      ['born', '2019'],
      ['x', '2020'],
      ['y', '1999'],
    ],
    false,
    'like-the-others',
  ],
  [
    'numbers that are no row of years',
    [
      ['a', '2019', '2021', '2022'],
      ['x', '1', '2', '3'],
    ],
    false,
    'like-the-others',
  ],
  [
    'texts of which one comes again',
    [
      ['Ada', 'London'],
      ['Bob', 'London'],
    ],
    false,
    'repeated',
  ],
  [
    'texts above texts',
    [
      ['name', 'city'],
      ['Ada', 'London'],
    ],
    true,
    'names',
  ],
  [
    'nothing above texts',
    [
      ['name', ''],
      ['Ada', 'London'],
    ],
    false,
    'no-names',
  ],
] as const)('%s', (_, rows, isHead, reason) => expect(headOf(rows)).toEqual({ isHead, reason }))

test('columns without a name, and names that are there twice, are told', () => {
  expect(missingNames(['a', ' ', 'a ', 'b'], 5)).toEqual({ unnamed: [2, 5], twice: ['a'] })
})

test('long texts are texts', () => {
  const long = `1${' 1'.repeat(200_000)}x`
  expect(headOf([['a'], [long], [`{${long}}`]])).toEqual({ isHead: true, reason: 'names' })
})
