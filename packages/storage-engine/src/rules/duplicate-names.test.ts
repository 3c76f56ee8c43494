import { expect, test } from 'vitest'
import { freeName, isTaken } from './duplicate-names.js'

const items = (...names: string[]) => names.map((name) => ({ name }))

test.each([
  ['a.png', ['a.png'], true],
  ['A.PNG', ['a.png'], true],
  ['a.png', ['a.jpg'], false],
  ['a', [], false],
])('%s among %j is taken: %s', (name, there, taken) => {
  expect(isTaken(name, items(...there))).toBe(taken)
})

test('a row that is being edited does not count', () => {
  expect(isTaken('a', [{ name: 'a', isEditing: true }])).toBe(false)
  expect(freeName('a', [{ name: 'a', isEditing: true }])).toBe('a')
})

test.each([
  ['a.png', [], 'a.png'],
  ['a.png', ['b.png'], 'a.png'],
  ['a.png', ['a.png'], 'a (1).png'],
  ['a.png', ['a.png', 'a (1).png'], 'a (2).png'],
  ['A.png', ['a.png', 'a (1).PNG'], 'A (2).png'],
  ['a.png', ['a.png', 'a (x).png', 'a (1).jpg', 'a (1)b.png', 'ba (1).png'], 'a (1).png'],
  // Three of the form: the counter is four. Where that is taken, the next free one.
  ['a.png', ['a.png', 'a (7).png', 'a (8).png', 'a (9).png'], 'a (4).png'],
  ['a.png', ['a.png', 'a (2).png'], 'a (3).png'],
  ['README', ['README'], 'README (1)'],
  ['README', ['readme', 'README (1)'], 'README (2)'],
  ['a.tar.gz', ['a.tar.gz'], 'a.tar (1).gz'],
  ['.env', ['.env'], '.env (1)'],
  ['a.', ['a.'], 'a (1).'],
  ['a (1).png', ['a (1).png'], 'a (1) (1).png'],
  ['(+.png', ['(+.png'], '(+ (1).png'],
])('an upload of %s among %j is named %s', (name, there, expected) => {
  expect(freeName(name, items(...there))).toBe(expected)
})

test('the counter of a folder stands at its end', () => {
  expect(freeName('v1.2', items('v1.2'), 'folder')).toBe('v1.2 (1)')
  expect(freeName('photos', items('Photos', 'photos (1)'), 'folder')).toBe('photos (2)')
})
