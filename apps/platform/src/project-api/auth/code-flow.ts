/**
 * Flows of PKCE (RFC 7636): who began one with the hash of a secret gets a code at its end, and a session only for the code
 * together with the secret.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { textIn, type AuthCall, type Statements } from './auth-call.js'
import { AuthError } from './auth-error.js'

export interface CodeChallenge {
  challenge: string
  method: 's256' | 'plain'
}

/** RFC 7636 §4.2. */
const CHALLENGE = /^[\w.~-]{43,128}$/

/** Undefined: the flow ends in a session. @throws AuthError validation_failed */
export function challengeIn(body: Record<string, unknown>): CodeChallenge | undefined {
  const challenge = textIn(body, 'code_challenge')
  const method = textIn(body, 'code_challenge_method')?.toLowerCase()
  if (!challenge && !method) return undefined
  if (!challenge || !method)
    throw new AuthError('validation_failed', {
      message: 'PKCE flow requires code_challenge_method and code_challenge',
    })
  if (!CHALLENGE.test(challenge))
    throw new AuthError('validation_failed', {
      message: 'code challenge has to be between 43 and 128 characters',
    })
  if (method !== 's256' && method !== 'plain')
    throw new AuthError('validation_failed', { message: 'code_challenge_method must be s256 or plain' })
  return { challenge, method }
}

export function beginCodeFlow(
  userId: string,
  method: string,
  challenge: CodeChallenge | undefined,
): Statements {
  if (!challenge) return []
  return [
    {
      query: `insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type,
          authentication_method, created_at, updated_at)
        values ($1, $2, $3::auth.code_challenge_method, $4, 'email', $5, now(), now())`,
      parameters: [randomUUID(), userId, challenge.method, challenge.challenge, method],
    },
  ]
}

/** Gives the newest flow of the user its code. No row: there is none that waits. */
export function issueCodeStatement(
  { texts }: AuthCall,
  userId: string,
  methods: readonly string[],
  code: string,
) {
  return {
    query: `update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), updated_at = now() where id = (
        select id from auth.flow_state where user_id = $1 and auth_code_issued_at is null
          and authentication_method = any($3::text[]) order by created_at desc limit 1)
      returning id`,
    parameters: [
      userId,
      texts.hash('auth-code', code),
      `{${methods.map((method) => `"${method}"`).join(',')}}`,
    ],
    expectRows: 1,
  }
}

export function isVerifier(verifier: string, challenge: string, method: string): boolean {
  const given = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  const [one, other] = [Buffer.from(given), Buffer.from(challenge)]
  return one.length === other.length && timingSafeEqual(one, other)
}
