import { expect, test } from 'vitest'

import { lineEndOf, movedOffset, withLineEnd } from './line-ends.js'

test.each([
  ['', '\n'],
  ['a', '\n'],
  ['a\nb', '\n'],
  ['a\r\nb', '\r\n'],
  ['a\r\nb\r\nc\nd', '\r\n'],
  ['a\r\nb\nc', '\n'],
  ['a\rb', '\r\n'],
])('the line end of %j is %j', (text, lineEnd) => {
  expect(lineEndOf(text)).toBe(lineEnd)
})

test('a text keeps its words and gets one kind of line end', () => {
  expect(withLineEnd('a\r\nb\rc\nd', '\n')).toBe('a\nb\nc\nd')
  expect(withLineEnd('a\r\nb\rc\nd', '\r\n')).toBe('a\r\nb\r\nc\r\nd')
})

test.each([
  ['ab\r\ncd\nef', '\n'],
  ['ab\ncd\n\nef', '\r\n'],
  ['\r\n\r\na', '\n'],
] as const)('every offset of %j maps to the same character with %j', (from, lineEnd) => {
  const to = withLineEnd(from, lineEnd)
  for (let offset = 0; offset <= from.length; offset++) {
    if (from.slice(offset - 1, offset + 1) === '\r\n') continue
    const moved = movedOffset(from, to, offset)
    expect(moved).toBe(withLineEnd(from.slice(0, offset), lineEnd).length)
    expect(movedOffset(to, from, moved)).toBe(offset)
  }
})
