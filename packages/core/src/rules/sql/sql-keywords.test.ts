import { expect, test } from 'vitest'
import {
  CLAUSE_WORDS,
  HEAD_WORDS,
  isClauseWord,
  needsQuotes,
  VALUE_WORDS,
  writtenName,
} from './sql-keywords.js'

test.each([
  ['users', 'users'],
  ['_a1$', '_a1$'],
  ['name', 'name'],
  ['Users', '"Users"'],
  ['order', '"order"'],
  ['user', '"user"'],
  ['a b', '"a b"'],
  ['1a', '"1a"'],
  ['a"b', '"a""b"'],
  ['é', '"é"'],
  ['', '""'],
])('%s is written %s', (name, written) => {
  expect(writtenName(name)).toBe(written)
  expect(needsQuotes(name)).toBe(written.startsWith('"'))
})

test.each([
  ['from', true],
  ['left', true],
  ['order', true],
  ['users', false],
  ['name', false],
  ['', false],
])('%s is a word of the grammar: %s', (word, is) => {
  expect(isClauseWord(word)).toBe(is)
})

test('what is offered is in small letters, once, without stray blanks', () => {
  for (const words of [HEAD_WORDS, CLAUSE_WORDS, VALUE_WORDS]) {
    expect(new Set(words).size).toBe(words.length)
    for (const word of words) expect(word).toMatch(/^[a-z]+(_[a-z]+)?( [a-z]+)*$/)
  }
})
