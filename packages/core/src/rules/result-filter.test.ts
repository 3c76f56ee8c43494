import { expect, test } from 'vitest'
import { readFilter } from './result-filter.js'

function kept(text: string, type: string, cells: (string | null)[]) {
  const filter = readFilter(text, type)
  if (!filter || 'problem' in filter) throw new Error('no filter')
  return cells.filter(filter.test)
}

const WORDS = ['Aino Berg', 'aino', 'x/y', '', null]
const NUMBERS = ['5', '10', '-3', '9007199254740993', null]

test.each([
  ['aino', ['Aino Berg', 'aino']],
  [' Berg', ['Aino Berg']],
  ['= aino', ['aino']],
  ['=', ['']],
  ['!= aino', ['Aino Berg', 'x/y', '']],
  ['<> aino', ['Aino Berg', 'x/y', '']],
  ['/^a/', ['aino']],
  ['/^a/i', ['Aino Berg', 'aino']],
  ['!/^a/i', ['x/y', '']],
  ['null', [null]],
  ['NULL', [null]],
  ['!null', ['Aino Berg', 'aino', 'x/y', '']],
  [' null ', [null]],
  [' /^a/ ', ['aino']],
  [' = aino ', ['aino']],
  ['/', ['x/y']],
])('%j keeps %j of the words', (text, words) => {
  expect(kept(text, 'text', WORDS)).toEqual(words)
})

test.each([
  ['> 5', ['10', '9007199254740993']],
  ['>=5', ['5', '10', '9007199254740993']],
  ['< 5.5', ['5', '-3']],
  ['< 5', ['-3']],
  ['<= -3', ['-3']],
  ['= 9007199254740992', []],
  ['= 5.0', ['5']],
  ['1', ['10', '9007199254740993']],
])('%j keeps %j of the numbers', (text, numbers) => {
  expect(kept(text, 'int8', NUMBERS)).toEqual(numbers)
})

test.each(['', '  '])('%j filters nothing', (text) => {
  expect(readFilter(text, 'text')).toBeNull()
})

test('an expression that can’t be read says why', () => {
  expect(readFilter('/(/', 'text')).toEqual({
    problem: expect.stringContaining('Invalid regular expression'),
  })
})
