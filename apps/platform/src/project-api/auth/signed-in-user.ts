/** The user of a call, and the session that its token was given for. */
import type { AuthCall } from './auth-call.js'
import { AuthError } from './auth-error.js'
import { BY_ID, userIn, userStatement, type AuthUser } from './user-rows.js'

export interface SignedIn {
  user: AuthUser
  sessionId: string
  aal: string
  /** Seconds since its sign-in. */
  ageS: number
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @throws AuthError no_authorization, bad_jwt, session_not_found, user_not_found, user_banned */
export async function requireUser({
  claims,
  database,
}: Pick<AuthCall, 'claims' | 'database'>): Promise<SignedIn> {
  const { sub, session_id: sessionId } = claims
  if (claims['acting_member'] !== undefined)
    throw new AuthError('session_not_found', {
      message: 'With this token a member acts as a user, and can’t change the account',
    })
  // A key of the project is no user.
  if (sub === undefined) throw new AuthError('bad_jwt', { message: 'invalid claim: missing sub claim' })
  if (typeof sub !== 'string' || !UUID.test(sub))
    throw new AuthError('bad_jwt', { message: 'invalid claim: sub claim must be a UUID' })
  if (typeof sessionId !== 'string' || !UUID.test(sessionId)) throw new AuthError('session_not_found')
  const [users, sessions = []] = await database.transact([
    userStatement(BY_ID, [sub]),
    {
      query: `select aal::text as aal, extract(epoch from now() - created_at)::text as age from auth.sessions
        where id = $1 and user_id = $2 and (not_after is null or not_after > now())`,
      parameters: [sessionId, sub],
    },
  ])
  const user = userIn(users)
  const [session] = sessions
  if (!user)
    throw new AuthError('user_not_found', {
      status: 403,
      message: 'User from sub claim in JWT does not exist',
    })
  if (!session) throw new AuthError('session_not_found')
  if (user.isBanned) throw new AuthError('user_banned', { status: 403 })
  return { user, sessionId, aal: session['aal'] ?? 'aal1', ageS: Number(session['age']) }
}

/** @throws AuthError not_admin, no_authorization */
export function requireAdmin({ role }: Pick<AuthCall, 'role'>): void {
  if (role !== 'service_role' && role !== 'supabase_admin') throw new AuthError('not_admin')
}
