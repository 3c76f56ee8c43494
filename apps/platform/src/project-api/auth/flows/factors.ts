/** Second factors: an authenticator app, a number that codes are sent to, or a security key. What proves it raises the session to `aal2`. */
import { randomUUID } from 'node:crypto'
import { auditStatement } from '../audit-entry.js'
import { textIn, type AuthAnswer, type AuthCall, type Statements } from '../auth-call.js'
import type { AuthRow } from '../auth-database.js'
import { AuthError } from '../auth-error.js'
import { countStatement, requireWithin } from '../call-limits.js'
import { askAboutFactor } from '../hooks/attempts.js'
import { notifyUser } from '../notifications.js'
import { plainIp, refreshStatement, sessionAnswer, sessionStatements } from '../issued-session.js'
import { requireAdmin, requireUser, type SignedIn } from '../signed-in-user.js'
import {
  enrollPhone,
  factorPhoneIn,
  isPhoneCode,
  phoneCode,
  type Factor,
  type FactorType,
} from '../phone-factor.js'
import { newTotp, totpStep } from '../totp.js'
import { factorAnswer, type AuthUser } from '../user-rows.js'
import type { KeptChallenge } from '../webauthn.js'
import { foundUser } from './admin-users.js'
import { webauthnChallenge, webauthnProof } from './webauthn-factors.js'

const CHALLENGE_S = 300
const MOST_TRIES = 10
const FIVE_MINUTES_S = 300
const NAME_CHARACTERS = 100

/** `POST /factors`. */
export async function enrollFactor(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const { settings } = call
  const type = textIn(body, 'factor_type')
  if (!isFactorType(type))
    throw new AuthError('validation_failed', { message: 'factor_type needs to be totp, phone, or webauthn' })
  if (!settings[`mfa_${SETTING_OF[type]}_enroll_enabled`])
    throw new AuthError(`mfa_${type}_enroll_not_enabled`)
  const phone = type === 'phone' ? factorPhoneIn(body) : undefined
  const { user, aal } = await requireUser(call)
  const name = (textIn(body, 'friendly_name') ?? '').slice(0, NAME_CHARACTERS)
  const verified = user.factors.filter(({ status }) => status === 'verified')
  if (user.factors.length >= settings.mfa_max_enrolled_factors)
    throw new AuthError('too_many_enrolled_mfa_factors')
  if (verified.length > 0 && aal !== 'aal2')
    throw new AuthError('insufficient_aal', { message: 'AAL2 required to enroll a new factor' })
  if (name !== '' && user.factors.some(({ friendly_name: known }) => known === name))
    throw new AuthError('mfa_factor_name_conflict')
  const id = randomUUID()
  if (phone !== undefined) return { body: await enrollPhone(call, user, { id, name, phone }) }
  const issuer = (textIn(body, 'issuer') ?? new URL(settings.site_url).host).slice(0, NAME_CHARACTERS)
  const totp = type === 'totp' && newTotp(issuer.replaceAll(':', ''), user.email ?? user.id)
  await call.database.transact([
    {
      query: `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values ($1, $2, $3, $5::auth.factor_type, 'unverified', now(), now(), $4)`,
      parameters: [id, user.id, name, totp ? totp.secret : null, type],
    },
    auditStatement({ action: 'factor_in_progress', actor: user, ip: call.ip, traits: { factor_id: id } }),
  ])
  const { qrCode: qr_code, secret, uri } = totp || {}
  return { body: { id, type, friendly_name: name, ...(totp && { totp: { qr_code, secret, uri } }) } }
}

function factorOf({ user }: SignedIn, id: string | undefined): Factor {
  const found = user.factors.find((factor) => factor['id'] === id)
  if (!found) throw new AuthError('mfa_factor_not_found')
  return found as unknown as Factor
}

/** `POST /factors/{id}/challenge`. */
export async function challengeFactor(call: AuthCall): Promise<AuthAnswer> {
  const who = await requireUser(call)
  const factor = factorOf(who, call.params['id'])
  const key = factor.factor_type === 'webauthn' && (await webauthnChallenge(call, who.user, { ...factor }))
  const id = randomUUID()
  const sent = factor.factor_type === 'phone' ? await phoneCode(call, factor, id) : undefined
  await call.database.transact([
    // An address of IPv4 stands where none is known: the column must have one.
    {
      query: `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
        values ($1, $2, now(), $3, $4, $5::jsonb)`,
      parameters: [
        id,
        factor.id,
        plainIp(call.ip) ?? '0.0.0.0',
        sent?.hash ?? null,
        key ? JSON.stringify(key.kept) : null,
      ],
    },
    auditStatement({
      action: 'challenge_created',
      actor: who.user,
      ip: call.ip,
      traits: { factor_id: factor.id },
    }),
  ])
  await sent?.send(who.user)
  const expiresAt = Math.floor(who.user.now) + CHALLENGE_S
  return { body: { id, type: factor.factor_type, expires_at: expiresAt, ...(key && key.told) } }
}

