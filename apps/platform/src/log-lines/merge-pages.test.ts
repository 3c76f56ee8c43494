import { expect, test } from 'vitest'
import type { FoundLine } from './log-line.js'
import { mergedLines } from './merge-pages.js'

const line = (id: string, message = id): FoundLine => ({
  id,
  time: '2026-11-27T00:00:00.000Z',
  source: 'data',
  level: 'info',
  request_id: '',
  message,
  fields: {},
})

test.each<[string[][], number, string[]]>([
  [[['3', '1'], ['2']], 10, ['3', '2', '1']],
  [[['3', '1'], ['2']], 2, ['3', '2']],
  [[['10', '9'], ['8']], 2, ['10', '9']],
  [[[], []], 2, []],
  [
    [
      ['5', '4'],
      ['4', '3'],
    ],
    2,
    ['5', '4', '4'],
  ],
  [
    [
      ['5', '4'],
      ['4', '3'],
    ],
    1,
    ['5'],
  ],
])('%j with %d lines is %j', (pages, limit, expected) => {
  expect(
    mergedLines(
      pages.map((page) => page.map((id) => line(id))),
      limit,
    ).map(({ id }) => id),
  ).toEqual(expected)
})
