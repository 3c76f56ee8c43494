import { expect, test } from 'vitest'
import { wholeResult } from './run-result.js'

test('a result that came as one answer keeps everything, and its rows are read by index', () => {
  const result = { command: 'SELECT', rowCount: 1, fields: [], notices: [] }
  const { rows, ...rest } = wholeResult({ ...result, rows: [['1']] })
  expect(rest).toEqual(result)
  expect([...rows]).toEqual([['1']])
})
