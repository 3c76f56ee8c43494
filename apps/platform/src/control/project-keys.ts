/** Reads the keys of a project: its signing keys, decrypted, and the two that are never shown. */
import { boundedMap } from '../kernel/bounded-map.js'
import {
  ADDRESS_KID,
  hiddenKey,
  TEMPORARY_KID,
  type ProjectKeys,
  type TrustedIssuer,
} from '../keys/project-keys.js'
import { textSecret, verifyingMaterial, type WholeKey } from '../keys/signing-key.js'
import type { VerifyingKey } from '../keys/token.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { ControlDatabase } from './control-database.js'
import { secretPurpose } from './project-secrets.js'
import type { SigningKeyRow } from './signing-keys.js'

/** Undefined: there is no such project, or it has no secrets. */
export type ReadProjectKeys = (ref: string) => Promise<ProjectKeys | undefined>

const MAX_OPENED = 1000

type VerifyingRow = Pick<SigningKeyRow, 'id' | 'algorithm' | 'origin' | 'value'>

interface StoredKeys {
  /** Those whose tokens are accepted. */
  rows: VerifyingRow[]
  /** The encrypted secrets by name. Null: the project has none. */
  secrets: { jwt_secret?: string; token_secret?: string } | null
  issuers: TrustedIssuer[]
}

/** Asked at each call of a service, so it is one query. */
const STORED = `select
    coalesce((select json_agg(json_build_object(
        'id', k.id, 'algorithm', k.algorithm, 'origin', k.origin, 'value', k.value) order by k.created_at, k.id)
      from control.signing_keys k where k.project_id = p.id and k.state <> 'revoked'), '[]') as rows,
    (select json_object_agg(s.name, s.value) from control.project_secrets s
      where s.project_id = p.id and s.name in ('jwt_secret', 'token_secret')) as secrets,
    coalesce((select json_agg(json_build_object(
        'id', i.id, 'issuer', i.issuer, 'jwksUrl', i.jwks_url, 'audience', i.audience))
      from control.token_issuers i where i.project_id = p.id), '[]') as issuers
  from control.projects p where p.ref = $1`

/** A key as it was made or imported. @throws SecretError `unreadable` */
export function openSigningKey(
  box: SecretBox,
  ref: string,
  { id, value }: Pick<SigningKeyRow, 'id' | 'value'>,
): WholeKey {
  return JSON.parse(box.open(value ?? '', secretPurpose(ref, `signing_key ${id}`))) as WholeKey
}

export function sealSigningKey(box: SecretBox, ref: string, id: string, key: WholeKey): string {
  return box.seal(JSON.stringify(key), secretPurpose(ref, `signing_key ${id}`))
}

/** Decrypting takes longer than verifying, so what was opened is kept by what was stored. */
export function createProjectKeys(
  control: Pick<ControlDatabase, 'selectOften'>,
  box: SecretBox,
): ReadProjectKeys {
  const opened = boundedMap<string>(MAX_OPENED)
  const verifying = (ref: string, row: VerifyingRow, legacy: string | undefined): VerifyingKey[] => {
    const sealed = row.origin === 'legacy' ? legacy : row.value
    if (sealed === undefined || sealed === null) return []
    const material = opened.getOrMake(sealed, () =>
      row.origin === 'legacy'
        ? textSecret(box.open(sealed, secretPurpose(ref, 'jwt_secret'))).secret
        : verifyingMaterial(openSigningKey(box, ref, row)),
    )
    return [{ kid: row.id, algorithm: row.algorithm, material }]
  }
  const hidden = (
    ref: string,
    sealed: string,
    kid: typeof ADDRESS_KID | typeof TEMPORARY_KID,
  ): VerifyingKey => {
    const material = opened.getOrMake(`${kid} ${sealed}`, () => {
      const secret = box.open(sealed, secretPurpose(ref, 'token_secret'))
      return hiddenKey(secret, kid).secret
    })
    return { kid, algorithm: 'HS256', material }
  }
  return async (ref) => {
    const [stored] = await control.selectOften<StoredKeys>(STORED, [ref])
    const own = stored?.secrets?.token_secret
    if (!stored || own === undefined) return undefined
    const { rows, issuers } = stored
    const keys = rows.flatMap((row) => verifying(ref, row, stored.secrets?.jwt_secret))
    const legacyId = rows.find(({ origin }) => origin === 'legacy')?.id
    return {
      verifying: [...keys, hidden(ref, own, TEMPORARY_KID)],
      address: hidden(ref, own, ADDRESS_KID),
      legacy: keys.find(({ kid }) => kid === legacyId),
      issuers,
    }
  }
}
