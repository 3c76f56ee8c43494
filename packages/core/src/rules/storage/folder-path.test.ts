import { expect, test } from 'vitest'
import { foldersTo } from './folder-path.js'

test.each([
  ['', [['', '']]],
  [
    'a',
    [
      ['', ''],
      ['a', 'a'],
    ],
  ],
  [
    'a/b c/d',
    [
      ['', ''],
      ['a', 'a'],
      ['a/b c', 'b c'],
      ['a/b c/d', 'd'],
    ],
  ],
])('the way to %j', (path, way) => {
  expect(foldersTo(path).map(({ folder, name }) => [folder, name])).toEqual(way)
})
