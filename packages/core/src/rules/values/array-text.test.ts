import { expect, test } from 'vitest'
import { arrayIn } from './array-text.js'

test.each([
  ['{}', [], [], []],
  ['{1,2}', ['1', '2'], [2], [1]],
  ['{NULL,"NULL",null}', [null, 'NULL', 'null'], [3], [1]],
  ['{"a,b","c\\"d","e\\\\f","",{}'.slice(0, -3) + '}', ['a,b', 'c"d', 'e\\f', ''], [4], [1]],
  ['{{1,2},{3,4},{5,6}}', ['1', '2', '3', '4', '5', '6'], [3, 2], [1, 1]],
  ['[2:3]={t,f}', ['t', 'f'], [2], [2]],
  ['[-1:0][5:5]={{a},{b}}', ['a', 'b'], [2, 1], [-1, 5]],
  ['{"(1,2)","{x}"}', ['(1,2)', '{x}'], [2], [1]],
  ['{a b}', ['a b'], [1], [1]],
])('%s', (text, elements, sizes, firsts) => {
  expect(arrayIn(text)).toEqual({ elements, sizes, firsts })
})

test.each(['', '1,2', '{1,2', '{1}}', '}', '{"a}', '[1:2]'])('%j is no array', (text) => {
  expect(arrayIn(text)).toBeUndefined()
})
