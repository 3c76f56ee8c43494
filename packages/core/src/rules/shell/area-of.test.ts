import { expect, test } from 'vitest'
import { areaOf } from './area-of.js'

test.each([
  ['/project/a', null],
  ['/project/a/', null],
  ['/project/a/storage/buckets', 'storage'],
  ['/project/a/sql', 'sql'],
  ['/project/abc/sql', 'sql'],
  ['/org/project/a/storage', null],
  ['/org/a/storage', null],
  ['/', null],
])('%s belongs to %s', (pathname, area) => {
  expect(areaOf(pathname)).toBe(area)
})
