/** Reads the keys of a project: its signing keys, decrypted, and the two that are never shown. */
import { boundedMap } from '../keys/bounded-map.js'
import {
  ADDRESS_KID,
  createHiddenKeys,
  hiddenVerifyingKey,
  TEMPORARY_KID,
  type ProjectKeys,
} from '../keys/project-keys.js'
import { textSecret, verifyingMaterial, type WholeKey } from '../keys/signing-key.js'
import type { VerifyingKey } from '../keys/token.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { ControlDatabase } from './control-database.js'
import { secretPurpose } from './project-secrets.js'
import { verifyingKeyRows, type SigningKeyRow } from './signing-keys.js'
import { trustedIssuers } from './token-issuers.js'

export type ReadProjectKeys = (ref: string) => Promise<ProjectKeys>

const MAX_OPENED = 1000

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
  const hidden = createHiddenKeys(box)
  const opened = boundedMap<string>(MAX_OPENED)
  const verifying = (ref: string, row: SigningKeyRow, legacy: string | undefined): VerifyingKey[] => {
    const sealed = row.origin === 'legacy' ? legacy : row.value
    if (sealed === undefined || sealed === null) return []
    const material = opened.getOrMake(sealed, () =>
      row.origin === 'legacy'
        ? textSecret(box.open(sealed, secretPurpose(ref, 'jwt_secret'))).secret
        : verifyingMaterial(openSigningKey(box, ref, row)),
    )
    return [{ kid: row.id, algorithm: row.algorithm, material }]
  }
  return async (ref) => {
    const [rows, secrets, issuers] = await Promise.all([
      verifyingKeyRows(control, ref),
      control.selectOften<{ value: string }>(
        `select s.value from control.project_secrets s join control.projects p on p.id = s.project_id
         where p.ref = $1 and s.name = 'jwt_secret'`,
        [ref],
      ),
      trustedIssuers(control, ref),
    ])
    const legacySecret = secrets[0]?.value
    const keys = rows.flatMap((row) => verifying(ref, row, legacySecret))
    const legacyId = rows.find(({ origin }) => origin === 'legacy')?.id
    return {
      verifying: [...keys, hiddenVerifyingKey(TEMPORARY_KID, hidden.of(ref, TEMPORARY_KID))],
      address: hiddenVerifyingKey(ADDRESS_KID, hidden.of(ref, ADDRESS_KID)),
      legacy: keys.find(({ kid }) => kid === legacyId),
      issuers,
    }
  }
}
