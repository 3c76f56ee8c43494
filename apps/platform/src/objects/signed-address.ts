/** Addresses that read, or upload, one object without a key for a while: the token in them names the object. */
import { DomainError } from '../kernel/domain-error.js'
import { ADDRESS_KID } from '../keys/project-keys.js'
import { signToken, verifyToken } from '../keys/token.js'
import type { ObjectLocation } from './objects.js'
import type { StorageActor } from './storage-actor.js'
import type { StorageProject } from './storage-host.js'

/** What a token allows. An upload is made by the one who asked for its address. */
export type Signed = { for: 'read' } | { for: 'upload'; owner: string | null; replaces: boolean }

export function addressToken(
  { keys }: Pick<StorageProject, 'keys'>,
  { bucket, name }: ObjectLocation,
  signed: Signed,
  expiresIn: number,
): string {
  const iat = Math.floor(Date.now() / 1000)
  const key = { algorithm: 'HS256', secret: keys.address.material, isText: true } as const
  return signToken({ url: `${bucket}/${name}`, ...signed, iat, exp: iat + expiresIn }, ADDRESS_KID, key)
}

/**
 * Existing clients escape the address once more, so a path that was escaped twice is accepted too. Addresses of an older
 * Basedeck stand on the secret of the legacy keys.
 * @returns what the token allows, and the path of the object as it was signed
 * @throws DomainError invalid_signature: it is of another object, for something else, or over
 */
export async function requireSigned<Wanted extends Signed['for']>(
  { keys }: Pick<StorageProject, 'keys'>,
  { bucket, name }: ObjectLocation,
  wanted: Wanted,
  token: string | undefined,
): Promise<Extract<Signed, { for: Wanted }> & ObjectLocation> {
  const valid = keys.legacy ? [keys.address, keys.legacy] : [keys.address]
  const read = verifyToken(token ?? '', valid, Date.now())
  const claims = read.type === 'valid' ? read.claims : {}
  const signed = [
    { bucket, name },
    { bucket: unescaped(bucket), name: unescaped(name) },
  ].find((location) => claims['url'] === `${location.bucket}/${location.name}`)
  // This machine made the address, so its end needs no leeway for another clock.
  const isOver = Date.now() >= Number(claims['exp'] ?? 0) * 1000
  if (!signed || isOver || claims['for'] !== wanted) throw new DomainError('invalid_signature')
  return { ...(claims as unknown as Extract<Signed, { for: Wanted }>), ...signed }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The one who asked for the address, with all rights to the object that it names. */
export function signedUploader({ owner }: Extract<Signed, { for: 'upload' }>): StorageActor {
  return { role: 'service_role', claims: { role: 'service_role', ...(owner === null ? {} : { sub: owner }) } }
}

/** The path of an object in an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Below the address of the project's storage: `/object/sign/…?token=…`. */
export function signedPath({ bucket, name }: ObjectLocation, token: string): string {
  return `/object/sign/${encodeURIComponent(bucket)}/${encodePath(name)}?token=${token}`
}

export function publicPath({ bucket, name }: ObjectLocation): string {
  return `/object/public/${encodeURIComponent(bucket)}/${encodePath(name)}`
}
