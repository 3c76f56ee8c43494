/** Checks links and codes that were mailed, and what they bring: a session, a code of PKCE, or a new address. */
import type { AuthAnswer, AuthCall } from '../auth-call.js'
import { emailIn, phoneIn, textIn } from '../auth-call.js'
import { auditStatement } from '../audit-entry.js'
import { AuthError } from '../auth-error.js'
import { issueCodeStatement } from '../code-flow.js'
import { CODE_LINK } from '../family-names.js'
import {
  beginSession,
  requireAdmitted,
  sessionAnswer,
  sessionStatements,
  type AuthMethod,
} from '../issued-session.js'
import { targetOf } from '../mailed-link.js'
import { verifyPhone } from '../verified-phone.js'
import { notifyOfEmail } from '../notifications.js'
import { confirmEmailStatements } from '../new-user.js'
import { spendStatements } from '../one-time-token.js'
import { acceptEmailChange } from '../email-change.js'
import { findCode, findLink, VERIFY_TYPES, type FoundToken, type VerifyType } from '../found-token.js'

/** `POST /verify`. */
export async function verify(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const type = typeIn(textIn(body, 'type'))
  const [link, code] = [textIn(body, 'token_hash'), textIn(body, 'token')]
  const [email, phone] = [emailIn(body), phoneIn(body)]
  if (!link && !code)
    throw new AuthError('validation_failed', { message: 'Verify requires a token or a token hash' })
  if (link && (email || phone))
    throw new AuthError('validation_failed', { message: 'Only the token_hash and type should be provided' })
  if (type === 'sms' || type === 'phone_change') return verifyPhone(call, type, { phone, code: code ?? '' })
  if (!link && !email)
    throw new AuthError('validation_failed', {
      message: 'Only an email address or phone number should be provided on verify',
    })
  const found = link
    ? await findLink(call, type, link)
    : await findCode(call, type, { to: email ?? '', code: code ?? '' })
  const outcome = await accept(call, found, type)
  if ('session' in outcome) return { body: outcome.session }
  return { body: { msg: 'message' in outcome ? outcome.message : '', code: 200 } }
}

/** `GET /verify`: somebody followed a link. What is wrong is told to the page that it leads to. */
export async function followLink(call: AuthCall): Promise<AuthAnswer> {
  const target = targetOf(call)
  const link = call.query.get('token') ?? call.query.get('token_hash') ?? ''
  const endsInCode = link.startsWith(CODE_LINK)
  try {
    const type = typeIn(call.query.get('type') ?? undefined)
    const found = await findLink(call, type, link)
    const outcome = await accept(call, found, type, endsInCode)
    if ('message' in outcome) return redirect(target, { message: outcome.message }, endsInCode)
    if ('code' in outcome) return redirect(target, { code: outcome.code }, true)
    const { access_token, expires_at, expires_in, refresh_token, token_type } = outcome.session
    return redirect(target, { access_token, expires_at, expires_in, refresh_token, token_type, type }, false)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const description = error.code === 'otp_expired' ? 'Email link is invalid or has expired' : error.message
    const told = { error: 'access_denied', error_code: error.code, error_description: description }
    return redirect(target, told, endsInCode)
  }
}

/** Adds the values to the address: to its query for PKCE, else to its fragment, because browsers send no fragment to a server. */
function redirect(target: string, values: Record<string, unknown>, inQuery: boolean): AuthAnswer {
  const told = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) told.set(name, String(value))
  const url = new URL(target)
  if (inQuery) for (const [name, value] of told) url.searchParams.set(name, value)
  if (!inQuery || values['error'] !== undefined) url.hash = told.toString()
  return {
    status: 303,
    headers: { location: url.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  }
}

function typeIn(text: string | undefined): VerifyType {
  const type = VERIFY_TYPES.find((known) => known === text)
  if (!type) throw new AuthError('validation_failed', { message: 'Verify requires a verification type' })
  return type
}

type Outcome = { session: Record<string, unknown> } | { code: string } | { message: string }

const METHODS: Readonly<Partial<Record<VerifyType, AuthMethod>>> = {
  signup: 'otp',
  invite: 'otp',
  recovery: 'recovery',
}

/** @param endsInCode of PKCE */
async function accept(
  call: AuthCall,
  found: FoundToken,
  type: VerifyType,
  endsInCode = false,
): Promise<Outcome> {
  const { user, kind } = found
  requireAdmitted(user)
  const change =
    kind === 'email_change_new' || kind === 'email_change_current'
      ? acceptEmailChange(call, user, kind)
      : undefined
  if (change?.type === 'first') {
    await call.database.transact(change.statements).catch(usedBefore)
    return { message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email' }
  }
  const proved = change
    ? change.statements
    : [...spendStatements(kind, user.id), ...confirmEmailStatements(user.id)]
  const wasThere = user.isEmailConfirmed
  const notifyOfChange = async () =>
    change ? notifyOfEmail(call, user, { ...user, email: user.newEmail }) : undefined
  const audit = auditStatement({
    action: wasThere || change ? (change ? 'user_modified' : 'login') : 'user_signedup',
    actor: user,
    ip: call.ip,
    traits: { provider: 'email' },
  })
  if (endsInCode) {
    const code = call.texts.newAuthCode()
    const methods = change
      ? ['email_change']
      : kind === 'recovery'
        ? ['recovery', 'magiclink']
        : ['email/signup']
    await call.database
      .transact([...proved, audit, issueCodeStatement(call, user.id, methods, code)])
      .catch(usedBefore)
    await notifyOfChange()
    return { code }
  }
  const session = beginSession(call, {
    userId: user.id,
    method: METHODS[type] ?? (change ? 'email_change' : 'otp'),
  })
  const results = await call.database
    .transact([...proved, audit, ...session.statements, ...sessionStatements(user.id, session.id)])
    .catch(usedBefore)
  await notifyOfChange()
  return { session: await sessionAnswer(call, results, session) }
}

/** Somebody else used it a moment ago. */
function usedBefore(error: unknown): never {
  throw error instanceof AuthError && error.code === 'conflict' ? new AuthError('otp_expired') : error
}
