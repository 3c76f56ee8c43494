/** The caller's account: name, password, second factor, sessions, access tokens. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName, email, givenPassword, newPassword, totpCode } from './names.js'
import { auditQuery, type AuditPage } from './organizations.js'
import type { Permission } from './permission.js'
import { wireInteger } from './wire.js'

/** The person who calls. */
export interface Profile {
  id: string
  username: string
  first_name: string
  /** Null for the fixed profile of a platform without accounts. */
  primary_email: string | null
  is_mfa_enabled: boolean
  /** Whether this profile may make organizations. */
  can_create_organizations: boolean
  /** Whether it looks after the installation. */
  is_administrator: boolean
  inserted_at: string
  /** A change of the address that waits for a confirmation; absent: none does. */
  email_change?: EmailChange
}

/** A change of an account's address, which both mailboxes confirm by a mailed link. */
export interface EmailChange {
  /** The new address. */
  email: string
  /** Which mailboxes have confirmed it. */
  confirmed: ('old' | 'new')[]
}

/** A browser that is signed in. Times are ISO 8601. */
export interface Session {
  id: string
  /** The one this call came with. */
  is_current: boolean
  user_agent: string
  ip: string
  inserted_at: string
  last_seen_at: string
  expires_at: string
}

/** An authenticator app of an account. Until it is `verified` by a code, sign-in doesn't ask for it. */
export interface TotpFactor {
  id: string
  name: string
  verified: boolean
  inserted_at: string
}

/** Shown once: what the authenticator app needs. */
export interface NewTotpFactor extends TotpFactor {
  /** Base32. */
  secret: string
  /** `otpauth://totp/…`, for a QR code. */
  uri: string
}

/**
 * - `read`: read only; its SQL runs READ ONLY
 * - `write`: also changes, except members and roles
 * - `manage`: everything that its owner may do
 *
 * A token can’t make tokens or change how its owner signs in.
 */
export type TokenAccess = 'read' | 'write' | 'manage'

/** A token for scripts, without its secret part. Times are ISO 8601. */
export interface AccessToken {
  id: string
  name: string
  access: TokenAccess
  /** The only organization it gives access to; null: all organizations of its owner. */
  organization_slug: string | null
  /** The one project it opens; null: all of its organizations. */
  project_ref: string | null
  /** How it begins; the rest is shown once, when it is made. */
  prefix: string
  inserted_at: string
  last_used_at: string | null
  expires_at: string | null
}

const PATH = '/platform/profile'

/** Default lifetime of an access token. */
export const TOKEN_DAYS = 90
/** What a token may do, from least to most. */
export const TOKEN_ACCESSES = ['read', 'write', 'manage'] as const satisfies readonly TokenAccess[]

/** What `updateProfile` takes. */
export const profileBody = v.object({ first_name: displayName('Your name') })
/** What the change of a password takes: the present one, and the new one. */
export const passwordBody = v.object({ current_password: givenPassword, password: newPassword })
/** What the change of an address takes: the new one, and the password. */
export const emailChangeBody = v.object({ email, password: givenPassword })
/** What the making of a second factor takes: a name for the device, and the password. */
export const factorBody = v.object({ name: displayName('The name of the device'), password: givenPassword })
/** Unknown fields are refused, because a misspelled one would give a token too many rights. */
export const accessTokenBody = v.strictObject({
  name: displayName('The name of the token'),
  /** Days from now; null: it does not expire. */
  expires_in_days: v.optional(v.nullable(wireInteger(1, 3650)), TOKEN_DAYS),
  access: v.optional(v.picklist(TOKEN_ACCESSES), 'write'),
  /** Gives access to this organization only; absent: to all organizations of its owner. */
  organization_slug: v.optional(v.string()),
  /** It opens this project alone. */
  project_ref: v.optional(v.string()),
})

/** How the caller's own audit log is searched and paged. */
export const ownAuditQuery = v.omit(auditQuery, ['actor'])

