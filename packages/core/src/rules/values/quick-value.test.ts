import { expect, test } from 'vitest'
import { presentText, turnedOver } from './quick-value.js'

test.each([
  ['bool', 't', 'f'],
  ['bool', 'f', 't'],
  ['bool', null, 't'],
  ['text', 't', null],
] as const)('a %s of %s turns into %s', (type, value, turned) => {
  expect(turnedOver(type, value)).toBe(turned)
})

// 2026-11-27 23:34:05 UTC.
const NOW = 1_795_822_445_678

test.each([
  ['date', 0, '2026-11-27'],
  ['date', 60, '2026-11-28'],
  ['date', -12 * 60, '2026-11-27'],
  ['time', 60, '00:34:05'],
  ['timetz', 330, '05:04:05+05:30'],
  ['timestamp', -210, '2026-11-27 20:04:05'],
  ['timestamptz', -210, '2026-11-27 20:04:05-03:30'],
  ['timestamptz', 0, '2026-11-27 23:34:05+00'],
  ['text', 0, null],
  ['interval', 0, null],
] as const)('the present as %s, %i minutes ahead of UTC, is %s', (type, zoneMinutes, text) => {
  expect(presentText(type, NOW, zoneMinutes)).toBe(text)
})
