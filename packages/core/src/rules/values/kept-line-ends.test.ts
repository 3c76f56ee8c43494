import { describe, expect, test } from 'vitest'
import { shownInField, withKeptLineEnds } from './kept-line-ends.js'

test.each([
  ['', ''],
  ['a\nb', 'a\nb'],
  ['a\r\nb\rc\nd\r', 'a\nb\nc\nd\n'],
  ['\r\n\r', '\n\n'],
])('a field shows %j as %j', (value, shown) => {
  expect(shownInField(value)).toBe(shown)
})

const MIXED = 'a\r\nb\nc\rd\r\ne'

test.each([
  ['no value before', null, 'a\nb', 'a\nb'],
  ['a value of one line', 'a', 'a\nb', 'a\nb'],
  ['line feeds', 'a\nb', 'a\nb\nc', 'a\nb\nc'],
  ['a word is added', 'a\r\nb', 'a\nb!', 'a\r\nb!'],
  ['a line is added in the middle', 'a\r\nb', 'a\nnew\nb', 'a\r\nnew\r\nb'],
  ['a line is added to carriage returns', 'a\rb', 'a\nb\nc', 'a\rb\rc'],
  ['everything is replaced', 'a\r\nb', 'x\ny\nz', 'x\r\ny\r\nz'],
  ['the break at the end goes', 'a\r\n', 'a', 'a'],
  ['everything goes', 'a\r\nb', '', ''],
  ['of mixed ends nothing changes', MIXED, 'a\nb\nc\nd\ne', MIXED],
  ['of mixed ends a line changes', MIXED, 'a\nb\nC\nd\ne', 'a\r\nb\nC\rd\r\ne'],
  ['of mixed ends the first and the last line change', MIXED, 'A\nb\nc\nd\nE', 'A\r\nb\nc\rd\r\nE'],
  ['of mixed ends a line goes', MIXED, 'a\nc\nd\ne', 'a\r\nc\rd\r\ne'],
  ['of mixed ends lines come at two places', MIXED, 'x\na\nb\nc\ny\nd\ne', 'x\r\na\r\nb\nc\ry\r\nd\r\ne'],
  ['of mixed ends lines come and go', MIXED, 'b\nc\nx\nd\ne', 'b\nc\rx\r\nd\r\ne'],
  ['a pasted break is one of the value', 'a\r\nb', 'a\r\nb\rc', 'a\r\nb\r\nc'],
  ['a value ends with the first of two kinds', 'a\rb\nc', 'a\nb\nc\nd', 'a\rb\nc\rd'],
])('%s', (_, value, typed, kept) => {
  expect(withKeptLineEnds(value, typed)).toBe(kept)
})

describe('of a long text of two kinds of ends', () => {
  const line = (at: number) => `line ${at}${at % 3 === 0 ? '\r\n' : '\n'}`
  const value = Array.from({ length: 3000 }, (_, at) => line(at)).join('')

  test('every line end stays after two changes far from each other', () => {
    const typed = shownInField(value).replace('line 1\n', 'line one\n').replace('line 2990\n', 'last\n')
    expect(withKeptLineEnds(value, typed)).toBe(
      value.replace('line 1\n', 'line one\n').replace('line 2990\n', 'last\n'),
    )
  })
})
