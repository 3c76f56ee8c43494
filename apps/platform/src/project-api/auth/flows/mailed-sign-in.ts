/**
 * Links and codes by mail: to sign in, to recover a password, and a mail again. While addresses are confirmed, the answer is the
 * same for addresses that nobody has, and so is the work.
 */
import { auditStatement } from '../audit-entry.js'
import { emailIn, flagIn, objectIn, textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { beginCodeFlow, challengeIn } from '../code-flow.js'
import { askAboutNewUser } from '../hooks/new-user-hook.js'
import { readBeforeMail, sendLink, type LinkType } from '../mailed-link.js'
import { mergedMetadata } from '../metadata.js'
import { begunAgainStatements, newUserId, newUserStatements } from '../new-user.js'
import { oneTimeToken } from '../one-time-token.js'
import { resendPhoneCode, sendPhoneCode } from './phone-codes.js'
import { BY_EMAIL, userIn, userStatement, type AuthUser } from '../user-rows.js'

/** `POST /otp`, `POST /magiclink`. */
export async function sendSignIn(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const { settings } = call
  const email = emailIn(body)
  if (!email) return sendPhoneCode(call, body)
  if (!settings.external_email_enabled) throw new AuthError('email_provider_disabled')
  if (!settings.external_magic_link_enabled) throw new AuthError('otp_disabled')
  const challenge = challengeIn(body)
  const data = mergedMetadata({}, objectIn(body, 'data') ?? {})
  const known = userIn((await readBeforeMail(call, email, [userStatement(BY_EMAIL, [email])]))[0])
  const creates = !known && (flagIn(body, 'create_user') ?? true) && !settings.disable_signup
  if (!known && !creates) return refuseUnknown(call)
  const userId = known?.id ?? newUserId()
  if (!known) await askAboutNewUser(call, { id: userId, email, userMetadata: data })
  const isConfirmed = known?.isEmailConfirmed === true
  const kind = isConfirmed ? 'recovery' : 'confirmation'
  const token = oneTimeToken(call, kind, { userId, relatesTo: email, endsInCode: challenge !== undefined })
  await call.database
    .transact([
      ...(known ? [] : newUserStatements({ id: userId, email, userMetadata: data })),
      ...(known && !isConfirmed ? begunAgainStatements({ userId, email }, undefined) : []),
      ...token.statements,
      ...beginCodeFlow(userId, isConfirmed ? 'magiclink' : 'email/signup', challenge),
      auditStatement({
        action: isConfirmed ? 'user_recovery_requested' : 'user_confirmation_requested',
        actor: { id: userId, email, phone: undefined },
        ip: call.ip,
      }),
    ])
    .then(
      () =>
        sendLink(call, {
          kind: isConfirmed ? 'magic_link' : 'confirmation',
          type: isConfirmed ? 'magiclink' : 'signup',
          to: email,
          token,
          email,
          data: known?.userMetadata ?? data,
        }),
      sameMoment,
    )
  return { body: {} }
}

/** Somebody made a user with this address at the same moment, and has the mail. */
function sameMoment(error: unknown): void {
  if (!(error instanceof AuthError) || error.code !== 'email_exists') throw error
}

/** With autoconfirm on, sign-up tells anyway who is there. */
async function refuseUnknown(call: AuthCall): Promise<AuthAnswer> {
  if (call.settings.mailer_autoconfirm) throw new AuthError('otp_disabled')
  await doNothing(call)
  return { body: {} }
}

/** A transaction that writes as much as that of a known address. */
async function doNothing({ database, ip }: AuthCall): Promise<void> {
  const nobody = { id: '00000000-0000-0000-0000-000000000000', email: undefined, phone: undefined }
  await database.transact([auditStatement({ action: 'user_recovery_requested', actor: nobody, ip })])
}

/** `POST /recover`. */
export async function sendRecovery(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const email = emailIn(body)
  if (!email) throw new AuthError('validation_failed', { message: 'Password recovery requires an email' })
  const challenge = challengeIn(body)
  const user = userIn((await readBeforeMail(call, email, [userStatement(BY_EMAIL, [email])]))[0])
  if (!user) {
    await doNothing(call)
    return { body: {} }
  }
  const token = oneTimeToken(call, 'recovery', {
    userId: user.id,
    relatesTo: email,
    endsInCode: challenge !== undefined,
  })
  await call.database.transact([
    ...token.statements,
    ...beginCodeFlow(user.id, 'recovery', challenge),
    auditStatement({ action: 'user_recovery_requested', actor: user, ip: call.ip }),
  ])
  sendLink(call, { kind: 'recovery', type: 'recovery', to: email, token, email, data: user.userMetadata })
  return { body: {} }
}

/** `POST /resend`. */
export async function resend(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const type = textIn(body, 'type')
  if (type === 'sms' || type === 'phone_change') return resendPhoneCode(call, type, body)
  if (type !== 'signup' && type !== 'email_change')
    throw new AuthError('validation_failed', {
      message: 'type must be one of signup, email_change, sms, phone_change',
    })
  const email = emailIn(body)
  if (!email) throw new AuthError('validation_failed', { message: 'Type provided requires an email address' })
  const user = userIn((await readBeforeMail(call, email, [userStatement(BY_EMAIL, [email])]))[0])
  const wanted = user && mailAgain(user, type)
  if (!wanted) {
    await doNothing(call)
    return { body: {} }
  }
  const token = oneTimeToken(call, wanted.kind, { userId: user.id, relatesTo: wanted.to })
  await call.database.transact([
    ...token.statements,
    auditStatement({ action: 'user_confirmation_requested', actor: user, ip: call.ip }),
  ])
  sendLink(call, {
    kind: type === 'signup' ? 'confirmation' : 'email_change',
    type: type as LinkType,
    to: wanted.to,
    token,
    email,
    newEmail: user.newEmail ?? '',
    data: user.userMetadata,
  })
  return { body: {} }
}

function mailAgain(user: AuthUser, type: 'signup' | 'email_change') {
  if (type === 'signup')
    return user.isEmailConfirmed || !user.email
      ? undefined
      : { kind: 'confirmation' as const, to: user.email }
  return user.newEmail === undefined ? undefined : { kind: 'email_change_new' as const, to: user.newEmail }
}
