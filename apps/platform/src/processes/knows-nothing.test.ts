import { expect, test } from 'vitest'
import { DomainError } from '../kernel/domain-error.js'
import { knowsNothing } from './knows-nothing.js'

test.each<[unknown, boolean]>([
  [Response.json({ cancelled: false }), true],
  [Response.json({ cancelled: true }), false],
  [Response.json({ state: 'ended' }), true],
  [Response.json({ state: 'running', forMs: 1 }), false],
  [Response.json({ state: 'done', rows: 1, bytes: 1 }), false],
  [Response.json({ code: 'export_not_found' }, { status: 404 }), true],
  [Response.json({ code: 'stopping' }, { status: 503 }), true],
  [Response.json({ code: 'forbidden' }, { status: 403 }), false],
  [new DomainError('export_not_found'), true],
  [new Response('a,b', { headers: { 'content-type': 'text/csv' } }), false],
])('%#: another process is asked: %s', async (answer, expected) => {
  expect(await knowsNothing(answer)).toBe(expected)
})

test('a file in JSON is not read for an answer', async () => {
  const headers = { 'content-type': 'application/json', 'content-disposition': 'attachment' }
  const file = new Response('{"cancelled": false}', { headers })
  expect(await knowsNothing(file)).toBe(false)
  expect(file.bodyUsed).toBe(false)
})
