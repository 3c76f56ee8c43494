/** Who reads or changes objects, as the project's database sees it. */
import type { ImpersonatedRole, RestRole } from '@basedeck/platform-client/contract'

/** A role of the project's API, with the claims of its token. */
export interface StorageActor {
  role: RestRole
  claims: Record<string, unknown>
}

/** Passes by row-level security: the dashboard's members, whose rights were checked before, and the server itself. */
export const SERVICE: StorageActor = { role: 'service_role', claims: { role: 'service_role' } }

/** A caller with a publishable key. */
export const ANON: StorageActor = { role: 'anon', claims: { role: 'anon' } }

export function actingRole({ role, claims }: StorageActor): ImpersonatedRole {
  return { type: 'rest', role, claims }
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
