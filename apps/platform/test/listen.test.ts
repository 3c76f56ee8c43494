import { Hono } from 'hono'
import { get } from 'node:http'
import { expect, test } from 'vitest'
import type { AppEnv } from '../src/http/app-env.js'
import { listen } from '../src/listen.js'

// nginx keeps its connections for 60 s; one that the server closes before loses the call that is just being sent.
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
