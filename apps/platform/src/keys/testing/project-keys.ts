/** Keys of a project for tests. */
import { TEMPORARY_KID, ADDRESS_KID, type ProjectKeys } from '../project-keys.js'
import { textSecret, type WholeKey } from '../signing-key.js'
import type { VerifyingKey } from '../token.js'

/** @param secret the first one of the project, which the legacy pair stands on */
export function testProjectKeys(secret: string, more: Partial<ProjectKeys> = {}): ProjectKeys {
  const legacy = verifying('legacy', secret)
  return {
    verifying: [legacy, verifying(TEMPORARY_KID, `temporary keys, beside ${secret}`)],
    address: verifying(ADDRESS_KID, `addresses of files, beside ${secret}`),
    legacy,
    issuers: [],
    ...more,
  }
}

/** The first secret of a project, as text. @throws Error when it was revoked */
export function firstSecretOf(keys: ProjectKeys | undefined): string {
  if (!keys?.legacy) throw new Error('The project has no legacy secret.')
  return Buffer.from(keys.legacy.material, 'base64url').toString('utf8')
}

/** What signs temporary keys. */
export function temporaryKeyOf(keys: ProjectKeys | undefined): WholeKey {
  const key = keys?.verifying.find(({ kid }) => kid === TEMPORARY_KID)
  return { algorithm: 'HS256', secret: key?.material ?? '', isText: true }
}

function verifying(kid: string, text: string): VerifyingKey {
  return { kid, algorithm: 'HS256', material: textSecret(text).secret }
}
