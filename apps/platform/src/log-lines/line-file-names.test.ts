import { expect, test } from 'vitest'
import { byAge, fileName, filesToRemove, mayHold, readFileName, type SizedFile } from './line-file-names.js'

const file = (day: string, bytes: number, part = 1): SizedFile => ({
  name: fileName(day, part),
  day,
  part,
  bytes,
  isDamaged: false,
})

test.each([
  ['2026-11-27.1.duckdb', { day: '2026-11-27', part: 1, isDamaged: false }],
  ['2026-11-27.12.duckdb.damaged', { day: '2026-11-27', part: 12, isDamaged: true }],
  ['2026-11-27.1.duckdb.wal', undefined],
  ['2026-99-27.1.duckdb', undefined],
  ['../2026-11-27.1.duckdb', undefined],
  ['notes.txt', undefined],
])('%s is read as %j', (name, expected) => {
  expect(readFileName(name)).toEqual(expected && { name, ...expected })
})

test('parts of a day are ordered by number', () => {
  const files = [file('2026-11-27', 1, 10), file('2026-11-27', 1, 9), file('2026-11-26', 1, 11)]
  expect(files.sort(byAge).map(({ name }) => name)).toEqual([
    '2026-11-26.11.duckdb',
    '2026-11-27.9.duckdb',
    '2026-11-27.10.duckdb',
  ])
})

const now = Date.parse('2026-11-27T12:00:00Z')
const days = ['2026-11-20', '2026-11-21', '2026-11-26', '2026-11-27']
test.each([
  [7, 1000, ['2026-11-20']],
  [8, 1000, []],
  [1, 1000, ['2026-11-20', '2026-11-21', '2026-11-26']],
  [8, 400, []],
  [8, 399, ['2026-11-20']],
  [7, 299, ['2026-11-20', '2026-11-21']],
  [8, 0, days],
])('kept for %d days and %d bytes, %j go', (keptDays, bytes, expected) => {
  const files = days.map((day) => file(day, 100))
  const gone = filesToRemove(files, { now, days: keptDays, bytes })
  expect(gone.map(({ day }) => day)).toEqual(expected)
})

test.each([
  [undefined, undefined, true],
  [Date.parse('2026-11-27T23:59:59Z'), undefined, true],
  [Date.parse('2026-11-28T00:00:00Z'), undefined, false],
  [undefined, Date.parse('2026-11-27T00:00:00Z'), true],
  [undefined, Date.parse('2026-11-26T23:59:59Z'), true],
  [undefined, Date.parse('2026-11-26T23:49:59Z'), false],
])('from %s to %s the file of the 27th is looked at: %s', (from, to, expected) => {
  expect(mayHold(file('2026-11-27', 1), { from, to })).toBe(expected)
})
