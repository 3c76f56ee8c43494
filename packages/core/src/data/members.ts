/** Server data of members: who belongs to an organization, as what, and who is invited. */
import {
  createInvitation,
  deleteInvitation,
  leaveOrganization,
  listInvitations,
  listMembers,
  listRoles,
  removeMember,
  updateMember,
  type ArgumentsOf,
  type Client,
  type Invitation,
  type Member,
  type ResponseOf,
  type Role,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { organizationKey } from './organizations.js'

const membersKey = (slug: string) => [...organizationKey(slug), 'members']
const invitationsKey = (slug: string) => [...organizationKey(slug), 'invitations']
const auditKey = (slug: string) => [...organizationKey(slug), 'audit']

export function rolesQuery(client: Client, slug: string): QueryData<Role[]> {
  return {
    key: [...organizationKey(slug), 'roles'],
    fetch: (signal) => client.call(listRoles, { params: { slug } }, { signal }),
    staleMs: Number.POSITIVE_INFINITY,
  }
}

export function membersQuery(client: Client, slug: string): QueryData<Member[]> {
  return {
    key: membersKey(slug),
    fetch: (signal) => client.call(listMembers, { params: { slug } }, { signal }),
  }
}

export function invitationsQuery(client: Client, slug: string): QueryData<Invitation[]> {
  return {
    key: invitationsKey(slug),
    fetch: (signal) => client.call(listInvitations, { params: { slug } }, { signal }),
  }
}

export function memberUpdate(
  client: Client,
  slug: string,
): MutationData<{ profileId: string; roleId: string }, Member> {
  return {
    call: ({ profileId, roleId }) =>
      client.call(updateMember, { params: { slug, profile_id: profileId }, body: { role_id: roleId } }),
    // Invitations end when their sender loses the right to invite.
    refreshes: () => [membersKey(slug), invitationsKey(slug), auditKey(slug)],
  }
}

export function memberRemoval(
  client: Client,
  slug: string,
): MutationData<{ profileId: string }, { profile_id: string }> {
  return {
    call: ({ profileId }) => client.call(removeMember, { params: { slug, profile_id: profileId } }),
    refreshes: () => [membersKey(slug), auditKey(slug)],
  }
}

export function organizationLeaving(client: Client, slug: string): MutationData<void, { slug: string }> {
  return {
    call: () => client.call(leaveOrganization, { params: { slug } }),
    refreshes: () => [['organizations']],
  }
}

export type NewInvitation = ResponseOf<typeof createInvitation>

export function invitationCreation(
  client: Client,
  slug: string,
): MutationData<ArgumentsOf<typeof createInvitation>['body'], NewInvitation> {
  return {
    call: (body) => client.call(createInvitation, { params: { slug }, body }),
    refreshes: () => [invitationsKey(slug), auditKey(slug)],
  }
}

export function invitationRevocation(
  client: Client,
  slug: string,
): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(deleteInvitation, { params: { slug, id } }),
    refreshes: () => [invitationsKey(slug), auditKey(slug)],
  }
}
