/** Sign-in by password. What is wrong is told alike for an unknown user and a wrong password, after the same time. */
import { auditStatement } from '../audit-entry.js'
import { askAboutPassword } from '../hooks/attempts.js'
import { emailIn, phoneIn, textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { beginSession, requireAdmitted, sessionAnswer, sessionStatements } from '../issued-session.js'
import { callerLimit, countedRead } from '../mailed-link.js'
import { BY_EMAIL, BY_PHONE, userIn, userStatement, type AuthUser } from '../user-rows.js'

const FIVE_MINUTES_S = 300

export async function passwordGrant(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const { settings } = call
  const password = textIn(body, 'password') ?? ''
  const email = emailIn(body)
  const phone = email ? undefined : phoneIn(body)
  if (!email && !phone) throw new AuthError('validation_failed', { message: 'missing email or phone' })
  if (email && !settings.external_email_enabled) throw new AuthError('email_provider_disabled')
  if (phone && !settings.external_phone_enabled) throw new AuthError('phone_provider_disabled')
  const most = settings.rate_limit_token_refresh
  const limits = [
    callerLimit(call, 'token', most),
    { subject: `password ${email ?? phone}`, most, periodS: FIVE_MINUTES_S },
  ]
  const [rows] = await countedRead(call, limits, [
    userStatement(email ? BY_EMAIL : BY_PHONE, [email ?? phone ?? '']),
  ])
  const user = userIn(rows)
  const isRight = await call.hashes.is(password, user?.passwordHash ?? null)
  if (user) await askAboutPassword(call, user.id, isRight)
  if (!user || !isRight) throw new AuthError('invalid_credentials')
  requireAdmitted(user)
  if (email && !user.isEmailConfirmed) throw new AuthError('email_not_confirmed')
  if (phone && !user.isPhoneConfirmed) throw new AuthError('phone_not_confirmed')
  return { body: await signedIn(call, user, email ? 'email' : 'phone') }
}

async function signedIn(call: AuthCall, user: AuthUser, provider: string): Promise<unknown> {
  const session = beginSession(call, { userId: user.id, method: 'password', provider })
  const results = await call.database
    .transact([
      unchangedStatement(user),
      ...session.statements,
      auditStatement({ action: 'login', actor: user, ip: call.ip, traits: { provider } }),
      ...sessionStatements(user.id, session.id),
    ])
    .catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'conflict'
        ? new AuthError('invalid_credentials')
        : error
    })
  return sessionAnswer(call, results, session)
}

/** Computing the hash took a while: the password, a ban and a deletion of meanwhile count. */
export function unchangedStatement({ id, passwordHash }: AuthUser) {
  return {
    query: `select 1 from auth.users where id = $1 and encrypted_password is not distinct from $2 and deleted_at is null
      and (banned_until is null or banned_until <= now()) for update`,
    parameters: [id, passwordHash],
    expectRows: 1,
  }
}
