import { expect, test } from 'vitest'
import { fileHeaders, planFile, type FileConditions } from './file-answer.js'

const file = { size: 100, eTag: '"abc"', lastModified: '2026-01-01T00:00:00.500Z' }
const none: FileConditions = {
  range: undefined,
  ifRange: undefined,
  ifNoneMatch: undefined,
  ifModifiedSince: undefined,
  ifMatch: undefined,
  ifUnmodifiedSince: undefined,
}
const part = (start: number, end: number) => ({ type: 'part', range: { start, end } })
const SAME = 'Thu, 01 Jan 2026 00:00:00 GMT'
const EARLIER = 'Wed, 31 Dec 2025 00:00:00 GMT'

test.each<[FileConditions, unknown]>([
  [none, { type: 'whole' }],
  [{ ...none, range: 'bytes=0-9' }, part(0, 9)],
  [{ ...none, range: 'bytes=99-99' }, part(99, 99)],
  [{ ...none, range: 'bytes=90-' }, part(90, 99)],
  [{ ...none, range: 'bytes=90-500' }, part(90, 99)],
  [{ ...none, range: 'bytes=-10' }, part(90, 99)],
  [{ ...none, range: 'bytes=-500' }, part(0, 99)],
  [{ ...none, range: 'bytes=-0' }, { type: 'beyond' }],
  [{ ...none, range: 'bytes=100-' }, { type: 'beyond' }],
  [{ ...none, range: 'bytes=9-5' }, { type: 'whole' }],
  [{ ...none, range: 'bytes=0-1,5-6' }, { type: 'whole' }],
  [{ ...none, range: 'lines=0-1' }, { type: 'whole' }],
  [{ ...none, range: 'bytes=-' }, { type: 'whole' }],
  [{ ...none, ifMatch: '"abc"' }, { type: 'whole' }],
  [{ ...none, ifMatch: '"x", "abc"' }, { type: 'whole' }],
  [{ ...none, ifMatch: '*' }, { type: 'whole' }],
  [{ ...none, ifMatch: '"x"' }, { type: 'other' }],
  // A weak tag is never the same for this condition.
  [{ ...none, ifMatch: 'W/"abc"' }, { type: 'other' }],
  [{ ...none, ifMatch: '"x"', range: 'bytes=0-9', ifNoneMatch: '*' }, { type: 'other' }],
  [{ ...none, ifMatch: '"abc"', ifUnmodifiedSince: EARLIER }, { type: 'whole' }],
  [{ ...none, ifUnmodifiedSince: EARLIER }, { type: 'other' }],
  [{ ...none, ifUnmodifiedSince: SAME }, { type: 'whole' }],
  [{ ...none, ifUnmodifiedSince: 'yesterday' }, { type: 'whole' }],
  [{ ...none, ifNoneMatch: '"abc"' }, { type: 'unchanged' }],
  [{ ...none, ifNoneMatch: '"x", W/"abc"' }, { type: 'unchanged' }],
  [{ ...none, ifNoneMatch: '*' }, { type: 'unchanged' }],
  [{ ...none, ifNoneMatch: '"x"', ifModifiedSince: SAME }, { type: 'whole' }],
  [{ ...none, ifModifiedSince: SAME }, { type: 'unchanged' }],
  [{ ...none, ifModifiedSince: EARLIER }, { type: 'whole' }],
  [{ ...none, range: 'bytes=0-9', ifRange: '"abc"' }, part(0, 9)],
  [{ ...none, range: 'bytes=0-9', ifRange: '"x"' }, { type: 'whole' }],
  [{ ...none, range: 'bytes=0-9', ifRange: SAME }, part(0, 9)],
  [{ ...none, range: 'bytes=0-9', ifRange: EARLIER }, { type: 'whole' }],
])('%j: %j', (conditions, plan) => {
  expect(planFile(file, conditions)).toEqual(plan)
})

test('an empty file has no part', () => {
  expect(planFile({ ...file, size: 0 }, { ...none, range: 'bytes=0-' })).toEqual({ type: 'beyond' })
  expect(planFile({ ...file, size: 0 }, none)).toEqual({ type: 'whole' })
})

const metadata = {
  ...file,
  mimetype: 'text/html',
  cacheControl: 'max-age=3600',
  contentLength: 100,
  httpStatusCode: 200 as const,
}

test('files of users are sandboxed, and no browser guesses their type', () => {
  const headers = fileHeaders(metadata, { isAttachment: false, name: 'a.html' })
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  ['application/pdf', 'application/pdf', false],
  ['application/pdf; a=b', 'application/pdf; a=b', false],
  ['application/pdfx', 'application/pdfx', true],
  ['text/html\r\nset-cookie: a=b', 'application/octet-stream', true],
  ['', 'application/octet-stream', true],
])('a file of type %j is answered as %s, sandboxed: %s', (mimetype, type, isSandboxed) => {
  const headers = fileHeaders({ ...metadata, mimetype }, { isAttachment: false, name: 'a' })
  expect(headers['content-type']).toBe(type)
  expect(headers['content-security-policy']?.startsWith('sandbox')).toBe(isSandboxed)
})

test.each([
  ['a b.txt', true, "attachment; filename*=UTF-8''a%20b.txt"],
  ['"\r\n\'(*).txt', false, "inline; filename*=UTF-8''%22%0D%0A%27%28%2A%29.txt"],
  ['日本', true, "attachment; filename*=UTF-8''%E6%97%A5%E6%9C%AC"],
])('the file %j, saved: %s', (name, isAttachment, disposition) => {
  expect(fileHeaders(metadata, { isAttachment, name })['content-disposition']).toBe(disposition)
})