/** The caller's account. A token of one organization or project is told no address. 401 without a sign-in. */
export const getProfile = endpoint({
  method: 'GET',
  path: PATH,
  access: 'profile',
  response: gives<Profile>(),
})
/** Renames the caller. */
export const updateProfile = endpoint({
  method: 'PATCH',
  path: PATH,
  access: 'profile',
  audit: true,
  body: profileBody,
  response: gives<Profile>(),
})
/** What the caller may do, and where. */
export const getPermissions = endpoint({
  method: 'GET',
  path: `${PATH}/permissions`,
  access: 'profile',
  response: gives<Permission[]>(),
})
/** Ends every other session. 400 `wrong_password` when the current one does not fit. */
export const changePassword = endpoint({
  method: 'POST',
  path: `${PATH}/password`,
  access: 'account',
  audit: true,
  body: passwordBody,
  response: gives<Profile>(),
})
/**
 * Asks for another address of the account. Where mail is sent, it counts once both mailboxes have confirmed it (`confirmEmail`),
 * or the new one alone where the old one was never verified. Without mail it counts at once, as not verified. 400
 * `wrong_password`; 409 `email_taken`.
 */
export const changeEmail = endpoint({
  method: 'POST',
  path: `${PATH}/email`,
  access: 'account',
  audit: true,
  body: emailChangeBody,
  response: gives<Profile>(),
})
/** Takes a change of the address back that was not confirmed yet. */
export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: `${PATH}/email`,
  access: 'account',
  audit: true,
  response: gives<Profile>(),
})
/** The browsers that the caller is signed in with. */
export const listSessions = endpoint({
  method: 'GET',
  path: `${PATH}/sessions`,
  access: 'account',
  response: gives<Session[]>(),
})
/** Signs another browser of the caller out. */
export const endSession = endpoint({
  method: 'DELETE',
  path: `${PATH}/sessions/{id}`,
  access: 'account',
  audit: true,
  response: gives<{ id: string }>(),
})
/** The caller's authenticator apps, and how many recovery codes are left. */
export const listFactors = endpoint({
  method: 'GET',
  path: `${PATH}/factors`,
  access: 'account',
  response: gives<{ factors: TotpFactor[]; recovery_codes_left: number }>(),
})
/** It counts once it is verified. */
export const enrollFactor = endpoint({
  method: 'POST',
  path: `${PATH}/factors`,
  access: 'account',
  carries: 'account',
  audit: true,
  body: factorBody,
  response: gives<NewTotpFactor>(),
})
/** The first verified factor brings recovery codes; they are shown once. */
export const verifyFactor = endpoint({
  method: 'POST',
  path: `${PATH}/factors/{id}/verify`,
  access: 'account',
  carries: 'account',
  audit: true,
  body: v.object({ code: totpCode }),
  response: gives<{ recovery_codes: string[] }>(),
})
/** Removes an authenticator app; it takes the password. */
export const removeFactor = endpoint({
  method: 'POST',
  path: `${PATH}/factors/{id}/remove`,
  access: 'account',
  evenFull: true,
  audit: true,
  body: v.object({ password: givenPassword }),
  response: gives<{ id: string }>(),
})
/** The old ones stop working. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${PATH}/recovery-codes`,
  access: 'account',
  carries: 'account',
  audit: true,
  body: v.object({ password: givenPassword }),
  response: gives<{ recovery_codes: string[] }>(),
})
/** The caller's tokens, without their secret parts. */
export const listAccessTokens = endpoint({
  method: 'GET',
  path: `${PATH}/access-tokens`,
  access: 'account',
  response: gives<AccessToken[]>(),
})
/** Makes a token for scripts. The answer is the one place that shows it whole. */
export const createAccessToken = endpoint({
  method: 'POST',
  path: `${PATH}/access-tokens`,
  access: 'account',
  carries: 'account',
  audit: true,
  body: accessTokenBody,
  response: gives<AccessToken & { token: string }>(),
})
/** Ends a token at once. */
export const deleteAccessToken = endpoint({
  method: 'DELETE',
  path: `${PATH}/access-tokens/{id}`,
  access: 'account',
  audit: true,
  response: gives<{ id: string }>(),
})
/** What the caller did, in all organizations and with the account itself; newest first. */
export const listOwnAudit = endpoint({
  method: 'GET',
  path: `${PATH}/audit`,
  access: 'account',
  query: ownAuditQuery,
  response: gives<AuditPage>(),
})
