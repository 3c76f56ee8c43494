/** `POST /token`: a session for what the caller has. */
import type { AuthAnswer, AuthCall, AuthFlow } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { codeGrant } from './code-grant.js'
import { idTokenGrant } from './id-token-grant.js'
import { passwordGrant } from './password-grant.js'
import { refreshGrant } from './refresh-grant.js'

const GRANTS: Readonly<Record<string, AuthFlow>> = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: codeGrant,
  id_token: idTokenGrant,
  web3: async () => {
    throw new AuthError('web3_provider_disabled')
  },
}

export async function token(call: AuthCall): Promise<AuthAnswer> {
  const grant = Object.hasOwn(GRANTS, call.query.get('grant_type') ?? '')
    ? GRANTS[call.query.get('grant_type') ?? '']
    : undefined
  if (!grant) throw new AuthError('validation_failed', { message: 'unsupported_grant_type' })
  const { status, body } = await grant(call)
  // A cache on the way must not keep tokens.
  return {
    ...(status !== undefined && { status }),
    body,
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  }
}
