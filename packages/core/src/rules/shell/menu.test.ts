import { expect, test } from 'vitest'
import { highlighted, pathOf } from './menu.js'

const groups = [
  {
    key: 'one',
    entries: [
      { key: 'home', label: 'Home', href: '/a', covers: ['/a'] },
      { key: 'deep', label: 'Deep', href: '/a/b?tab=1', covers: ['/a/b', '/a/elsewhere'] },
      { key: 'top', label: 'Top', href: '/t', covers: ['/t'], isExact: true as const },
    ],
  },
  { key: 'empty', entries: [] },
]

test.each([
  ['/a', 'home'],
  ['/a/c', 'home'],
  ['/a/b', 'deep'],
  ['/a/b/c', 'deep'],
  ['/a/elsewhere/x', 'deep'],
  ['/t', 'top'],
  ['/t/x', undefined],
  ['/ab', undefined],
  ['/', undefined],
])('at %s the entry is %s', (pathname, key) => {
  const entries = highlighted(groups, pathname).flatMap((group) => group.entries)
  expect(entries.filter(({ active }) => active).map((entry) => entry.key)).toEqual(
    key === undefined ? [] : [key],
  )
})

test('a group without entries is left out', () => {
  expect(highlighted(groups, '/').map(({ key }) => key)).toEqual(['one'])
})

test.each([
  ['/a/b?x=/c#d', '/a/b'],
  ['/a#b?c', '/a'],
  ['/a', '/a'],
])('the path of %s is %s', (href, path) => {
  expect(pathOf(href)).toBe(path)
})
