/** The key that signs the tokens of a project from its first moment; projects of an older Basedeck get theirs at the next start. */
import { randomUUID } from 'node:crypto'
import { newSigningKey, publicJwkOf } from '../keys/signing-key.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { ControlDatabase } from './control-database.js'
import { sealSigningKey } from './project-keys.js'
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

export async function makeFirstSigningKeys(control: ControlDatabase, box: SecretBox): Promise<void> {
  const refs = await refsWithoutCurrentKey(control)
  for (let at = 0; at < refs.length; at += TOGETHER) {
    const made = await Promise.all(refs.slice(at, at + TOGETHER).map((ref) => firstSigningKey(ref, box)))
    await control.write(made.map(insertFirstSigningKey))
  }
}
