/** Users as a project's own server manages them, with a secret key. */
import { auditStatement } from '../audit-entry.js'
import {
  emailIn,
  flagIn,
  objectIn,
  phoneIn,
  textIn,
  type AuthAnswer,
  type AuthCall,
  type Statements,
} from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { banDuration } from '../ban-duration.js'
import { askAboutNewUser } from '../hooks/new-user-hook.js'
import { mergedMetadata, metadataStatement } from '../metadata.js'
import { notifyOfEmail, notifyUser } from '../notifications.js'
import { requireGoodPassword } from '../new-password.js'
import { confirmEmailStatements, identityStatement, newUserId, newUserStatements } from '../new-user.js'
import { hashKind } from '../password-hashes.js'
import { requireAdmin } from '../signed-in-user.js'
import { BY_ID, userAnswer, userIn, userStatement, type AuthUser } from '../user-rows.js'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export async function createUser(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const body = await call.body()
  const [email, phone] = [emailIn(body), phoneIn(body)]
  if (!email && !phone)
    throw new AuthError('validation_failed', {
      message: 'Cannot create a user without either an email or phone',
    })
  const id = textIn(body, 'id') ?? newUserId()
  if (!UUID.test(id)) throw new AuthError('validation_failed', { message: 'ID must be a UUID' })
  const ban = banDuration(textIn(body, 'ban_duration'))
  const user = {
    id: id.toLowerCase(),
    email,
    phone,
    role: roleIn(body),
    passwordHash: await hashIn(call, body),
    isEmailConfirmed: flagIn(body, 'email_confirm') ?? false,
    isPhoneConfirmed: flagIn(body, 'phone_confirm') ?? false,
    userMetadata: mergedMetadata({}, objectIn(body, 'user_metadata') ?? {}),
    appMetadata: mergedMetadata({}, objectIn(body, 'app_metadata') ?? {}),
    bannedForS: ban === 'none' ? undefined : ban,
  }
  await askAboutNewUser(call, user)
  const results = await call.database.transact([
    ...newUserStatements(user),
    auditStatement({ action: 'user_signedup', actor: 'admin', ip: call.ip, traits: aboutUser(user) }),
    userStatement('u.id = $1', [user.id]),
  ])
  return answer(userIn(results.at(-1)))
}

export async function readUserAsAdmin(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  return answer(await foundUser(call))
}

export async function updateUser(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const body = await call.body()
  const user = await foundUser(call)
  const [email, phone] = [emailIn(body), phoneIn(body)]
  const [userMetadata, appMetadata] = [objectIn(body, 'user_metadata'), objectIn(body, 'app_metadata')]
  if (userMetadata) mergedMetadata(user.userMetadata, userMetadata)
  if (appMetadata) mergedMetadata(user.appMetadata, appMetadata)
  const passwordHash = await hashIn(call, body)
  const ban = banDuration(textIn(body, 'ban_duration'))
  const [emailConfirm, phoneConfirm] = [flagIn(body, 'email_confirm'), flagIn(body, 'phone_confirm')]
  const role = roleIn(body)
  const set = (assignments: string, ...values: string[]): Statements => [
    {
      query: `update auth.users set ${assignments}, updated_at = now() where id = $1 and deleted_at is null`,
      parameters: [user.id, ...values],
      expectRows: 1,
    },
  ]
  const results = await call.database.transact([
    ...(role === undefined ? [] : set('role = $2', role)),
    ...(email
      ? [
          ...set('email = $2', email),
          identityStatement(user.id, 'email', { email, email_verified: emailConfirm ?? false }),
        ]
      : []),
    ...(phone
      ? [
          ...set('phone = $2', phone),
          identityStatement(user.id, 'phone', { phone, phone_verified: phoneConfirm ?? false }),
        ]
      : []),
    ...(emailConfirm ? confirmEmailStatements(user.id) : []),
    ...(phoneConfirm ? set('phone_confirmed_at = coalesce(phone_confirmed_at, now())') : []),
    ...(passwordHash === undefined
      ? []
      : [
          ...set('encrypted_password = $2', passwordHash),
          { query: 'delete from auth.sessions where user_id = $1', parameters: [user.id] },
        ]),
    ...(userMetadata ? [metadataStatement('raw_user_meta_data', user.id, userMetadata)] : []),
    ...(appMetadata ? [metadataStatement('raw_app_meta_data', user.id, appMetadata)] : []),
    ...(ban === undefined ? [] : banStatements(user.id, ban)),
    auditStatement({ action: 'user_modified', actor: 'admin', ip: call.ip, traits: aboutUser(user) }),
    userStatement('u.id = $1', [user.id]),
  ])
  const changed = userIn(results.at(-1))
  if (changed && passwordHash !== undefined) await notifyUser(call, 'password_changed', changed)
  if (changed) await notifyOfEmail(call, user, changed)
  if (changed && phone && phone !== user.phone)
    await notifyUser(call, 'phone_changed', changed, { Phone: phone, OldPhone: user.phone ?? '' })
  return answer(changed)
}

