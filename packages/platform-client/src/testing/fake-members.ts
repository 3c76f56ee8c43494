/** The members of the fake platform's organizations, their roles, and who is invited. */
import {
  createInvitation,
  deleteInvitation,
  leaveOrganization,
  listInvitations,
  listMembers,
  listRoles,
  removeMember,
  updateMember,
  type Invitation,
  type Member,
  type Role,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { organizationOf, record, tick, type FakeInvitation, type FakeWorld } from './fake-world.js'

const ROLES: Role[] = [
  {
    id: 'owner',
    name: 'Owner',
    description: 'Everything, also deleting the organization.',
    is_manageable: true,
  },
  {
    id: 'administrator',
    name: 'Administrator',
    description: 'Projects, members and settings.',
    is_manageable: true,
  },
  { id: 'developer', name: 'Developer', description: 'Works in the projects.', is_manageable: true },
  { id: 'read_only', name: 'Read-only', description: 'Looks, and changes nothing.', is_manageable: true },
]
const DAY_MS = 86_400_000
const VALID_DAYS = 7

export function memberRoutes(world: FakeWorld): FakeRoute[] {
  return [
    fakeRoute(listRoles, ({ params }) => {
      organizationOf(world, params['slug'])
      return ROLES
    }),
    fakeRoute(listMembers, ({ params }) => membersOf(world, params['slug'])),
    fakeRoute(updateMember, ({ params, body }) => {
      const member = memberOf(world, params)
      const { role_id } = body
      if (!ROLES.some((role) => role.id === role_id))
        throw new FakeRefusal(400, 'invalid_body', 'role_id: Choose a role')
      if (role_id !== 'owner') checkLastOwner(world, params['slug'], member)
      member.role_id = role_id
      note(world, params, 'member.update', member, { role_id })
      return member
    }),
    fakeRoute(removeMember, ({ params }) => {
      const member = memberOf(world, params)
      remove(world, params['slug'], member)
      note(world, params, 'member.remove', member)
      return { profile_id: member.profile_id }
    }),
    fakeRoute(leaveOrganization, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      const you = membersOf(world, slug).find((member) => member.is_you)
      if (!you) throw new FakeRefusal(404, 'organization_not_found', 'Organization not found')
      remove(world, slug, you)
      world.organizations = world.organizations.filter((organization) => organization.slug !== slug)
      return { slug }
    }),
    fakeRoute(listInvitations, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      return world.invitations
        .filter((invitation) => invitation.slug === slug)
        .map((invitation) => shown(world, invitation))
    }),
    fakeRoute(createInvitation, ({ params, body }) => {
      const { slug } = organizationOf(world, params['slug'])
      const { email, role_id } = body
      const same = (other: string | null) => other?.toLowerCase() === email.toLowerCase()
      if (membersOf(world, slug).some((member) => same(member.primary_email)))
        throw new FakeRefusal(409, 'already_member', 'This person is already a member')
      if (world.invitationWaitSeconds > 0)
        throw new FakeRefusal(429, 'too_many_invitations', 'Too many invitations were mailed', {
          retryAfterSeconds: world.invitationWaitSeconds,
        })
      const inserted_at = tick(world)
      const token = `invitation-${world.now}`
      const invitation: FakeInvitation = {
        id: newId(),
        email,
        role_id,
        invited_by: world.caller.profile.first_name,
        inserted_at,
        expires_at: new Date(world.now + VALID_DAYS * DAY_MS).toISOString(),
        is_expired: false,
        slug,
        token,
      }
      world.invitations = [
        ...world.invitations.filter((other) => other.slug !== slug || !same(other.email)),
        invitation,
      ]
      record(world, { slug, action: 'invitation.create', target: email, detail: { role_id } })
      return {
        ...shown(world, invitation),
        link: world.mail ? null : `http://fake/invitation/${token}`,
        mailed: world.mail,
      }
    }),
    fakeRoute(deleteInvitation, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      const found = world.invitations.find(({ id, slug: of }) => id === params['id'] && of === slug)
      if (!found)
        throw new FakeRefusal(
          404,
          'invitation_not_found',
          'This invitation is no longer valid; ask for a new one',
        )
      world.invitations = world.invitations.filter((other) => other !== found)
      return { id: found.id }
    }),
  ]
}

function membersOf(world: FakeWorld, slug: string | undefined): Member[] {
  return world.members[organizationOf(world, slug).slug] ?? []
}

function memberOf(world: FakeWorld, params: Record<string, string>): Member {
  const found = membersOf(world, params['slug']).find((member) => member.profile_id === params['profile_id'])
  if (!found) throw new FakeRefusal(404, 'not_found', 'Not found')
  return found
}

function remove(world: FakeWorld, slug: string | undefined, member: Member): void {
  checkLastOwner(world, slug, member)
  world.members[slug ?? ''] = membersOf(world, slug).filter((other) => other !== member)
}

function checkLastOwner(world: FakeWorld, slug: string | undefined, member: Member): void {
  const owners = membersOf(world, slug).filter((other) => other.role_id === 'owner')
  if (owners.length === 1 && owners[0] === member)
    throw new FakeRefusal(409, 'last_owner', 'The organization needs an owner; make someone else one first')
}

function note(
  world: FakeWorld,
  { slug = '' }: Record<string, string>,
  action: string,
  { first_name }: Member,
  detail: Record<string, unknown> = {},
): void {
  record(world, { slug, action, target: first_name, detail })
}

function shown(world: FakeWorld, invitation: FakeInvitation): Invitation {
  const { id, email, role_id, invited_by, inserted_at, expires_at } = invitation
  const is_expired = Date.parse(expires_at) <= world.now
  return { id, email, role_id, invited_by, inserted_at, expires_at, is_expired }
}
