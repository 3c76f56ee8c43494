/**
 * Proves to another process of the installation that a call was forwarded by one of them, which has checked its host
 * and origin and knows the client's address. Only processes that have the installation's secret key can make the
 * proof.
 * @rule processes.proof
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ForwardedCall } from '../routes/app-env.js'
import type { SecretBox } from '../secrets/secret-box.js'

export const PROOF_HEADER = 'x-basedeck-forwarded'

/** Milliseconds that the clocks of two processes may differ, and the call may take on its way. */
const VALID_MS = 30_000

/** What of the call itself the proof holds for: it is worthless with another path or another session. */
export interface ProvedCall {
  method: string
  /** With the query. */
  path: string
  cookie: string | undefined
  authorization: string | undefined
}

export interface Proofs {
  /** @param to the process that receives the call */
  make(to: string, call: ProvedCall, forwarded: ForwardedCall): string
  /** Undefined when a neighbour did not make it, for this call, for this process, just now. */
  check(proof: string, call: ProvedCall): ForwardedCall | undefined
}

export function createProofs(
  box: Pick<SecretBox, 'passwordFor'>,
  { installationId, now }: { installationId: string; now(): number },
): Proofs {
  const key = box.passwordFor('calls between processes')
  const seal = (said: string, { method, path, cookie = '', authorization = '' }: ProvedCall) => {
    const who = createHash('sha256')
      .update(JSON.stringify([cookie, authorization]))
      .digest('base64url')
    return createHmac('sha256', key)
      .update(JSON.stringify([said, method, path, who]))
      .digest()
  }
  return {
    make(to, call, { ip }) {
      const said = Buffer.from(JSON.stringify({ to, at: now(), ip })).toString('base64url')
      return `${said}.${seal(said, call).toString('base64url')}`
    },
    check(proof, call) {
      const [said = '', given = ''] = proof.split('.')
      const expected = seal(said, call)
      const bytes = Buffer.from(given, 'base64url')
      if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return undefined
      const { to, at, ip } = JSON.parse(Buffer.from(said, 'base64url').toString()) as {
        to: string
        at: number
        ip: string | null
      }
      return to === installationId && Math.abs(now() - at) <= VALID_MS ? { ip } : undefined
    },
  }
}
