import { expect, test } from 'vitest'
import { rangeIn, rangesIn } from './range-text.js'

const bound = (text: string | null, isInclusive: boolean) => ({ text, isInclusive })

test.each([
  ['[1,5)', bound('1', true), bound('5', false)],
  ['(,)', bound(null, false), bound(null, false)],
  ['(1.5,]', bound('1.5', false), bound(null, true)],
  ['["2024-01-04 00:00:00",infinity]', bound('2024-01-04 00:00:00', true), bound('infinity', true)],
  ['["a,b","say ""x"" \\\\"]', bound('a,b', true), bound('say "x" \\', true)],
  ['["",a\\,b]', bound('', true), bound('a,b', true)],
])('%s', (text, lower, upper) => {
  expect(rangeIn(text)).toEqual({ isEmpty: false, lower, upper })
})

test('an empty range has no bounds', () => {
  expect(rangeIn('empty')).toEqual({ isEmpty: true })
})

test.each(['', '[1,2', '1,2', '[1]', '[1,2)x', 'Empty'])('%j is no range', (text) => {
  expect(rangeIn(text)).toBeUndefined()
})

test('the ranges of a multirange', () => {
  expect(rangesIn('{}')).toEqual([])
  expect(rangesIn('{[1,3),[5,6)}')).toHaveLength(2)
  expect(rangesIn('{["a,b",c]}')).toEqual([
    { isEmpty: false, lower: bound('a,b', true), upper: bound('c', true) },
  ])
  expect(['[1,2)', '{[1,2)', '{[1,2),x}', '{x}'].map(rangesIn)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
