/** The secrets of a schedule: the one that signs its calls, and the values of its headers, which the platform never shows. */
import { secretPurpose } from '../control/project-secrets.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface SealedSchedule {
  /** `whsec_…` */
  secret: string
  headers: Record<string, string>
}

const purpose = (ref: string, id: string) => secretPurpose(ref, `schedule ${id}`)

export function sealSchedule(
  box: Pick<SecretBox, 'seal'>,
  { ref, id }: { ref: string; id: string },
  value: SealedSchedule,
): string {
  return box.seal(JSON.stringify(value), purpose(ref, id))
}

/** @throws SecretError */
export function openSchedule(
  box: Pick<SecretBox, 'open'>,
  { ref, id, sealed }: { ref: string; id: string; sealed: string },
): SealedSchedule {
  return JSON.parse(box.open(sealed, purpose(ref, id))) as SealedSchedule
}
