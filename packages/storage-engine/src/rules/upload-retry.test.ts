import { expect, test } from 'vitest'
import { isRetried, RETRY_DELAYS_MS, retryDelay } from './upload-retry.js'

test.each([400, 403, 404, 409, 413, 415, 429])('status %i is final', (status) => {
  expect(isRetried(status)).toBe(false)
})

test.each([null, 401, 408, 410, 423, 460, 500, 502, 503, 504, 507])(
  'after %s it is tried again',
  (status) => {
    expect(isRetried(status)).toBe(true)
  },
)

test('six tries, each after a longer pause', () => {
  expect(RETRY_DELAYS_MS).toEqual([0, 200, 500, 1500, 3000, 5000])
  expect([0, 1, 5, 6].map(retryDelay)).toEqual([0, 200, 5000, null])
})
