import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'

import { changedRange } from './changed-range.js'

test.each([
  ['select 1', 'select 12', { start: 8, end: 8, text: '2' }],
  ['select 1', 'select 2', { start: 7, end: 8, text: '2' }],
  ['aa', 'aaa', { start: 2, end: 2, text: 'a' }],
  ['', 'x', { start: 0, end: 0, text: 'x' }],
  ['x', '', { start: 0, end: 1, text: '' }],
  ['same', 'same', { start: 4, end: 4, text: '' }],
  ['a1b', 'a22b', { start: 1, end: 2, text: '22' }],
  // Around characters of two halves, of which one half is equal.
  ['a😀b', 'a😁b', { start: 1, end: 3, text: '😁' }],
  ['\ud83d\ude00', '\ud83c\ude00', { start: 0, end: 2, text: '\ud83c\ude00' }],
  ['x\ud83d\ude00y', 'x\ude00y', { start: 1, end: 3, text: '\ude00' }],
  ['x\ude00y', 'x\ud83d\ude00y', { start: 1, end: 2, text: '\ud83d\ude00' }],
  ['a\nb', 'a\r\nb', { start: 1, end: 2, text: '\r\n' }],
  ['a\r\nb', 'a\nb', { start: 1, end: 3, text: '\n' }],
  ['a\r\n', 'a\r\nb', { start: 3, end: 3, text: 'b' }],
])('%j becomes %j by the smallest change', (before, after, change) => {
  expect(changedRange(before, after)).toEqual(change)
})

test('a line end and a character of two halves are never cut', () => {
  expect(changedRange('a\r\nb', 'a\rb')).toEqual({ start: 1, end: 3, text: '\r' })
  expect(changedRange('😀', '😁')).toEqual({ start: 0, end: 2, text: '😁' })
})

test('the change makes the one text the other', () => {
  const text = array(constantFrom('a', 'b', '\r\n', '\n', '\r', '😀', '😁')).map((parts) => parts.join(''))
  assert(
    property(text, text, (before, after) => {
      const { start, end, text } = changedRange(before, after)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(before.slice(0, start) + text + before.slice(end)).toBe(after)
    }),
  )
})

test('a change in the middle of two long texts is no longer than it has to be', () => {
  const [begin, end] = ['a'.repeat(4096), 'z'.repeat(4096)]
  for (const [left, right] of [
    [begin, end],
    [`${begin}b`, `y${end}`],
    [begin.slice(1), end.slice(1)],
  ] as const)
    expect(changedRange(`${left}1${right}`, `${left}22${right}`)).toEqual({
      start: left.length,
      end: left.length + 1,
      text: '22',
    })
})

test('two changes far apart are one, and a text that is repeated is kept once', () => {
  const text = (one: string, other: string) => `${one}${'m'.repeat(5000)}${other}${'z'.repeat(5000)}`
  expect(changedRange(text('A', 'B'), text('C', 'D'))).toEqual({
    start: 0,
    end: 5002,
    text: `C${'m'.repeat(5000)}D`,
  })
  const [short, long] = ['x'.repeat(5000), 'x'.repeat(10_000)]
  expect(changedRange(short, long)).toEqual({ start: 5000, end: 5000, text: short })
  expect(changedRange(long, short)).toEqual({ start: 5000, end: 10_000, text: '' })
})

test('a change anywhere in a long text is found, at the border of what is compared at once too', () => {
  const text = 'x'.repeat(20_000)
  for (const at of [0, 1, 4095, 4096, 4097, 8192, 15_904, 19_999, 20_000]) {
    const after = `${text.slice(0, at)}y${text.slice(at)}`
    expect(changedRange(text, after)).toEqual({ start: at, end: at, text: 'y' })
    expect(changedRange(after, text)).toEqual({ start: at, end: at + 1, text: '' })
  }
})
