/** The installation as a whole, for its administrators: accounts, organizations, and settings for all. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import type { TicketCategory } from './support.js'
import { auditQuery, type AuditPage } from './organizations.js'
import { wireInteger } from './wire.js'

/** An account, as an administrator of the installation sees it. */
export interface InstallationAccount {
  id: string
  first_name: string
  email: string
  /** Verified by a mailed link or by an administrator. */
  is_email_proved: boolean
  is_administrator: boolean
  /** It can't sign in. */
  is_disabled: boolean
  is_mfa_enabled: boolean
  inserted_at: string
  /** Null: never, as far as its sessions show. */
  last_seen_at: string | null
  /** How many it belongs to. */
  organizations: number
  is_you: boolean
}

/** An organization, as an administrator of the installation sees it, with how many members and projects it has. */
export interface InstallationOrganization {
  slug: string
  name: string
  members: number
  projects: number
  requires_mfa: boolean
  inserted_at: string
}

/** A ticket of somebody, as an administrator of the installation reads it. */
export interface InstallationTicket {
  id: number
  category: TicketCategory
  subject: string
  message: string
  /** The error that led to it, as it was shown. */
  error: string | null
  /** Who wrote it; null when the account is gone. */
  person: { name: string; email: string | null } | null
  /** Null: about none, or it is gone. */
  organization_name: string | null
  project_ref: string | null
  /** ISO 8601. */
  inserted_at: string
}

/** What holds for the whole installation. */
export interface InstallationSettings {
  /** Anyone signed in may make organizations; administrators always may. */
  anyone_creates_organizations: boolean
  /** Every organization is open only to members with a second factor. */
  requires_mfa: boolean
}

const PATH = '/platform/installation'
const ACCESS = 'administrator' as const

/** Search and paging of the installation's lists: 100 entries unless `limit` is smaller. */
export const installationQuery = v.object({
  /** Words of a name or an address. */
  search: v.optional(v.string()),
  limit: v.optional(wireInteger(1, 100), 100),
  offset: v.optional(wireInteger(0, 10_000_000), 0),
})
/** What an administrator may change of an account; an absent field stays as it is. */
export const accountChanges = v.object({
  is_disabled: v.optional(v.boolean()),
  is_administrator: v.optional(v.boolean()),
  is_email_proved: v.optional(v.literal(true)),
})
/** What may change of the settings; an absent field stays as it is. */
export const installationSettings = v.object({
  anyone_creates_organizations: v.optional(v.boolean()),
  requires_mfa: v.optional(v.boolean()),
})

/** The newest first; `count` is how many fit the search. */
export const listAccounts = endpoint({
  method: 'GET',
  path: `${PATH}/accounts`,
  access: ACCESS,
  query: installationQuery,
  response: gives<{ accounts: InstallationAccount[]; count: number }>(),
})
/** 409 `own_account`, `last_administrator`. */
export const updateAccount = endpoint({
  method: 'PATCH',
  path: `${PATH}/accounts/{id}`,
  access: ACCESS,
  evenFull: true,
  audit: true,
  body: accountChanges,
  response: gives<InstallationAccount>(),
})
/** 409 `own_account`, `last_administrator`, `last_owner`. */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: `${PATH}/accounts/{id}`,
  access: ACCESS,
  audit: true,
  response: gives<{ id: string }>(),
})
/** Takes away its authenticator apps and recovery codes, and ends its sessions and access tokens. */
export const resetAccountFactors = endpoint({
  method: 'POST',
  path: `${PATH}/accounts/{id}/reset-factors`,
  access: ACCESS,
  audit: true,
  response: gives<{ id: string }>(),
})
/** Every organization of the installation, a page at a time; `count` is that of all pages. For administrators. */
export const listAllOrganizations = endpoint({
  method: 'GET',
  path: `${PATH}/organizations`,
  access: ACCESS,
  query: installationQuery,
  response: gives<{ organizations: InstallationOrganization[]; count: number }>(),
})
/** Every support ticket, the newest first; `count` is how many fit the search. For administrators. */
export const listTickets = endpoint({
  method: 'GET',
  path: `${PATH}/tickets`,
  access: ACCESS,
  query: installationQuery,
  response: gives<{ tickets: InstallationTicket[]; count: number }>(),
})
/** Everything that happened, newest first: in all organizations, in deleted ones too, and to the accounts. */
export const listInstallationAudit = endpoint({
  method: 'GET',
  path: `${PATH}/audit`,
  access: ACCESS,
  query: auditQuery,
  response: gives<AuditPage>(),
})
/** What holds for the whole installation. For administrators. */
export const getInstallationSettings = endpoint({
  method: 'GET',
  path: `${PATH}/settings`,
  access: ACCESS,
  response: gives<InstallationSettings>(),
})
/** 403 `mfa_required` when its caller would be shut out. */
export const updateInstallationSettings = endpoint({
  method: 'PATCH',
  path: `${PATH}/settings`,
  access: ACCESS,
  audit: true,
  body: installationSettings,
  response: gives<InstallationSettings>(),
})
