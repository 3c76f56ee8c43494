import { expect, test } from 'vitest'
import { importCircles } from './import-circles.mjs'

const circles = (imports) => importCircles(new Map(Object.entries(imports)))

test.each([
  ['nothing', {}, []],
  ['a chain', { a: ['b'], b: ['c'], c: [] }, []],
  ['two ways to one file', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['two files', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  ['a ring behind a chain', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
  [
    'two rings',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['c', 'd'],
      ['a', 'b'],
    ],
  ],
  ['a file that is not listed', { a: ['elsewhere'] }, []],
])('%s', (_, imports, expected) => {
  expect(circles(imports)).toEqual(expected)
})
