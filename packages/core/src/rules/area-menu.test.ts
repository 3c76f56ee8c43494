import { expect, test } from 'vitest'
import { areaMenu, areaOf } from './area-menu.js'

test.each([
  ['/project/a', null],
  ['/project/a/', null],
  ['/project/a/storage/buckets', 'storage'],
  ['/project/a/sql', 'sql'],
  ['/org/a/storage', null],
  ['/', null],
])('%s belongs to %s', (pathname, area) => {
  expect(areaOf(pathname)).toBe(area)
})

test.each([
  ['/project/a/functions', ['/functions', '/functions/secrets'], '/functions'],
  ['/project/a/functions/secrets', ['/functions', '/functions/secrets'], '/functions/secrets'],
  ['/project/a/storage/settings', ['/storage/buckets', '/storage/settings'], '/storage/settings'],
  [
    '/project/a/advisors/performance',
    ['/advisors/security', '/advisors/performance', '/advisors/query-performance'],
    '/advisors/performance',
  ],
])('%s', (pathname, keys, open) => {
  const entries = areaMenu('a', pathname)?.groups.flatMap((group) => group.entries)
  expect(entries?.map(({ key }) => key)).toEqual(keys)
  expect(entries?.find(({ active }) => active)?.key).toBe(open)
})

test('what has one page, or a menu of its own, has none here', () => {
  expect(areaMenu('a', '/project/a/sql/1')).toBeNull()
  expect(areaMenu('a', '/project/a/database/tables')).toBeNull()
  expect(areaMenu('a', '/project/a/constructor')).toBeNull()
})

test('a hostile ref stays one word of the address', () => {
  const [entry] = areaMenu('../b', '/project/..%2Fb/storage/buckets')?.groups[0]?.entries ?? []
  expect(entry?.href).toBe('/project/..%2Fb/storage/buckets')
})
