/** Finds out whether another process of the installation forwarded a call. Without its proof the header is ignored. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { PROOF_HEADER, type ProvedCall } from '../processes/proof.js'
import type { AppEnv, ForwardedCall } from '../routes/app-env.js'

/** Undefined: no process of the installation made it. */
export interface CheckProof {
  check(proof: string, call: ProvedCall): ForwardedCall | undefined | Promise<ForwardedCall | undefined>
}

/** @param proofs undefined where there is one process alone */
export function acceptForwarded(proofs: Promise<CheckProof | undefined>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const proof = c.req.header(PROOF_HEADER)
    if (proof !== undefined) {
      // While the key can't be read, the call is answered as any other: that the platform is not available.
      const known = await proofs.catch(() => undefined)
      c.set('forwarded', await known?.check(proof, provedCall(c)))
    }
    await next()
  })
}

export function forwardedOf(c: Context<AppEnv>): ForwardedCall | undefined {
  return c.get('forwarded') ?? c.env?.forwarded
}

export function provedCall(c: Context<AppEnv>): ProvedCall {
  const { pathname, search } = new URL(c.req.url)
  return {
    method: c.req.method,
    path: pathname + search,
    cookie: c.req.header('cookie'),
    authorization: c.req.header('authorization'),
  }
}
