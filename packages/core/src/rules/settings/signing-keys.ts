/**
 * What may be done with the signing keys of a project: one stands by, one signs, and the ones before it verify until they are revoked.
 * @rule project.signing-keys  @spec §4
 */
import type { SigningKey, SigningKeyState } from '@basedeck/platform-client/contract'

/** What the decisions look at. */
export type JudgedKey = Pick<SigningKey, 'state'>

/** Why something can't be done now; null: it can. */
export type SigningKeyRefusal =
  | 'standby-there'
  | 'too-many'
  | 'no-standby'
  | 'is-current'
  | 'is-revoked'
  | null

/** How many keys of a project may verify at a time: each of them is published. */
export const SIGNING_KEYS_MAX = 10

/** Whether a standby key can be made or imported. */
export function standbyRefusal(keys: readonly JudgedKey[]): SigningKeyRefusal {
  if (keys.some(({ state }) => state === 'standby')) return 'standby-there'
  return keys.filter(({ state }) => state !== 'revoked').length >= SIGNING_KEYS_MAX ? 'too-many' : null
}

/** Whether the standby key can become the current one. */
export function rotationRefusal(keys: readonly JudgedKey[]): SigningKeyRefusal {
  return keys.some(({ state }) => state === 'standby') ? null : 'no-standby'
}

/** Whether a key can be revoked: not the one that signs, which is rotated first. */
export function revocationRefusal({ state }: JudgedKey): SigningKeyRefusal {
  if (state === 'current') return 'is-current'
  return state === 'revoked' ? 'is-revoked' : null
}

/** The order in which keys are listed: the one that signs, the next, the former ones, and those that are over. */
export const SIGNING_KEY_ORDER: readonly SigningKeyState[] = ['current', 'standby', 'previous', 'revoked']
