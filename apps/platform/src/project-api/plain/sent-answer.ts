/** A plain answer as one of the house: with the headers that all services have. */
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '../../routes/app-env.js'
import type { PlainAnswer } from './plain-request.js'

/** Functions of the project set headers of answers. How an answer is carried is not theirs to say. */
const CARRIAGE: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function sentAnswer(c: Context<AppEnv>, answer: PlainAnswer): Response {
  const { status, body, headers } = carried(answer, c.req.method)
  // Its buffer is no shared one.
  return c.newResponse(body as string | Uint8Array<ArrayBuffer> | null, status as StatusCode, headers)
}

/** What is sent of an answer. Names are in lower case; a body that is null has no length. */
export function carried(
  { status, headers, body }: PlainAnswer,
  method: string,
): { status: number; headers: Record<string, string[]>; body: PlainAnswer['body'] | null } {
  const sent: Record<string, string[]> = {}
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (!CARRIAGE.has(lower)) (sent[lower] ??= []).push(value)
  }
  const hasNone = status === 204 || status === 304 || method === 'HEAD'
  const isEmpty = hasNone || body.length === 0
  if (isEmpty && !hasNone) sent['content-length'] = ['0']
  return { status, headers: sent, body: isEmpty ? null : body }
}
