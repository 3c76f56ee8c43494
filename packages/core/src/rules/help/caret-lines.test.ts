import { expect, test } from 'vitest'
import { caretLines } from './caret-lines.js'

/** What psql 15 prints for a text in which `here` is not known. */
test.each([
  ['select here', ['LINE 1: select here', '               ^']],
  ['select 1,\n\there', ['LINE 2:  here', '         ^']],
  ['select\r\n1,\r\nhere', ['LINE 3: here', '        ^']],
  ["select '😀', here", ["LINE 1: select '😀', here", '                     ^']],
  ["select '字字', here", ["LINE 1: select '字字', here", '                       ^']],
])('under %j', (text, lines) => {
  expect(caretLines(text, text.indexOf('here'))).toEqual(lines)
})

test('a long line is cut on both sides of the caret, or only behind it', () => {
  const ones = '1, '.repeat(60)
  const both = `select ${ones}here, ${ones}1`
  expect(caretLines(both, both.indexOf('here'))).toEqual([
    `LINE 1: ..., ${'1, '.repeat(16)}here, 1, 1...`,
    `${' '.repeat(61)}^`,
  ])
  const behind = `select here, ${ones}1`
  expect(caretLines(behind, 7)).toEqual([`LINE 1: select here, ${'1, '.repeat(15)}1,...`, '               ^'])
})

test('the caret of a text’s end is after its last character', () => {
  expect(caretLines('select 1 +', 10)).toEqual(['LINE 1: select 1 +', '                  ^'])
})
