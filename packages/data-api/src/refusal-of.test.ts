import { expect, test } from 'vitest'
import { refusalOf } from './refusal-of.js'

test.each([
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['21000', 400],
  ['22P02', 400],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['23514', 400],
  ['25006', 405],
  ['25P02', 500],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['40001', 500],
  ['42601', 400],
  ['42703', 400],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53300', 503],
  ['53400', 500],
  ['54001', 500],
  ['55000', 500],
  ['57014', 500],
  ['58000', 500],
  ['F0000', 500],
  ['HV000', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['PT402', 402],
  ['PT299', 299],
  ['PT999', 400],
  ['XX000', 500],
])('SQLSTATE %s is answered by %i', (code, status) => {
  const refusal = refusalOf({ code, message: 'm', detail: 'd', hint: 'h' })
  expect(refusal.status).toBe(status)
  expect(JSON.parse(refusal.body)).toEqual({ code, message: 'm', details: 'd', hint: 'h' })
  expect(refusal.headers).toContainEqual(['Proxy-Status', `PostgREST; error=${code}`])
})

test('a missing right is 401 without a token, which it asks for, and 403 with one', () => {
  const error = { code: '42501', message: 'permission denied' }
  expect(refusalOf(error).status).toBe(401)
  expect(refusalOf(error).headers).toContainEqual(['WWW-Authenticate', 'Bearer'])
  expect(refusalOf(error, { hasToken: true }).status).toBe(403)
})

test('a failed connection is 503', () => {
  expect(refusalOf({ message: 'connect ECONNREFUSED' })).toMatchObject({ status: 503, code: 'PGRST000' })
})

const raised = (message: string, detail: string) => refusalOf({ code: 'PGRST', message, detail })
const MESSAGE = '{"code":"1","message":"m"}'

test.each([
  ['no JSON', '{"status":402,"headers":{}}'],
  ['[]', '{"status":402,"headers":{}}'],
  ['{"message":"m"}', '{"status":402,"headers":{}}'],
  [MESSAGE, 'no JSON'],
  [MESSAGE, '{}'],
  [MESSAGE, '{"status":"x"}'],
  [MESSAGE, '{"status":999}'],
])('an error of its own that can not be read is PGRST121: %s %s', (message, detail) => {
  expect(raised(message, detail)).toMatchObject({ status: 500, code: 'PGRST121' })
})

test('an error of its own has its status, its body and its headers', () => {
  const refusal = raised('{"code":"1","message":"m","details":"d"}', '{"status":402,"headers":{"X-A":"b"}}')
  expect(refusal.status).toBe(402)
  expect(JSON.parse(refusal.body)).toEqual({ code: '1', message: 'm', details: 'd', hint: null })
  expect(refusal.headers).toContainEqual(['X-A', 'b'])
})

test('a header of it with a line end is refused', () => {
  expect(() => raised(MESSAGE, '{"status":402,"headers":{"X-A":"b\\r\\nX-B: c"}}')).toThrow(
    /response.headers/,
  )
})
