import { expect, test } from 'vitest'
import { datePickerOf, pickedText, pickerValue } from './date-picker.js'

test.each([
  ['date', 'date'],
  ['timestamp', 'datetime-local'],
  ['timestamptz', 'datetime-local'],
  ['time', 'time'],
  ['timetz', 'time'],
  ['interval', null],
  ['date[]', null],
])('values of %s are chosen with %s', (type, picker) => {
  expect(datePickerOf(type)).toBe(picker)
})

test.each([
  ['date', '2026-11-23', '2026-11-23'],
  ['date', 'infinity', ''],
  ['date', '0044-03-15 BC', ''],
  ['date', '12026-01-01', ''],
  ['datetime-local', '2026-11-23 10:30:05.25+01', '2026-11-23T10:30:05'],
  ['datetime-local', '2026-11-23', '2026-11-23T00:00'],
  ['datetime-local', '2026-11-23T10:30', '2026-11-23T10:30'],
  ['datetime-local', '', ''],
  ['time', '10:30:05.5', '10:30:05'],
  ['time', '10:30:05+05:30', '10:30:05'],
  ['time', 'allballs', ''],
] as const)('the picker of a %s begins with %s as %s', (picker, text, value) => {
  expect(pickerValue(picker, text)).toBe(value)
})

test.each([
  ['2026-11-24', '2026-11-23', '2026-11-24'],
  ['2026-11-24T10:30:05', '2026-11-23 10:30:05.25+01', '2026-11-24 10:30:05.25+01'],
  ['2026-11-24T10:31', '2026-11-23 10:30:05.25+01', '2026-11-24 10:31:00+01'],
  ['2026-11-24T10:30', '2026-11-23 10:30:00-03:30', '2026-11-24 10:30:00-03:30'],
  ['2026-11-24T10:30', '', '2026-11-24 10:30:00'],
  ['2026-11-24T10:30', 'now', '2026-11-24 10:30:00'],
  ['10:30', '09:00:00.5+02', '10:30:00+02'],
  ['10:30:05.123', '', '10:30:05'],
  ['10:30:05', '10:30:05.5+02', '10:30:05.5+02'],
  ['12026-11-24', '2026-11-23', '12026-11-24'],
  ['', '2026-11-23', ''],
])('%s in the place of %s is %s', (chosen, before, text) => {
  expect(pickedText(chosen, before)).toBe(text)
})
