import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addExact, compareExact, exactNumber, exactText } from './exact-number.js'

const of = (text: string) => exactNumber(text) ?? { type: 'infinite' as const, above: 2 as const }

test.each([
  ['0', '0'],
  ['-0.10', '-0.10'],
  ['9007199254740993', '9007199254740993'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1e3', '1000'],
  ['1.5e-3', '0.0015'],
  ['-2.50E+1', '-25.0'],
  ['NaN', 'NaN'],
  ['+5', '5'],
  ['-5', '-5'],
  ['-0.05', '-0.05'],
  ['0.00', '0.00'],
  ['12.5e1', '125'],
  ['-1.5e2', '-150'],
  ['10.01', '10.01'],
  ['-Infinity', '-Infinity'],
  ['Infinity', 'Infinity'],
])('%s is read and written as %s', (text, written) => {
  expect(exactText(of(text))).toBe(written)
})

test.each([
  '',
  '.',
  '-',
  'a',
  '1a',
  '$1.00',
  '1,000',
  '0x10',
  '1e',
  '1e999999',
  '1e20001',
  '1e-20001',
  'a1',
  '--1',
])('%j is no number', (text) => {
  expect(exactNumber(text)).toBeUndefined()
})

test.each(['1e20000', '1e-20000'])('%s is the last that is written out', (text) => {
  expect(exactNumber(text)).toMatchObject({ type: 'finite' })
})

test.each([
  ['9007199254740993', '9007199254740992', 1],
  ['0.1', '0.10', 0],
  ['0.11', '0.2', -1],
  ['1', '0.99', 1],
  ['1e20000', '1e19999', 1],
  ['-1', '1', -1],
  ['1e400', '9', 1],
  ['-Infinity', '-1e400', -1],
  ['Infinity', '1e400', 1],
  ['NaN', 'Infinity', 1],
  ['NaN', 'NaN', 0],
])('%s against %s', (one, other, sign) => {
  expect(Math.sign(compareExact(of(one), of(other)))).toBe(sign)
  expect(Math.sign(compareExact(of(other), of(one)))).toBe(sign === 0 ? 0 : -sign)
})

test('what is not finite is told from what is no number', () => {
  expect(exactNumber('NaN')).toEqual({ type: 'infinite', above: 2 })
  expect(exactNumber('Infinity')).toEqual({ type: 'infinite', above: 1 })
  expect(exactNumber('-Infinity')).toEqual({ type: 'infinite', above: -1 })
})

test('sums of integers and of decimals lose no digit', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), fc.nat(30), (one, other, scale) => {
      const write = (digits: bigint) => exactText({ type: 'finite', digits, scale })
      const sum = addExact(of(write(one)), of(write(other)))
      expect(sum && exactText(sum)).toBe(write(one + other))
    }),
  )
})

test('numbers of different scales are added', () => {
  expect(addExact(of('1'), of('0.10'))).toEqual({ type: 'finite', digits: 110n, scale: 2 })
  expect(addExact(of('-0.1'), of('2'))).toEqual({ type: 'finite', digits: 19n, scale: 1 })
})

test('what is not finite has no sum', () => {
  expect(addExact(of('1'), of('NaN'))).toBeUndefined()
  expect(addExact(of('Infinity'), of('1'))).toBeUndefined()
})
