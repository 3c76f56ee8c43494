/** Passkeys: signing in by a key that the authenticator finds, without an address and a password. */
import { randomUUID } from 'node:crypto'
import { auditStatement } from '../audit-entry.js'
import { objectIn, textIn, type AuthAnswer, type AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { beginSession, requireAdmitted, sessionAnswer, sessionStatements } from '../issued-session.js'
import { callerLimit, countedRead } from '../mailed-link.js'
import { base64, keyIn, keysOf, listed, LISTED, MOST_PASSKEYS, STORED, told } from '../passkey-rows.js'
import { requireAdmin, requireUser } from '../signed-in-user.js'
import { userIn, userStatement } from '../user-rows.js'
import { creationOptions, keyIdIn, madeKey, requestOptions, requireParty, usedKey } from '../webauthn.js'
import { foundUser } from './admin-users.js'

const CHALLENGE_S = 300
/** Calls of one address in 5 minutes. SERVICES §2.4. */
const MOST_CALLS = 30
const NAME_CHARACTERS = 120
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function requireOn({ settings }: Pick<AuthCall, 'settings'>) {
  if (!settings.passkey_enabled) throw new AuthError('passkey_disabled')
  return requireParty(settings)
}

/** `POST /passkeys/registration/options`. */
export async function passkeyCreation(call: AuthCall): Promise<AuthAnswer> {
  const party = requireOn(call)
  const { user } = await requireProved(call)
  const keys = await keysOf(call, user.id)
  if (keys.length >= MOST_PASSKEYS) throw new AuthError('too_many_passkeys')
  const name = user.email ?? user.phone ?? user.id
  const options = await creationOptions(party, { id: user.id, name, keys, isPasskey: true })
  return begun(call, { type: 'registration', userId: user.id, options, now: user.now })
}

/** `POST /passkeys/registration/verify`. */
export async function passkeyCreated(call: AuthCall): Promise<AuthAnswer> {
  const party = requireOn(call)
  const { user } = await requireProved(call)
  const { challenge, answer } = await spentChallenge(call, 'registration', user.id)
  const key = await madeKey({ party, challenge, answer, isPasskey: true })
  const id = randomUUID()
  const [, , made = []] = await call.database
    .transact([
      // Two registrations at once are counted one after the other.
      { query: 'select 1 from auth.users where id = $1 for update', parameters: [user.id] },
      {
        query: `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid,
            sign_count, transports, backup_eligible, backed_up)
          select $1, $2, decode($3, 'base64'), decode($4, 'base64'), 'none', $5::uuid, $6::bigint, $7::jsonb, $8::boolean, $9::boolean
          where (select count(*) from auth.webauthn_credentials where user_id = $2) < ${MOST_PASSKEYS}`,
        parameters: [
          id,
          user.id,
          base64(key.id),
          base64(key.publicKey),
          key.aaguid,
          String(key.signCount),
          JSON.stringify(key.transports),
          String(key.isBackupEligible),
          String(key.isBackedUp),
        ],
        expectRows: 1,
      },
      { query: `${LISTED} where c.id = $1`, parameters: [id] },
      auditStatement({ action: 'passkey_created', actor: user, ip: call.ip, traits: { passkey_id: id } }),
    ])
    .catch((error: unknown) => {
      if (!(error instanceof AuthError) || error.code !== 'conflict') throw error
      throw new AuthError(error.cause ? 'webauthn_credential_exists' : 'too_many_passkeys', { cause: error })
    })
  return { body: told(made[0]) }
}

/** `POST /passkeys/authentication/options`. The answer is the same for all callers, so that it tells nothing about users. */
export async function passkeyRequest(call: AuthCall): Promise<AuthAnswer> {
  const party = requireOn(call)
  await countedRead(call, [callerLimit(call, 'passkey', MOST_CALLS)], [])
  const options = await requestOptions(party, { keys: [], isPasskey: true })
  return begun(call, { type: 'authentication', userId: null, options, now: Math.floor(Date.now() / 1000) })
}

/** `POST /passkeys/authentication/verify`. */
export async function passkeySignIn(call: AuthCall): Promise<AuthAnswer> {
  const party = requireOn(call)
  await countedRead(call, [callerLimit(call, 'passkey tries', MOST_CALLS)], [])
  const { challenge, answer } = await spentChallenge(call, 'authentication', null)
  const [[row] = []] = await call.database.transact([
    {
      query: `${STORED} where c.credential_id = decode($1, 'base64')`,
      parameters: [base64(keyIdIn(answer))],
    },
  ])
  if (!row) throw new AuthError('webauthn_credential_not_found')
  const key = keyIn(row)
  const { signCount, isBackedUp } = await usedKey({ party, challenge, answer, isPasskey: true }, key)
  // The authenticator says whose key it is, and must say the same as the table.
  const handle = (answer['response'] as { userHandle?: unknown } | undefined)?.userHandle
  const userId = row['user_id'] ?? ''
  if (typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() !== userId)
    throw new AuthError('webauthn_verification_failed')
  const user = userIn(
    (await call.database.transact([userStatement('u.id = $1 and u.deleted_at is null', [userId])]))[0],
  )
  if (!user) throw new AuthError('webauthn_credential_not_found')
  requireAdmitted(user)
  const session = beginSession(call, { userId, method: 'passkey', provider: 'passkey' })
  const results = await call.database
    .transact([
      {
        query: `update auth.webauthn_credentials set sign_count = $2::bigint, backed_up = $3::boolean, last_used_at = now(),
            updated_at = now() where id = $1 and ($2::bigint = 0 or sign_count < $2::bigint)`,
        parameters: [row['id'] ?? '', String(signCount), String(isBackedUp)],
        expectRows: 1,
      },
      auditStatement({ action: 'login', actor: user, ip: call.ip, traits: { provider: 'passkey' } }),
      ...session.statements,
      ...sessionStatements(userId, session.id),
    ])
    .catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'conflict'
        ? new AuthError('webauthn_verification_failed')
        : error
    })
  return { body: await sessionAnswer(call, results, session) }
}

