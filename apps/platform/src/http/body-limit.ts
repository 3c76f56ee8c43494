/**
 * How large the body of a call may be. Nothing is read here: a body is read once it is known who sends it, and its size is
 * counted meanwhile, whether the sender tells it beforehand or not.
 */
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.js'
import { HttpError } from './error-table.js'

/** @param maxBytes what is longer is refused: 413 `body_too_large` */
export function bodyLimit(maxBytes: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { raw } = c.req
    const told = Number(raw.headers.get('content-length') ?? Number.NaN)
    if (told > maxBytes) throw new HttpError('body_too_large')
    if (raw.body && !Number.isFinite(told)) {
      const init = { body: raw.body.pipeThrough(counting(maxBytes)), duplex: 'half' }
      c.req.raw = new Request(raw, init as RequestInit)
    }
    return next()
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
