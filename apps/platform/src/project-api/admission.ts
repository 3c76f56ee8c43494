/** Who may make a call of a service, and as whom. */
import { DomainError } from '../kernel/domain-error.js'
import type { TokenVerifier } from '../keys/token-verifier.js'
import { ANON, type StorageActor } from '../objects/storage-actor.js'
import { actorOf, type GivenKeys } from '../objects/storage-key.js'
import type { StorageHost, StorageProject } from '../objects/storage-host.js'
import type { Openings } from './openings.js'
import type { ServiceCall } from './service.js'

export interface AdmissionDeps {
  host: StorageHost
  project: StorageProject
  verifier: TokenVerifier
  openings: Openings
  /** Of the caller; null: unknown. */
  ip: string | null
}

/** @throws DomainError invalid_key, too_many_requests */
export async function admittedActor(
  { needs }: Pick<ServiceCall, 'needs'>,
  keys: GivenKeys,
  { host, project, verifier, openings, ip }: AdmissionDeps,
): Promise<StorageActor> {
  const actor = needs === 'nothing' ? ANON : await actorOf(host, project, keys, verifier)
  if (needs === 'secret' && actor.role !== 'service_role') throw new DomainError('invalid_key')
  openings.begin(project.ref, actor.role === ANON.role ? (ip ?? '') : undefined)
  return actor
}

/** @param apiKey of the header `apikey` @param authorization that header */
export function givenKeys(apiKey: string | undefined, authorization: string | undefined): GivenKeys {
  const [, bearer] = /^bearer\s+(\S+)$/i.exec(authorization ?? '') ?? []
  return { apiKey, bearer }
}
