import { expect, test } from 'vitest'
import { characterSets, passwordProblems } from './password-demands.js'

const LETTERS_AND_DIGITS = 'abc:0123'

test.each([
  ['12345', 6, '', ['length']],
  ['123456', 6, '', []],
  ['🙂🙂🙂🙂🙂', 6, '', ['length']],
  ['a'.repeat(72), 6, '', []],
  ['a'.repeat(73), 6, '', ['too-long']],
  ['é'.repeat(37), 6, '', ['too-long']],
  ['aaaaaa', 6, LETTERS_AND_DIGITS, ['characters']],
  ['aaaaa0', 6, LETTERS_AND_DIGITS, []],
  ['x', 6, LETTERS_AND_DIGITS, ['length', 'characters']],
  ['aaaaa:', 6, String.raw`a:\:`, []],
  ['aaaaa\\', 6, String.raw`a:\:`, ['characters']],
] as const)('%s of at least %i with %j lacks %j', (password, minLength, requiredCharacters, problems) =>
  expect(passwordProblems(password, { minLength, requiredCharacters })).toEqual(problems),
)

test('a colon within a set is no separator', () => {
  expect(characterSets(String.raw`abc:0\:1:x`)).toEqual(['abc', '0:1', 'x'])
  expect(characterSets('')).toEqual([])
})
