import { expect, test } from 'vitest'
import { fileNameProblem, isAllowedPath, nameProblem, storedName } from './object-names.js'

test.each(['photos', 'A_z-09', "!-.*'() &$@=;:+,?", 'two  blanks', 'a.b.c', '...'])(
  '%s is allowed',
  (name) => {
    expect(nameProblem(name)).toBeNull()
  },
)

test.each([
  ['a/b', '/'],
  ['a#b%', '#'],
  ['50%', '%'],
  ['naïve', 'ï'],
  ['a\\b', '\\'],
  ['[x]', '['],
  ['"x"', '"'],
  ['a😀b', '😀'],
  ['a<b>', '<'],
  ['~', '~'],
  ['e\u0301a', '\u0301'],
])('%s: the first bad character is named', (name, character) => {
  expect(nameProblem(name)).toEqual({ reason: 'character', character })
})

test.each(['a\0b', 'a\u202Fb', 'tab\t', 'x\uD800', 'a\u200Bb', 'line\n', '.', '..'])(
  'what can’t be shown is not named: %j',
  (name) => {
    expect(nameProblem(name)).toEqual({ reason: 'invalid' })
  },
)

test.each([
  ['a/b c/d.png', true],
  ['a', true],
  ['', false],
  ['/a', false],
  ['a//b', false],
  ['a/../b', false],
  ['a/./b', false],
  ['a/#', false],
])('the path %s', (path, isAllowed) => {
  expect(isAllowedPath(path)).toBe(isAllowed)
})

test('every narrow no-break space of an upload becomes a blank', () => {
  expect(storedName('Screenshot 9.41\u202FPM\u202Fx.png')).toBe('Screenshot 9.41 PM x.png')
  expect(storedName('no-break\u00A0stays')).toBe('no-break\u00A0stays')
})

test.each([
  ['ü#%.png', null],
  ['a/b', { reason: 'character', character: '/' }],
  ['..', { reason: 'invalid' }],
  ['.', { reason: 'invalid' }],
  ['a\0', { reason: 'invalid' }],
  ['.env', null],
])('a file renamed to %j', (name, problem) => {
  expect(fileNameProblem(name)).toEqual(problem)
})