/** `POST /factors/{id}/verify`. */
export async function verifyFactor(call: AuthCall): Promise<AuthAnswer> {
  const body = await call.body()
  const { settings, database, texts } = call
  const who = await requireUser(call)
  const factor = factorOf(who, call.params['id'])
  const type = factor.factor_type
  if (!settings[`mfa_${SETTING_OF[type]}_verify_enabled`])
    throw new AuthError(`mfa_${type}_verify_not_enabled`)
  const challengeId = textIn(body, 'challenge_id') ?? ''
  if (!/^[\da-f-]{36}$/i.test(challengeId)) throw new AuthError('mfa_factor_not_found')
  const limit = { subject: `factor ${factor.id}`, most: MOST_TRIES, periodS: FIVE_MINUTES_S }
  const [counted, [challenge] = []] = await database.transact([
    countStatement(texts, limit),
    {
      query: `select (extract(epoch from now() - created_at) > ${CHALLENGE_S})::text as is_over, verified_at,
          host(ip_address) as ip, otp_code as hash, web_authn_session_data::text as kept
        from auth.mfa_challenges where id = $1 and factor_id = $2`,
      parameters: [challengeId, factor.id],
    },
  ])
  requireWithin(counted, limit)
  if (!challenge) throw new AuthError('mfa_factor_not_found')
  if (challenge['is_over'] === 'true' || challenge['verified_at'] !== null)
    throw new AuthError('mfa_challenge_expired')
  if (challenge['ip'] !== (plainIp(call.ip) ?? '0.0.0.0')) throw new AuthError('mfa_ip_address_mismatch')
  const proof = await PROOFS[type](call, who, { factor, challengeId, challenge })
  return { body: await raised(call, who, { factor, challengeId, proof }) }
}

interface Challenged {
  factor: Factor
  challengeId: string
  challenge: AuthRow
}

/** What proves the factor, to be run with what it raises: it fails where the answer was used before. @throws AuthError */
const PROOFS: Readonly<
  Record<FactorType, (call: AuthCall, who: SignedIn, challenged: Challenged) => Promise<Statements>>
> = {
  async totp(call, { user }, { factor }) {
    const code = textIn(await call.body(), 'code') ?? ''
    const step = totpStep(factor.secret, code, user.now)
    await askAboutFactor(call, { ...whichOf(user, factor), valid: step !== undefined })
    if (step === undefined) throw new AuthError('mfa_verification_failed')
    return [
      // A code works once: its step is kept as the time of the challenge, which must be a later one each time.
      {
        query: `update auth.mfa_factors set status = 'verified', updated_at = now(), last_webauthn_challenge_data =
            jsonb_build_object('totp_step', $2::bigint)
          where id = $1 and coalesce((last_webauthn_challenge_data ->> 'totp_step')::bigint, 0) < $2::bigint`,
        parameters: [factor.id, String(step)],
        expectRows: 1,
      },
    ]
  },
  async phone(call, { user }, { factor, challengeId, challenge }) {
    const code = textIn(await call.body(), 'code') ?? ''
    const valid = isPhoneCode(call, { challengeId, code, hash: challenge['hash'] })
    await askAboutFactor(call, { ...whichOf(user, factor), valid })
    if (!valid) throw new AuthError('mfa_verification_failed', { message: 'Invalid MFA Phone code entered' })
    return [
      {
        query: `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`,
        parameters: [factor.id],
        expectRows: 1,
      },
    ]
  },
  async webauthn(call, { user }, { factor, challenge }) {
    const kept = JSON.parse(challenge['kept'] ?? '{}') as KeptChallenge
    const proof = await webauthnProof(call, { ...factor }, kept).catch(async (error: unknown) => {
      await askAboutFactor(call, { ...whichOf(user, factor), valid: false })
      throw error
    })
    await askAboutFactor(call, { ...whichOf(user, factor), valid: true })
    return proof
  },
}

function whichOf(user: AuthUser, { id, factor_type: factorType }: Factor) {
  return { userId: user.id, factorId: id, factorType }
}

