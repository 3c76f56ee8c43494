/**
 * How large the body of a call may be. Nothing is read here: a body is read once it is known who sends it, and its size is
 * counted meanwhile, whether the sender tells it beforehand or not.
 */
import type { Context } from 'hono'
import type { AppEnv } from '../routes/app-env.js'
import { HttpError } from './error-table.js'

/** @throws HttpError body_too_large: at once where the sender tells the length, else when the body is read */
export function limitBody(c: Context<AppEnv>, maxBytes: number): void {
  const { raw } = c.req
  const told = Number(raw.headers.get('content-length') ?? Number.NaN)
  if (told > maxBytes) throw new HttpError('body_too_large')
  // Where two endpoints share an address, the first one may have read it.
  if (raw.body && !raw.bodyUsed && !Number.isFinite(told)) {
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
