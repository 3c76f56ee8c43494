import { expect, test } from 'vitest'
import { sampleValue } from './sample-value.js'

test.each([
  ['bigint', 'N', 1],
  ['numeric(10,2)', 'N', 1],
  ['boolean', 'B', true],
  ['text', 'S', 'text'],
  ['uuid', 'U', '00000000-0000-0000-0000-000000000000'],
  ['jsonb', 'U', {}],
  ['json', 'U', {}],
  ['jsonb[]', 'A', []],
  ['date', 'D', '2026-01-31'],
  ['time without time zone', 'D', '12:00:00'],
  ['interval', 'T', '1 hour'],
  ['bytea', 'U', '\\x00'],
  ['inet', 'I', '192.0.2.1'],
  ['shop.point', 'C', {}],
  ['something', 'U', 'text'],
])('%s', (type, category, value) => expect(sampleValue({ type, category })).toEqual(value))

test('a moment is no time of the day', () =>
  expect(sampleValue({ type: 'timestamp with time zone', category: 'D' })).toBe('2026-01-31T12:00:00Z'))

test('an enumeration has its first label', () =>
  expect(sampleValue({ type: 'mood', category: 'E', labels: ['calm', 'sad'] })).toBe('calm'))
