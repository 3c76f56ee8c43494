import { expect, test } from 'vitest'
import { csvOf } from './csv.js'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a=1', 'a=1'],
])('%j is written as %j', (value, written) => {
  expect(csvOf([[value]])).toBe(`${written}\r\n`)
})

test('rows end with a line, cells are separated by commas', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['1', '2'],
    ]),
  ).toBe('a,b\r\n1,2\r\n')
  expect(csvOf([])).toBe('')
})
