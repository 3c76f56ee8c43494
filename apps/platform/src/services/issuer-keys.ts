/**
 * The public keys of sign-in services that projects trust. They are fetched when they are first needed, and again for a kid that
 * is not among them, but at most once a minute: a stranger's tokens can't make the platform fetch more often.
 */
import type { Logger } from 'pino'
import type { VerifyingKey } from '../keys/token.js'
import { boundedMap } from '../kernel/bounded-map.js'
import { keysOfJwks } from '../keys/jwks.js'
import type { Outgoing } from '../outgoing/outgoing.js'

export interface IssuerKeys {
  /** None: the address can't be read. What was read before is kept then. */
  keys(jwksUrl: string, kid: string): Promise<VerifyingKey[]>
  /** Reads the address now. @throws OutgoingError, or JwksError when it holds no key that can be used */
  read(jwksUrl: string): Promise<VerifyingKey[]>
}

export interface IssuerKeysDeps {
  outgoing: Pick<Outgoing, 'call'>
  log: Pick<Logger, 'warn'>
  /** For tests. */
  nowMs?: () => number
}

/** What an address answered that is no set of keys. */
export class JwksError extends Error {
  override readonly name = 'JwksError'
}

const AGAIN_MS = 60_000
/** A key that its owner took back is unknown here after that. */
const FRESH_MS = 10 * 60_000
const MAX_ADDRESSES = 500
const LIMITS = { wholeMs: 10_000, answerBytes: 256 * 1024, redirects: 2 } as const

interface Known {
  keys: VerifyingKey[]
  /** When it was asked last, whatever came of it. */
  askedAt: number
  readAt: number
  reading: Promise<void> | undefined
}

export function createIssuerKeys({ outgoing, log, nowMs = Date.now }: IssuerKeysDeps): IssuerKeys {
  const known = boundedMap<Known>(MAX_ADDRESSES)
  const read = async (url: string) => {
    const answer = await outgoing.call({ url, headers: { accept: 'application/json' }, limits: LIMITS })
    const keys = answer.status === 200 ? keysOfJwks(Buffer.from(answer.body).toString('utf8')) : undefined
    if (!keys) throw new JwksError(`the address answered ${answer.status}, and no set of keys`)
    return keys
  }
  const refresh = async (url: string, state: Known) => {
    state.askedAt = nowMs()
    try {
      state.keys = await read(url)
      state.readAt = nowMs()
    } catch (error) {
      log.warn({ err: error }, 'the public keys of a sign-in service could not be read')
    } finally {
      state.reading = undefined
    }
  }
  return {
    read,
    async keys(url, kid) {
      const state = known.getOrMake(url, () => ({
        keys: [],
        askedAt: -Infinity,
        readAt: -Infinity,
        reading: undefined,
      }))
      const isStale = nowMs() - state.readAt > FRESH_MS
      const isMissing = !state.keys.some((key) => key.kid === kid)
      if ((isStale || isMissing) && nowMs() - state.askedAt >= AGAIN_MS) state.reading ??= refresh(url, state)
      // While it is read again, a key that is known counts.
      if (isMissing) await state.reading
      return state.keys
    },
  }
}
