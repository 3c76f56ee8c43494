/** An answer of the data API as one of the house: with the headers that all services have. */
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../../routes/app-env.js'

export interface WrittenAnswer {
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: string
}

/** Functions of the project set headers of answers. How an answer is carried is not theirs to say. */
const CARRIAGE: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function sentAnswer(c: Context<AppEnv>, { status, headers, body }: WrittenAnswer): Response {
  const sent: Record<string, string[]> = {}
  for (const [name, value] of headers) if (!CARRIAGE.has(name.toLowerCase())) (sent[name] ??= []).push(value)
  const isEmpty = status === 204 || status === 304 || c.req.method === 'HEAD'
  return c.newResponse(isEmpty ? null : body, status as StatusCode, sent)
}
