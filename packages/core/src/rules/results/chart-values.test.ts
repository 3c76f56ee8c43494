import { expect, test } from 'vitest'
import { isTime, moreThanDrawn, placeOf } from './chart-values.js'

test.each([
  ['2026-11-27', true],
  ['2026-11-27 10:00', true],
  ['2026-11-27 10:00:00.5+05:30', true],
  ['2026-11-27T10:00:00Z', true],
  ['2026-11', false],
  ['10:00', false],
  ['2026-11-27 BC', false],
])('%s is a time: %s', (text, expected) => expect(isTime(text)).toBe(expected))

test.each([
  ['2026-11-27 10:00:00+05:30', 'time', Date.UTC(2026, 10, 27, 4, 30)],
  ['2026-11-27 10:00:00-03', 'time', Date.UTC(2026, 10, 27, 13)],
  ['2026-11-27', 'time', Date.UTC(2026, 10, 27)],
  ['2026-11-27 10:00', 'time', Date.UTC(2026, 10, 27, 10)],
  ['infinity', 'time', null],
  [null, 'time', null],
  ['-1.5', 'number', -1.5],
  ['NaN', 'number', null],
] as const)('%s as %s is at %s', (text, kind, at) => expect(placeOf(text, kind)).toBe(at))

test.each([
  ['123456789012345', false],
  ['9007199254740993', true],
  ['9007199254740992', false],
  ['0.1000000000000000', false],
  ['0.12345678901234567890', true],
  ['Infinity', false],
])('%s is drawn rounded: %s', (text, expected) => expect(moreThanDrawn(text)).toBe(expected))
