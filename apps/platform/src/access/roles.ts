/** The roles as bundles of permissions. No other place knows what a role's name means. */
import type { Action, Permission, Resource, Role } from '@basedeck/platform-client/contract'
import { roleText } from '../text/accounts.js'

type Grant = readonly [actions: readonly (Action | '%')[], resources: readonly (Resource | '%')[]]

interface RoleData extends Pick<Role, 'id' | 'name' | 'description'> {
  grants: readonly Grant[]
  /** Which roles a member of this one may give and take. */
  manages: readonly string[]
}

const ALL: readonly (Action | '%')[] = ['%']
const READ = ['read'] as const
/** The contents of a project, without its settings and keys. */
const CONTENT = ['database', 'auth', 'storage', 'functions', 'realtime'] as const

/** What members store for a project: snippets and folders. */
const PAPERS = ['reports', 'snippets', 'shared_snippets'] as const

const ROLE_DEFINITIONS = [
  {
    id: 'owner',
    name: 'Owner',
    description: roleText.owner,
    manages: ['owner', 'administrator', 'developer', 'read_only'],
    grants: [[ALL, ['%']]],
  },
  {
    id: 'administrator',
    name: 'Administrator',
    description: roleText.administrator,
    manages: ['administrator', 'developer', 'read_only'],
    grants: [
      [READ, ['organization', 'billing', 'audit_logs']],
      [
        ALL,
        [
          'members',
          'projects',
          'project_settings',
          'api_keys',
          'service_api_keys',
          'secrets',
          'documents',
          'integrations',
          'auth_mails',
          ...CONTENT,
          ...PAPERS,
        ],
      ],
    ],
  },
  {
    id: 'developer',
    name: 'Developer',
    description: roleText.developer,
    manages: [],
    grants: [
      [
        READ,
        [
          'organization',
          'members',
          'projects',
          'project_settings',
          'api_keys',
          'service_api_keys',
          'documents',
          'integrations',
        ],
      ],
      [ALL, ['auth_mails', 'secrets', ...CONTENT, ...PAPERS]],
    ],
  },
  {
    id: 'read_only',
    name: 'Read-only',
    description: roleText.read_only,
    manages: [],
    grants: [
      [
        READ,
        [
          'organization',
          'members',
          'projects',
          'project_settings',
          'api_keys',
          'documents',
          'integrations',
          ...CONTENT,
        ],
      ],
      [ALL, ['reports', 'snippets']],
    ],
  },
] as const satisfies readonly RoleData[]

/** The role of the person who creates an organization. */
export const OWNER = 'owner'

export const ROLES: readonly Pick<Role, 'id' | 'name' | 'description'>[] = ROLE_DEFINITIONS.map(
  ({ id, name, description }) => ({ id, name, description }),
)

export function isRole(id: string): boolean {
  return ROLE_DEFINITIONS.some((role) => role.id === id)
}

export function roleName(id: string): string {
  return ROLE_DEFINITIONS.find((role) => role.id === id)?.name ?? id
}

/** The permissions of a role in an organization; none for a role this program does not know. */
export function permissionsOf(roleId: string, slug: string): Permission[] {
  const role = ROLE_DEFINITIONS.find(({ id }) => id === roleId)
  return (role?.grants ?? []).map(([actions, resources]) => ({
    actions: [...actions],
    resources: [...resources],
    organization_slug: slug,
  }))
}

/** Whether a member with `roleId` may give the role `other`, or change a member who has it. */
export function mayManage(roleId: string, other: string): boolean {
  const role: RoleData | undefined = ROLE_DEFINITIONS.find(({ id }) => id === roleId)
  return role?.manages.includes(other) ?? false
}

/** The roles that a member of this one may give and take. */
export function managedBy(roleId: string): string[] {
  return ROLES.filter(({ id }) => mayManage(roleId, id)).map(({ id }) => id)
}

/** The roles whose members may give and take this one. */
export function managersOf(roleId: string): string[] {
  return ROLES.filter(({ id }) => mayManage(id, roleId)).map(({ id }) => id)
}
