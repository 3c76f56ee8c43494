import { expect, test } from 'vitest'
import { columnWord, relationWord } from './ways.js'

test.each([
  ['plain_1', 'plain_1'],
  ['Total', 'Total'],
  ['a.b', '"a.b"'],
  ['a b', '"a b"'],
  ['1st', '"1st"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
])('the column %s is written %s', (name, word) => expect(columnWord(name)).toBe(word))

test.each([
  ['orders', 'orders'],
  ['my orders', 'my orders'],
  ['a/b?c', 'a%2Fb%3Fc'],
  ['100%', '100%25'],
])('the table %s is written %s', (name, word) => expect(relationWord(name)).toBe(word))
