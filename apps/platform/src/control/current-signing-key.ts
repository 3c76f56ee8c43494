/** The key of a project that signs new tokens. */
import { textSecret, type WholeKey } from '../keys/signing-key.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { ControlDatabase } from './control-database.js'
import { openSigningKey } from './project-keys.js'
import { secretPurpose } from './project-secrets.js'
import type { SigningKeyRow } from './signing-keys.js'

interface CurrentRow extends Pick<SigningKeyRow, 'id' | 'origin' | 'value'> {
  /** Encrypted; of projects that have one. */
  legacy: string | null
}

/** Undefined: there is no such project, or no key signs. @throws SecretError `unreadable` */
export async function currentSigningKey(
  control: Pick<ControlDatabase, 'select'>,
  box: SecretBox,
  ref: string,
): Promise<{ kid: string; key: WholeKey } | undefined> {
  const [row] = await control.select<CurrentRow>(
    `select k.id, k.origin, k.value,
        (select s.value from control.project_secrets s where s.project_id = p.id and s.name = 'jwt_secret') as legacy
      from control.signing_keys k join control.projects p on p.id = k.project_id
      where p.ref = $1 and k.state = 'current'`,
    [ref],
  )
  if (!row) return undefined
  if (row.origin !== 'legacy') return { kid: row.id, key: openSigningKey(box, ref, row) }
  return row.legacy === null
    ? undefined
    : { kid: row.id, key: textSecret(box.open(row.legacy, secretPurpose(ref, 'jwt_secret'))) }
}
