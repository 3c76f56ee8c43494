import { expect, test } from 'vitest'
import { isQueryTooLarge, QUERY_LIMIT_BYTES, queryBytes } from './query-size.js'

test('the limit is 0.98 MB', () => {
  expect(QUERY_LIMIT_BYTES).toBe(1_027_604)
})

test.each([
  ['exactly the limit', 'x'.repeat(QUERY_LIMIT_BYTES), false],
  ['one byte more', 'x'.repeat(QUERY_LIMIT_BYTES + 1), true],
  ['characters of three bytes each within the limit', '€'.repeat(Math.floor(QUERY_LIMIT_BYTES / 3)), false],
  ['characters of three bytes each above it', '€'.repeat(Math.floor(QUERY_LIMIT_BYTES / 3) + 1), true],
  ['nothing', '', false],
])('%s', (_, sql, expected) => {
  expect(isQueryTooLarge(sql)).toBe(expected)
})

test('bytes are those of UTF-8', () => {
  expect(queryBytes('aé€😀')).toBe(1 + 2 + 3 + 4)
})
