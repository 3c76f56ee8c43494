import { expect, test } from 'vitest'
import { failureOf, uploadSummary } from './upload-outcome.js'

const error = (status: number | null, body = '', message = 'broken') => ({ status, body, message })

test.each([
  [error(413, 'Maximum size exceeded'), { reason: 'too-large' }],
  [error(409), { reason: 'exists' }],
  [error(415), { reason: 'type', said: '' }],
  [
    error(415, 'mime type text/html is not supported'),
    { reason: 'type', said: 'mime type text/html is not supported' },
  ],
  [error(415, '{"message":"not here"}'), { reason: 'type', said: 'not here' }],
  [error(500, '{"message":"disk full","code":"x"}'), { reason: 'other', message: 'disk full' }],
  [error(507, 'No space left\n'), { reason: 'other', message: 'No space left' }],
  [error(502, '<html>Bad gateway</html>'), { reason: 'other', message: 'broken' }],
  [error(500, '{"message":4}'), { reason: 'other', message: 'broken' }],
  [error(500, '{"mess'), { reason: 'other', message: '{"mess' }],
  [error(null), { reason: 'other', message: 'broken' }],
])('%j is %j', (given, failure) => {
  expect(failureOf(given)).toEqual(failure)
})

test.each([
  [
    { uploaded: 3, failed: 0, cancelled: 0 },
    { type: 'success', count: 3 },
  ],
  [
    { uploaded: 2, failed: 1, cancelled: 0 },
    { type: 'partial', count: 2, total: 3 },
  ],
  [
    { uploaded: 2, failed: 0, cancelled: 1 },
    { type: 'partial', count: 2, total: 3 },
  ],
  [
    { uploaded: 0, failed: 2, cancelled: 0 },
    { type: 'error', count: 2 },
  ],
  [
    { uploaded: 0, failed: 1, cancelled: 1 },
    { type: 'error', count: 1 },
  ],
  [{ uploaded: 0, failed: 1, cancelled: 0 }, { type: 'told' }],
  [{ uploaded: 0, failed: 0, cancelled: 2 }, { type: 'cancelled' }],
])('%j ends as %j', (counts, summary) => {
  expect(uploadSummary(counts)).toEqual(summary)
})
