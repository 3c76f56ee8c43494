import type { ImportType } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { keyCandidates, proposedKey } from './import-key.js'

test.each<[string, string[][], ImportType[], number[]]>([
  [
    'columns whose values differ',
    [
      ['1', 'a'],
      ['2', 'a'],
    ],
    ['int8', 'text'],
    [0],
  ],
  [
    'no column with an empty cell',
    [
      ['1', 'a'],
      ['', 'b'],
    ],
    ['int8', 'text'],
    [1],
  ],
  ['no column of a type without an order', [['{}'], ['[]']], ['jsonb'], []],
  ['nothing of one row', [['1']], ['int8'], []],
  ['nothing of a cell that is missing', [['1'], ['2', 'x']], ['int8', 'text'], [0]],
])('%s', (_, rows, types, expected) => expect(keyCandidates(rows, types)).toEqual(expected))

test.each<[string, [string, ImportType][], number[], number | undefined]>([
  [
    'the one that is called id',
    [
      ['no', 'int8'],
      ['ID', 'int8'],
    ],
    [0, 1],
    1,
  ],
  [
    'the first one that is called like a key',
    [
      ['order_no', 'text'],
      ['x', 'int8'],
    ],
    [0, 1],
    0,
  ],
  [
    'a number that is called like one',
    [
      ['name', 'text'],
      ['customer id', 'int8'],
    ],
    [0, 1],
    1,
  ],
  [
    'the uuid',
    [
      ['name', 'text'],
      ['x', 'uuid'],
    ],
    [0, 1],
    1,
  ],
  [
    'no text that differs by chance',
    [
      ['name', 'text'],
      ['amount', 'numeric'],
    ],
    [0, 1],
    undefined,
  ],
  ['no candidate', [['id', 'int8']], [], undefined],
])('%s is proposed', (_, columns, candidates, expected) => {
  const [names, types] = [columns.map(([name]) => name), columns.map(([, type]) => type)]
  expect(proposedKey(candidates, { names, types })).toBe(expected)
})
