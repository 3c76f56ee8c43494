/**
 * Which roles count as one: the same role of the API for the same user, or the same role of the database. A user's claims
 * change with each choice (session, times), and a staged edit has to be found again.
 * @rule impersonation.role-identity  @spec §6
 */
import type { ImpersonatedRole } from '@basedeck/platform-client/contract'

/** The name under which a role's work is kept; empty: the owner. */
export function roleIdentity(role: ImpersonatedRole | null): string {
  if (role === null) return ''
  if (role.type === 'database') return `database/${role.name}`
  const { sub } = role.claims
  return typeof sub === 'string' ? `api/${role.role}/${sub}` : `api/${role.role}`
}
