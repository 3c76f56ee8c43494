/** Asks the hooks about attempts to prove who one is, and does what they decide. */
import type { AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { decisionOf } from './hook-answers.js'

/** @throws AuthError invalid_credentials: the hook rejects it, also where the password is right */
export async function askAboutPassword(call: AuthCall, userId: string, valid: boolean): Promise<void> {
  const answer = await call.hooks.ask('password_verification_attempt', { user_id: userId, valid })
  const message = await rejected(call, userId, answer)
  if (message) throw new AuthError('invalid_credentials', { message: message.text ?? NO_MORE_PASSWORDS })
}

/** @throws AuthError mfa_verification_rejected */
export async function askAboutFactor(
  call: AuthCall,
  factor: { userId: string; factorId: string; factorType: string; valid: boolean },
): Promise<void> {
  const { userId, factorId, factorType, valid } = factor
  const event = { user_id: userId, factor_id: factorId, factor_type: factorType, valid }
  const message = await rejected(call, userId, await call.hooks.ask('mfa_verification_attempt', event))
  if (message) throw new AuthError('mfa_verification_rejected', { message: message.text })
}

const NO_MORE_PASSWORDS = 'Further password verification attempts will be rejected.'

/** Undefined: it goes on. @throws AuthError unexpected_failure: the hook decided nothing */
async function rejected(
  { database }: AuthCall,
  userId: string,
  answer: Record<string, unknown> | undefined,
): Promise<{ text: string | undefined } | undefined> {
  if (!answer) return undefined
  const decision = decisionOf(answer)
  if (!decision)
    throw new AuthError('unexpected_failure', { message: 'A hook decided neither continue nor reject' })
  if (decision.endsSessions)
    await database.transact([{ query: 'delete from auth.sessions where user_id = $1', parameters: [userId] }])
  return decision.isRejected ? { text: decision.message } : undefined
}
