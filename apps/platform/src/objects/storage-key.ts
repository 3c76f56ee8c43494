/** Who a key or a token is: the role that its bearer acts as in the project's database. */
import { REST_ROLES } from '@basedeck/platform-client/contract'
import { jwtVerify } from 'jose'
import { DomainError } from '../domain-error.js'
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
  host: Pick<StorageHost, 'keyType'>,
  project: StorageProject,
  { apiKey, bearer }: GivenKeys,
): Promise<StorageActor> {
  const key = bearer ?? apiKey
  if (key === undefined) throw new DomainError('invalid_key')
  const type = typeOfApiKey(key)
  if (type === undefined) return actorOfToken(key, project)
  const known = await host.keyType(project.ref, hashOf(key))
  if (known !== type) throw new DomainError('invalid_key')
  return known === 'secret' ? SERVICE : ANON
}

async function actorOfToken(token: string, { jwtSecret, ref }: StorageProject): Promise<StorageActor> {
  try {
    const { payload } = await jwtVerify(token, secretOf(jwtSecret), { algorithms: ['HS256'] })
    const role = REST_ROLES.find((known) => known === payload['role'])
    // A signed address is signed with the same secret and must not pass for a key.
    const isForeign = payload['ref'] !== undefined && payload['ref'] !== ref
    if (role && !isForeign && payload['url'] === undefined) return { role, claims: payload }
  } catch (cause) {
    throw new DomainError('invalid_key', undefined, { cause })
  }
  throw new DomainError('invalid_key')
}

export function secretOf(jwtSecret: string): Uint8Array {
  return new TextEncoder().encode(jwtSecret)
}
