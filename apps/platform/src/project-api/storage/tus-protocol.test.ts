import { expect, test } from 'vitest'
import { overriddenMethod, tusFault } from './tus-protocol.js'

const PIECE = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

test.each<[string, Record<string, string>, number | undefined]>([
  ['POST', { 'tus-resumable': '1.0.0' }, undefined],
  ['POST', {}, 412],
  ['HEAD', { 'tus-resumable': '2.0.0' }, 412],
  ['POST', { 'tus-resumable': '1.0.0', 'content-type': 'text/plain' }, undefined],
  ['PATCH', PIECE, undefined],
  ['PATCH', { 'tus-resumable': '1.0.0' }, 415],
  ['PATCH', { ...PIECE, 'content-type': 'text/plain' }, 415],
])('%s with %j: %s', (method, headers, status) => {
  expect(tusFault(method, (name) => headers[name])?.status).toBe(status)
})

test.each([
  ['POST', undefined, true, 'POST'],
  ['POST', 'patch', true, 'PATCH'],
  ['POST', 'DELETE', true, 'DELETE'],
  ['POST', 'HEAD', true, 'HEAD'],
  ['POST', 'POST', false, 'POST'],
  ['POST', 'GET', true, null],
  ['POST', 'PUT', true, null],
  ['GET', 'DELETE', true, null],
  ['POST', 'DELETE', false, null],
  ['POST', '', true, null],
])('%s with the method %s, of uploads %s: %s', (method, override, isOfUploads, made) => {
  expect(overriddenMethod(method, override, isOfUploads)).toBe(made)
})
