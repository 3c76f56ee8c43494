/** What a call asks for before it is answered, as data: the server checks it, the dashboard mirrors it. */

/** Actions; `%` in a permission means all. */
export type Action = 'read' | 'create' | 'update' | 'delete'

/** Resources. */
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
  /** Values in a project's vault. Their names are among its settings. */
  | 'secrets'
  /** Files of an organization for its members. */
  | 'documents'
  /** Services that an organization is connected to, with the tokens for them. */
  | 'integrations'
  /** Reading it runs SQL in READ ONLY transactions, updating it runs any. */
  | 'database'
  | 'auth'
  /** Mails of the auth service that are kept: whoever opens one can sign in as the user it was written to. */
  | 'auth_mails'
  | 'storage'
  | 'functions'
  | 'realtime'
  | 'reports'
  /** SQL snippets: the own ones, and reading shared ones. */
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
 * The resolver that finds the organization or project of a call.
 * - `organization`: `slug` in the path; `organization-in-body`: `organization_slug` in the body
 * - `project`: `ref` in the path; `project-in-body`: `projectRef` in the body
 * - `branch`: `branch` in the path; the permission applies to the parent project
 * - `bucket`: `ref` and `bucket` in the path; callers who may not see the project can't probe its buckets
 */
export type ResourceName =
  | 'organization'
  | 'organization-in-body'
  | 'project'
  | 'project-in-body'
  | 'branch'
  | 'bucket'

/**
 * Who may make a call.
 * - `anyone`: without a session
 * - `profile`: any signed-in account
 * - `account`: the same, but not by a token of one organization or project: it is about the account itself
 * - `administrator`: an administrator of the installation, in a session
 * - otherwise accounts with the permission in the organization or project of the path (or the body); for strangers it
 *   does not exist (404)
 */
export type Access =
  | 'anyone'
  | 'profile'
  | 'account'
  | 'administrator'
  | {
      readonly action: Action
      readonly resource: Resource
      readonly of: ResourceName
      /** Allowed even if the organization requires a second factor that the caller has not set up. */
      readonly evenClosed?: true
    }

/** Asks for an action on a resource of the organization that the path names. */
export const inOrganization = (action: Action, resource: Resource) =>
  ({ action, resource, of: 'organization' }) as const
/** Asks for an action on a resource of the project that the path names, or of the organization it belongs to. */
export const inProject = (action: Action, resource: Resource) =>
  ({ action, resource, of: 'project' }) as const
/** The same, in a bucket of the project. A bucket that is not there: 404. */
export const inBucket = (action: Action, resource: Resource) => ({ action, resource, of: 'bucket' }) as const
/** Asks for an action on a resource of the project whose branch the path names. */
export const inBranch = (action: Action, resource: Resource) => ({ action, resource, of: 'branch' }) as const
