/**
 * Which permission opens a page. Menus leave out a page that the caller may not open; its address names the reason.
 * @rule pages.permissions  @spec §2, §6
 */
import type { Action, Permission, Resource } from '@basedeck/platform-client/contract'
import { can } from './access.js'

const EVERY: readonly Action[] = ['read', 'create', 'update', 'delete']

/** All of the actions are needed, in the open project or in its whole organization. */
interface Wanted {
  actions: readonly Action[]
  resource: Resource
  scope: 'project' | 'organization'
}

const WANTED = {
  auth: { actions: ['read'], resource: 'auth', scope: 'project' },
  functions: { actions: ['read'], resource: 'functions', scope: 'project' },
  storage: { actions: ['read'], resource: 'storage', scope: 'project' },
  realtime: { actions: ['read'], resource: 'realtime', scope: 'project' },
  reports: { actions: EVERY, resource: 'reports', scope: 'project' },
  billing: { actions: EVERY, resource: 'billing', scope: 'organization' },
  auditLog: { actions: ['read'], resource: 'audit_logs', scope: 'organization' },
  /** Who holds tokens is told to those who may read what they did. */
  apps: { actions: ['read'], resource: 'audit_logs', scope: 'organization' },
  newProject: { actions: ['create'], resource: 'projects', scope: 'organization' },
} as const satisfies Record<string, Wanted>

/** What a page may ask for. `newOrganization` is a right of the account, in no organization. */
export type PagePermission = keyof typeof WANTED | 'newOrganization'

/** What the caller may open; undefined while that is unknown. */
export type PageRights = Readonly<Record<PagePermission, boolean | undefined>>

/** The facts that decide what the caller may open. */
export interface PageRightsState {
  /** Undefined while unknown. */
  permissions: readonly Permission[] | undefined
  /** Undefined while unknown. */
  mayCreateOrganizations: boolean | undefined
  /** Of the open organization, or of the open project's; undefined while unknown. */
  organizationSlug: string | undefined
  projectRef: string | null
}

/** What the caller may open in the organization and the project that are open. */
export function pageRights({
  permissions,
  mayCreateOrganizations,
  organizationSlug,
  projectRef,
}: PageRightsState): PageRights {
  const has = (permission: keyof typeof WANTED): boolean | undefined => {
    if (permissions === undefined || organizationSlug === undefined) return undefined
    const { actions, resource, scope } = WANTED[permission]
    return actions.every((action) =>
      can(permissions, {
        action,
        resource,
        organizationSlug,
        projectRef: scope === 'project' ? projectRef : null,
      }),
    )
  }
  return {
    auth: has('auth'),
    functions: has('functions'),
    storage: has('storage'),
    realtime: has('realtime'),
    reports: has('reports'),
    billing: has('billing'),
    auditLog: has('auditLog'),
    apps: has('apps'),
    newProject: has('newProject'),
    newOrganization: mayCreateOrganizations,
  }
}
