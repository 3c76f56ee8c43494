import { expect, test } from 'vitest'
import { dearestFirst, shortestFirst } from './test-order.mjs'

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

test('where the first failure ends the run, tests beside the sources begin first', () => {
  const files = ['/w/apps/platform/test/a.test.ts', '/w/packages/a.test.ts', '/w/apps/platform/src/b.test.ts']
  expect(shortestFirst(files, (file) => file)).toEqual([
    '/w/packages/a.test.ts',
    '/w/apps/platform/src/b.test.ts',
    '/w/apps/platform/test/a.test.ts',
  ])
})
