/** Sign-up by address or number and password, and of anonymous users. SERVICES §2.1. */
import { auditStatement } from '../audit-entry.js'
import { emailIn, objectIn, phoneIn, textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { beginCodeFlow, challengeIn } from '../code-flow.js'
import { askAboutNewUser } from '../hooks/new-user-hook.js'
import { beginSession, sessionAnswer, sessionStatements, type AuthMethod } from '../issued-session.js'
import { callerLimit, countedRead, readBeforeMail, sendLink } from '../mailed-link.js'
import { mergedMetadata, metadataStatement } from '../metadata.js'
import { requireGoodPassword } from '../new-password.js'
import { begunAgainStatements, newUserId, newUserStatements, type NewUser } from '../new-user.js'
import { oneTimeToken } from '../one-time-token.js'
import { phoneBegunAgain } from '../phone-number.js'
import { channelIn, readBeforeMessage } from '../text-message.js'
import { reachablePhone, sendNewCode } from './phone-codes.js'
import { BY_EMAIL, BY_PHONE, userAnswer, userIn, userStatement, type AuthUser } from '../user-rows.js'

const HOUR_S = 3600

export async function signUp(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const { settings } = call
  if (settings.disable_signup) throw new AuthError('signup_disabled')
  const [email, phone] = [emailIn(body), phoneIn(body)]
  const data = mergedMetadata({}, objectIn(body, 'data') ?? {})
  if (!email && !phone) return signUpAnonymously(call, data)
  if (email && phone)
    throw new AuthError('validation_failed', {
      message: 'Only an email address or phone number should be provided on signup.',
    })
  const password = textIn(body, 'password')
  if (!password) throw new AuthError('validation_failed', { message: 'Signup requires a valid password' })
  await requireGoodPassword(call, password)
  return email
    ? signUpByEmail(call, { email, password, data, challenge: challengeIn(body) })
    : signUpByPhone(call, body, { phone: phone ?? '', password, data })
}

interface EmailSignUp {
  email: string
  password: string
  data: Record<string, unknown>
  challenge: ReturnType<typeof challengeIn>
}

interface PhoneSignUp {
  phone: string
  password: string
  data: Record<string, unknown>
}

async function signUpByEmail(call: AuthCall, asked: EmailSignUp): Promise<AuthAnswer> {
  const { settings, hashes } = call
  const { email, password, data } = asked
  if (!settings.external_email_enabled) throw new AuthError('email_provider_disabled')
  const reads = [userStatement(BY_EMAIL, [email])]
  const confirms = !settings.mailer_autoconfirm
  const [rows] = confirms
    ? await readBeforeMail(call, email, reads)
    : await countedRead(call, [callerLimit(call, 'otp', settings.rate_limit_otp)], reads)
  const known = userIn(rows)
  // Computed for a known address too, so that the time tells nothing.
  const passwordHash = await hashes.make(password)
  const user = { id: newUserId(), email, passwordHash, userMetadata: data }
  if (!confirms) {
    if (known) throw new AuthError('user_already_exists')
    await askAboutNewUser(call, user)
    return signIn(call, { ...user, isEmailConfirmed: true }, 'password').catch(alreadyThere)
  }
  // Asked about a known address too, so that a refusal tells nothing.
  await askAboutNewUser(call, user)
  if (known?.isEmailConfirmed) return pretend(call, known, asked)
  return {
    body: await confirmByMail(call, { known, user, asked }).catch((error: unknown) => {
      // Somebody signed up with this address at the same moment, and has the mail.
      if (error instanceof AuthError && error.code === 'email_exists') return obfuscated(asked)
      throw error
    }),
  }
}

function alreadyThere(error: unknown): never {
  throw error instanceof AuthError && error.code === 'email_exists'
    ? new AuthError('user_already_exists')
    : error
}

async function signIn(call: AuthCall, user: NewUser, method: AuthMethod): Promise<AuthAnswer> {
  const provider = user.email ? 'email' : 'phone'
  const session = beginSession(call, { userId: user.id, method, provider })
  const results = await call.database.transact([
    ...newUserStatements(user),
    auditStatement({ action: 'user_signedup', actor: whoIs(user), ip: call.ip, traits: { provider } }),
    ...session.statements,
    ...sessionStatements(user.id, session.id),
  ])
  return { body: await sessionAnswer(call, results, session) }
}

interface Confirmed {
  known: AuthUser | undefined
  user: NewUser & { email: string }
  asked: EmailSignUp
}

/** An address that was not confirmed yet begins again, with the newest password. */
async function confirmByMail(call: AuthCall, { known, user, asked }: Confirmed): Promise<unknown> {
  const userId = known?.id ?? user.id
  const token = oneTimeToken(call, 'confirmation', {
    userId,
    relatesTo: user.email,
    endsInCode: asked.challenge !== undefined,
  })
  const again = known && [
    ...begunAgainStatements({ userId: known.id, email: user.email }, user.passwordHash),
    metadataStatement('raw_user_meta_data', known.id, asked.data),
  ]
  const results = await call.database.transact([
    ...(again ?? newUserStatements(user)),
    ...token.statements,
    ...beginCodeFlow(userId, 'email/signup', asked.challenge),
    auditStatement({
      action: 'user_confirmation_requested',
      actor: { id: userId, email: user.email, phone: undefined },
      ip: call.ip,
      traits: { provider: 'email' },
    }),
    userStatement('u.id = $1', [userId]),
  ])
  const made = userIn(results.at(-1))
  if (!made) throw new AuthError('unexpected_failure')
  sendLink(call, {
    kind: 'confirmation',
    type: 'signup',
    to: user.email,
    token,
    email: user.email,
    data: made.userMetadata,
  })
  return userAnswer(made)
}

/** The address has a user: the answer looks like that of a new one, and the same work is done. */
async function pretend(call: AuthCall, known: AuthUser, asked: EmailSignUp): Promise<AuthAnswer> {
  await call.database.transact([
    auditStatement({
      action: 'user_repeated_signup',
      actor: known,
      ip: call.ip,
      traits: { provider: 'email' },
    }),
  ])
  return { body: obfuscated(asked) }
}

function obfuscated({
  email = '',
  phone = '',
  data,
}: {
  email?: string
  phone?: string
  data: Record<string, unknown>
}): unknown {
  const now = new Date().toISOString()
  const provider = email === '' ? 'phone' : 'email'
  return {
    id: newUserId(),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

async function signUpByPhone(
  call: AuthCall,
  body: Record<string, unknown>,
  asked: PhoneSignUp,
): Promise<AuthAnswer> {
  const { settings, hashes } = call
  const { phone, password, data } = asked
  if (!settings.external_phone_enabled) throw new AuthError('phone_provider_disabled')
  const reads = [userStatement(BY_PHONE, [phone])]
  const confirms = !settings.sms_autoconfirm
  if (confirms) reachablePhone(call, body)
  const [rows] = confirms
    ? await readBeforeMessage(call, phone, reads)
    : await countedRead(call, [callerLimit(call, 'otp', settings.rate_limit_otp)], reads)
  const known = userIn(rows)
  const passwordHash = await hashes.make(password)
  const user = { id: known?.id ?? newUserId(), phone, passwordHash, userMetadata: data }
  if (!confirms) {
    if (known) throw new AuthError('user_already_exists')
    await askAboutNewUser(call, user)
    return signIn(call, { ...user, isPhoneConfirmed: true }, 'password')
  }
  await askAboutNewUser(call, user)
  if (known?.isPhoneConfirmed) return { body: obfuscated({ phone, data }) }
  const before = known ? phoneBegunAgain(known.id, passwordHash) : newUserStatements(user)
  const sent = await sendNewCode(call, {
    userId: user.id,
    phone,
    before,
    channel: channelIn(body),
    kind: 'sms',
  })
  return { body: userAnswer(sent.user) }
}

async function signUpAnonymously(call: AuthCall, data: Record<string, unknown>): Promise<AuthAnswer> {
  const { settings } = call
  if (!settings.external_anonymous_users_enabled) throw new AuthError('anonymous_provider_disabled')
  await countedRead(call, [callerLimit(call, 'anonymous', settings.rate_limit_anonymous_users, HOUR_S)], [])
  const user = { id: newUserId(), isAnonymous: true, userMetadata: data }
  await askAboutNewUser(call, user)
  return signIn(call, user, 'anonymous')
}

function whoIs({ id, email, phone }: NewUser): Pick<AuthUser, 'id' | 'email' | 'phone'> {
  return { id, email, phone }
}
