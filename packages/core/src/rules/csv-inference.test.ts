import { expect, test } from 'vitest'
import { inferredType, inferredTypes } from './csv-inference.js'

test.each([
  [[], 'text'],
  [['', ''], 'text'],
  [['true', 'FALSE', ''], 'bool'],
  [['t'], 'text'],
  [['1', '-2', '0', ''], 'int8'],
  [['9223372036854775807', '-9223372036854775808'], 'int8'],
  [['9223372036854775808'], 'numeric'],
  [['12345678901234567890'], 'numeric'],
  [['007'], 'text'],
  [['1', '007'], 'text'],
  [['-0'], 'int8'],
  [['+1'], 'text'],
  [['1.50', '2'], 'numeric'],
  [['1.'], 'text'],
  [['.5'], 'text'],
  [['1e5'], 'text'],
  [['1,5'], 'text'],
  [[' 1'], 'text'],
  [['2026-02-28', '2024-02-29', '2000-02-29'], 'date'],
  [['2026-02-29'], 'text'],
  [['1900-02-29'], 'text'],
  [['2026-04-31'], 'text'],
  [['2026-13-01'], 'text'],
  [['2026-00-01'], 'text'],
  [['2026-01-00'], 'text'],
  [['0000-01-01'], 'text'],
  [['01/02/2026'], 'text'],
  [['2026-01-31T10:00:00Z', '2026-01-31 10:00:00.123+02:00', '2026-01-31 23:59+02'], 'timestamptz'],
  [['2026-01-31 10:00:00'], 'text'],
  [['2026-01-31 24:00:00Z'], 'text'],
  [['2026-02-30 10:00:00Z'], 'text'],
  [['00000000-0000-4000-8000-00000000000A'], 'uuid'],
  [['00000000000040008000000000000000'], 'text'],
  [['{"a": 1}', '[1]'], 'jsonb'],
  [['{a}'], 'text'],
  [['"a"'], 'text'],
  [[`["${'x'.repeat(100_000)}"]`], 'text'],
  [['1', 'true'], 'text'],
] as const)('%j is %s', (values, type) => expect(inferredType(values)).toBe(type))

test('each column has its type; missing cells count for nothing', () => {
  expect(inferredTypes([['1', 'a'], ['2']], 3)).toEqual(['int8', 'text', 'text'])
})