/** A ban ends what was issued before. */
function banStatements(userId: string, ban: number | 'none'): Statements {
  const until = ban === 'none' ? null : String(ban)
  const bans = {
    query:
      'update auth.users set banned_until = now() + make_interval(secs => $2::double precision), updated_at = now() where id = $1',
    parameters: [userId, until],
  }
  return ban === 'none'
    ? [bans]
    : [bans, { query: 'delete from auth.sessions where user_id = $1', parameters: [userId] }]
}

/** Soft: the row stays for what refers to it, without anything by which somebody could be recognised or sign in. */
export async function deleteUser(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const isSoft = flagIn(await call.body(), 'should_soft_delete') ?? false
  const user = await foundUser(call)
  const hidden = call.texts.hash('caller', `deleted ${user.id}`).slice(0, 32)
  const soft: Statements = [
    {
      query: `update auth.users set deleted_at = now(), updated_at = now(), encrypted_password = null, phone = null,
          email = case when email is null then null else $2 end, email_change = '', phone_change = '', confirmation_token = '',
          recovery_token = '', email_change_token_new = '', email_change_token_current = '', reauthentication_token = '',
          raw_user_meta_data = '{}', raw_app_meta_data = '{}' where id = $1 and deleted_at is null`,
      parameters: [user.id, hidden],
      expectRows: 1,
    },
    ...['identities', 'sessions', 'one_time_tokens', 'mfa_factors'].map((table) => ({
      query: `delete from auth.${table} where user_id = $1`,
      parameters: [user.id],
    })),
  ]
  const whole: Statements = [
    { query: 'delete from auth.users where id = $1', parameters: [user.id], expectRows: 1 },
  ]
  await call.database.transact([
    ...(isSoft ? soft : whole),
    auditStatement({ action: 'user_deleted', actor: 'admin', ip: call.ip, traits: aboutUser(user) }),
  ])
  return { body: {} }
}

/** @throws AuthError user_not_found, validation_failed */
export async function foundUser({
  params,
  database,
}: Pick<AuthCall, 'params' | 'database'>): Promise<AuthUser> {
  const id = params['id'] ?? ''
  if (!UUID.test(id))
    throw new AuthError('validation_failed', { status: 404, message: 'user_id must be an UUID' })
  const user = userIn((await database.transact([userStatement(BY_ID, [id])])).at(-1))
  if (!user) throw new AuthError('user_not_found')
  return user
}

/** @throws AuthError weak_password, validation_failed */
async function hashIn(call: AuthCall, body: Record<string, unknown>): Promise<string | undefined> {
  const [password, hash] = [textIn(body, 'password'), textIn(body, 'password_hash')]
  if (password && hash)
    throw new AuthError('validation_failed', {
      message: 'Only a password or a password hash should be provided',
    })
  if (hash) {
    if (hashKind(hash)) return hash
    throw new AuthError('validation_failed', { message: 'password_hash must be one of bcrypt or argon2' })
  }
  if (!password) return undefined
  await requireGoodPassword(call, password)
  return call.hashes.make(password)
}

/** A token never gives more than the roles of the API. @throws AuthError validation_failed */
function roleIn(body: Record<string, unknown>): string | undefined {
  const role = textIn(body, 'role')
  if (role === undefined || role === '') return undefined
  if (!/^[a-z_][\w$]{0,62}$/i.test(role))
    throw new AuthError('validation_failed', { message: 'role must be the name of a role' })
  return role
}

export function aboutUser({
  id,
  email,
  phone,
}: {
  id: string
  email?: string | undefined
  phone?: string | undefined
}) {
  return { user_id: id, user_email: email ?? '', user_phone: phone ?? '' }
}

function answer(user: AuthUser | undefined): AuthAnswer {
  if (!user) throw new AuthError('user_not_found')
  return { body: userAnswer(user) }
}
