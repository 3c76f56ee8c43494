import { expect, test } from 'vitest'
import { areaOff } from './area-off.js'
import { menuFlags } from './menu-flags.js'

const off = menuFlags({ authEnabled: false, storageEnabled: false, functionsEnabled: false })

test.each([
  ['/project/a/storage/buckets', 'storage'],
  ['/project/a/storage', 'storage'],
  ['/project/a/functions/new', 'functions'],
  ['/project/a/auth/users', 'auth'],
  ['/project/a/auth/policies', undefined],
  ['/project/a/auth/policies/', undefined],
  ['/project/a/auth/policies/more', 'auth'],
  ['/project/a/settings/general', undefined],
  ['/project/a/constructor', undefined],
  ['/project/a', undefined],
  ['/org/a/storage', undefined],
])('%s with all of them off: %s', (pathname, area) => {
  expect(areaOff(pathname, off)).toBe(area)
  expect(areaOff(pathname, menuFlags())).toBeUndefined()
})

test('each area has a flag of its own', () => {
  const flags = menuFlags({ storageEnabled: false })
  expect(areaOff('/project/a/storage/buckets', flags)).toBe('storage')
  expect(areaOff('/project/a/functions', flags)).toBeUndefined()
})
