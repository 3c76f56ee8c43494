import { expect, test } from 'vitest'
import { formatsOf, inFormat, isDay, type CellFormat } from './cell-format.js'

test.each<[CellFormat, string, string | undefined]>([
  ['decimal-comma', '1,5', '1.5'],
  ['decimal-comma', '1.234.567,89', '1234567.89'],
  ['decimal-comma', '1 234,5', '1234.5'],
  ['decimal-comma', '1\u202f234', '1234'],
  ['decimal-comma', '1’234,50 CHF', '1234.50'],
  ['decimal-comma', '€ -1,50', '-1.50'],
  ['decimal-comma', '-€1,50', '-1.50'],
  ['decimal-comma', '1,50 €', '1.50'],
  ['decimal-comma', '1.50', undefined],
  ['decimal-comma', '1.2345', undefined],
  ['decimal-comma', '1.23.456', undefined],
  ['decimal-comma', 'abc', undefined],
  ['decimal-comma', '', undefined],
  ['decimal-comma', ',5', undefined],
  ['decimal-comma', '--1', undefined],
  ['decimal-point', '1,234,567.80', '1234567.80'],
  ['decimal-point', '$1,234', '1234'],
  ['decimal-point', '(1,234.50)', '-1234.50'],
  ['decimal-point', 'USD 12', '12'],
  ['decimal-point', '+3', '3'],
  ['decimal-point', '−3', '-3'],
  ['decimal-point', '1,23', undefined],
  ['decimal-point', '12 pcs', undefined],
  ['percent-point', '12.5 %', '0.125'],
  ['percent-point', '5%', '0.05'],
  ['percent-point', '-150%', '-1.50'],
  ['percent-point', '1,234%', '12.34'],
  ['percent-point', '5', undefined],
  ['percent-comma', '12,5%', '0.125'],
  ['dmy', '31.01.2026', '2026-01-31'],
  ['dmy', '1/2/2026', '2026-02-01'],
  ['dmy', '1. 2. 2026', '2026-02-01'],
  ['dmy', '31.12.69', '2069-12-31'],
  ['dmy', '31.12.70', '1970-12-31'],
  ['dmy', '31.02.2026', undefined],
  ['dmy', '31.01/2026', undefined],
  ['dmy', '31.01.2026 9:05', '2026-01-31 09:05'],
  ['dmy', '31.01.2026, 9:05:01 pm', '2026-01-31 21:05:01'],
  ['dmy', '31.01.2026 09:05 +02:00', '2026-01-31 09:05+02:00'],
  ['dmy', '31.01.2026 09:05 UTC', '2026-01-31 09:05Z'],
  ['dmy', '31.01.2026 soon', undefined],
  ['mdy', '1/31/2026', '2026-01-31'],
  ['mdy', '31/1/2026', undefined],
  ['ymd', '2026/1/31', '2026-01-31'],
  ['ymd', '26-01-31', '2026-01-31'],
  ['clock', '9:05 pm', '21:05'],
  ['clock', '12 a.m.', '00:00'],
  ['clock', '12:30 PM', '12:30'],
  ['clock', '9.05', '09:05'],
  ['clock', '23:59:59,5', '23:59:59.5'],
  ['clock', '24:00', undefined],
  ['clock', '13:00 pm', undefined],
  ['clock', '9:60', undefined],
  ['clock', '9', undefined],
])('as %s %j is %j', (format, cell, expected) => expect(inFormat(cell, format)).toBe(expected))

test('types have the formats of their values', () => {
  expect(formatsOf('int8')).toContain('percent-comma')
  expect(formatsOf('timestamptz')).toEqual(['dmy', 'mdy', 'ymd'])
  expect(formatsOf('time')).toEqual(['clock'])
  expect(formatsOf('text')).toEqual([])
})

test.each([
  [2024, 2, 29, true],
  [2100, 2, 29, false],
  [2000, 2, 29, true],
  [2026, 4, 31, false],
  [0, 1, 1, false],
  [2026, 13, 1, false],
  [2026, 1, 0, false],
])('%d-%d-%d is a day: %s', (year, month, day, expected) => expect(isDay(year, month, day)).toBe(expected))

test('a long text is in no format, and is not looked at for long', () => {
  for (const format of [...formatsOf('numeric'), ...formatsOf('date'), ...formatsOf('time')])
    for (const sign of [' ', '1', '(', "'"])
      expect(inFormat(`1${sign.repeat(300_000)}x`, format)).toBeUndefined()
})
