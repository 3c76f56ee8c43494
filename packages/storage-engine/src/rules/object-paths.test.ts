import { expect, test } from 'vitest'
import { baseName, folderOf, isInside, isValidPath, joinedPath } from './object-paths.js'

test('parts are joined without empty ones', () => {
  expect(joinedPath('', 'a', '', 'b.png')).toBe('a/b.png')
  expect(joinedPath('', '')).toBe('')
})

test.each([
  ['a/b/c.png', 'a/b', 'c.png'],
  ['c.png', '', 'c.png'],
])('%s lies in %j and is named %s', (path, folder, name) => {
  expect([folderOf(path), baseName(path)]).toEqual([folder, name])
})

test.each([
  ['a/b', 'a', true],
  ['a', 'a', true],
  ['ab', 'a', false],
  ['a', 'a/b', false],
  ['a', '', true],
])('%s lies in %j: %s', (path, folder, isThere) => {
  expect(isInside(path, folder)).toBe(isThere)
})

test.each([
  ['a/b.png', true],
  ['ü/😀', true],
  ['a'.repeat(1024), true],
  ['a'.repeat(1025), false],
  ['ü'.repeat(513), false],
  ['', false],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['a/./b', false],
  ['../a', false],
  ['a\0', false],
  ['a\uD800', false],
])('%j is taken: %s', (path, isTaken) => {
  expect(isValidPath(path)).toBe(isTaken)
})
