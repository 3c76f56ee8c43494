/** Who a key or a token is: the role that its bearer acts as in the project's database. */
import { REST_ROLES } from '@basedeck/platform-client/contract'
import { jwtVerify, type JWTPayload } from 'jose'
import { DomainError } from '../domain-error.js'
import type { KnownApiKey } from '../control/api-keys.js'
import { typeOfApiKey } from '../keys/api-keys.js'
import { hashOf } from '../secrets/secret-token.js'
import { ANON, SERVICE, type StorageActor } from './storage-actor.js'
import type { StorageHost, StorageProject } from './storage-host.js'

export interface GivenKeys {
  /** Of the header `apikey`. */
  apiKey: string | undefined
  /** Of the header `Authorization`: the same key, or the token of a user. */
  bearer: string | undefined
}

/** The token of a user goes before the key of the application. @throws DomainError invalid_key */
export async function actorOf(
  host: Pick<StorageHost, 'apiKey' | 'keyUsed' | 'isMakerEntitled'>,
  project: StorageProject,
  { apiKey, bearer }: GivenKeys,
): Promise<StorageActor> {
  const key = bearer ?? apiKey
  if (key === undefined) throw new DomainError('invalid_key')
  const type = typeOfApiKey(key)
  if (type === undefined) return actorOfToken(key, project, host)
  const known = await host.apiKey(project.ref, hashOf(key))
  if (known?.type !== type || isOver(known)) throw new DomainError('invalid_key')
  host.keyUsed(known.id)
  return type === 'secret' ? SERVICE : ANON
}

function isOver({ ends_at }: KnownApiKey): boolean {
  return ends_at !== null && Date.parse(ends_at) <= Date.now()
}

async function actorOfToken(
  token: string,
  { jwtSecret, ref }: StorageProject,
  host: Pick<StorageHost, 'isMakerEntitled'>,
): Promise<StorageActor> {
  const claims = await claimsOf(token, jwtSecret)
  const role = REST_ROLES.find((known) => known === claims['role'])
  // A signed address is signed with the same secret and must not pass for a key.
  const isForeign = claims['ref'] !== undefined && claims['ref'] !== ref
  if (!role || isForeign || claims['url'] !== undefined) throw new DomainError('invalid_key')
  const { maker } = claims
  if (maker !== undefined && !(await host.isMakerEntitled(ref, String(maker))))
    throw new DomainError('invalid_key')
  return { role, claims }
}

/** @throws DomainError invalid_key, unless the secret signed it and it is valid now */
async function claimsOf(token: string, jwtSecret: string): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, secretOf(jwtSecret), { algorithms: ['HS256'] })).payload
  } catch (cause) {
    throw new DomainError('invalid_key', undefined, { cause })
  }
}

export function secretOf(jwtSecret: string): Uint8Array {
  return new TextEncoder().encode(jwtSecret)
}
