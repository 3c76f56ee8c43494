/** Finds credentials in answers, so that a call that gives one and is not marked in the contract fails its test. */
import type { Credential, EndpointData } from '@basedeck/platform-client/contract'

/** Every form of a credential that this platform makes. */
const FORMS: readonly (readonly [Credential, RegExp])[] = [
  ['service_key', /\bsb_secret_[0-9A-Za-z]{38}\b/],
  ['account', /\bbdp_[\w-]{43}\b|otpauth:\/\//],
  ['invitation', /\/invitation\/[\w-]{43}\b/],
]
const TOKEN = /\beyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g

/** The credentials in a text. */
export function credentialsIn(text: string): Set<Credential> {
  const found = new Set(FORMS.flatMap(([credential, form]) => (form.test(text) ? [credential] : [])))
  for (const [, payload = ''] of text.matchAll(TOKEN)) {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    if (claims['url'] !== undefined) found.add('signed_address')
    else if (claims['acting_member'] !== undefined) found.add('user_token')
    else if (claims['role'] === 'service_role') found.add('service_key')
  }
  return found
}

/** @throws Error when the answer has a credential that the contract does not tell of */
export async function refuseUnmarked(
  { method, path, carries }: Pick<EndpointData, 'method' | 'path' | 'carries'>,
  answer: Response,
): Promise<void> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return
  const found = credentialsIn(await answer.clone().text())
  found.delete(carries?.replace('maybe ', '') as Credential)
  if (found.size > 0) throw new Error(`${method} ${path} gives ${[...found].join(', ')}, unmarked`)
}
