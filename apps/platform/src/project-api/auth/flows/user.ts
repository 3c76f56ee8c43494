/** What a user reads and changes of itself. */
import { auditStatement } from '../audit-entry.js'
import {
  emailIn,
  objectIn,
  phoneIn,
  textIn,
  type AuthAnswer,
  type AuthCall,
  type Statements,
} from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { countStatement, requireWithin } from '../call-limits.js'
import { beginCodeFlow, challengeIn } from '../code-flow.js'
import { beginEmailChange, changedEmailStatements } from '../email-change.js'
import { readBeforeMail } from '../mailed-link.js'
import { mergedMetadata, metadataStatement } from '../metadata.js'
import { notifyOfEmail, notifyOfPhone, notifyUser } from '../notifications.js'
import { requireGoodPassword } from '../new-password.js'
import { codeHash, oneTimeToken, spendStatements } from '../one-time-token.js'
import { changePhone } from '../phone-change.js'
import { readBeforeMessage, sendCode } from '../text-message.js'
import { requireUser, type SignedIn } from '../signed-in-user.js'
import { BY_EMAIL, userAnswer, userIn, userStatement, type AuthUser } from '../user-rows.js'

const DAY_S = 86_400

export async function readUser(call: AuthCall): Promise<AuthAnswer> {
  return { body: userAnswer((await requireUser(call)).user) }
}

export async function changeUser(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const who = await requireUser(call)
  const { user } = who
  if (body['app_metadata'] !== undefined)
    throw new AuthError('validation_failed', {
      message: 'app_metadata can be changed with a secret key only',
    })
  const email = emailIn(body)
  const password = textIn(body, 'password')
  const data = objectIn(body, 'data')
  if (data) mergedMetadata(user.userMetadata, data)
  const passwordStatements = password === undefined ? [] : await changePassword(call, who, body)
  const address = email && email !== user.email ? await changeEmail(call, who, email, body) : undefined
  const phone = phoneIn(body)
  const number = phone && phone !== user.phone ? await changePhone(call, who, phone, body) : undefined
  const results = await call.database.transact([
    ...passwordStatements,
    ...(data ? [metadataStatement('raw_user_meta_data', user.id, data)] : []),
    ...(address?.statements ?? []),
    ...(number?.statements ?? []),
    ...(data ? [auditStatement({ action: 'user_modified', actor: user, ip: call.ip })] : []),
    userStatement('u.id = $1', [user.id]),
  ])
  address?.send()
  const changed = userIn(results.at(-1))
  if (!changed) throw new AuthError('user_not_found')
  await number?.send(changed)
  if (password !== undefined) await notifyUser(call, 'password_changed', changed)
  await notifyOfEmail(call, user, changed)
  await notifyOfPhone(call, user, changed.phone)
  return { body: userAnswer(changed) }
}

async function changeEmail(call: AuthCall, { user }: SignedIn, email: string, body: Record<string, unknown>) {
  const reads = [userStatement(BY_EMAIL, [email])]
  if (call.settings.mailer_autoconfirm) {
    const isTaken = userIn((await call.database.transact(reads)).at(-1)) !== undefined
    if (isTaken) throw new AuthError('email_exists')
    const audit = auditStatement({ action: 'user_modified', actor: user, ip: call.ip })
    return { statements: [...changedEmailStatements(user, email), audit], send: () => {} }
  }
  const [rows] = await readBeforeMail(call, user.email ?? user.id, reads)
  const flow = beginCodeFlow(user.id, 'email_change', challengeIn(body))
  return beginEmailChange(call, user, { email, isTaken: userIn(rows) !== undefined, flow })
}

/** Other sessions end: whoever knew the old password is signed out. */
async function changePassword(
  call: AuthCall,
  { user, sessionId, ageS, aal }: SignedIn,
  body: Record<string, unknown>,
): Promise<Statements> {
  const { settings, hashes } = call
  const password = textIn(body, 'password') ?? ''
  if (aal === 'aal1' && user.factors.some(({ status }) => status === 'verified'))
    throw new AuthError('insufficient_aal', {
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    })
  await requireGoodPassword(call, password)
  const spends =
    settings.security_update_password_require_reauthentication && ageS > DAY_S
      ? await spendNonce(call, user.id, body)
      : []
  if (settings.security_update_password_require_current_password && user.passwordHash !== null) {
    const current = textIn(body, 'current_password')
    if (!current) throw new AuthError('current_password_required')
    if (!(await hashes.is(current, user.passwordHash))) throw new AuthError('current_password_invalid')
  }
  if (user.passwordHash !== null && (await hashes.is(password, user.passwordHash)))
    throw new AuthError('same_password')
  return [
    ...spends,
    {
      query: `update auth.users set encrypted_password = $2, updated_at = now(), recovery_token = ''
        where id = $1 and encrypted_password is not distinct from $3`,
      parameters: [user.id, await hashes.make(password), user.passwordHash],
      expectRows: 1,
    },
    { query: 'delete from auth.sessions where user_id = $1 and id <> $2', parameters: [user.id, sessionId] },
    {
      query: `delete from auth.one_time_tokens where user_id = $1 and token_type = 'recovery_token'`,
      parameters: [user.id],
    },
    auditStatement({ action: 'user_updated_password', actor: user, ip: call.ip }),
  ]
}

