/** Every request has an id: the caller's, if it is a plain word, or a new one. Answers and logs contain it. */
import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../routes/app-env.js'

export const REQUEST_ID_HEADER = 'x-request-id'

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const id = requestIdOf(c.env?.requestId ?? c.req.header(REQUEST_ID_HEADER))
  c.set('requestId', id)
  c.header(REQUEST_ID_HEADER, id)
  await next()
})

/** @param given by the caller */
export function requestIdOf(given = ''): string {
  return /^[\w-]{1,64}$/.test(given) ? given : randomUUID()
}
