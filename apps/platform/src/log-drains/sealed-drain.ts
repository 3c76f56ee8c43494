/** The secrets of a drain, which the platform never shows: the values of its headers and the secret key of its store. */
import { secretPurpose } from '../control/project-secrets.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface SealedDrain {
  headers: Record<string, string>
  /** Of a store only. */
  secretAccessKey?: string | undefined
}

export function sealDrain(box: Pick<SecretBox, 'seal'>, ref: string, id: string, value: SealedDrain): string {
  return box.seal(JSON.stringify(value), secretPurpose(ref, `log drain ${id}`))
}

/** @throws SecretError */
export function openDrain(
  box: Pick<SecretBox, 'open'>,
  { ref, id, sealed }: { ref: string; id: string; sealed: string },
): SealedDrain {
  return JSON.parse(box.open(sealed, secretPurpose(ref, `log drain ${id}`))) as SealedDrain
}
