import { expect, test } from 'vitest'
import {
  INLINE_LINE_PX,
  INLINE_MIN_LINES,
  inlineLines,
  movedRange,
  rangeToEdit,
  separated,
  submitsPrompt,
} from './inline-widget.js'

test.each([
  [0, INLINE_MIN_LINES],
  [INLINE_MIN_LINES * INLINE_LINE_PX, INLINE_MIN_LINES],
  [INLINE_MIN_LINES * INLINE_LINE_PX + 1, INLINE_MIN_LINES + 1],
  [100, 5],
])('%i px take %i lines', (px, lines) => {
  expect(inlineLines(px)).toBe(lines)
})

const enter = { key: 'Enter', shiftKey: false, metaKey: false, ctrlKey: false, isComposing: false }

test.each([
  ['Enter', enter, 'a', false, true],
  ['a blank prompt', enter, ' \n ', false, false],
  ['while it loads', enter, 'a', true, false],
  ['Shift and Enter', { ...enter, shiftKey: true }, 'a', false, false],
  ['Meta and Enter', { ...enter, metaKey: true }, 'a', false, false],
  ['Ctrl and Enter', { ...enter, ctrlKey: true }, 'a', false, false],
  ['a word that is being composed', { ...enter, isComposing: true }, 'a', false, false],
  ['another key', { ...enter, key: 'a' }, 'a', false, false],
])('%s', (_, press, prompt, isLoading, sends) => {
  expect(submitsPrompt(press, prompt, isLoading)).toBe(sends)
})

test.each([
  ['nothing changed', 'ab', 'ab', { start: 0, end: 1 }, { start: 0, end: 1 }],
  ['a change before it', 'x ab', 'xyz ab', { start: 2, end: 4 }, { start: 4, end: 6 }],
  ['a change behind it', 'ab x', 'ab xyz', { start: 0, end: 2 }, { start: 0, end: 2 }],
  ['a change in it', 'abcd', 'abXcd', { start: 0, end: 4 }, undefined],
  ['it is gone', 'ab cd', 'ab', { start: 3, end: 5 }, undefined],
  ['a change over its beginning', 'ab cd', 'aX d', { start: 3, end: 5 }, undefined],
  ['typing right behind it', 'ab', 'abc', { start: 0, end: 2 }, { start: 0, end: 2 }],
  ['typing at the cursor', 'ab', 'aXb', { start: 1, end: 1 }, { start: 2, end: 2 }],
])('%s', (_, before, now, range, moved) => {
  expect(movedRange(before, now, range)).toEqual(moved)
})

test.each([
  ['where id > 1', 'order by id', '', ' order by id'],
  ['where id > 1 ', 'order by id', '', 'order by id'],
  ['', 'select 1', 'select 2', 'select 1 '],
  ['', 'select 1;', 'select 2', 'select 1;'],
  ['count(', '*', ')', '*'],
  ['select ', '1', ';', '1'],
  ["'a'", "'b'", '', " 'b'"],
])('between %j and … %j', (before, inserted, after, expected) => {
  expect(separated(before, inserted, after)).toBe(expected)
})

const two = 'select 1;\n\nselect two from t;\n\n'

test.each([
  ['a selection', { start: 2, end: 5 }, { start: 2, end: 5 }],
  ['the cursor in a statement', { start: 14, end: 14 }, { start: 11, end: 28 }],
  ['the cursor at its beginning', { start: 11, end: 11 }, { start: 11, end: 28 }],
  ['the cursor on a line below all', { start: 31, end: 31 }, { start: 31, end: 31 }],
  ['the cursor on a line between two', { start: 10, end: 10 }, { start: 10, end: 10 }],
])('the AI changes the text at %s', (_, range, expected) => {
  expect(rangeToEdit(two, range)).toEqual(expected)
})

test.each([
  ['before a statement', 0, undefined],
  ['behind a statement', 10, { start: 2, end: 10 }],
  ['behind its semicolon', 11, undefined],
])('the cursor on its line, %s', (_, at, statement) => {
  const cursor = { start: at, end: at }
  expect(rangeToEdit('  select 1; ', cursor)).toEqual(statement ?? cursor)
})
