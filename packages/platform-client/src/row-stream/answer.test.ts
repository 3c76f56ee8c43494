import { expect, test } from 'vitest'
import { createClient } from '../client.js'
import { PlatformError } from '../errors.js'
import { ROW_STREAM_TYPE } from './decoder.js'

const END = new Uint8Array([0x5a, 0, 0, 0, 16, ...new TextEncoder().encode('{"durationMs":1}')])
const CALL = { params: { ref: 'default' }, body: { query: 'select 1', runId: 'r1' } }

const clientOf = (answer: () => Response) =>
  createClient({ baseUrl: 'http://fake', fetch: async () => answer() })

const answerOf = (body: object, init?: { status: number; headers: Record<string, string> }) =>
  new Response(JSON.stringify(body), init)

async function read(answer: () => Response) {
  const parts = []
  for await (const part of clientOf(answer).rows(CALL)) parts.push(part)
  return parts
}

const framesOf = (bytes: Uint8Array) => () =>
  new Response(bytes.slice(), { headers: { 'content-type': ROW_STREAM_TYPE } })

test('a stream that ends with its last frame is whole', async () => {
  expect(await read(framesOf(END))).toEqual([{ type: 'end', run: { durationMs: 1 } }])
})

test.each([
  ['nothing at all', END.slice(0, 0)],
  ['half a frame', END.slice(0, 9)],
  ['a frame that is not the last', new Uint8Array([0x4b, 0, 0, 0, 0])],
])('%s is an answer that broke off', async (_, bytes) => {
  const error = await read(framesOf(bytes)).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(PlatformError)
  expect(error).toMatchObject({ kind: 'network', message: 'The answer broke off before its end' })
})

test('bytes that are no frames are refused', async () => {
  await expect(read(framesOf(new Uint8Array([0x52, 0, 0, 0, 1, 9])))).rejects.toBeInstanceOf(PlatformError)
})

test('a platform that answers with JSON gives the same parts', async () => {
  const field = { name: 'a', dataTypeId: 23, dataType: 'int4' }
  const notice = { severity: 'NOTICE', code: '00000', message: 'hi' }
  const results = [
    { command: 'SELECT', rowCount: 1, fields: [field], rows: [['1']], notices: [notice] },
    { command: 'DELETE', rowCount: 0, fields: [], rows: [], notices: [] },
  ]
  expect(await read(() => answerOf({ results, durationMs: 4 }))).toEqual([
    { type: 'fields', fields: [field] },
    { type: 'cells', rows: [['1']] },
    { type: 'notice', statement: 0, notice },
    { type: 'complete', statement: { command: 'SELECT', rowCount: 1 } },
    { type: 'complete', statement: { command: 'DELETE', rowCount: 0 } },
    { type: 'end', run: { durationMs: 4 } },
  ])
})

test('a refusal keeps its status, its code and its wait', async () => {
  const answer = () =>
    answerOf(
      { message: 'Slow down', code: 'too_many_runs' },
      { status: 429, headers: { 'retry-after': '3' } },
    )
  await expect(read(answer)).rejects.toMatchObject({
    kind: 'http',
    status: 429,
    code: 'too_many_runs',
    message: 'Slow down',
    retryAfterSeconds: 3,
  })
})

test('what a proxy says instead is told as it is', async () => {
  await expect(read(() => new Response('<html>', { status: 200 }))).rejects.toMatchObject({
    kind: 'http',
    body: '<html>',
  })
  await expect(read(() => new Response('Bad gateway', { status: 502 }))).rejects.toMatchObject({
    status: 502,
    body: 'Bad gateway',
  })
})
