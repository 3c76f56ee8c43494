/** Who reads or changes objects, as the project's database sees it. */
import type { ImpersonatedRole, RestRole } from '@basedeck/platform-client/contract'

/** A role of the project's API, or one that was granted to the login of its services, with the claims of the token. */
export interface StorageActor {
  role: string
  claims: Record<string, unknown>
}

/** Passes by row-level security: the dashboard's members, whose rights were checked before, and the server itself. */
export const SERVICE: StorageActor = { role: 'service_role', claims: { role: 'service_role' } }

/** The owner of the project's database: the tables of storage are its own, so it may also drop their policies. */
export const OWNER = 'owner'

/** A caller with a publishable key. */
export const ANON: StorageActor = { role: 'anon', claims: { role: 'anon' } }

/** Undefined: no other role than the owner's own. */
export function roleOfActor(actor: StorageActor | typeof OWNER): ImpersonatedRole | undefined {
  // The engines take any role; the contract's list is what a member may ask to act as.
  return actor === OWNER ? undefined : { type: 'rest', role: actor.role as RestRole, claims: actor.claims }
}

/** The owner of what the actor makes: the subject of its token. */
export function ownerOf({ claims }: StorageActor): string | null {
  const { sub } = claims
  return typeof sub === 'string' && sub !== '' ? sub : null
}

/** Whether both are the same: an upload is continued by the actor who began it, perhaps with a newer token. */
export function isSameActor(one: StorageActor, other: StorageActor): boolean {
  return one.role === other.role && ownerOf(one) === ownerOf(other)
}
