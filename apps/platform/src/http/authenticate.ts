/**
 * Identifies the caller of a request: by session cookie, by access token, or as the local profile when there are no
 * accounts.
 */
import type { Context } from 'hono'
import type { AppEnv } from '../routes/app-env.js'
import type { Authenticate } from '../routes/authenticate.js'
import {
  callerOfSession,
  callerOfToken,
  localCaller,
  markUsed,
  type FoundCaller,
} from '../control/callers.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'
import { hashOf } from '../secrets/secret-token.js'
import type { SessionCookie } from '../access/session-cookie.js'

export interface AuthenticateDeps {
  control: ControlDatabase
  cookie: SessionCookie
  /** False: every caller is the local profile. */
  accounts: boolean
}

/** @throws DomainError invalid_token, when an unknown token was sent */
export function createAuthenticate({ control, cookie, accounts }: AuthenticateDeps): Authenticate {
  return async (c) => {
    const known = c.get('found')
    if (known) return known.caller
    const caller = await identify(c)
    c.set('found', { caller })
    return caller
  }

  async function identify(c: Context<AppEnv>): Promise<FoundCaller | undefined> {
    if (!accounts) {
      const caller = await localCaller(control)
      return caller && { status: 'signed-in', caller, isStale: false }
    }
    const found = await find(c)
    if (found?.status === 'signed-in' && found.isStale) await markUsed(control, found.caller)
    return found
  }

  async function find(c: Context<AppEnv>): Promise<FoundCaller | undefined> {
    const authorization = c.req.header('authorization')
    if (authorization !== undefined) {
      const [, token] = /^Bearer ([\w.-]{1,200})$/i.exec(authorization) ?? []
      const found = token === undefined ? undefined : await callerOfToken(control, hashOf(token))
      // A script with an expired token must not fall back to another identity.
      if (!found) throw new DomainError('invalid_token')
      return found
    }
    const token = cookie.read(c)
    return token === undefined ? undefined : callerOfSession(control, hashOf(token))
  }
}
