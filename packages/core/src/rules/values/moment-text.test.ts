import { expect, test } from 'vitest'
import { compareKeys } from './value-order.js'
import { dateKey, momentIn, timeKey, timestampKey, timestamptzKey, timetzKey } from './moment-text.js'

const DAY = 86_400_000_000

test.each([
  ['1970-01-01', 0],
  ['1970-01-02', 1],
  ['1969-12-31', -1],
  ['2000-02-29', 11_016],
  ['2000-03-01', 11_017],
  ['1900-02-28', -25_509],
  ['0001-01-01', -719_162],
  ['0001-12-31 BC', -719_163],
  ['10000-01-01', 2_932_897],
  ['5874897-12-31', 2_145_042_905],
  ['2024-01-04 12:30', 19_726],
])('the date %s is day %i', (text, days) => {
  expect(dateKey(text)).toBe(days)
})

test.each([
  '2023-02-29',
  '1900-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-01-00',
  '04/01/2024',
  '24-01-04',
  '',
  'today',
])('%s is no date', (text) => {
  expect([dateKey(text), timestampKey(text), timestamptzKey(text)]).toEqual([undefined, undefined, undefined])
})

test.each([
  ['1970-01-01 00:00:00', 0],
  ['1970-01-01 00:00:00.000001', 1],
  ['1970-01-01 00:00:00.1', 100_000],
  ['1970-01-02T01:02', DAY + 3_720_000_000],
  ['1970-01-01', 0],
  ['1970-01-01 24:00:00', DAY],
  ['1969-12-31 23:59:59.999999', -1],
])('the moment %s is at %i microseconds, whatever its zone', (text, key) => {
  expect(timestampKey(text)).toBe(key)
  expect(timestampKey(`${text}+02`)).toBe(key)
})

test.each([
  ['1970-01-01 02:00:00+02', 0],
  ['1969-12-31 19:00:00-05', 0],
  ['1970-01-01 05:45:00+05:45', 0],
  ['1970-01-01 00:00:00Z', 0],
  ['1970-01-01 00:19:32.5+00:19:32', 500_000],
  ['1970-01-01 00:00:00', undefined],
  ['1970-01-01', undefined],
])('in UTC %s is at %s', (text, key) => {
  expect(timestamptzKey(text)).toBe(key)
})

test.each([
  '2024-01-04 25:00:00',
  '2024-01-04 12:60:00',
  '2024-01-04 12:00:61',
  '2024-01-04 12:00:00.1234567',
  '2024-01-04 12:00:00 x',
])('%s is no moment', (text) => {
  expect(timestampKey(text)).toBeUndefined()
})

test('moments far away and without an end have their places', () => {
  const texts = [
    '-infinity',
    '4713-01-01 00:00:00 BC',
    '0044-03-15 12:00:00 BC',
    '2024-01-01 00:00:00',
    '294276-12-31 23:59:59.999999',
    'infinity',
  ]
  const keys = texts.map((text) => timestampKey(text) ?? null)
  expect(keys.toSorted(compareKeys)).toEqual(keys)
  expect(momentIn('infinity')).toEqual({ type: 'infinite', above: 1 })
})

test.each([
  ['00:00:00', 0],
  ['9:30', 34_200_000_000],
  ['24:00:00', DAY],
  ['24:00:00.000001', undefined],
  ['23:59:59.999999', DAY - 1],
  ['12:00:00+02', undefined],
  ['12', undefined],
])('the time %s is %s', (text, key) => {
  expect(timeKey(text)).toBe(key)
})

test.each([
  ['12:00:00+02', [36_000_000_000, -7200]],
  ['12:00:00-02:30', [52_200_000_000, 9000]],
  ['12:00:00Z', [43_200_000_000, 0]],
  ['12:00:00', undefined],
  ['x', undefined],
])('the time %s of a zone is %j', (text, key) => {
  const found = timetzKey(text)
  expect(found?.map((part) => part + 0)).toEqual(key)
})