/** `GET /passkeys`. */
export async function listPasskeys(call: AuthCall): Promise<AuthAnswer> {
  const { user } = await requireUser(call)
  return { body: await listed(call, user.id) }
}

/** `PATCH /passkeys/{id}`. */
export async function renamePasskey(call: AuthCall): Promise<AuthAnswer> {
  const { user } = await requireProved(call)
  const name = (textIn(await call.body(), 'friendly_name') ?? '').trim()
  if (name === '' || name.length > NAME_CHARACTERS)
    throw new AuthError('validation_failed', {
      message: `friendly_name must have 1 to ${NAME_CHARACTERS} characters`,
    })
  const id = passkeyId(call.params['id'])
  const [, [row] = []] = await call.database.transact([
    {
      query: `update auth.webauthn_credentials set friendly_name = $3, updated_at = now() where id = $1 and user_id = $2`,
      parameters: [id, user.id, name],
    },
    { query: `${LISTED} where c.id = $1 and c.user_id = $2`, parameters: [id, user.id] },
  ])
  if (!row) throw new AuthError('webauthn_credential_not_found')
  return { body: told(row) }
}

/** `DELETE /passkeys/{id}`. */
export async function deletePasskey(call: AuthCall): Promise<AuthAnswer> {
  const { user } = await requireProved(call)
  return removed(call, { userId: user.id, id: call.params['id'], actor: user })
}

/** `GET /admin/users/{id}/passkeys`. */
export async function listPasskeysAsAdmin(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  return { body: await listed(call, (await foundUser(call)).id) }
}

/** `DELETE /admin/users/{id}/passkeys/{passkey}`. */
export async function deletePasskeyAsAdmin(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const { id: userId } = await foundUser(call)
  return removed(call, { userId, id: call.params['passkey'], actor: 'admin' })
}

/** Who has a second factor changes what signs in only after it. */
async function requireProved(call: AuthCall) {
  const who = await requireUser(call)
  if (who.aal === 'aal1' && who.user.factors.some(({ status }) => status === 'verified'))
    throw new AuthError('insufficient_aal', { message: 'AAL2 required to change passkeys' })
  return who
}

async function removed(
  call: AuthCall,
  {
    userId,
    id: given,
    actor,
  }: { userId: string; id: string | undefined; actor: Parameters<typeof auditStatement>[0]['actor'] },
): Promise<AuthAnswer> {
  const id = passkeyId(given)
  await call.database
    .transact([
      {
        query: 'delete from auth.webauthn_credentials where id = $1 and user_id = $2',
        parameters: [id, userId],
        expectRows: 1,
      },
      auditStatement({
        action: 'passkey_deleted',
        actor,
        ip: call.ip,
        traits: { user_id: userId, passkey_id: id },
      }),
    ])
    .catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'conflict'
        ? new AuthError('webauthn_credential_not_found')
        : error
    })
  return { status: 204 }
}

function passkeyId(id: string | undefined): string {
  if (id === undefined || !UUID.test(id)) throw new AuthError('webauthn_credential_not_found')
  return id
}

interface Begun {
  type: 'registration' | 'authentication'
  userId: string | null
  options: { challenge: string }
  /** Seconds since 1970. */
  now: number
}

async function begun(call: AuthCall, { type, userId, options, now }: Begun): Promise<AuthAnswer> {
  const id = randomUUID()
  await call.database.transact([
    FORGET_CHALLENGES,
    {
      query: `insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, expires_at)
        values ($1, $2, $3, $4::jsonb, now() + interval '${CHALLENGE_S} seconds')`,
      parameters: [id, userId, type, JSON.stringify({ challenge: options.challenge })],
    },
  ])
  return { body: { challenge_id: id, options, expires_at: Math.floor(now) + CHALLENGE_S } }
}

/** Deletes challenges that were not answered in time. */
const FORGET_CHALLENGES = {
  query: `delete from auth.webauthn_challenges where id in
    (select id from auth.webauthn_challenges where expires_at < now() - interval '1 hour' limit 100)`,
  parameters: [],
}

/** A challenge is gone with the first answer, right or wrong. */
async function spentChallenge(call: AuthCall, type: Begun['type'], userId: string | null) {
  const body = await call.body()
  const challengeId = textIn(body, 'challenge_id') ?? ''
  const answer = objectIn(body, 'credential')
  if (!answer) throw new AuthError('validation_failed', { message: 'credential is required' })
  if (!UUID.test(challengeId)) throw new AuthError('webauthn_challenge_not_found')
  const [[row] = []] = await call.database.transact([
    {
      query: `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2
          and user_id is not distinct from $3::uuid
        returning session_data ->> 'challenge' as challenge, (expires_at < now())::text as is_over`,
      parameters: [challengeId, type, userId],
    },
  ])
  if (!row) throw new AuthError('webauthn_challenge_not_found')
  if (row['is_over'] === 'true') throw new AuthError('webauthn_challenge_expired')
  return { challenge: row['challenge'] ?? '', answer }
}
