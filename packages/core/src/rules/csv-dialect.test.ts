import { expect, test } from 'vitest'
import { dialectOf, encodingOf, hasHeader } from './csv-dialect.js'

const bytes = (...values: number[]) => new Uint8Array(values)
const utf8 = new TextEncoder()

test.each([
  ['UTF-8', utf8.encode('é,字'), true, 'utf-8'],
  ['plain letters', utf8.encode('a,b'), true, 'utf-8'],
  ['nothing', bytes(), true, 'utf-8'],
  ['a cut character', utf8.encode('é').slice(0, 1), false, 'utf-8'],
  ['a cut character at the end of a file', utf8.encode('é').slice(0, 1), true, 'windows-1252'],
  ['Latin-1', bytes(0x66, 0xfc, 0x72), true, 'windows-1252'],
  ['half a mark', bytes(0xff, 0x61), true, 'windows-1252'],
  ['the other half of a mark', bytes(0x61, 0xfe), true, 'windows-1252'],
  ['half of the other mark', bytes(0xfe, 0x61), true, 'windows-1252'],
  ['the other half of the other mark', bytes(0x61, 0xff), true, 'windows-1252'],
  ['a mark of UTF-16, little end first', bytes(0xff, 0xfe, 0x61, 0), true, 'utf-16le'],
  ['a mark of UTF-16, big end first', bytes(0xfe, 0xff, 0, 0x61), true, 'utf-16be'],
] as const)('the encoding of %s', (_, given, isWhole, encoding) =>
  expect(encodingOf(given, isWhole)).toBe(encoding),
)

test.each([
  ['a,b\n1,2\n', ',', '"'],
  ['a;b;c\n1,5;2;3\n2,5;3;4\n', ';', '"'],
  ['a\tb\n1, x\t2\n', '\t', '"'],
  ['a|b\n1|2\n', '|', '"'],
  ['a\nb\n', ',', '"'],
  ['', ',', '"'],
  ["'a','b;c'\n'd','e'\n", ',', "'"],
  ['name,"a;b;c"\nx,"d;e;f"\n', ',', '"'],
  ['a;b', ';', '"'],
  ['a,b;c\n1,2;3\n', ',', '"'],
  ['a,b;c\n1,2;3\n4;5', ',', '"'],
  ['a;b\n1;2\n3\n4;5\n', ';', '"'],
  ['a;b\n1;2\n3', ';', '"'],
  ['a,b;c\n1;2\n3;4\n5;6\n', ';', '"'],
  ['a,b,c;d\n1,2,3;4\n', ',', '"'],
  ['a;b;c,d\n1;2;3,4\n', ';', '"'],
  // No delimiter fits.
  ['x"1,x"2\ny"1,y"2,y"3\nz"1,z"2,z"3,z"4\nend\n', ',', '"'],
  // One that is only inside of quotes, in several records.
  ['x,"a;b;c;d;e;f;g;h;i;j"\n'.repeat(4), ',', '"'],
  // One that is always there before one that is there more often.
  [`${'1;2,3;4\n'.repeat(3)}1;2,3\nend\n`, ',', '"'],
  [`'a';'b';"c"\n`, ';', '"'],
  [`'a';'b';"c"\n'd';'e';f\n`, ';', "'"],
  ["it's;that's\n'x;y\n", ';', "'"],
])('%j is delimited by %j and quoted by %j', (text, delimiter, quote) =>
  expect(dialectOf(text)).toEqual({ delimiter, quote }),
)

test.each([
  [
    [
      ['id', 'name'],
      ['1', 'a'],
    ],
    true,
  ],
  [
    [
      ['1', 'a'],
      ['2', 'b'],
    ],
    false,
  ],
  [
    [
      ['id', ''],
      ['1', 'a'],
    ],
    false,
  ],
  [[['a', 'a']], false],
  [[['2026-01-01', 'x']], false],
  [[['true', 'x']], false],
  [[['x', 'NULL']], false],
  [[['-1.5']], false],
  [[['+3']], false],
  [[['1,5']], false],
  [[['x', '2026-01-01 10:00']], false],
  [[['a', ' a ']], false],
  [[['a', ' ']], false],
  [[['a1', '2b', 'true story', 'on 2026-01-01']], true],
  [[], false],
])('%j has a header: %s', (rows, expected) => expect(hasHeader(rows)).toBe(expected))
