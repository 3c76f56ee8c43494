/** What the auth service asks of the platform. All of it is plain data. */
import type {
  ProvedAtProvider,
  ProviderBegin,
  ProviderFailure,
  ProviderFinish,
} from '../../sign-in-providers/sign-in-providers.js'
import type { IdTokenCheck, IdTokenOutcome } from '../../sign-in-providers/id-token.js'
import type { SentMessage, TextMessage } from '../../services/text-messages.js'
import type { AuthHook } from '@basedeck/platform-client/contract'
import type { BatchOutcome, BatchRequest } from '../../engines/engine.js'
import type { WholeKey } from '../../keys/signing-key.js'
import type { AuthReadiness } from './auth-readiness.js'
import type { AuthConfigHost } from './auth-config-host.js'

export interface CurrentKey {
  /** Its id, as tokens name it. */
  kid: string
  key: WholeKey
}

/** What a hook sent back. */
export type HookReply =
  | { type: 'answer'; body: string }
  | { type: 'timeout' }
  /** `reason`: a sentence that holds nothing of the call. */
  | { type: 'failed'; reason: string }

export interface AuthHost extends AuthConfigHost {
  /** The key that signs new tokens. Undefined: there is no such project, or no key signs. */
  currentSigningKey(ref: string): Promise<CurrentKey | undefined>
  /** Calls a hook at its HTTPS address. @param body the event, as JSON */
  callAuthHook(ref: string, hook: AuthHook, body: string): Promise<HookReply>
  /** The address at which a sign-in by a provider begins. */
  beginAtProvider(
    ref: string,
    begin: ProviderBegin,
  ): Promise<{ type: 'address'; url: string } | ProviderFailure>
  /** Who came back from a provider. */
  finishAtProvider(ref: string, finish: ProviderFinish): Promise<ProvedAtProvider | ProviderFailure>
  /** Whose ID token that is. */
  checkIdToken(ref: string, check: IdTokenCheck): Promise<IdTokenOutcome | ProviderFailure>
  /** Sends a text message by the service of the project. */
  sendTextMessage(ref: string, message: TextMessage): Promise<SentMessage>
  /** Whether the visitor solved the question of the project's CAPTCHA service. @param ip null: unknown */
  isCaptchaSolved(ref: string, answer: { token: string; ip: string | null }): Promise<boolean>
  /**
   * Lines of suffix, colon and count of the leaked passwords whose SHA-1 begins so. Undefined: there is no service, or it does not
   * answer. @param prefix five hex digits
   */
  leakedRange(prefix: string): Promise<string | undefined>
  /** Whether the service may work in the project's database. @throws EngineError, DomainError */
  authReadiness(ref: string): Promise<AuthReadiness>
  /** One transaction in schema `auth`, as the role of the service. @throws DatabaseError, EngineError, DomainError */
  authBatch(ref: string, request: Omit<BatchRequest, 'as' | 'role'>): Promise<BatchOutcome>
}
