/** The headers with which a page calls the API of a project as an application would. */
import { ACTING_TOKEN_S } from '@basedeck/platform-client'
import { temporaryKey } from '../../data/storage.js'
import { actingToken } from '../../data/users.js'
import { mutate } from '../../kernel/mutation.js'
import type { Needs } from '../context.js'

/** As whom it is called. `key`: the public key of the project. */
export type ApiCaller =
  | { as: 'anon'; key: string }
  | { as: 'user'; key: string; userId: string }
  | { as: 'service_role' }

/** Makes keys and tokens where they are needed. */
export interface ApiCredentials {
  /** @throws PlatformError when there is no key or token for the caller */
  headersOf(caller: ApiCaller): Promise<Record<string, string>>
}

/** Seconds. The call is made at once. */
const KEY_SECONDS = 60
const MS_PER_SECOND = 1000
/** Milliseconds before its end at which a token is not used any more. */
const MARGIN_MS = 30_000

export function createApiCredentials(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  ref: string,
): ApiCredentials {
  /** The token serves the calls of the next minutes, as it serves an application. */
  let acting: { userId: string; until: number; token: string } | undefined
  const tokenOf = async (userId: string): Promise<string> => {
    if (acting?.userId === userId && acting.until > host.clock.now()) return acting.token
    const { access_token: token } = await mutate(queries, actingToken(client, ref), userId)
    // By this clock: that of the server may be another.
    acting = { userId, token, until: host.clock.now() + ACTING_TOKEN_S * MS_PER_SECOND - MARGIN_MS }
    return token
  }
  return {
    async headersOf(caller) {
      if (caller.as === 'anon') return { apikey: caller.key }
      if (caller.as === 'user')
        return { apikey: caller.key, authorization: `Bearer ${await tokenOf(caller.userId)}` }
      const secret = await temporaryKey(client, ref, KEY_SECONDS)
      return { apikey: secret, authorization: `Bearer ${secret}` }
    },
  }
}
