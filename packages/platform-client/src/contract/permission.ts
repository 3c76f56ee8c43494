/** What a call asks for before it is answered, as data: the server checks it, the dashboard mirrors it. */

/** What may be done; `%` in a permission stands for all. */
export type Action = 'read' | 'create' | 'update' | 'delete'

/** What it is done to. */
export type Resource =
  | 'organization'
  | 'members'
  | 'billing'
  | 'audit_logs'
  | 'projects'
  | 'project_settings'
  | 'api_keys'
  /** Keys and secrets that pass by row-level security. */
  | 'service_api_keys'
  /** Reading it runs SQL in READ ONLY transactions, updating it runs any. */
  | 'database'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'realtime'
  | 'reports'
  /** Texts of SQL: one's own, and reading those that are shared. */
  | 'snippets'
  /** Sharing texts of SQL, and changing the shared ones. */
  | 'shared_snippets'

/** A bundle of rights in one organization. CONTRACT "Projects and organizations". */
export interface Permission {
  actions: string[]
  resources: string[]
  /** Reserved; a permission with a condition this client does not know grants nothing. */
  condition?: string
  organization_slug: string
  /** Absent: every project of the organization. */
  project_refs?: string[]
}

/**
 * By which resolver the server finds the place of a call.
 * - `organization`: `slug` in the path; `organization-in-body`: `organization_slug` in the body
 * - `project`: `ref` in the path; `project-in-body`: `projectRef` in the body
 * - `branch`: `branch` in the path; the permission is asked for in the project that it is a branch of
 * - `bucket`: `ref` and `bucket` in the path; who may not see the project does not learn which buckets it has
 */
export type PlaceName =
  | 'organization'
  | 'organization-in-body'
  | 'project'
  | 'project-in-body'
  | 'branch'
  | 'bucket'

/**
 * Who may make a call.
 * - `anyone`: without a session
 * - `profile`: whoever is signed in
 * - `administrator`: an administrator of the installation, in a session
 * - otherwise whoever has the permission in the organization or project that the path (or the body) names; to everyone
 *   outside of it the name does not exist (404)
 */
export type Access =
  | 'anyone'
  | 'profile'
  | 'administrator'
  | {
      readonly action: Action
      readonly resource: Resource
      readonly of: PlaceName
      /** Also while the organization is closed to who has no second factor. */
      readonly evenClosed?: true
    }

/** Asks for an action on a resource of the organization that the path names. */
export const inOrganization = (action: Action, resource: Resource) =>
  ({ action, resource, of: 'organization' }) as const
/** Asks for an action on a resource of the project that the path names, or of the organization it belongs to. */
export const inProject = (action: Action, resource: Resource) =>
  ({ action, resource, of: 'project' }) as const
