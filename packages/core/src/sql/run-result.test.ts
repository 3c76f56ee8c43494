import { expect, test } from 'vitest'
import { bytesOf, wholeResult, withoutRows } from './run-result.js'

test('a result that came as one answer keeps everything, and its rows are read by index', () => {
  const result = { command: 'SELECT', rowCount: 1, fields: [], notices: [] }
  const { rows, ...rest } = wholeResult({ ...result, rows: [['1']] })
  expect(rest).toEqual(result)
  expect([...rows]).toEqual([['1']])
})

test('results whose rows were let go say how many there were, and take no memory', () => {
  const fields = [{ name: 'a', dataTypeId: 25, dataType: 'text' }]
  const results = [[['x'], ['y']], []].map((rows) =>
    wholeResult({ command: 'SELECT', rowCount: 2, fields, rows, notices: [] }),
  )
  expect(bytesOf(results)).toBeGreaterThan(0)
  const kept = withoutRows(results)
  expect(kept.map(({ letGo }) => letGo)).toEqual([2, undefined])
  expect(bytesOf(kept)).toBe(0)
})
