/** Makes the call that a flow works with, of an HTTP request or of a member's call. */
import type { AuthConfig, AuthHook, AuthProvider } from '@basedeck/platform-client/contract'
import { signToken, type VerifyingKey } from '../../keys/token.js'
import type { AuthCall } from './auth-call.js'
import { authDatabase } from './auth-database.js'
import { AuthError } from './auth-error.js'
import type { AuthHost } from './auth-host.js'
import { askHooks } from './hooks/ask-hook.js'
import type { PasswordHashes } from './password-hashes.js'
import { createSecretTexts } from './secret-texts.js'

export interface AuthCallDeps {
  host: Pick<
    AuthHost,
    | 'authBatch'
    | 'currentSigningKey'
    | 'callAuthHook'
    | 'leakedRange'
    | 'sendTextMessage'
    | 'beginAtProvider'
    | 'finishAtProvider'
    | 'checkIdToken'
  >
  hashes: PasswordHashes
  /** A hook of the project failed. */
  onHookFailed(ref: string, hook: AuthHook, reason: string): void
  /** A text message could not be sent. */
  onMessageFailed(ref: string, reason: string): void
  /** A provider of the project failed. */
  onProviderFailed(ref: string, provider: AuthProvider, reason: string): void
}

/** What differs from call to call. */
export interface GivenAuthCall extends Pick<
  AuthCall,
  | 'mail'
  | 'issuer'
  | 'ip'
  | 'userAgent'
  | 'origin'
  | 'cookie'
  | 'form'
  | 'query'
  | 'params'
  | 'claims'
  | 'role'
  | 'body'
> {
  ref: string
  settings: AuthConfig
  /** The key of the project by which texts are hashed. */
  textKey: Pick<VerifyingKey, 'material'>
}

export function makeAuthCall(
  { host, hashes, onHookFailed, onMessageFailed, onProviderFailed }: AuthCallDeps,
  { textKey, ...given }: GivenAuthCall,
): AuthCall {
  const { ref, settings } = given
  const database = authDatabase(host, ref)
  const onFailed = (hook: AuthHook, reason: string) => onHookFailed(ref, hook, reason)
  return {
    ...given,
    database,
    hashes,
    hooks: askHooks({ ref, settings, database, host, onFailed }),
    texts: createSecretTexts(textKey),
    leakedRange: (prefix) => host.leakedRange(prefix),
    sendTextMessage: (message) => host.sendTextMessage(ref, message),
    onMessageFailed: (reason) => onMessageFailed(ref, reason),
    providers: host,
    onProviderFailed: (provider, reason) => onProviderFailed(ref, provider, reason),
    async sign(claims) {
      const current = await host.currentSigningKey(ref)
      if (!current) throw new AuthError('unexpected_failure', { message: 'The project has no signing key' })
      return signToken({ ...claims }, current.kid, current.key)
    },
  }
}
