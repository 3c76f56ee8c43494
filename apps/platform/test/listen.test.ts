import { Hono } from 'hono'
import { get, request } from 'node:http'
import { expect, test } from 'vitest'
import type { AppEnv } from '../src/routes/app-env.js'
import { limitBody } from '../src/http/body-limit.js'
import { createOnError } from '../src/http/on-error.js'
import { pino } from 'pino'
import { listen } from '../src/http/listen.js'

// nginx keeps connections for 60 s; if the server closes one earlier, a call being sent is lost.
test('a connection may rest longer than a proxy keeps it', async () => {
  const app = new Hono<AppEnv>().get('/', (c) => c.text('yes'))
  const listener = await listen(app, '127.0.0.1', 0)
  try {
    const keepAlive = await new Promise((resolve, reject) => {
      get({ port: listener.port, headers: { connection: 'keep-alive' } }, ({ headers }) =>
        resolve(headers['keep-alive']),
      ).once('error', reject)
    })
    expect(keepAlive).toBe('timeout=75')
  } finally {
    await listener.close()
  }
})

/** Sends a body in pieces, without telling its length. */
function send(port: number, pieces: string[]): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ port, method: 'POST' }, async (answer) => {
      let text = ''
      for await (const piece of answer) text += String(piece)
      resolve({ status: answer.statusCode ?? 0, text })
    })
    call.once('error', reject)
    for (const piece of pieces) call.write(piece)
    call.end()
  })
}

test('a body that comes in pieces arrives whole, or is refused where it is too long', async () => {
  const app = new Hono<AppEnv>()
    .post('/', async (c) => {
      limitBody(c, 8)
      return c.text(await c.req.text())
    })
    .onError(createOnError(pino({ level: 'silent' })))
  const listener = await listen(app, '127.0.0.1', 0)
  try {
    expect(await send(listener.port, ['abc', 'def'])).toEqual({ status: 200, text: 'abcdef' })
    expect(await send(listener.port, ['abcd', 'efgh', 'i'])).toMatchObject({ status: 413 })
  } finally {
    await listener.close()
  }
})

test.each([
  ['that told its length', { 'content-length': '1000' }],
  ['in pieces', {}],
])('an upload that %s and disconnects is not a server error', async (_, headers) => {
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  let refused = () => {}
  const answered = new Promise<void>((resolve) => (refused = resolve))
  let isRead = () => {}
  const reading = new Promise<void>((resolve) => (isRead = resolve))
  const app = new Hono<AppEnv>()
    .post('/', async (c) => {
      limitBody(c, 10_000)
      isRead()
      return c.text(await c.req.text())
    })
    .onError(async (error, c) => {
      const answer = await createOnError(log)(error, c)
      refused()
      return answer
    })
  const listener = await listen(app, '127.0.0.1', 0)
  try {
    const call = request({ port: listener.port, method: 'POST', headers })
    call.on('error', () => {})
    call.write('abc')
    await reading
    call.destroy()
    await answered
    expect(logged.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([20])
  } finally {
    await listener.close()
  }
})
