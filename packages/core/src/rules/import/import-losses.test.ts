import { expect, test } from 'vitest'
import { lossIn, shortTypeName } from './import-losses.js'

test.each([
  ['timestamp', ['2026-01-01 10:00+02', '2026-01-01 10:00', ''], { loss: 'zone', values: 1 }],
  ['timestamp without time zone', ['2026-01-01T10:00:00.5Z'], { loss: 'zone', values: 1 }],
  ['timestamp(3) without time zone', ['2026-01-01T10:00:00.5Z'], { loss: 'zone', values: 1 }],
  ['timestamp', ['2026-01-01'], undefined],
  ['time', ['10:00+02'], { loss: 'zone', values: 1 }],
  ['timestamptz', ['2026-01-01 10:00', '2026-01-01 10:00Z'], { loss: 'no-zone', values: 1 }],
  ['date', ['2026-01-01 10:00', '2026-01-01'], { loss: 'time', values: 1 }],
  ['bigint', ['007', '0', '0.5', '-01'], { loss: 'zeros', values: 2 }],
  ['text', ['007'], undefined],
  ['jsonb', ['{"a":1,"a":2}', '{"a":{"a":1}}'], { loss: 'keys', values: 1 }],
  ['constructor', ['a'], undefined],
] as const)('into %s %j: %j', (type, values, loss) => expect(lossIn(values, type)).toEqual(loss))

test('a format is read first', () => {
  expect(lossIn(['31.12.2026 10:00 +01:00'], 'timestamp', 'dmy')).toEqual({ loss: 'zone', values: 1 })
})

test('types are known by their short names', () => {
  expect(['numeric(6,2)', 'integer', 'text', 'goods'].map(shortTypeName)).toEqual([
    'numeric',
    'int4',
    'text',
    'goods',
  ])
})

test('a long text loses nothing of a time', () => {
  expect(lossIn([`${':00'.repeat(50_000)}${' '.repeat(300_000)}x`], 'timestamp')).toBeUndefined()
})
