/** Members of an organization, their roles, and invitations. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName, email, newPassword } from './names.js'
import { opaqueId } from './params.js'
import { inOrganization } from './permission.js'
import type { SignInState } from './accounts.js'

/** A named bundle of permissions. Only the members page reads its name. */
export interface Role {
  id: string
  name: string
  description: string
  /** Whether the caller may give this role to a member and take it away. */
  is_manageable: boolean
}

/** A member of an organization, with the role there. */
export interface Member {
  profile_id: string
  first_name: string
  primary_email: string | null
  role_id: string
  is_mfa_enabled: boolean
  joined_at: string
  is_you: boolean
}

/** An invitation that was not accepted yet. Times are ISO 8601. */
export interface Invitation {
  id: string
  email: string
  role_id: string
  invited_by: string
  inserted_at: string
  expires_at: string
  is_expired: boolean
}

/** What the link of an invitation shows. */
export interface InvitationOffer {
  organization_name: string
  email: string
  role_name: string
  is_expired: boolean
  /** Whether the address has an account; if so, sign in to accept. */
  has_account: boolean
}

const PATH = '/platform/organizations/{slug}'
const REQUIRES = { slug: 'Slug is required' }
const roleId = v.pipe(v.string('The role must be a text'), v.nonEmpty('Choose a role'))

/** What `createInvitation` takes. */
export const invitationBody = v.object({ email, role_id: roleId })
/** Input of `acceptInvitation`: name and password for a new account, nothing when signed in. */
export const acceptBody = v.object({
  /** Both for someone without an account; else one signs in first. */
  first_name: v.optional(displayName('Your name')),
  password: v.optional(newPassword),
})

/** The roles that a member can have, strongest first. */
export const listRoles = endpoint({
  method: 'GET',
  path: `${PATH}/roles`,
  access: inOrganization('read', 'members'),
  response: gives<Role[]>(),
  requires: REQUIRES,
})
/** The members of an organization. */
export const listMembers = endpoint({
  method: 'GET',
  path: `${PATH}/members`,
  access: inOrganization('read', 'members'),
  response: gives<Member[]>(),
  requires: REQUIRES,
})
/** 409 `last_owner` when no other owner remains. */
export const updateMember = endpoint({
  method: 'PATCH',
  path: `${PATH}/members/{profile_id}`,
  access: inOrganization('update', 'members'),
  audit: true,
  body: v.object({ role_id: roleId }),
  response: gives<Member>(),
  requires: REQUIRES,
})
/** 409 `last_owner`. */
export const removeMember = endpoint({
  method: 'DELETE',
  path: `${PATH}/members/{profile_id}`,
  access: inOrganization('delete', 'members'),
  audit: true,
  response: gives<{ profile_id: string }>(),
  requires: REQUIRES,
})
/** Leaves the organization. Every member may. 409 `last_owner`. */
export const leaveOrganization = endpoint({
  method: 'POST',
  path: `${PATH}/leave`,
  access: { ...inOrganization('read', 'organization'), evenClosed: true },
  evenFull: true,
  audit: true,
  response: gives<{ slug: string }>(),
  requires: REQUIRES,
})
/** The invitations of an organization that were not accepted yet. */
export const listInvitations = endpoint({
  method: 'GET',
  path: `${PATH}/invitations`,
  access: inOrganization('read', 'members'),
  response: gives<Invitation[]>(),
  requires: REQUIRES,
})
/**
 * `link` is shown once, to be handed over; null when the platform sends mail: the link is then only mailed, and
 * `mailed` is true if that worked. A second invitation of an address replaces the first.
 */
export const createInvitation = endpoint({
  method: 'POST',
  path: `${PATH}/invitations`,
  access: inOrganization('create', 'members'),
  carries: 'invitation',
  audit: true,
  body: invitationBody,
  response: gives<Invitation & { link: string | null; mailed: boolean }>(),
  requires: REQUIRES,
})
/** Takes an invitation back; its link no longer works. */
export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: `${PATH}/invitations/{id}`,
  access: inOrganization('delete', 'members'),
  audit: true,
  response: gives<{ id: string }>(),
  requires: REQUIRES,
})
/** The invitation of a link. Needs no session; 404 when the link is not valid. */
export const getInvitation = endpoint({
  method: 'GET',
  path: '/platform/invitations/{token}',
  params: { token: opaqueId },
  access: 'anyone',
  response: gives<InvitationOffer>(),
})
/** With a session whose email is the invited one, or with a name and a password for a new account, which is signed in. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/platform/invitations/{token}/accept',
  params: { token: opaqueId },
  access: 'anyone',
  audit: true,
  body: acceptBody,
  response: gives<{ slug: string; state: SignInState }>(),
})
