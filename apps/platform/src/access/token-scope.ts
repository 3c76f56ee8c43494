/** How an access token limits the rights of its owner. A token never adds rights. */
import type { Permission, Resource, TokenAccess } from '@basedeck/platform-client/contract'

export interface TokenScope {
  access: TokenAccess
  /** The only project it gives access to; null: every project of its organizations. */
  projectRef: string | null
  /** Whether it gives access to a single organization or project. */
  isNarrow: boolean
}

/** Every resource by name, so that a permission for all resources can be reduced to some of them. */
const RESOURCES = Object.keys({
  organization: true,
  members: true,
  billing: true,
  audit_logs: true,
  projects: true,
  project_settings: true,
  api_keys: true,
  service_api_keys: true,
  secrets: true,
  documents: true,
  integrations: true,
  database: true,
  auth: true,
  auth_mails: true,
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
 * Whether a token may do what needs no organization, such as creating one: only a token that may write everywhere its
 * owner may.
 */
export function mayChangeOwn({ access, isNarrow }: TokenScope): boolean {
  return access !== 'read' && !isNarrow
}
