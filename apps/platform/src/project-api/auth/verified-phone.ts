/** Checks codes that were sent to a number: of a sign-in, and of a change of the number. */
import { auditStatement } from './audit-entry.js'
import type { AuthAnswer, AuthCall } from './auth-call.js'
import { AuthError } from './auth-error.js'
import { findCode } from './found-token.js'
import { beginSession, requireAdmitted, sessionAnswer, sessionStatements } from './issued-session.js'
import { callerLimit, countedRead } from './mailed-link.js'
import { notifyOfPhone } from './notifications.js'
import { spendStatements } from './one-time-token.js'
import { changedPhoneStatements, confirmPhoneStatements } from './phone-number.js'
import { testCodeOf } from './test-codes.js'
import { BY_PHONE, userIn, userStatement, type AuthUser } from './user-rows.js'

/** A number that waits to become the user's. */
export const BY_NEW_PHONE = 'u.phone_change = $1 and u.deleted_at is null'

/** @throws AuthError otp_expired, phone_exists, phone_provider_disabled, user_banned */
export async function verifyPhone(
  call: AuthCall,
  type: 'sms' | 'phone_change',
  { phone, code }: { phone: string | undefined; code: string },
): Promise<AuthAnswer> {
  const { settings, database, ip } = call
  if (!phone) throw new AuthError('validation_failed', { message: 'Verify requires a phone number' })
  if (!settings.external_phone_enabled) throw new AuthError('phone_provider_disabled')
  const isTest = testCodeOf(settings, phone) !== undefined
  const user = isTest
    ? await userOfTestCode(call, type, { phone, code })
    : (await findCode(call, type, { to: phone, code })).user
  requireAdmitted(user)
  const isChange = type === 'phone_change'
  if (isChange && user.row['phone_change'] !== phone) throw new AuthError('otp_expired')
  const session = beginSession(call, { userId: user.id, method: 'otp', provider: 'phone' })
  const results = await database
    .transact([
      ...(isTest ? [] : spendStatements(type, user.id)),
      ...(isChange ? changedPhoneStatements(user.id, phone) : confirmPhoneStatements(user.id, phone)),
      auditStatement({
        action: isChange ? 'user_modified' : user.isPhoneConfirmed ? 'login' : 'user_signedup',
        actor: user,
        ip,
        traits: { provider: 'phone' },
      }),
      ...session.statements,
      ...sessionStatements(user.id, session.id),
    ])
    .catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'conflict' ? new AuthError('otp_expired') : error
    })
  if (isChange) await notifyOfPhone(call, user, phone)
  return { body: await sessionAnswer(call, results, session) }
}

async function userOfTestCode(
  call: AuthCall,
  type: 'sms' | 'phone_change',
  { phone, code }: { phone: string; code: string },
): Promise<AuthUser> {
  const { settings } = call
  const [rows] = await countedRead(
    call,
    [callerLimit(call, 'verify', settings.rate_limit_verify)],
    [userStatement(type === 'sms' ? BY_PHONE : BY_NEW_PHONE, [phone])],
  )
  const user = userIn(rows)
  if (!user || testCodeOf(settings, phone) !== code) throw new AuthError('otp_expired')
  return user
}
