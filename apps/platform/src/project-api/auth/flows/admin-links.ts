/** Invitations, links that a project's own server mails itself, and the audit log. */
import { auditStatement } from '../audit-entry.js'
import { emailIn, objectIn, textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { askAboutNewUser } from '../hooks/new-user-hook.js'
import { linkAddress, sendLink, targetOf, type LinkType } from '../mailed-link.js'
import { mergedMetadata } from '../metadata.js'
import { requireGoodPassword } from '../new-password.js'
import { newUserId, newUserStatements } from '../new-user.js'
import { oneTimeToken, type OneTimeKind } from '../one-time-token.js'
import { requireAdmin } from '../signed-in-user.js'
import { BY_EMAIL, isoTime, userAnswer, userIn, userStatement, type AuthUser } from '../user-rows.js'
import { aboutUser } from './admin-users.js'

/** `POST /invite`. */
export async function invite(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const body = await call.body()
  const email = requiredEmail(body)
  const data = mergedMetadata({}, objectIn(body, 'data') ?? {})
  const { user, token } = await withLink(call, {
    email,
    kind: 'confirmation',
    data,
    isInvited: true,
    makesUser: true,
  })
  sendLink(call, { kind: 'invite', type: 'invite', to: email, token, email, data: user.userMetadata })
  return { body: userAnswer(user) }
}

const LINKS: Readonly<Record<string, { kind: OneTimeKind; type: LinkType }>> = {
  signup: { kind: 'confirmation', type: 'signup' },
  invite: { kind: 'confirmation', type: 'invite' },
  magiclink: { kind: 'recovery', type: 'magiclink' },
  recovery: { kind: 'recovery', type: 'recovery' },
  email_change_current: { kind: 'email_change_current', type: 'email_change' },
  email_change_new: { kind: 'email_change_new', type: 'email_change' },
}

/** `POST /admin/generate_link`. No mail is sent. */
export async function generateLink(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const body = await call.body()
  const asked = textIn(body, 'type') ?? ''
  const link = LINKS[asked]
  if (!link)
    throw new AuthError('validation_failed', {
      message: `Invalid email action link type requested: ${asked.slice(0, 30)}`,
    })
  const email = requiredEmail(body)
  const password = textIn(body, 'password')
  if (asked === 'signup' && !password)
    throw new AuthError('validation_failed', { message: 'Signup requires a valid password' })
  if (password) await requireGoodPassword(call, password)
  const newEmail = emailIn(body, 'new_email')
  if (asked.startsWith('email_change') && !newEmail)
    throw new AuthError('validation_failed', { message: 'New email is required' })
  const { user, token } = await withLink(call, {
    email,
    kind: link.kind,
    data: mergedMetadata({}, objectIn(body, 'data') ?? {}),
    isInvited: asked === 'invite',
    makesUser: ['signup', 'invite', 'magiclink'].includes(asked),
    newEmail,
    password: asked === 'signup' ? password : undefined,
  })
  const target = targetOf(call, textIn(body, 'redirect_to'))
  return {
    body: {
      ...userAnswer(user),
      action_link: linkAddress(call, { link: token.link, type: link.type, target }),
      email_otp: token.code,
      hashed_token: token.link,
      redirect_to: target,
      verification_type: asked,
    },
  }
}

interface WantedLink {
  email: string
  kind: OneTimeKind
  data: Record<string, unknown>
  isInvited: boolean
  /** Of an address that nobody has. */
  makesUser: boolean
  newEmail?: string | undefined
  password?: string | undefined
}

async function withLink(call: AuthCall, wanted: WantedLink) {
  const { database } = call
  const { email, kind, data, isInvited, newEmail } = wanted
  const known = userIn((await database.transact([userStatement(BY_EMAIL, [email])])).at(-1))
  if (known?.isEmailConfirmed && kind === 'confirmation') throw new AuthError('email_exists')
  if (!known && !wanted.makesUser) throw new AuthError('user_not_found')
  const userId = known?.id ?? newUserId()
  const passwordHash = wanted.password === undefined ? undefined : await call.hashes.make(wanted.password)
  if (!known) await askAboutNewUser(call, { id: userId, email, userMetadata: data })
  const token = oneTimeToken(call, kind, {
    userId,
    relatesTo: kind === 'email_change_new' ? (newEmail ?? email) : email,
  })
  const results = await database.transact([
    ...(known ? [] : newUserStatements({ id: userId, email, userMetadata: data, isInvited, passwordHash })),
    ...(known && passwordHash
      ? [
          {
            query:
              'update auth.users set encrypted_password = $2 where id = $1 and email_confirmed_at is null',
            parameters: [userId, passwordHash],
          },
        ]
      : []),
    ...(known && isInvited
      ? [{ query: 'update auth.users set invited_at = now() where id = $1', parameters: [userId] }]
      : []),
    ...(newEmail
      ? [
          {
            query: `update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1`,
            parameters: [userId, newEmail],
          },
        ]
      : []),
    ...token.statements,
    auditStatement({
      action: isInvited
        ? 'user_invited'
        : kind === 'recovery'
          ? 'user_recovery_requested'
          : 'user_confirmation_requested',
      actor: 'admin',
      ip: call.ip,
      traits: aboutUser({ id: userId, email }),
    }),
    userStatement('u.id = $1', [userId]),
  ])
  return { user: made(userIn(results.at(-1))), token }
}

function made(user: AuthUser | undefined): AuthUser {
  if (!user) throw new AuthError('user_not_found')
  return user
}

function requiredEmail(body: Record<string, unknown>): string {
  const email = emailIn(body)
  if (!email) throw new AuthError('validation_failed', { message: 'An email address is required' })
  return email
}

const AUDIT_PAGE = 50
const MOST_AUDIT = 1000

/** `GET /admin/audit`. */
export async function listAudit(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const number = (name: string, otherwise: number) => {
    const value = Number(call.query.get(name) ?? otherwise)
    return Number.isSafeInteger(value) && value > 0 ? value : otherwise
  }
  const perPage = Math.min(number('per_page', AUDIT_PAGE), MOST_AUDIT)
  const [rows = [], [counted] = []] = await call.database.transact([
    {
      query: `select to_jsonb(a)::text as entry from auth.audit_log_entries a order by created_at desc, id limit $1::int offset $2::bigint`,
      parameters: [String(perPage), String((number('page', 1) - 1) * perPage)],
    },
    { query: 'select count(*)::text as total from auth.audit_log_entries', parameters: [] },
  ])
  const entries = rows.map(({ entry }) => {
    const {
      id,
      payload,
      created_at: at,
      ip_address: ip,
    } = JSON.parse(entry ?? '{}') as Record<string, unknown>
    return { id, payload, created_at: isoTime(at), ip_address: ip }
  })
  return { body: entries, headers: { 'x-total-count': counted?.['total'] ?? '0' } }
}
