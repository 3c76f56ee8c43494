/** Begins sessions of users, and makes the answer that a client keeps: an access token and a refresh token. */
import { randomUUID } from 'node:crypto'
import type { AccessClaims, AuthCall, Statements } from './auth-call.js'
import type { AuthRow } from './auth-database.js'
import { AuthError } from './auth-error.js'
import { claimsOf } from './hooks/hook-answers.js'
import { userAnswer, userIn, userStatement, type AuthUser } from './user-rows.js'

/** How a user proved who it is: `password`, `otp`, `totp`, `anonymous`, … */
export type AuthMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'oauth'
  | 'totp'
  | 'passkey'
  | 'token_refresh'

export interface BegunSession {
  id: string
  refreshToken: string
  /** To be run in one transaction with what proved the user. */
  statements: Statements
}

/** On Node an address of IPv6 may carry its zone, which PostgreSQL does not read. */
export const plainIp = (ip: string | null): string | null => ip?.replace(/%.*$/, '') ?? null

export function beginSession(
  { texts, settings, ip, userAgent }: AuthCall,
  { userId, method, provider = 'email' }: { userId: string; method: AuthMethod; provider?: string },
): BegunSession {
  const id = randomUUID()
  const refreshToken = texts.newRefresh()
  const ends = settings.sessions_single_per_user
    ? [{ query: 'delete from auth.sessions where user_id = $1', parameters: [userId] }]
    : []
  return {
    id,
    refreshToken,
    statements: [
      ...ends,
      {
        query: `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
          values ($1, $2, now(), now(), 'aal1', $3, $4)`,
        parameters: [id, userId, userAgent.slice(0, 1000), plainIp(ip)],
      },
      {
        query: `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
          values ($1, $2, now(), now(), $3)`,
        parameters: [randomUUID(), id, method],
      },
      refreshStatement(texts.hash('refresh', refreshToken), { userId, sessionId: id, parent: null }),
      {
        query: 'update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1',
        parameters: [userId],
        expectRows: 1,
      },
      {
        query:
          'update auth.identities set last_sign_in_at = now(), updated_at = now() where user_id = $1 and provider = $2',
        parameters: [userId, provider],
      },
    ],
  }
}

/** Keeps a refresh token by its hash. Two calls at once may keep the same one. */
export function refreshStatement(
  hash: string,
  { userId, sessionId, parent }: { userId: string; sessionId: string; parent: string | null },
) {
  return {
    query: `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
      values ('00000000-0000-0000-0000-000000000000', $1, $2, false, now(), now(), $3, $4) on conflict (token) do nothing`,
    parameters: [hash, userId, parent, sessionId],
  }
}

/** Gives what `sessionAnswer` needs: the last two statements of a transaction. */
export function sessionStatements(userId: string, sessionId: string): Statements {
  return [
    userStatement('u.id = $1', [userId]),
    {
      query: `select s.aal::text as aal,
          (select coalesce(jsonb_agg(jsonb_build_object('method', a.authentication_method,
              'timestamp', floor(extract(epoch from a.updated_at))) order by a.updated_at desc), '[]')
            from auth.mfa_amr_claims a where a.session_id = s.id)::text as amr
        from auth.sessions s where s.id = $1`,
      parameters: [sessionId],
    },
  ]
}

export interface AnsweredSession extends Pick<BegunSession, 'id' | 'refreshToken'> {
  /** Of its access token, where a hook was asked before. */
  claims?: AccessClaims | undefined
}

function ownerIn(results: readonly AuthRow[][]): { user: AuthUser; session: AuthRow } {
  const user = userIn(results.at(-2))
  const session = results.at(-1)?.[0]
  if (!user || !session) throw new AuthError('session_not_found')
  return { user, session }
}

/** Claims of an access token, as the project's hook wants them. @param results as of `sessionAnswer` */
export async function tokenClaims(
  call: AuthCall,
  results: readonly AuthRow[][],
  id: string,
  method?: AuthMethod,
): Promise<{ user: AuthUser; claims: AccessClaims }> {
  const { user, session } = ownerIn(results)
  const { issuer, settings } = call
  const claims = accessClaims(user, session, {
    issuer,
    id,
    now: Math.floor(user.now),
    expiresIn: settings.jwt_exp,
  })
  return { user, claims: await hookedClaims(call, user.id, claims, method) }
}

async function hookedClaims(
  { hooks }: AuthCall,
  userId: string,
  claims: AccessClaims,
  method?: AuthMethod,
): Promise<AccessClaims> {
  const [first] = claims['amr'] as { method?: string }[]
  const authentication_method = method ?? first?.method ?? ''
  const answer = await hooks.ask('custom_access_token', { user_id: userId, claims, authentication_method })
  if (!answer) return claims
  const given = claimsOf(answer)
  if ('claims' in given) return given.claims
  const message = `The hook custom_access_token gave wrong claims: ${given.wrong.join(', ')}`
  throw new AuthError('unexpected_failure', { message })
}

/** @param results of a transaction that ended with `sessionStatements` */
export async function sessionAnswer(
  call: AuthCall,
  results: readonly AuthRow[][],
  { id, refreshToken, claims: known }: AnsweredSession,
): Promise<Record<string, unknown>> {
  const { user, claims } = known
    ? { ...ownerIn(results), claims: known }
    : await tokenClaims(call, results, id)
  const expiresIn = call.settings.jwt_exp
  const now = Math.floor(user.now)
  return {
    access_token: await call.sign(claims),
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: now + expiresIn,
    refresh_token: refreshToken,
    user: userAnswer(user),
  }
}

function accessClaims(
  user: AuthUser,
  session: AuthRow,
  { issuer, id, now, expiresIn }: { issuer: string; id: string; now: number; expiresIn: number },
): AccessClaims {
  return {
    iss: issuer,
    sub: user.id,
    aud: user.row['aud'] || 'authenticated',
    exp: now + expiresIn,
    iat: now,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    role: user.role,
    aal: session['aal'] ?? 'aal1',
    amr: JSON.parse(session['amr'] ?? '[]') as unknown,
    session_id: id,
    is_anonymous: user.isAnonymous,
  }
}

/** Who may have a session now. @throws AuthError user_banned */
export function requireAdmitted(user: AuthUser): void {
  if (user.isBanned) throw new AuthError('user_banned')
}

/**
 * The claims that a token of the user would have after a sign-in by password, for a token that belongs to no session.
 * `now`: seconds since 1970.
 */
export async function claimsAsUser(
  call: AuthCall,
  user: AuthUser,
): Promise<{ claims: AccessClaims; now: number }> {
  const now = Math.floor(user.now)
  const session = { aal: 'aal1', amr: JSON.stringify([{ method: 'password', timestamp: now }]) }
  const { issuer, settings } = call
  const about = { issuer, id: randomUUID(), now, expiresIn: settings.jwt_exp }
  const claims = await hookedClaims(call, user.id, accessClaims(user, session, about))
  return { claims, now }
}
