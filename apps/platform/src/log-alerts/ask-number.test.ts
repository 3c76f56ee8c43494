import { expect, test } from 'vitest'
import { askSelect, numberOf } from './ask-number.js'

test.each<[string, number, unknown[][], ReturnType<typeof numberOf>]>([
  ['a number', 1, [[12.5]], { type: 'value', value: 12.5 }],
  ['a large number, as text', 1, [['9007199254740993']], { type: 'value', value: 9007199254740992 }],
  ['nothing, as of a mean over no lines', 1, [[null]], { type: 'unknown' }],
  [
    'two columns',
    2,
    [[1, 2]],
    { type: 'failed', problem: 'The query must give one row with one number. It gave 1 row with 2 columns.' },
  ],
  [
    'no row',
    1,
    [],
    { type: 'failed', problem: 'The query must give one row with one number. It gave 0 rows with 1 column.' },
  ],
  ['a word', 1, [['many']], { type: 'failed', problem: 'The query must give a number.' }],
  ['an empty text', 1, [['']], { type: 'failed', problem: 'The query must give a number.' }],
  ['a truth', 1, [[true]], { type: 'failed', problem: 'The query must give a number.' }],
])('%s', (_what, columns, rows, expected) => {
  expect(numberOf(columns, rows)).toEqual(expected)
})

test.each([
  [{ type: 'busy' as const }, { type: 'unknown' }],
  [{ type: 'failed' as const }, { type: 'unknown' }],
  [{ type: 'not-kept' as const }, { type: 'unknown' }],
  [
    { type: 'refused' as const, message: 'No such column' },
    { type: 'failed', problem: 'No such column' },
  ],
  [{ type: 'too-slow' as const }, { type: 'failed', problem: expect.stringContaining('too long') as string }],
])('%j is %j', async (answered, expected) => {
  const lines = { query: async () => answered }
  expect(await askSelect(lines, { ref: 'shop', query: 'select 1', minutes: 5 }, 0)).toEqual(expected)
})
