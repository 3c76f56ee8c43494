import { expect, test } from 'vitest'
import { dearestFirst } from './test-order.mjs'

test('files of the platform begin first, in the order they had', () => {
  const files = [
    '/w/packages/a.test.ts',
    '/w/apps/platform/b.test.ts',
    '/w/apps/cli/c.test.ts',
    '/w/apps/platform/a.test.ts',
  ]
  expect(dearestFirst(files, (file) => file)).toEqual([
    '/w/apps/platform/b.test.ts',
    '/w/apps/platform/a.test.ts',
    '/w/packages/a.test.ts',
    '/w/apps/cli/c.test.ts',
  ])
})
