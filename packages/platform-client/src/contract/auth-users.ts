/**
 * Users of a project, as its members change them. Each call runs the flow of the project's auth service that a secret key would
 * run, so that bans, passwords, hooks and the audit log of sign-in have one rule. What is read of users is SQL.
 */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { email } from './names.js'
import { inProject } from './permission.js'

/** The user that a call made or changed. */
export interface ChangedAuthUser {
  id: string
}

/** A token with which a member acts as a user. It can't be renewed. */
export interface ActingToken {
  access_token: string
  /** ISO 8601. */
  expires_at: string
}

/** Seconds for which an `ActingToken` is accepted. */
export const ACTING_TOKEN_S = 600

const MOST_METADATA_CHARACTERS = 20_000
const PATH = '/platform/projects/{ref}/auth/users'
const REQUIRES = { ref: 'Project ref is required' }
const uuid = v.pipe(v.string(), v.uuid())
const metadata = v.pipe(v.string(), v.maxLength(MOST_METADATA_CHARACTERS, 'The metadata is too long'))
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const shared = { servedBy: 'holder', audit: true, requires: REQUIRES } as const

/** What a member says of a new user; an address or a number must be there. */
export const newAuthUser = v.object({
  email: v.optional(email),
  /** Digits with the country code. */
  phone: v.optional(text(20)),
  /** Absent: the user signs in by a link or a code. */
  password: v.optional(text(500)),
  /** Address and number count as confirmed. Default false. */
  is_confirmed: v.optional(v.boolean(), false),
  /** JSON of an object. */
  user_metadata: v.optional(metadata),
})

/** Makes a user. 409 `auth_user_exists`, 422 `auth_refused` with the service's own sentence. */
export const createAuthUser = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('create', 'auth'),
  body: newAuthUser,
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** Mails an invitation, and makes the user that it is for. 409 `auth_user_exists`: the address is confirmed already. */
export const inviteAuthUser = endpoint({
  method: 'POST',
  path: `${PATH}/invite`,
  access: inProject('create', 'auth'),
  body: v.object({ email }),
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** What a member changes of a user at once. */
export const authUserChanges = v.object({
  email: v.optional(email),
  phone: v.optional(text(20)),
  /** Ends the user's sessions. */
  password: v.optional(text(500)),
  email_confirm: v.optional(v.literal(true)),
  phone_confirm: v.optional(v.literal(true)),
  /** Such as `24h`; `none` lifts a ban. A ban ends the user's sessions. */
  ban_duration: v.optional(text(40)),
})
/** Changes a user. 404 `auth_user_not_found`, 422 `auth_refused`. */
export const updateAuthUser = endpoint({
  method: 'PATCH',
  path: `${PATH}/{id}`,
  access: inProject('update', 'auth'),
  body: authUserChanges,
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** Replaces the metadata of a user. The text is stored with every digit that it has. */
export const replaceAuthMetadata = endpoint({
  method: 'PUT',
  path: `${PATH}/{id}/metadata`,
  access: inProject('update', 'auth'),
  body: v.object({ of: v.picklist(['user', 'app']), json: metadata }),
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** Deletes a user for good; with `soft` the row stays, without anything by which somebody could be recognised or sign in. */
export const deleteAuthUser = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inProject('delete', 'auth'),
  query: v.object({ soft: v.optional(v.picklist(['true', 'false'])) }),
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** Mails a link with which the user sets a new password. */
export const recoverAuthUser = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/recover`,
  access: inProject('update', 'auth'),
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** Ends all sessions of a user. Access tokens that were issued stay valid until they expire. */
export const signOutAuthUser = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/sign-out`,
  access: inProject('update', 'auth'),
  evenFull: true,
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** Ends one session of a user. 404 `auth_user_not_found`: it has ended, or is another user's. */
export const endAuthSession = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}/sessions/{session}`,
  params: { session: uuid },
  access: inProject('update', 'auth'),
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** Removes a second factor; sessions that it raised are lowered. */
export const removeAuthFactor = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}/factors/{factor}`,
  params: { factor: uuid },
  access: inProject('update', 'auth'),
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/** Removes a way to sign in, while another one is left. */
export const removeAuthIdentity = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}/identities/{identity}`,
  params: { identity: uuid },
  access: inProject('update', 'auth'),
  response: gives<ChangedAuthUser>(),
  ...shared,
})
/**
 * A token of ten minutes with the claims that the user's own would have, for the project's data and files. Its claim
 * `acting_member` says who made it. The auth service takes it for nothing, and it ends with the rights of its maker.
 */
export const actAsAuthUser = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/act`,
  access: inProject('update', 'auth'),
  carries: 'user_token',
  evenFull: true,
  response: gives<ActingToken>(),
  ...shared,
})
