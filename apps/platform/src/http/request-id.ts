/** Every request has an id: the caller's, if it is a plain word, or a new one. Answers and logs contain it. */
import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../routes/app-env.js'

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.env?.requestId ?? c.req.header('x-request-id') ?? ''
  const id = /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
  c.set('requestId', id)
  c.header('x-request-id', id)
  await next()
})