const MOST_TRIES = 10

async function spendNonce(
  call: AuthCall,
  userId: string,
  body: Record<string, unknown>,
): Promise<Statements> {
  const nonce = textIn(body, 'nonce')
  if (!nonce) throw new AuthError('reauthentication_needed')
  const { database, texts, settings } = call
  const [[token] = []] = await database.transact([
    {
      query: `select id::text as id, token_hash as hash from auth.one_time_tokens where user_id = $1
          and token_type = 'reauthentication_token' and extract(epoch from now() - (created_at at time zone 'utc')) <= $2::int`,
      parameters: [userId, String(settings.mailer_otp_exp)],
    },
  ])
  if (!token) throw new AuthError('reauthentication_not_valid')
  const limit = { subject: `tries ${token['id']}`, most: MOST_TRIES, periodS: settings.mailer_otp_exp }
  requireWithin((await database.transact([countStatement(texts, limit)])).at(-1), limit)
  if (codeHash(texts, { userId, kind: 'reauthentication', code: nonce }) !== token['hash'])
    throw new AuthError('reauthentication_not_valid')
  return spendStatements('reauthentication', userId)
}

/** `GET /reauthenticate`: sends a code with which a password is changed. */
export async function reauthenticate(call: AuthCall): Promise<AuthAnswer> {
  const { user } = await requireUser(call)
  const { email, phone } = user
  if (!email && !phone)
    throw new AuthError('validation_failed', {
      message: 'Reauthentication requires the user to have an email or a phone number',
    })
  if (email) await readBeforeMail(call, email, [])
  else await readBeforeMessage(call, phone ?? '', [])
  const token = oneTimeToken(call, 'reauthentication', { userId: user.id, relatesTo: email ?? phone ?? '' })
  await call.database.transact([
    ...token.statements,
    auditStatement({ action: 'user_reauthenticate_requested', actor: user, ip: call.ip }),
  ])
  if (!email) {
    await sendCode(call, { user, phone: phone ?? '', code: token.code, purpose: 'reauthentication' })
    return { body: {} }
  }
  call.mail({
    kind: 'reauthentication',
    to: email,
    variables: {
      ConfirmationURL: '',
      Token: token.code,
      TokenHash: '',
      SiteURL: call.settings.site_url,
      RedirectTo: '',
      Data: user.userMetadata,
      Email: email,
      NewEmail: '',
    },
  })
  return { body: {} }
}

const SCOPES = ['global', 'local', 'others'] as const

/** `POST /logout`. */
export async function signOut(call: AuthCall): Promise<AuthAnswer> {
  const scope = call.query.get('scope') ?? 'global'
  if (!SCOPES.some((known) => known === scope))
    throw new AuthError('validation_failed', { message: `Unsupported logout scope "${scope.slice(0, 20)}"` })
  const { user, sessionId } = await requireUser(call)
  const which = { global: '', local: ' and id = $2', others: ' and id <> $2' }[
    scope as (typeof SCOPES)[number]
  ]
  await call.database.transact([
    {
      query: `delete from auth.sessions where user_id = $1${which}`,
      parameters: which === '' ? [user.id] : [user.id, sessionId],
    },
    auditStatement({ action: 'logout', actor: user, ip: call.ip }),
  ])
  return { status: 204 }
}

/** `DELETE /user/identities/{id}`. */
export async function unlinkIdentity(call: AuthCall): Promise<AuthAnswer> {
  if (!call.settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled')
  const { user } = await requireUser(call)
  const identity = user.identities.find(({ id }) => id === call.params['id'])
  await call.database.transact([
    ...unlinkStatements(user, call.params['id']),
    auditStatement({
      action: 'identity_unlinked',
      actor: user,
      ip: call.ip,
      traits: { provider: identity?.['provider'] },
    }),
  ])
  await notifyUser(call, 'identity_unlinked', user, { Provider: String(identity?.['provider']) })
  return { body: {} }
}

/** While another one is left. @throws AuthError single_identity_not_deletable, identity_not_found */
export function unlinkStatements(user: AuthUser, id: string | undefined): Statements {
  const identity = user.identities.find((one) => one['id'] === id)
  if (user.identities.length <= 1) throw new AuthError('single_identity_not_deletable')
  if (!identity) throw new AuthError('identity_not_found')
  return [
    // Of two removals at once one finds that it would be the last.
    { query: 'select 1 from auth.users where id = $1 for update', parameters: [user.id] },
    {
      query: `delete from auth.identities where id = $1 and user_id = $2
        and (select count(*) from auth.identities where user_id = $2) > 1`,
      parameters: [String(identity['id']), user.id],
      expectRows: 1,
    },
    {
      query: `update auth.users set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
          select jsonb_build_object('provider', min(provider), 'providers', jsonb_agg(distinct provider))
          from auth.identities where user_id = $1) where id = $1`,
      parameters: [user.id],
    },
  ]
}
