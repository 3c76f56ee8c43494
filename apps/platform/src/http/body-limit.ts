/**
 * Limits the size of a request body. The body itself is read after authentication, and its size is counted while it
 * arrives, whether or not the sender declared it.
 */
import type { Context } from 'hono'
import type { AppEnv } from '../routes/app-env.js'
import { HttpError } from './error-table.js'

/** @throws HttpError body_too_large: at once when the sender declares the length, else while the body is read */
export function limitBody(c: Context<AppEnv>, maxBytes: number): void {
  const { raw } = c.req
  const told = Number(raw.headers.get('content-length') ?? Number.NaN)
  if (told > maxBytes) throw new HttpError('body_too_large')
  // With a declared length Node reads no more than that. To look at `raw.body` would make a stream of it, which takes longer
  // than the rest of a small call.
  if (Number.isFinite(told) || raw.method === 'GET' || raw.method === 'HEAD') return
  // Where two endpoints share an address, the first one may have read it.
  if (raw.body && !raw.bodyUsed) {
    const init = { body: raw.body.pipeThrough(counting(maxBytes)), duplex: 'half' }
    c.req.raw = new Request(raw, init as RequestInit)
  }
}

function counting(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.length
      if (bytes > maxBytes) controller.error(new HttpError('body_too_large'))
      else controller.enqueue(piece)
    },
  })
}
