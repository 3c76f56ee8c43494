/** What only a member of the project does with a user, beside what a secret key can do. */
import { ACTING_TOKEN_S } from '@basedeck/platform-client/contract'
import { auditStatement } from '../audit-entry.js'
import { textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { claimsAsUser } from '../issued-session.js'
import { unlinkStatements } from './user.js'
import { notifyUser } from '../notifications.js'
import { replacedMetadataStatement } from '../metadata.js'
import { aboutUser, foundUser } from './admin-users.js'

/** Ends all sessions, or the one that is named. */
export async function endSessions(call: AuthCall): Promise<AuthAnswer> {
  const user = await foundUser(call)
  const session = call.params['session']
  await call.database
    .transact([
      session === undefined
        ? { query: 'delete from auth.sessions where user_id = $1', parameters: [user.id] }
        : {
            query: 'delete from auth.sessions where user_id = $1 and id = $2',
            parameters: [user.id, session],
            expectRows: 1,
          },
      auditStatement({ action: 'logout', actor: 'admin', ip: call.ip, traits: aboutUser(user) }),
    ])
    .catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'conflict'
        ? new AuthError('session_not_found', { message: 'This session has ended' })
        : error
    })
  return {}
}

export async function removeIdentity(call: AuthCall): Promise<AuthAnswer> {
  const user = await foundUser(call)
  await call.database.transact([
    ...unlinkStatements(user, call.params['identity']),
    auditStatement({ action: 'identity_unlinked', actor: 'admin', ip: call.ip, traits: aboutUser(user) }),
  ])
  const removed = user.identities.find(({ id }) => id === call.params['identity'])
  await notifyUser(call, 'identity_unlinked', user, { Provider: String(removed?.['provider']) })
  return {}
}

/** The body has `of` and `json`, a text that keeps every digit. */
export async function replaceMetadata(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const user = await foundUser(call)
  const column = textIn(body, 'of') === 'app' ? 'raw_app_meta_data' : 'raw_user_meta_data'
  await call.database.transact([
    replacedMetadataStatement(column, user.id, textIn(body, 'json') ?? ''),
    auditStatement({ action: 'user_modified', actor: 'admin', ip: call.ip, traits: aboutUser(user) }),
  ])
  return {}
}

/** Recovery by the address that the user has. */
export async function addressOf(call: AuthCall): Promise<string> {
  const { email } = await foundUser(call)
  if (!email)
    throw new AuthError('validation_failed', { message: 'This user has no address that a mail could go to' })
  return email
}

/** A token with the user's own claims, marked with who made it. It belongs to no session. */
export async function actAsUser(call: AuthCall, member: ActingMember): Promise<AuthAnswer> {
  const user = await foundUser(call)
  if (user.isBanned) throw new AuthError('user_banned')
  const { claims, now } = await claimsAsUser(call, user)
  const exp = now + ACTING_TOKEN_S
  const token = await call.sign({ ...claims, iat: now, exp, acting_member: member })
  const audit = auditStatement({
    action: 'acted_as_user',
    actor: 'admin',
    ip: call.ip,
    traits: { ...aboutUser(user), member_id: member.id },
  })
  await call.database.transact([audit])
  return { body: { access_token: token, expires_at: new Date(exp * 1000).toISOString() } }
}

/** Who acts. */
export interface ActingMember {
  /** Of the member's profile. */
  id: string
  /** Of the session or the access token that it was made with: it ends with that. */
  maker: string
}
