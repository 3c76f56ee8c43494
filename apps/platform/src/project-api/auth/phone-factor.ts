/** A number as a second factor: codes are sent to it by text message. */
import { timingSafeEqual } from 'node:crypto'
import { auditStatement } from './audit-entry.js'
import { phoneIn, type AuthCall } from './auth-call.js'
import { AuthError } from './auth-error.js'
import { channelIn, readBeforeMessage, sendCode } from './text-message.js'
import { testCodeOf } from './test-codes.js'
import type { AuthUser } from './user-rows.js'

export type FactorType = 'totp' | 'phone' | 'webauthn'

/** A row of `auth.mfa_factors`. */
export interface Factor {
  id: string
  status: string
  factor_type: FactorType
  secret: string
  phone: string | null
}

/** @throws AuthError validation_failed */
export function factorPhoneIn(body: Record<string, unknown>): string {
  const phone = phoneIn(body)
  if (!phone) throw new AuthError('validation_failed', { message: 'A phone factor requires a phone number' })
  return phone
}

/** @throws AuthError mfa_verified_factor_exists */
export async function enrollPhone(
  call: AuthCall,
  user: AuthUser,
  { id, name, phone }: { id: string; name: string; phone: string },
): Promise<unknown> {
  const same = user.factors.find((factor) => factor['phone'] === phone)
  if (same?.['status'] === 'verified') throw new AuthError('mfa_verified_factor_exists')
  await call.database.transact([
    { query: 'delete from auth.mfa_factors where user_id = $1 and phone = $2', parameters: [user.id, phone] },
    {
      query: `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, phone)
        values ($1, $2, $3, 'phone', 'unverified', now(), now(), $4)`,
      parameters: [id, user.id, name, phone],
    },
    auditStatement({ action: 'factor_in_progress', actor: user, ip: call.ip, traits: { factor_id: id } }),
  ])
  return { id, type: 'phone', friendly_name: name, phone }
}

/** The code of a challenge: its hash to keep, and the message to send afterwards. @throws AuthError */
export async function phoneCode(
  call: AuthCall,
  { phone, status }: Factor,
  challengeId: string,
): Promise<{ hash: string; send(user: AuthUser): Promise<void> }> {
  const { settings, texts } = call
  const isAllowed =
    settings.mfa_phone_verify_enabled || (status === 'unverified' && settings.mfa_phone_enroll_enabled)
  if (!isAllowed) throw new AuthError('mfa_phone_verify_not_enabled')
  const to = phone ?? ''
  const channel = channelIn(await call.body())
  await readBeforeMessage(call, to, [])
  const code = testCodeOf(settings, to) ?? texts.newCode(settings.sms_otp_length)
  return {
    hash: hashOf(call, challengeId, code),
    async send(user) {
      await sendCode(call, { user, phone: to, code, channel, purpose: 'mfa' })
    },
  }
}

export function isPhoneCode(
  call: AuthCall,
  { challengeId, code, hash }: { challengeId: string; code: string; hash: string | null | undefined },
): boolean {
  const [given, kept] = [Buffer.from(hashOf(call, challengeId, code)), Buffer.from(hash ?? '')]
  return given.length === kept.length && timingSafeEqual(given, kept)
}

/** The same digits of two challenges have two hashes. */
function hashOf({ texts }: AuthCall, challengeId: string, code: string): string {
  return texts.hash('code', `${challengeId} mfa ${code}`)
}
