/** The token with which the realtime inspector connects: ten minutes, as a role of the project's API. */
import { INSPECTOR_TOKEN_MS, type RestRole } from '@basedeck/platform-client/contract'
import { TEMPORARY_KID } from './project-keys.js'
import type { WholeKey } from './signing-key.js'
import { signToken, type TokenClaims } from './token.js'

/** Its connection is told what a policy refused. */
const INSPECTOR_CLAIM = 'realtime_inspector'

export function isInspector(claims: TokenClaims): boolean {
  return claims[INSPECTOR_CLAIM] === true
}

export interface InspectorTokenRequest {
  /** The project's own for temporary keys, which is never shown. */
  key: WholeKey
  ref: string
  role: RestRole
  userId: string | undefined
  /** The credential it is made with, as `makerOf` writes it; the token ends with it. Undefined: its right is everybody's. */
  maker: string | undefined
  now: Date
}

export function inspectorToken({ key, ref, role, userId, maker, now }: InspectorTokenRequest): {
  access_token: string
  expires_at: string
} {
  const iat = Math.floor(now.getTime() / 1000)
  const exp = iat + INSPECTOR_TOKEN_MS / 1000
  const claims = {
    iss: 'basedeck',
    ref,
    role,
    ...(role === 'authenticated' && { aud: 'authenticated' }),
    sub: userId,
    iat,
    exp,
    maker,
    [INSPECTOR_CLAIM]: true,
  }
  return {
    access_token: signToken(claims, TEMPORARY_KID, key),
    expires_at: new Date(exp * 1000).toISOString(),
  }
}
