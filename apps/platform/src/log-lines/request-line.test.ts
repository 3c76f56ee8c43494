import { expect, test } from 'vitest'
import { requestLine } from './request-line.js'

const facts = { method: 'GET', route: '/{ref}/rest/v1/read', status: 200, ms: 2.5, requestId: 'r', ip: null }

test('a request becomes a line with what its answer tells', () => {
  expect(requestLine({ ...facts, project: 'shop', code: undefined }, 5)).toEqual({
    time: 5,
    project: 'shop',
    source: 'data',
    level: 'info',
    requestId: 'r',
    message: 'GET /{ref}/rest/v1/read 200',
    fields: { method: 'GET', route: '/{ref}/rest/v1/read', status: 200, ms: 2.5, ip: null, code: undefined },
  })
})

test.each([
  [399, 'info'],
  [400, 'warn'],
  [499, 'warn'],
  [500, 'error'],
])('%d is %s', (status, level) => {
  expect(requestLine({ ...facts, status }, 0).level).toBe(level)
})

test.each([
  ['/{ref}/storage/v1/read', 'storage'],
  ['/{ref}/auth/v1/keys', 'auth'],
  ['/{ref}/realtime/v1/socket', 'realtime'],
  ['/{ref}/functions/v1/call', 'functions'],
  ['/platform/projects/{ref}', 'dashboard'],
  ['/{ref}', 'dashboard'],
  ['unmatched', 'dashboard'],
])('%s is of %s', (route, source) => {
  expect(requestLine({ ...facts, route }, 0).source).toBe(source)
})
