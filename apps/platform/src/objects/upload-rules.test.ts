import { describe, expect, test } from 'vitest'
import { judgeUpload, largestFileSizeLimit } from './upload-rules.js'

const open = { file_size_limit: null, allowed_mime_types: null }

test.each([
  [100, null, 100, 'taken'],
  [101, null, 100, 'too-large'],
  [50, 50, 100, 'taken'],
  [51, 50, 100, 'too-large'],
  [101, 200, 100, 'too-large'],
  [0, 50, 100, 'taken'],
  [undefined, 50, 100, 'taken'],
])('%s bytes into a bucket that takes %s, in a project that takes %s: %s', (size, own, limit, verdict) => {
  expect(judgeUpload({ size, mimetype: 'a/b' }, { ...open, file_size_limit: own }, limit).type).toBe(verdict)
})

test('the lower limit is told', () => {
  expect(judgeUpload({ size: 1, mimetype: 'a/b' }, { ...open, file_size_limit: 10 }, 100)).toEqual({
    type: 'taken',
    limit: 10,
  })
})

describe('types', () => {
  test.each([
    ['image/png', ['image/png'], true],
    ['image/PNG; charset=utf-8', ['image/png'], true],
    ['image/png', ['image/*'], true],
    ['image/png', ['*/*'], true],
    ['image/svg+xml', ['image/png', 'image/jpeg'], false],
    ['imagee/png', ['image/*'], false],
    ['text/html', ['image/*'], false],
    ['', ['image/*'], false],
    ['text/html', [], false],
  ])('%j where %j is allowed: %s', (mimetype, allowed, expected) => {
    const verdict = judgeUpload({ size: 1, mimetype }, { ...open, allowed_mime_types: allowed }, 100)
    expect(verdict.type === 'taken').toBe(expected)
  })
})

test.each([
  ['free', true, 52_428_800],
  ['pro', true, 53_687_091_200],
  ['team', true, 53_687_091_200],
  ['enterprise', true, 5_497_558_138_880],
  ['free', false, 5_497_558_138_880],
] as const)('the limit of %s, hosted %s, is at most %s', (plan, isPlatform, limit) => {
  expect(largestFileSizeLimit(plan, isPlatform)).toBe(limit)
})
