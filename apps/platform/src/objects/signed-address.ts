/** Addresses that read, or upload, one object without a key for a while: the token in them names the object. */
import { jwtVerify, SignJWT } from 'jose'
import { DomainError } from '../domain-error.js'
import type { ObjectLocation } from './objects.js'
import type { StorageActor } from './storage-actor.js'
import { secretOf } from './storage-key.js'
import type { StorageProject } from './storage-host.js'

/** What a token allows. An upload is made by the one who asked for its address. */
export type Signed = { for: 'read' } | { for: 'upload'; owner: string | null; replaces: boolean }

export function addressToken(
  { jwtSecret }: Pick<StorageProject, 'jwtSecret'>,
  { bucket, name }: ObjectLocation,
  signed: Signed,
  expiresIn: number,
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  return new SignJWT({ url: `${bucket}/${name}`, ...signed })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(iat)
    .setExpirationTime(iat + expiresIn)
    .sign(secretOf(jwtSecret))
}

/**
 * Existing clients escape the address once more, so a path that was escaped twice is accepted too.
 * @returns what the token allows, and the path of the object as it was signed
 * @throws DomainError invalid_signature: it is of another object, for something else, or over
 */
export async function requireSigned<Wanted extends Signed['for']>(
  { jwtSecret }: Pick<StorageProject, 'jwtSecret'>,
  { bucket, name }: ObjectLocation,
  wanted: Wanted,
  token: string | undefined,
): Promise<Extract<Signed, { for: Wanted }> & ObjectLocation> {
  const { payload } = await jwtVerify(token ?? '', secretOf(jwtSecret), { algorithms: ['HS256'] }).catch(
    (cause: unknown) => {
      throw new DomainError('invalid_signature', undefined, { cause })
    },
  )
  const signed = [
    { bucket, name },
    { bucket: unescaped(bucket), name: unescaped(name) },
  ].find((location) => payload['url'] === `${location.bucket}/${location.name}`)
  if (!signed || payload['for'] !== wanted) throw new DomainError('invalid_signature')
  return { ...(payload as unknown as Extract<Signed, { for: Wanted }>), ...signed }
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