/** As the session's methods name them. */
const METHOD_OF: Readonly<Record<FactorType, string>> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
}

/** As the settings name them. */
const SETTING_OF = { totp: 'totp', phone: 'phone', webauthn: 'web_authn' } as const satisfies Record<
  FactorType,
  string
>

function isFactorType(type: string | undefined): type is FactorType {
  return type !== undefined && Object.hasOwn(SETTING_OF, type)
}

interface Proved {
  factor: Factor
  challengeId: string
  proof: Statements
}

/** The session is at `aal2` with a new refresh token; sessions that are not end when the first factor is there. */
async function raised(
  call: AuthCall,
  { user, sessionId }: SignedIn,
  { factor, challengeId, proof }: Proved,
): Promise<unknown> {
  const { database, texts, ip } = call
  const refreshToken = texts.newRefresh()
  const results = await database
    .transact([
      {
        query: 'delete from auth.mfa_challenges where id = $1 and verified_at is null',
        parameters: [challengeId],
        expectRows: 1,
      },
      ...proof,
      {
        query: `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
        parameters: [sessionId, factor.id],
        expectRows: 1,
      },
      {
        query: `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
          values ($1, $2, now(), now(), $3)
          on conflict (session_id, authentication_method) do update set updated_at = now()`,
        parameters: [randomUUID(), sessionId, METHOD_OF[factor.factor_type]],
      },
      ...(factor.status === 'verified'
        ? []
        : [
            {
              query: `delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`,
              parameters: [user.id, sessionId],
            },
            {
              query: `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`,
              parameters: [user.id],
            },
          ]),
      {
        query:
          'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked',
        parameters: [sessionId],
      },
      refreshStatement(texts.hash('refresh', refreshToken), { userId: user.id, sessionId, parent: null }),
      auditStatement({ action: 'verification_attempted', actor: user, ip, traits: { factor_id: factor.id } }),
      ...sessionStatements(user.id, sessionId),
    ])
    .catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'conflict'
        ? new AuthError('mfa_verification_failed')
        : error
    })
  if (factor.status !== 'verified')
    await notifyUser(call, 'mfa_factor_enrolled', user, { FactorType: factor.factor_type })
  return sessionAnswer(call, results, { id: sessionId, refreshToken })
}

/** `DELETE /factors/{id}`. What it raised is lowered. */
export async function unenrollFactor(call: AuthCall): Promise<AuthAnswer> {
  const who = await requireUser(call)
  const factor = factorOf(who, call.params['id'])
  if (factor.status === 'verified' && who.aal !== 'aal2')
    throw new AuthError('insufficient_aal', { message: 'AAL2 required to unenroll verified factor' })
  await call.database.transact([
    ...removeFactor(who.user.id, factor.id),
    auditStatement({
      action: 'factor_unenrolled',
      actor: who.user,
      ip: call.ip,
      traits: { factor_id: factor.id },
    }),
  ])
  if (factor.status === 'verified')
    await notifyUser(call, 'mfa_factor_unenrolled', who.user, { FactorType: factor.factor_type })
  return { body: { id: factor.id } }
}

function removeFactor(userId: string, factorId: string) {
  return [
    {
      query: 'delete from auth.mfa_factors where id = $1 and user_id = $2',
      parameters: [factorId, userId],
      expectRows: 1,
    },
    {
      query: `delete from auth.mfa_amr_claims where authentication_method in ('totp', 'mfa/webauthn', 'mfa/phone') and session_id in
        (select id from auth.sessions where factor_id = $1)`,
      parameters: [factorId],
    },
    {
      query: `update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`,
      parameters: [factorId],
    },
  ]
}

export async function listFactorsAsAdmin(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  return { body: (await foundUser(call)).factors.map(factorAnswer) }
}

export async function deleteFactorAsAdmin(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const user = await foundUser(call)
  const factor = user.factors.find((one) => one['id'] === call.params['factor'])
  if (!factor) throw new AuthError('mfa_factor_not_found')
  await call.database.transact([
    ...removeFactor(user.id, String(factor['id'])),
    auditStatement({
      action: 'factor_deleted',
      actor: 'admin',
      ip: call.ip,
      traits: { factor_id: factor['id'] },
    }),
  ])
  if (factor['status'] === 'verified')
    await notifyUser(call, 'mfa_factor_unenrolled', user, { FactorType: String(factor['factor_type']) })
  return { body: factorAnswer(factor) }
}
