/** The key that signs the tokens of a project from its first moment; projects of an older Basedeck get theirs at the next start. */
import { randomUUID } from 'node:crypto'
import { newSigningKey, publicJwkOf } from '../keys/signing-key.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { newJwtSecret } from '../keys/jwt.js'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { sealSigningKey } from './project-keys.js'
import { insertMissingSecret, refsWithoutSecret, secretPurpose } from './project-secrets.js'
import { insertFirstSigningKey, refsWithoutCurrentKey, type NewSigningKey } from './signing-keys.js'

/** How many are made in one transaction. */
const TOGETHER = 200

export async function firstSigningKey(ref: string, box: SecretBox): Promise<NewSigningKey> {
  const id = randomUUID()
  const key = await newSigningKey('ES256')
  return {
    id,
    ref,
    algorithm: 'ES256',
    state: 'current',
    origin: 'made',
    public_jwk: JSON.stringify(publicJwkOf(key, id)),
    value: sealSigningKey(box, ref, id, key),
  }
}

/** Also the secret that is never shown: before, the legacy secret signed what it signs now. */
export async function makeFirstSigningKeys(control: ControlDatabase, box: SecretBox): Promise<void> {
  const withoutKey = await refsWithoutCurrentKey(control)
  await together(control, withoutKey, async (ref) => insertFirstSigningKey(await firstSigningKey(ref, box)))
  const withoutSecret = await refsWithoutSecret(control, 'token_secret')
  await together(control, withoutSecret, async (ref) =>
    insertMissingSecret(ref, 'token_secret', sealedTokenSecret(ref, box)),
  )
}

export function sealedTokenSecret(ref: string, box: SecretBox): string {
  return box.seal(newJwtSecret(), secretPurpose(ref, 'token_secret'))
}

async function together(
  control: ControlDatabase,
  refs: readonly string[],
  statementOf: (ref: string) => Promise<ControlStatement>,
): Promise<void> {
  for (let at = 0; at < refs.length; at += TOGETHER)
    await control.write(await Promise.all(refs.slice(at, at + TOGETHER).map(statementOf)))
}
