/** What of a webhook nobody is shown: the secret that signs its messages, and the values of its headers. */
import { secretPurpose } from '../control/project-secrets.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface SealedWebhook {
  /** `whsec_…` */
  secret: string
  headers: Record<string, string>
}

export function sealWebhook(box: SecretBox, ref: string, id: string, value: SealedWebhook): string {
  return box.seal(JSON.stringify(value), secretPurpose(ref, `webhook ${id}`))
}

/** @throws SecretError */
export function openWebhook(
  box: Pick<SecretBox, 'open'>,
  { ref, id, sealed }: { ref: string; id: string; sealed: string },
): SealedWebhook {
  return JSON.parse(box.open(sealed, secretPurpose(ref, `webhook ${id}`))) as SealedWebhook
}
