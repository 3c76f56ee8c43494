/** What an access token takes away from the rights of its owner. It never adds any. */
import type { Permission, Resource, TokenAccess } from '@basedeck/platform-client/contract'

export interface TokenScope {
  access: TokenAccess
  /** The one project it opens; null: all of its organizations. */
  projectRef: string | null
  /** It opens one organization, or one project of it. */
  isNarrow: boolean
}

/** Every resource once: a permission for all of them becomes one for the others. */
const RESOURCES = Object.keys({
  organization: true,
  members: true,
  billing: true,
  audit_logs: true,
  projects: true,
  project_settings: true,
  api_keys: true,
  service_api_keys: true,
  database: true,
  auth: true,
  storage: true,
  functions: true,
  realtime: true,
  reports: true,
  snippets: true,
  shared_snippets: true,
} satisfies Record<Resource, true>)

export function narrowed(permissions: readonly Permission[], scope: TokenScope): Permission[] {
  return permissions
    .flatMap((permission) => withAccess(permission, scope.access))
    .map((permission) =>
      scope.projectRef === null ? permission : { ...permission, project_refs: [scope.projectRef] },
    )
}

function withAccess(permission: Permission, access: TokenAccess): Permission[] {
  if (access === 'manage') return [permission]
  const reads = permission.actions.some((action) => action === 'read' || action === '%')
  const read: Permission[] = reads ? [{ ...permission, actions: ['read'] }] : []
  if (access === 'read') return read
  const all = permission.resources.includes('%') ? RESOURCES : permission.resources
  return [...read, { ...permission, resources: all.filter((resource) => resource !== 'members') }]
}

/**
 * Whether a token may change what belongs to its owner alone, such as making an organization: only one that goes as far as
 * its owner's own writing does.
 */
export function mayChangeOwn({ access, isNarrow }: TokenScope): boolean {
  return access !== 'read' && !isNarrow
}
