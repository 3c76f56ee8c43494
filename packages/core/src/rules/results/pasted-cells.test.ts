import { expect, test } from 'vitest'
import { pastedCells } from './pasted-cells.js'

test.each<[string, string[][]]>([
  ['', [['']]],
  ['a', [['a']]],
  ['a\n', [['a']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a\t', [['a', '']]],
  ['\n', [['']]],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"a ""quoted"" word"', [['a "quoted" word']]],
  ['"open\tb', [['"open', 'b']]],
  ['say "hi"\tb', [['say "hi"', 'b']]],
  ['{"a": 1}', [['{"a": 1}']]],
  ['a\rb', [['a'], ['b']]],
  ['a\r\n\r\nb', [['a'], [''], ['b']]],
  ['\t', [['', '']]],
  ['a\t\t', [['a', '', '']]],
  ['"a"b\tc', [['"a"b', 'c']]],
  ['"a"\r\n"b"\r"c"\n"d"', [['a'], ['b'], ['c'], ['d']]],
  ['"a\tb"\t"c"', [['a\tb', 'c']]],
  ['""', [['']]],
  ['x"a"', [['x"a"']]],
])('%j', (text, rows) => {
  expect(pastedCells(text)).toEqual(rows)
})
