/** Organizations, their audit log, and their partner. */
import * as v from 'valibot'
import type { AuditEntry } from './audit-entry.js'
import { endpoint, gives } from './endpoint.js'
import { displayName, email } from './names.js'
import { opaqueId } from './params.js'
import { inOrganization } from './permission.js'
import type { ProjectStatus } from './projects.js'
import { wireInteger, wireList } from './wire.js'

/** SPEC §3. */
export type PlanId = 'free' | 'pro' | 'team' | 'enterprise'

/** The partner that manages the resources; null: the organization itself. SPEC §1. */
export type ManagedBy = 'vercel-marketplace' | 'cloud-marketplace' | 'provider' | null

/** An organization, as one of its members sees it. */
export interface Organization {
  id: number
  slug: string
  name: string
  plan: { id: PlanId; name: string }
  organization_requires_mfa: boolean
  managed_by: ManagedBy
  /** The installation at the partner. */
  partner_id?: string
  is_owner: boolean
  billing_email?: string
  opt_in_tags: string[]
  restriction_status?: string
  usage_billing_enabled: boolean
  /** Changes with every change of the organization; sent back as `expected_updated_at`. */
  updated_at: string
}

/** By what a list of projects can be sorted, and which way. */
export const PROJECT_SORTS = [
  'name_asc',
  'name_desc',
  'created_asc',
  'created_desc',
  'status_asc',
  'status_desc',
  'region_asc',
  'region_desc',
] as const
/** By what a list of projects is sorted, and which way. */
export type ProjectSort = (typeof PROJECT_SORTS)[number]
/** SPEC §9. */
export const PROJECT_PAGE_SIZE = 96

/** A project in an organization's list. */
export interface OrganizationProject {
  ref: string
  name: string
  region: string
  status: ProjectStatus
  is_branch: boolean
  inserted_at: string
  databases: {
    identifier: string
    type: 'PRIMARY' | 'READ_REPLICA'
    region: string
    status: ProjectStatus
    cloud_provider: string
  }[]
}

/** A page of an organization's projects. `count` is that of all pages. */
export interface ProjectPage {
  projects: OrganizationProject[]
  pagination: { count: number; limit: number; offset: number }
}

/** What an audit log can be narrowed to: whoever and whatever has an entry in it, at most 200 of each kind. */
export interface AuditChoices {
  /** `platform` is the platform itself. */
  actors: { id: string; name: string }[]
  tokens: { id: string; name: string }[]
  actions: string[]
  projects: string[]
}

/** A page of an audit log, newest entry first. Entries are kept for `retention_days` days. */
export interface AuditPage {
  entries: AuditEntry[]
  /** Of the next page; absent on the last one. */
  cursor?: string
  retention_days: number
  /** Where `with_choices` asks for them. */
  choices?: AuditChoices
}

/** Characters. */
const SLUG_MAX = 40
const PATH = '/platform/organizations'
const REQUIRES = { slug: 'Slug is required' }

