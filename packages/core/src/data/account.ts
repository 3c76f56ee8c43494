/** Server data of the caller: sign-in state, profile, permissions, second factors. */
import {
  getInvitation,
  getPermissions,
  getProfile,
  getSignInState,
  listAccessTokens,
  listFactors,
  listOwnAudit,
  listSessions,
  type AccessToken,
  type AuditEntry,
  type AuditPage,
  type Client,
  type InvitationOffer,
  type Permission,
  type Profile,
  type Session,
  type SignInState,
  type TotpFactor,
} from '@basedeck/platform-client'
import type { PagedQuery } from '../kernel/paged.js'
import { auditParameters, type AuditFilter } from '../rules/organization/audit-filter.js'
import { AUDIT_PAGES, ONLY_CHOICES } from './audit.js'
import type { QueryData } from '../kernel/query-store.js'

/** The authenticator apps of the caller, and how many recovery codes are left. */
export interface Factors {
  factors: TotpFactor[]
  recovery_codes_left: number
}

export function signInStateQuery(client: Client): QueryData<SignInState> {
  return {
    key: ['sign-in-state'],
    fetch: (signal) => client.call(getSignInState, {}, { signal }),
    staleMs: Number.POSITIVE_INFINITY,
  }
}

export function profileQuery(client: Client): QueryData<Profile> {
  return {
    key: ['profile'],
    fetch: (signal) => client.call(getProfile, {}, { signal }),
    staleMs: 60_000,
  }
}

export function permissionsQuery(client: Client): QueryData<Permission[]> {
  return {
    key: ['permissions'],
    fetch: (signal) => client.call(getPermissions, {}, { signal }),
    staleMs: 60_000,
  }
}

export function sessionsQuery(client: Client): QueryData<Session[]> {
  return { key: ['account', 'sessions'], fetch: (signal) => client.call(listSessions, {}, { signal }) }
}

export function factorsQuery(client: Client): QueryData<Factors> {
  return { key: ['account', 'factors'], fetch: (signal) => client.call(listFactors, {}, { signal }) }
}

export function accessTokensQuery(client: Client): QueryData<AccessToken[]> {
  return {
    key: ['account', 'access-tokens'],
    fetch: (signal) => client.call(listAccessTokens, {}, { signal }),
  }
}

/** The caller's actions, newest first. */
export function ownAuditQuery(
  client: Client,
  search: string,
  filter: AuditFilter,
): PagedQuery<AuditPage, AuditEntry, string> {
  const query = { search, ...auditParameters(filter) }
  return {
    key: ['account', 'audit', query],
    first: '',
    fetch: (cursor, signal) => client.call(listOwnAudit, { query: { cursor, ...query } }, { signal }),
    ...AUDIT_PAGES,
  }
}

/** What the caller's own log can be narrowed to. */
export function ownAuditChoicesQuery(client: Client): QueryData<AuditPage> {
  return {
    key: ['account', 'audit', 'choices'],
    fetch: (signal) => client.call(listOwnAudit, { query: ONLY_CHOICES }, { signal }),
  }
}

/** Data that needs no session; it is kept when a user signs in or out. */
export const PUBLIC_KEY = ['public'] as const

/** An invitation that was read is not read again: it is used up by accepting it. */
const OFFER_STALE_MS = 300_000

export function invitationQuery(client: Client, token: string): QueryData<InvitationOffer> {
  return {
    key: [...PUBLIC_KEY, 'invitation', token],
    fetch: (signal) => client.call(getInvitation, { params: { token } }, { signal }),
    staleMs: OFFER_STALE_MS,
  }
}
