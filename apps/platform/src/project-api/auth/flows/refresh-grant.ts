/** A new access token for a refresh token. What its use brings is a rule: `auth.refresh-use`. */
import { refreshUse, sessionEnd } from '@basedeck/core/rules'
import { auditStatement } from '../audit-entry.js'
import { textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import type { AuthRow } from '../auth-database.js'
import { AuthError } from '../auth-error.js'
import {
  plainIp,
  refreshStatement,
  sessionAnswer,
  sessionStatements,
  tokenClaims,
} from '../issued-session.js'
import { callerLimit, countedRead } from '../mailed-link.js'

/** Our own are 32 characters. Others came with the users of another service of the family. */
const FORM = /^[\w.-]{8,255}$/
/** As tokens are kept: whoever read one in the database must not use it. */
const KEPT_FORM = /^[\da-f]{64}$/
/** How many tokens ahead an answer may have been lost. */
const STEPS = 3

const KEPT = `select t.id::text as id, t.revoked::text as revoked, t.session_id::text as session_id, u.id::text as user_id,
    u.email, u.phone, extract(epoch from now() - t.updated_at)::text as age, extract(epoch from now())::text as now,
    extract(epoch from s.created_at)::text as begun, extract(epoch from s.refreshed_at)::text as refreshed,
    extract(epoch from s.not_after)::text as not_after,
    (u.banned_until is not null and u.banned_until > now())::text as is_banned
  from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    join auth.users u on u.id = s.user_id and u.deleted_at is null
  where t.token = $1 or t.token = $2`

export async function refreshGrant(call: AuthCall): Promise<AuthAnswer> {
  const { settings, texts } = call
  const token = textIn(await call.body(), 'refresh_token') ?? ''
  if (token === '') throw new AuthError('validation_failed', { message: 'refresh_token is required' })
  if (!FORM.test(token) || KEPT_FORM.test(token)) throw new AuthError('refresh_token_not_found')
  const next = Array.from({ length: STEPS }).reduce<string[]>(
    (found) => [...found, texts.refreshAfter(found.at(-1) ?? token)],
    [],
  )
  const hashes = next.map((one) => texts.hash('refresh', one))
  const limits = [callerLimit(call, 'token', settings.rate_limit_token_refresh)]
  const [[kept] = [], live = []] = await countedRead(call, limits, [
    { query: KEPT, parameters: [texts.hash('refresh', token), token] },
    {
      query: 'select token from auth.refresh_tokens where token = any($1::text[]) and not revoked',
      parameters: [`{${hashes.join(',')}}`],
    },
  ])
  if (!kept) throw new AuthError('refresh_token_not_found')
  await requireAlive(call, kept)
  const successor = next.find((_, index) => live.some((row) => row['token'] === hashes[index]))
  const use = refreshUse(
    {
      isRevoked: kept['revoked'] === 'true',
      revokedForS: Number(kept['age']),
      hasLiveSuccessor: successor !== undefined,
    },
    {
      rotates: settings.security_refresh_token_rotation_enabled,
      reuseIntervalS: settings.security_refresh_token_reuse_interval_s,
    },
  )
  if (use === 'end') return end(call, kept, 'refresh_token_already_used')
  const given = { next: next[0], same: token, successor }[use] ?? token
  return { body: await refreshed(call, kept, { given, replaces: use === 'next' ? token : undefined }) }
}

/** @throws AuthError user_banned, session_expired */
async function requireAlive(call: AuthCall, kept: AuthRow): Promise<void> {
  const { settings } = call
  if (kept['is_banned'] === 'true') throw new AuthError('user_banned')
  const seconds = (name: string) => (kept[name] === null ? undefined : Number(kept[name]))
  const ended = sessionEnd(
    { createdAt: Number(kept['begun']), refreshedAt: seconds('refreshed'), notAfter: seconds('not_after') },
    { timebox: settings.sessions_timebox_h, inactivity: settings.sessions_inactivity_timeout_h },
    Number(kept['now']),
  )
  if (ended) await end(call, kept, 'session_expired')
}

async function end(
  { database, ip }: AuthCall,
  kept: AuthRow,
  code: 'session_expired' | 'refresh_token_already_used',
): Promise<never> {
  await database.transact([
    { query: 'delete from auth.sessions where id = $1', parameters: [kept['session_id'] ?? null] },
    auditStatement({ action: 'token_revoked', actor: whose(kept), ip }),
  ])
  throw new AuthError(code)
}

async function refreshed(
  call: AuthCall,
  kept: AuthRow,
  { given, replaces }: { given: string; replaces: string | undefined },
): Promise<unknown> {
  const { database, texts, ip, userAgent } = call
  const [userId, sessionId] = [kept['user_id'] ?? '', kept['session_id'] ?? '']
  const rotation =
    replaces === undefined
      ? []
      : [
          {
            query:
              'update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1 and not revoked',
            parameters: [kept['id'] ?? null],
          },
          refreshStatement(texts.hash('refresh', given), {
            userId,
            sessionId,
            parent: texts.hash('refresh', replaces),
          }),
          auditStatement({ action: 'token_refreshed', actor: whose(kept), ip }),
        ]
  // Asked before the token is replaced: a hook that fails must not end the session.
  const claims = call.settings.hook_custom_access_token_enabled
    ? (
        await tokenClaims(
          call,
          await database.transact(sessionStatements(userId, sessionId)),
          sessionId,
          'token_refresh',
        )
      ).claims
    : undefined
  const results = await database
    .transact([
      // A sign-out of meanwhile has deleted it.
      {
        query: `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3
          where id = $1`,
        parameters: [sessionId, userAgent.slice(0, 1000), plainIp(ip)],
        expectRows: 1,
      },
      ...rotation,
      ...sessionStatements(userId, sessionId),
    ])
    .catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'conflict'
        ? new AuthError('refresh_token_not_found')
        : error
    })
  return sessionAnswer(call, results, { id: sessionId, refreshToken: given, claims })
}

function whose(kept: AuthRow) {
  return { id: kept['user_id'] ?? '', email: kept['email'] ?? undefined, phone: kept['phone'] ?? undefined }
}
