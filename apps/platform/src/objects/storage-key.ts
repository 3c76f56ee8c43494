/** Who a key or a token is: the role that its bearer acts as in the project's database. */
import { REST_ROLES } from '@basedeck/platform-client/contract'
import type { KnownApiKey } from '../control/api-keys.js'
import { DomainError } from '../kernel/domain-error.js'
import { typeOfApiKey } from '../keys/api-keys.js'
import { TEMPORARY_KID } from '../keys/project-keys.js'
import { createTokenVerifier, type TokenVerifier } from '../keys/token-verifier.js'
import { hashOf } from '../secrets/secret-token.js'
import { claimsOfIssuer } from './issuer-token.js'
import { ANON, SERVICE, type StorageActor } from './storage-actor.js'
import type { StorageHost, StorageProject } from './storage-host.js'

export interface GivenKeys {
  /** Of the header `apikey`. */
  apiKey: string | undefined
  /** Of the header `Authorization`: the same key, or the token of a user. */
  bearer: string | undefined
}

type AskedHost = Pick<StorageHost, 'apiKey' | 'keyUsed' | 'isMakerEntitled' | 'isServedRole' | 'issuerKeys'>

/**
 * The token of a user goes before the key of the application.
 * @param verifier remembers tokens that come again. Default: nothing is remembered
 * @throws DomainError invalid_key
 */
export async function actorOf(
  host: AskedHost,
  project: StorageProject,
  { apiKey, bearer }: GivenKeys,
  verifier: TokenVerifier = createTokenVerifier(),
): Promise<StorageActor> {
  const key = bearer ?? apiKey
  if (key === undefined) throw new DomainError('invalid_key')
  const type = typeOfApiKey(key)
  if (type === undefined) return actorOfToken(key, project, host, verifier)
  const hash = hashOf(key)
  const known = await host.apiKey(project.ref, hash)
  if (known?.type !== type || isOver(known)) throw new DomainError('invalid_key')
  host.keyUsed(hash)
  return type === 'secret' ? SERVICE : ANON
}

function isOver({ ends_at }: KnownApiKey): boolean {
  return ends_at !== null && Date.parse(ends_at) <= Date.now()
}

async function actorOfToken(
  token: string,
  project: StorageProject,
  host: AskedHost,
  verifier: TokenVerifier,
): Promise<StorageActor> {
  const { keys, ref } = project
  const own = verifier.verify(token, keys.verifying)
  // A kid that is no key of the project may be one of a service that it trusts.
  const claims =
    own.type === 'valid'
      ? own.claims
      : own.reason === 'unknown-key'
        ? await claimsOfIssuer(token, project, host, verifier)
        : undefined
  if (!claims) throw new DomainError('invalid_key')
  const isForeign = claims['ref'] !== undefined && claims['ref'] !== ref
  // Addresses of files were once signed with the secret of the legacy keys, and must not pass for a key.
  if (isForeign || claims['url'] !== undefined) throw new DomainError('invalid_key')
  if (own.type === 'valid') await requireMaker(own.kid, claims, project, host)
  const role = await roleOf(claims['role'], ref, host)
  const isLegacyKey = own.type === 'valid' && own.kid === keys.legacy?.kid && claims['sub'] === undefined
  if (isLegacyKey && claims['maker'] === undefined) host.keyUsed(hashOf(token))
  return { role, claims }
}

/**
 * A temporary key, and a token with which a member acts as a user, end with what they were made with. Of other tokens the claim
 * `maker` belongs to who made them.
 */
async function requireMaker(
  kid: string,
  { role, maker: named, acting_member: member }: Readonly<Record<string, unknown>>,
  { keys, ref }: StorageProject,
  host: Pick<StorageHost, 'isMakerEntitled'>,
): Promise<void> {
  const isActing = member !== undefined
  const maker = isActing ? (member as { maker?: unknown } | null)?.maker : named
  // One of the role anon, as the realtime inspector has it, gives no more than a public key.
  if (kid === TEMPORARY_KID && role === 'anon' && !isActing) return
  const isTemporary = kid === TEMPORARY_KID || (kid === keys.legacy?.kid && named !== undefined)
  if ((isTemporary || isActing) && !(await host.isMakerEntitled(ref, String(maker))))
    throw new DomainError('invalid_key')
}

async function roleOf(role: unknown, ref: string, host: Pick<StorageHost, 'isServedRole'>): Promise<string> {
  if (typeof role !== 'string') throw new DomainError('invalid_key')
  const isOfApi = REST_ROLES.some((known) => known === role)
  if (!isOfApi && !(await host.isServedRole(ref, role))) throw new DomainError('invalid_key')
  return role
}
