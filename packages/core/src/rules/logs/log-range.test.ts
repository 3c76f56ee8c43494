import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeBounds, readLogRange, writeLogRange, type LogRange } from './log-range.js'

const at = (text: string) => Date.parse(text)
/** Two hours ahead of UTC: 16:30. */
const local = { now: at('2026-11-27T14:30:00Z'), offsetMinutes: 120 }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each<[string, number]>([
  ['15m', 15 * MINUTE],
  ['15 min', 15 * MINUTE],
  ['last 3 hours', 3 * HOUR],
  ['Past hour', HOUR],
  ['the last day', DAY],
  ['30s', 30_000],
  ['2w', 14 * DAY],
])('%s is the newest lines', (words, ms) => {
  expect(readLogRange(words, local)).toEqual({ type: 'last', ms })
})

test.each<[string, string, string]>([
  ['today', '2026-11-26T22:00:00Z', '2026-11-27T22:00:00Z'],
  ['yesterday', '2026-11-25T22:00:00Z', '2026-11-26T22:00:00Z'],
  ['14:05', '2026-11-27T12:00:00Z', '2026-11-27T12:11:00Z'],
  ['20:00', '2026-11-26T17:55:00Z', '2026-11-26T18:06:00Z'],
  ['14:00 to 14:30', '2026-11-27T12:00:00Z', '2026-11-27T12:30:00Z'],
  ['14:00-14:30', '2026-11-27T12:00:00Z', '2026-11-27T12:30:00Z'],
  ['14:00 – 14:30', '2026-11-27T12:00:00Z', '2026-11-27T12:30:00Z'],
  ['23:50 to 00:10', '2026-11-26T21:50:00Z', '2026-11-26T22:10:00Z'],
  ['2026-11-20', '2026-11-19T22:00:00Z', '2026-11-20T22:00:00Z'],
  ['2026-11-20 to 2026-11-21', '2026-11-19T22:00:00Z', '2026-11-21T22:00:00Z'],
  ['2026-11-20 09:00', '2026-11-20T06:55:00Z', '2026-11-20T07:06:00Z'],
  ['2026-11-20 09:00 to 2026-11-20 10:00', '2026-11-20T07:00:00Z', '2026-11-20T08:00:00Z'],
  ['2026-11-20T07:00:00.000Z..2026-11-20T08:00:00.250Z', '2026-11-20T07:00:00Z', '2026-11-20T08:00:00.250Z'],
])('%s lies between two moments', (words, from, to) => {
  expect(readLogRange(words, local)).toEqual({ type: 'between', from: at(from), to: at(to) })
})

test.each([
  '',
  'soon',
  'h',
  '0m',
  '99999w',
  '25:00',
  '14:60',
  '2026-02-30',
  '2026-13-01',
  '2026-11-20 25:00',
  '2026-11-21 to 2026-11-20',
  'a..b',
  '14:00 to soon',
  '1..2..3',
])('“%s” names no time', (words) => {
  expect(readLogRange(words, local)).toBeNull()
})

const moment = fc.integer({ min: 0, max: 4e12 })
const anyRange: fc.Arbitrary<LogRange> = fc.oneof(
  fc.integer({ min: 1, max: 30_000 }).map((seconds): LogRange => ({ type: 'last', ms: seconds * 1000 })),
  fc
    .tuple(moment, fc.integer({ min: 1, max: 1e10 }))
    .map(([from, ms]): LogRange => ({ type: 'between', from, to: from + ms })),
)

test('what is written reads as the same range, wherever it is read', () => {
  fc.assert(
    fc.property(anyRange, moment, fc.integer({ min: -720, max: 840 }), (range, now, offsetMinutes) => {
      expect(readLogRange(writeLogRange(range), { now, offsetMinutes })).toEqual(range)
    }),
    { numRuns: 2000 },
  )
})

test('any words are read or refused', () => {
  fc.assert(
    fc.property(fc.string(), (words) => {
      const range = readLogRange(words, local)
      if (range !== null)
        expect(rangeBounds(range, local.now).to).toBeGreaterThan(rangeBounds(range, local.now).from)
    }),
    { numRuns: 2000 },
  )
})

test('the newest lines end now', () => {
  expect(rangeBounds({ type: 'last', ms: 5 }, 100)).toEqual({ from: 95, to: 100 })
  expect(rangeBounds({ type: 'between', from: 1, to: 2 }, 100)).toEqual({ from: 1, to: 2 })
})
