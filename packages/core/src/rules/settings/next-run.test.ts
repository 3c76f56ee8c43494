import { expect, test } from 'vitest'
import { isBeyondNext, nextRun, nextRunAfter, nextRuns } from './next-run.js'

const times = (expression: string, zone: string, after: string, count = 3) =>
  nextRuns(expression, zone, new Date(after), count).map((at) => at.toISOString().slice(0, 16))

test.each<[string, string, string, string, string[]]>([
  [
    'each minute',
    '* * * * *',
    'UTC',
    '2026-01-01T00:00:30Z',
    ['2026-01-01T00:01', '2026-01-01T00:02', '2026-01-01T00:03'],
  ],
  [
    'a time of the zone',
    '0 3 * * *',
    'Europe/Berlin',
    '2026-01-01T02:00:00Z',
    ['2026-01-02T02:00', '2026-01-03T02:00', '2026-01-04T02:00'],
  ],
  [
    'a time in the gap comes after it',
    '30 2 * * *',
    'Europe/Berlin',
    '2026-03-28T12:00:00Z',
    ['2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30'],
  ],
  [
    'a doubled time comes once',
    '30 2 * * *',
    'Europe/Berlin',
    '2026-10-24T12:00:00Z',
    ['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30'],
  ],
  [
    'each hour follows the hours that pass',
    '0 * * * *',
    'Europe/Berlin',
    '2026-10-24T23:30:00Z',
    ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
  ],
  [
    'half hours in the gap',
    '*/30 * * * *',
    'Europe/Berlin',
    '2026-03-29T00:30:00Z',
    ['2026-03-29T01:00', '2026-03-29T01:30', '2026-03-29T02:00'],
  ],
  [
    'a gap of half an hour',
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2026-10-03T00:00:00Z',
    ['2026-10-03T15:30', '2026-10-04T15:15', '2026-10-05T15:15'],
  ],
  [
    'a leap day',
    '0 0 29 2 *',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00'],
  ],
  [
    'a day of the month or of the week',
    '0 0 13 * fri',
    'UTC',
    '2026-01-08T00:00:00Z',
    ['2026-01-09T00:00', '2026-01-13T00:00', '2026-01-16T00:00'],
  ],
  [
    'every second day or Monday',
    '0 0 */2 * mon',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2026-01-03T00:00', '2026-01-05T00:00', '2026-01-07T00:00'],
  ],
  [
    'Sunday as 7',
    '0 0 * * 5-7',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2026-01-02T00:00', '2026-01-03T00:00', '2026-01-04T00:00'],
  ],
  [
    'a word',
    '@monthly',
    'UTC',
    '2026-01-31T00:00:00Z',
    ['2026-02-01T00:00', '2026-03-01T00:00', '2026-04-01T00:00'],
  ],
  ['what never comes', '0 0 30 2 *', 'UTC', '2026-01-31T00:00:00Z', []],
  ['what can’t be read', 'often', 'UTC', '2026-01-31T00:00:00Z', []],
])('%s', (_what, expression, zone, after, expected) => {
  expect(times(expression, zone, after)).toEqual(expected)
})

const daily = { expression: '0 3 * * *', timeZone: 'UTC' }

test('what was missed is left out', () => {
  const dueAt = new Date('2026-01-01T03:00:00Z')
  expect(nextRunAfter({ ...daily, dueAt }, new Date('2026-01-09T12:00:00Z'))).toEqual(
    new Date('2026-01-10T03:00:00Z'),
  )
})

test('a clock that was set back makes no time come twice', () => {
  const dueAt = new Date('2026-01-02T03:00:00Z')
  expect(nextRunAfter({ ...daily, dueAt }, new Date('2026-01-02T02:00:00Z'))).toEqual(
    new Date('2026-01-03T03:00:00Z'),
  )
})

test.each([
  ['2026-01-02T03:00:00Z', false],
  ['2026-01-03T03:00:00Z', false],
  ['2026-01-04T03:00:00Z', true],
  ['2040-01-01T03:00:00Z', true],
])('counted for %s, at noon of January 1: beyond is %s', (nextAt, is) => {
  expect(isBeyondNext({ ...daily, nextAt: new Date(nextAt) }, new Date('2026-01-01T12:00:00Z'))).toBe(is)
})

test('a yearly schedule may be far away', () => {
  const nextAt = nextRun('@yearly', 'UTC', new Date('2026-01-02T00:00:00Z')) ?? new Date(0)
  expect(
    isBeyondNext({ expression: '@yearly', timeZone: 'UTC', nextAt }, new Date('2026-01-02T00:00:00Z')),
  ).toBe(false)
})
