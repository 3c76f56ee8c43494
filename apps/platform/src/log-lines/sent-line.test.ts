import { expect, test } from 'vitest'
import { MOST_FIELDS_CHARS, MOST_MESSAGE_CHARS, sentLine, sizeOf } from './sent-line.js'

const line = { time: 1, source: 'data', level: 'info', message: 'm' } as const

test.each([
  [MOST_MESSAGE_CHARS, MOST_MESSAGE_CHARS, 'm'],
  [MOST_MESSAGE_CHARS + 1, MOST_MESSAGE_CHARS, '…'],
  [1024 * 1024, MOST_MESSAGE_CHARS, '…'],
])('a message of %d characters is kept with %d', (given, kept, end) => {
  const [, , , , , message] = sentLine({ ...line, message: 'm'.repeat(given) })
  expect(message).toHaveLength(kept)
  expect(message.at(-1)).toBe(end)
})

test('long fields become their beginning, which is JSON still', () => {
  const fits = { a: 'x'.repeat(MOST_FIELDS_CHARS - 8) }
  expect(JSON.parse(sentLine({ ...line, fields: fits })[6])).toEqual(fits)
  const text = sentLine({ ...line, fields: { a: 'x'.repeat(1024 * 1024) } })[6]
  expect(text.length).toBeLessThanOrEqual(MOST_FIELDS_CHARS)
  expect(JSON.parse(text)).toEqual({ cut: expect.stringMatching(/^\{"a":"x+$/) })
})

test('fields that are no JSON are named so, and nothing is thrown', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  for (const fields of [circle, { big: 1n }])
    expect(sentLine({ ...line, fields })[6]).toBe('{"unreadable":true}')
})

test('a time that is none becomes now', () => {
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(Number.isInteger(sentLine({ ...line, time })[0])).toBe(true)
})

test('names are bounded, and the size counts every text', () => {
  const sent = sentLine({ ...line, project: 'p'.repeat(100), requestId: 'r'.repeat(100), fields: { a: 1 } })
  expect([sent[1].length, sent[4].length]).toEqual([64, 64])
  expect(sizeOf(sent)).toBe(64 + 'data'.length + 'info'.length + 64 + 1 + '{"a":1}'.length)
})
