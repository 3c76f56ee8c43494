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
    problem: { reason: 'expression', message: expect.stringContaining('Invalid regular expression') },
  })
})

test.each([
  ['bool', '= true', ['t', 'f', null], ['t']],
  ['bool', '!= yes', ['t', 'f', null], ['f']],
  ['bool', 'tru', ['t', 'f', null], ['t']],
  ['bool', '/^f/', ['t', 'f', null], ['f']],
  ['timestamp', '=2024-01-04', ['2024-01-04 00:00:00', '2024-01-04 12:00:00'], ['2024-01-04 00:00:00']],
  [
    'timestamp',
    '< 2024-01-04',
    ['0044-03-15 00:00:00 BC', '10000-01-01 00:00:00'],
    ['0044-03-15 00:00:00 BC'],
  ],
  [
    'timestamptz',
    '= 2024-01-04',
    ['2024-01-04 00:00:00+02', '2024-01-04 00:00:00.5+02'],
    ['2024-01-04 00:00:00+02'],
  ],
  [
    'timestamptz',
    '= 2024-01-04 00:00Z',
    ['2024-01-04 02:00:00+02', '2024-01-04 00:00:00+02'],
    ['2024-01-04 02:00:00+02'],
  ],
  ['money', '> 9', ['$10.00', '$9.00', '-$11.00'], ['$10.00']],
  ['money', '= 1234.5', ['$1,234.50'], ['$1,234.50']],
  ['interval', '> 2 hours', ['1 day', '02:00:01', '02:00:00'], ['1 day', '02:00:01']],
  ['inet', '< 10.0.0.10', ['10.0.0.9', '10.0.0.10'], ['10.0.0.9']],
  [
    'uuid',
    '= {A0EEBC999C0B4EF8BB6D6BB9BD380A11}',
    ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ],
  ['json', '!= {}', ['{}', '[]', null], ['[]']],
])('of %s, %s', (type, text, cells, wanted) => {
  expect(kept(text, type, cells)).toEqual(wanted)
})

test.each([
  ['int4', '> abc', { reason: 'value', value: 'abc' }],
  ['timestamp', '= 2024-02-30', { reason: 'value', value: '2024-02-30' }],
  ['time', '< 25:00', { reason: 'value', value: '25:00' }],
  ['interval', '> soon', { reason: 'value', value: 'soon' }],
  ['json', '<= {}', { reason: 'order' }],
])('of %s, %s can’t be compared', (type, text, problem) => {
  expect(readFilter(text, type)).toEqual({ problem })
})
