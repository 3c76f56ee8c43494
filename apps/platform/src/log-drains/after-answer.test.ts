import { expect, test } from 'vitest'
import { afterAnswer, secondsUntilAgain, type AfterAnswer } from './after-answer.js'

test.each<[Parameters<typeof afterAnswer>[0], number | undefined, number, number, AfterAnswer]>([
  ['https', 200, 10, 0, 'sent'],
  ['https', 299, 10, 0, 'sent'],
  ['loki', 204, 10, 9, 'sent'],
  ['https', undefined, 1, 99, 'again'],
  ['https', 302, 10, 0, 'again'],
  ['https', 401, 1, 99, 'again'],
  ['https', 404, 1, 99, 'again'],
  ['https', 429, 1, 99, 'again'],
  ['https', 500, 1, 99, 'again'],
  ['https', 413, 1000, 0, 'smaller'],
  ['https', 400, 2, 9, 'smaller'],
  ['https', 400, 1, 1, 'again'],
  ['https', 400, 1, 2, 'skip'],
  ['otlp', 422, 1, 2, 'skip'],
  ['loki', 400, 1000, 1, 'again'],
  ['loki', 400, 1000, 2, 'skip'],
  ['loki', 413, 1000, 2, 'smaller'],
  ['s3', 400, 1, 99, 'again'],
])('%s answers %s to %i lines after %i failures: %s', (type, status, lines, failures, outcome) => {
  expect(afterAnswer(type, status, { lines, failures })).toBe(outcome)
})

test('waiting grows to five minutes', () => {
  const waits = [1, 2, 3, 4, 5, 999].map((failures) => secondsUntilAgain('https', 'again', failures))
  expect(waits).toEqual([5, 15, 45, 135, 300, 300])
  expect(secondsUntilAgain('https', 'skip', 9)).toBe(300)
  expect(secondsUntilAgain('loki', 'skip', 9)).toBe(5)
})
