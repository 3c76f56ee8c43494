import type { StatementResult } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { rowMessage } from '../engines/wire/row-reader.js'
import { keepRows } from './kept-rows.js'

const result = (rows: (string | null)[][] = []): StatementResult => ({
  command: 'SELECT',
  rowCount: 1,
  fields: [],
  rows,
  notices: [],
})
const end = { command: 'SELECT', rowCount: 1 }

test('each statement has its rows, also after their bytes were used again', () => {
  const kept = keepRows()
  const bytes = rowMessage(['a'])
  kept.sink.rows(bytes, 1)
  bytes.fill(0)
  kept.sink.rows(rowMessage([null]), 1)
  kept.sink.complete(end)
  kept.sink.complete(end)
  kept.sink.rows(rowMessage(['b']), 1)
  kept.sink.complete(end)
  expect(kept.read([result(), result(), result()]).map(({ rows }) => rows)).toEqual([
    [['a'], [null]],
    [],
    [['b']],
  ])
  expect(kept.of(result(), 2)).toEqual([rowMessage(['b'])])
})

test('many rows are in few blocks, in their order, each row whole', () => {
  const kept = keepRows()
  const rows = Array.from({ length: 5000 }, (_, index) => [String(index), 'x'.repeat(index % 2000)])
  for (const row of rows) kept.sink.rows(rowMessage(row), 1)
  kept.sink.complete(end)
  expect(kept.read([result()])[0]?.rows).toEqual(rows)
  expect(kept.of(result(), 0).length).toBeLessThan(12)
  expect(kept.of(result(), 0)[0]).toEqual(rowMessage(['0', '']))
})

test('what a run gave before it began again does not count', () => {
  const kept = keepRows()
  kept.sink.rows(rowMessage(['a']), 1)
  kept.sink.complete(end)
  kept.sink.rows(rowMessage(['half']), 1)
  kept.sink.again()
  kept.sink.rows(rowMessage(['b']), 1)
  kept.sink.complete(end)
  expect(kept.read([result()])).toMatchObject([{ rows: [['b']] }])
})

test('rows that came with the result are those of an engine that streams none', () => {
  const kept = keepRows()
  expect(kept.of(result([['a']]), 0)).toEqual([rowMessage(['a'])])
  expect(kept.of(result(), 0)).toEqual([])
})

test('a run is never held up: its caps are the limit', () => {
  expect(keepRows().sink.whenRoom()).toBeUndefined()
})
