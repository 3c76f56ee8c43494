/** Security keys and passkeys as a second factor: challenges with the options for the page, and what the key answered. */
import { objectIn, textIn, type AuthCall, type Statements } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import {
  creationOptions,
  keyIdIn,
  madeKey,
  requestOptions,
  requireParty,
  usedKey,
  type KeptChallenge,
  type KnownKey,
} from '../webauthn.js'
import type { AuthUser } from '../user-rows.js'

type FactorRow = Readonly<Record<string, unknown>>

/** A new factor makes a key; a verified one uses it. */
export async function webauthnChallenge(
  call: AuthCall,
  user: AuthUser,
  factor: FactorRow,
): Promise<{ kept: KeptChallenge; told: object }> {
  const party = requireParty(call.settings)
  const asked = objectIn(await call.body(), 'webauthn') ?? {}
  if (textIn(asked, 'rpId') !== undefined && asked['rpId'] !== party.id)
    throw new AuthError('validation_failed', { message: `rpId must be ${party.id}` })
  const key = keyOf(factor)
  const keys = user.factors.flatMap((one) => keyOf(one) ?? [])
  const type = key ? ('request' as const) : ('create' as const)
  const publicKey = key
    ? await requestOptions(party, { keys: [key], isPasskey: false })
    : await creationOptions(party, { id: user.id, name: nameOf(user), keys, isPasskey: false })
  return {
    kept: { challenge: publicKey.challenge, type },
    told: { webauthn: { type, credential_options: { publicKey } } },
  }
}

/** What proves that the key answered, to be run with what it raises. @throws AuthError */
export async function webauthnProof(
  call: AuthCall,
  factor: FactorRow,
  kept: KeptChallenge,
): Promise<Statements> {
  const party = requireParty(call.settings)
  const answered = objectIn(await call.body(), 'webauthn') ?? {}
  const answer = objectIn(answered, 'credential_response')
  if (!answer)
    throw new AuthError('validation_failed', { message: 'webauthn.credential_response is required' })
  const given = { party, challenge: kept.challenge, answer, isPasskey: false }
  const known = keyOf(factor)
  if (kept.type === 'create' && !known) {
    const key = await madeKey(given)
    return [
      {
        query: `update auth.mfa_factors set web_authn_credential = $2::jsonb, web_authn_aaguid = $3::uuid,
            status = 'verified', updated_at = now() where id = $1 and web_authn_credential is null`,
        parameters: [String(factor['id']), JSON.stringify(columnOf(key)), key.aaguid],
        expectRows: 1,
      },
    ]
  }
  if (!known || keyIdIn(answer) !== known.id) throw new AuthError('webauthn_credential_not_found')
  const { signCount } = await usedKey(given, known)
  return [
    // Of two answers at once with one count, one is a copy of the key.
    {
      query: `update auth.mfa_factors set updated_at = now(), web_authn_credential =
          jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb($2::bigint))
        where id = $1 and ($2::bigint = 0 or (web_authn_credential #>> '{authenticator,signCount}')::bigint < $2::bigint)`,
      parameters: [String(factor['id']), String(signCount)],
      expectRows: 1,
    },
  ]
}

function nameOf(user: AuthUser): string {
  return user.email ?? user.phone ?? user.id
}

/** As the family keeps it: bytes in base64 with padding. */
function columnOf(key: KnownKey): object {
  const plain = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return {
    id: plain(key.id),
    publicKey: plain(key.publicKey),
    attestationType: 'none',
    transport: key.transports,
    flags: { userPresent: true, backupEligible: key.isBackupEligible, backupState: key.isBackedUp },
    authenticator: { AAGUID: key.aaguid, signCount: key.signCount },
  }
}

/** Undefined: the factor has no key yet, or one of another form. */
function keyOf(factor: FactorRow): KnownKey | undefined {
  const column = factor['web_authn_credential'] as {
    id?: string
    publicKey?: string
    transport?: string[] | null
    flags?: { backupEligible?: boolean; backupState?: boolean }
    authenticator?: { signCount?: number }
  } | null
  if (typeof column?.id !== 'string' || typeof column.publicKey !== 'string') return undefined
  const short = (text: string) => Buffer.from(text, 'base64').toString('base64url')
  return {
    id: short(column.id),
    publicKey: short(column.publicKey),
    signCount: column.authenticator?.signCount ?? 0,
    transports: column.transport ?? [],
    aaguid: String(factor['web_authn_aaguid'] ?? ''),
    isBackupEligible: column.flags?.backupEligible ?? false,
    isBackedUp: column.flags?.backupState ?? false,
  }
}