/** What `createOrganization` takes. */
export const organizationBody = v.object({
  name: displayName('The name of the organization'),
  /** The organization's part of addresses; it never changes. Default: made of the name, with some letters if it is taken. */
  slug: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'Small letters, digits and single hyphens between them'),
      v.maxLength(SLUG_MAX, `No longer than ${SLUG_MAX} characters`),
    ),
  ),
})
/** What may change of an organization; an absent field stays as it is. */
export const organizationChanges = v.object({
  name: v.optional(displayName('The name of the organization')),
  billing_email: v.optional(v.nullable(email)),
  organization_requires_mfa: v.optional(v.boolean()),
  /** 409 with the stored row when it was changed meanwhile. */
  expected_updated_at: v.optional(v.pipe(v.string(), v.isoTimestamp('This is not a timestamp'))),
})
/** How the list of projects is filtered, sorted and paged. */
export const projectListQuery = v.object({
  limit: v.optional(wireInteger(1, 100)),
  offset: v.optional(wireInteger(0, 10_000_000)),
  sort: v.optional(v.picklist(PROJECT_SORTS, `sort must be one of ${PROJECT_SORTS.join(', ')}`)),
  search: v.optional(v.pipe(v.string(), v.maxLength(200))),
  statuses: v.optional(wireList()),
})
/** How an audit log is searched and paged. `cursor` is the one of the page before. */
export const auditQuery = v.object({
  limit: v.optional(wireInteger(1, 100)),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'This is not a cursor of the audit log'))),
  /** Part of an action, a target or a person. */
  search: v.optional(v.pipe(v.string(), v.maxLength(200))),
  project_ref: v.optional(v.string()),
  /** The id of a person, or `platform` for what the platform itself did. */
  actor: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** The id of an access token. */
  token: v.optional(v.pipe(v.string(), v.maxLength(100))),
  action: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** `2026-01-31`, a day of UTC. */
  day: v.optional(v.pipe(v.string(), v.isoDate('This is not a day'))),
  /** Whether the page says what the whole log can be narrowed to. */
  with_choices: v.optional(v.picklist(['true', 'false'])),
})

/** The organizations that the caller is a member of. */
export const listOrganizations = endpoint({
  method: 'GET',
  path: PATH,
  access: 'profile',
  response: gives<Organization[]>(),
})
/** Creates an organization with the caller as its owner. 403 when only administrators may; hosted only. */
export const createOrganization = endpoint({
  method: 'POST',
  path: PATH,
  access: 'profile',
  hostedOnly: true,
  audit: true,
  body: organizationBody,
  response: gives<Organization>(),
})
/** One organization. 404 for strangers. */
export const getOrganization = endpoint({
  method: 'GET',
  path: `${PATH}/{slug}`,
  access: inOrganization('read', 'organization'),
  response: gives<Organization>(),
  requires: REQUIRES,
})
/** Changes an organization. 409 with the stored one when `expected_updated_at` is stale. */
export const updateOrganization = endpoint({
  method: 'PATCH',
  path: `${PATH}/{slug}`,
  access: inOrganization('update', 'organization'),
  audit: true,
  body: organizationChanges,
  response: gives<Organization>(),
  requires: REQUIRES,
})
/** `name` must be typed again, to prevent accidental deletion. 409 `organization_not_empty` while it has projects. */
export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: `${PATH}/{slug}`,
  access: inOrganization('delete', 'organization'),
  hostedOnly: true,
  audit: true,
  body: v.object({ name: v.string() }),
  response: gives<{ slug: string }>(),
  requires: REQUIRES,
})
/** The projects of an organization, a page at a time. */
export const listOrganizationProjects = endpoint({
  method: 'GET',
  path: `${PATH}/{slug}/projects`,
  access: inOrganization('read', 'projects'),
  query: projectListQuery,
  response: gives<ProjectPage>(),
  requires: REQUIRES,
})
/** The audit log of an organization. */
export const listAudit = endpoint({
  method: 'GET',
  path: `${PATH}/{slug}/audit`,
  access: inOrganization('read', 'audit_logs'),
  query: auditQuery,
  response: gives<AuditPage>(),
  requires: REQUIRES,
})
/** The partner's page for an organization that it manages. 404 `no_partner` otherwise. */
export const getPartnerRedirect = endpoint({
  method: 'GET',
  path: '/platform/vercel/redirect/{installation_id}',
  params: { installation_id: opaqueId },
  access: 'profile',
  response: gives<{ url: string }>(),
})
/** The address at the cloud marketplace where the organization's plan is managed. */
export const getMarketplaceRedirect = endpoint({
  method: 'GET',
  path: `${PATH}/{slug}/cloud-marketplace/redirect`,
  access: inOrganization('read', 'organization'),
  response: gives<{ url: string }>(),
  requires: REQUIRES,
})
