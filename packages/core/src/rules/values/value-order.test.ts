import { expect, test } from 'vitest'
import { compareKeys, orderOf, type SortKey } from './value-order.js'

function keyOf(cell: string | null, type: string): SortKey {
  const order = orderOf(type)
  const key = cell === null || order.type === 'none' ? null : order.key(cell)
  if (key === undefined) throw new Error(`${cell} is no ${type}`)
  return key
}

function sorted(cells: (string | null)[], type: string) {
  return cells.toSorted((one, other) => compareKeys(keyOf(one, type), keyOf(other, type)))
}

test.each([
  ['int8', ['10', '9', null, '-1'], ['-1', '9', '10', null]],
  ['int8', ['9007199254740993', '9007199254740992', '1'], ['1', '9007199254740992', '9007199254740993']],
  ['numeric', ['0.10', '0.1', '0.09', 'NaN', 'Infinity'], ['0.09', '0.10', '0.1', 'Infinity', 'NaN']],
  ['float8', ['1e-5', '2', '-Infinity'], ['-Infinity', '1e-5', '2']],
  ['text', ['b', '10', '9', 'a', ''], ['', '10', '9', 'a', 'b']],
  ['text', ['😀', '\uFFFD', 'é', 'z'], ['z', 'é', '\uFFFD', '😀']],
  ['bool', ['t', 'f', null], ['f', 't', null]],
  ['money', ['$10.00', '$9.00', '-$1.00', '($2.00)'], ['($2.00)', '-$1.00', '$9.00', '$10.00']],
  ['money', ['1.000,00 €', '20,00 €'], ['20,00 €', '1.000,00 €']],
  [
    'timestamp',
    ['10000-01-01 00:00:00', '2024-01-04 00:00:00', '0044-03-15 00:00:00 BC', 'infinity'],
    ['0044-03-15 00:00:00 BC', '2024-01-04 00:00:00', '10000-01-01 00:00:00', 'infinity'],
  ],
  [
    'timestamptz',
    ['2024-01-04 01:00:00+00', '2024-01-04 02:00:00+02'],
    ['2024-01-04 02:00:00+02', '2024-01-04 01:00:00+00'],
  ],
  ['timetz', ['12:00:00+00', '12:00:00+02', '10:00:00+00'], ['12:00:00+02', '10:00:00+00', '12:00:00+00']],
  [
    'interval',
    ['1 mon', '29 days', '31 days', '720:00:01', '-1 days'],
    ['-1 days', '29 days', '1 mon', '720:00:01', '31 days'],
  ],
  ['inet', ['10.0.0.10', '10.0.0.9', '10.0.0.0/8', '::1'], ['10.0.0.0/8', '10.0.0.9', '10.0.0.10', '::1']],
  ['int4range', ['[10,11)', '[9,11)', 'empty', '(,5)'], ['empty', '(,5)', '[9,11)', '[10,11)']],
  ['int4[]', ['{10}', '{9,1}', '{9}', '{NULL}', '{}'], ['{}', '{9}', '{9,1}', '{10}', '{NULL}']],
  ['bytea', ['\\xff', '\\x00', '\\001'], ['\\x00', '\\001', '\\xff']],
])('values of %s: %j', (type, given, expected) => {
  expect(sorted(given, type)).toEqual(expected)
})

test.each([
  ['json', 'unordered'],
  ['point', 'unordered'],
  ['json[]', 'unordered'],
  ['mood', 'unknown'],
  ['jsonb', 'unknown'],
  ['float_range', 'unknown'],
  ['constructor', 'unknown'],
  ['public.bool', 'unknown'],
  ['', 'unknown'],
])('values of %s have no order here: %s', (type, reason) => {
  expect(orderOf(type)).toEqual({ type: 'none', reason })
})

test.each([
  ['int4', 'x'],
  ['money', 'x'],
  ['date', '04/01/2024'],
  ['date', '2024-13-01'],
  ['interval', 'P1D'],
  ['time', '12'],
  ['timetz', '12:00:00'],
  ['inet', '10.0.0'],
  ['inet', '10.0.0.1/33'],
  ['inet', '1::2::3'],
  ['inet', '1:2:3'],
  ['uuid', 'a0ee'],
  ['macaddr', '08:00'],
  ['bit', '102'],
  ['pg_lsn', '16'],
  ['tid', '1,2'],
  ['oidvector', 'a'],
  ['int4range', '[1,2'],
  ['int4range', '[a,2)'],
  ['int4multirange', '[1,2)'],
  ['int4multirange', '{[1,2),x}'],
  ['int4[]', '1,2'],
  ['int4[]', '{1,2'],
  ['int4[]', '{1}}'],
  ['int4[]', '{a}'],
  ['"char"', 'ab'],
])('of %s, %s is not read', (type, text) => {
  const order = orderOf(type)
  expect(order.type === 'none' || order.key(text)).toBeUndefined()
})

test('keys of different kinds have an order all the same: numbers, lists, texts', () => {
  const keys: SortKey[] = ['a', [1], 5, null]
  expect(keys.toSorted(compareKeys)).toEqual([5, [1], 'a', null])
})
