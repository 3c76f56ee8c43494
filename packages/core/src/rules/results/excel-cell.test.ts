import { expect, test } from 'vitest'
import {
  EXCEL_CELL_CHARACTERS,
  excelCell,
  excelCheck,
  excelText,
  excelWidth,
  columnLetters,
  fitsExcelCell,
  sheetName,
} from './excel-cell.js'

test.each([
  ['int8', '123456789012345', 'number'],
  ['int8', '1234567890123456', 'text'],
  ['int8', '1000000000000000', 'text'],
  ['int8', '-123456789012345', 'number'],
  ['numeric', '0.10', 'number'],
  ['numeric', '1.50000000000000000000', 'number'],
  ['numeric', '0.000000123456789012345', 'number'],
  ['numeric', '0.1234567890123456', 'text'],
  ['numeric', '12345678901234.56', 'text'],
  ['float8', '0.30000000000000004', 'text'],
  ['float8', '1e+20', 'number'],
  ['float8', '1e-307', 'number'],
  ['float8', '2.2251e-308', 'number'],
  ['float8', '2.225e-308', 'text'],
  ['float8', '5e-324', 'text'],
  ['float8', '9.99999999999999e+307', 'number'],
  ['float8', '1e+308', 'text'],
  ['float8', '0', 'number'],
  ['float8', '-0', 'text'],
  ['float8', 'NaN', 'text'],
  ['float8', '-Infinity', 'text'],
  ['text', '1', 'text'],
  ['money', '$1.00', 'text'],
  ['timestamptz', '2026-01-01 00:00:00+00', 'text'],
  ['int4[]', '{1}', 'text'],
])('a %s of %s is a %s', (dataType, text, type) => {
  expect(excelCell(text, dataType)).toEqual({ type, text })
})

test.each([
  ['date', '1900-03-01', '61', 'date'],
  ['date', '2024-01-04', '45295', 'date'],
  ['date', '9999-12-31', '2958465', 'date'],
  ['time', '12:00:00', '0.5', 'time'],
  ['time', '00:00:00', '0', 'time'],
  ['time', '06:00:00.5', '0.250005787037037', 'time-ms'],
  ['timestamp', '2024-01-04 12:00:00', '45295.5', 'timestamp'],
  ['timestamp', '2024-01-04 00:00:00', '45295', 'timestamp'],
  ['timestamp', '2024-01-04 18:00:00.125', '45295.750001446759', 'timestamp-ms'],
])('a %s of %s is the number %s, shown as %s', (type, text, serial, format) => {
  const cell = excelCell(text, type)
  expect(cell).toMatchObject({ type: 'moment', format })
  expect(cell.type === 'moment' && Number(cell.serial)).toBe(Number(serial))
})

test.each([
  ['date', '1900-02-28'],
  ['date', '10000-01-01'],
  ['date', '0044-03-15 BC'],
  ['date', 'infinity'],
  ['date', '04/01/2024'],
  ['time', '24:00:00'],
  ['time', '12:00:00.000001'],
  ['timetz', '12:00:00+00'],
  ['timestamp', '2024-01-04 12:00:00.123456'],
  ['timestamp', '-infinity'],
  ['timestamptz', '2024-01-04 12:00:00+00'],
  ['interval', '1 day'],
])('a %s of %s stays a text', (type, text) => {
  expect(excelCell(text, type)).toEqual({ type: 'text', text })
})

test('the letters of columns', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ])
})

test('columns of dates and times are as wide as these', () => {
  expect(['date', 'time', 'timestamp', 'timestamptz', 'constructor'].map(excelWidth)).toEqual([
    11,
    13,
    24,
    undefined,
    undefined,
  ])
})

test('NULL is an empty cell, an empty text is a text', () => {
  expect(excelCell(null, 'text')).toEqual({ type: 'empty' })
  expect(excelCell('', 'text')).toEqual({ type: 'text', text: '' })
})

test.each([
  ['t', true],
  ['f', false],
])('the boolean %s is %s', (value, isTrue) => {
  expect(excelCell(value, 'bool')).toEqual({ type: 'boolean', isTrue })
})

test.each([
  ['a', EXCEL_CELL_CHARACTERS, true],
  ['a', EXCEL_CELL_CHARACTERS + 1, false],
  ['é', EXCEL_CELL_CHARACTERS, true],
  ['😀', 16_383, true],
  ['😀', 16_384, false],
])('%s, %i times: %s', (sign, times, fits) => {
  expect(fitsExcelCell(sign.repeat(times))).toBe(fits)
})

test.each([
  ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['tab\tand\nline', 'tab\tand\nline'],
  ['\r\0\u001b', '_x000D__x0000__x001B_'],
  ['\uFFFE', '_xFFFE_'],
  ['_x0041_', '_x005F_x0041_'],
  ['_x41_ _', '_x41_ _'],
  ['😀 "\'', '😀 "\''],
])('%j is written as %j', (text, written) => {
  expect(excelText(text)).toBe(written)
})

test('sheets are counted', () => {
  expect([0, 1, 2].map(sheetName)).toEqual(['Result', 'Result 2', 'Result 3'])
})

test('columns whose values are always short are not looked through', () => {
  expect(excelCheck('select 1', ['int4', 'bool', 'uuid'])).toBeUndefined()
  const check = excelCheck('select 1, b from t -- all', ['int4', 'text'])
  // PostgreSQL counts characters, Excel halves of them: a text of 16,384 can be too long.
  const astral = String.raw`pg_catalog.regexp_replace(c1::text, '[^\U00010000-\U0010ffff]', '', 'g')`
  const isTooLong = `pg_catalog.length(c1::text) + pg_catalog.length(${astral}) > 32767`
  expect(check).toBe(
    `select false, pg_catalog.bool_or(pg_catalog.length(c1::text) > 16383.5 and ${isTooLong})` +
      ' from (\nselect 1, b from t -- all\n) as result(c0, c1)',
  )
})
