/** Who may make a call of a service, and as whom. */
import { DomainError } from '../kernel/domain-error.js'
import type { TokenVerifier } from '../keys/token-verifier.js'
import { ANON, type StorageActor } from '../objects/storage-actor.js'
import { actorOf, type GivenKeys } from '../objects/storage-key.js'
import type { StorageHost, StorageProject } from '../objects/storage-host.js'
import type { ServiceCall } from './service.js'

/** @throws DomainError invalid_key */
export async function admittedActor(
  { needs }: Pick<ServiceCall, 'needs'>,
  keys: GivenKeys,
  { host, project, verifier }: { host: StorageHost; project: StorageProject; verifier: TokenVerifier },
): Promise<StorageActor> {
  if (needs === 'nothing') return ANON
  const actor = await actorOf(host, project, keys, verifier)
  if (needs === 'secret' && actor.role !== 'service_role') throw new DomainError('invalid_key')
  return actor
}

/** @param apiKey of the header `apikey` @param authorization that header */
export function givenKeys(apiKey: string | undefined, authorization: string | undefined): GivenKeys {
  const [, bearer] = /^bearer\s+(\S+)$/i.exec(authorization ?? '') ?? []
  return { apiKey, bearer }
}
