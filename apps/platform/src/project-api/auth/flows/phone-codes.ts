/** Codes by text message: to sign in, and once more. */
import { auditStatement } from '../audit-entry.js'
import { flagIn, objectIn, phoneIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { askAboutNewUser } from '../hooks/new-user-hook.js'
import { mergedMetadata } from '../metadata.js'
import { newUserId, newUserStatements } from '../new-user.js'
import { oneTimeToken } from '../one-time-token.js'
import { phoneBegunAgain } from '../phone-number.js'
import { channelIn, readBeforeMessage, sendCode, sendsMessages, type SentCode } from '../text-message.js'
import { testCodeOf } from '../test-codes.js'
import { BY_PHONE, userIn, userStatement, type AuthUser } from '../user-rows.js'
import { BY_NEW_PHONE } from '../verified-phone.js'

type Body = Record<string, unknown>

/** The number of the body, to which a code can get. @throws AuthError */
export function reachablePhone(call: AuthCall, body: Body): string {
  const { settings } = call
  const phone = phoneIn(body)
  if (!phone) throw new AuthError('validation_failed', { message: 'One of email or phone must be set' })
  if (!settings.external_phone_enabled) throw new AuthError('phone_provider_disabled')
  if (!sendsMessages(call) && testCodeOf(settings, phone) === undefined)
    throw new AuthError('sms_send_failed')
  return phone
}

/** `POST /otp` with a number. */
export async function sendPhoneCode(call: AuthCall, body: Body): Promise<AuthAnswer> {
  const phone = reachablePhone(call, body)
  const data = mergedMetadata({}, objectIn(body, 'data') ?? {})
  const [rows] = await readBeforeMessage(call, phone, [userStatement(BY_PHONE, [phone])])
  const known = userIn(rows)
  if (!known && (!(flagIn(body, 'create_user') ?? true) || call.settings.disable_signup))
    throw new AuthError('otp_disabled')
  const made = { id: known?.id ?? newUserId(), phone, userMetadata: data }
  if (!known) await askAboutNewUser(call, made)
  const before = known
    ? known.isPhoneConfirmed
      ? []
      : phoneBegunAgain(known.id, undefined)
    : newUserStatements(made)
  return sendNewCode(call, { userId: made.id, phone, before, channel: channelIn(body), kind: 'sms' })
}

/** `POST /resend` with a number. */
export async function resendPhoneCode(
  call: AuthCall,
  kind: 'sms' | 'phone_change',
  body: Body,
): Promise<AuthAnswer> {
  const phone = reachablePhone(call, body)
  const where = kind === 'sms' ? BY_PHONE : BY_NEW_PHONE
  const [rows] = await readBeforeMessage(call, phone, [
    userStatement(where, [phone]),
    userStatement(BY_PHONE, [phone]),
  ])
  const user = userIn(rows)
  // Nothing tells whether somebody has the number.
  if (!user || (kind === 'sms' && user.isPhoneConfirmed)) return { body: {} }
  return sendNewCode(call, { userId: user.id, phone, before: [], channel: channelIn(body), kind })
}

interface NewCode {
  userId: string
  phone: string
  before: ReturnType<typeof newUserStatements>
  channel: SentCode['channel']
  kind: 'sms' | 'phone_change'
}

/** Stores a code with what belongs to it, and sends it. */
export async function sendNewCode(
  call: AuthCall,
  { userId, phone, before, channel = 'sms', kind }: NewCode,
): Promise<AuthAnswer & { user: AuthUser }> {
  const token = oneTimeToken(call, kind, { userId, relatesTo: phone })
  const results = await call.database.transact([
    ...before,
    ...token.statements,
    auditStatement({
      action: kind === 'sms' ? 'user_confirmation_requested' : 'user_modified',
      actor: { id: userId, email: undefined, phone },
      ip: call.ip,
      traits: { provider: 'phone' },
    }),
    userStatement('u.id = $1', [userId]),
  ])
  const user = userIn(results.at(-1))
  if (!user) throw new AuthError('unexpected_failure')
  const purpose = kind === 'sms' ? 'signup' : 'phone_change'
  const id = await sendCode(call, { user, phone, code: token.code, channel, purpose })
  return { user, body: id === undefined ? {} : { message_id: id } }
}
