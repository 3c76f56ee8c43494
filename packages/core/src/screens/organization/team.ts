/** Who belongs to an organization, as what; who is invited; how one leaves. */
import type { Member, Role } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { permissionsQuery } from '../../data/account.js'
import {
  invitationRevocation,
  invitationsQuery,
  memberRemoval,
  membersQuery,
  memberUpdate,
  organizationLeaving,
  rolesQuery,
} from '../../data/members.js'
import { organizationQuery } from '../../data/organizations.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation, type MutationOutcome } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList, type SortValues } from '../../kernel/sorting.js'
import { controlState, ENABLED, type ControlState } from '../../sessions/account/rights.js'
import { organizationText } from '../../text/organization.js'
import type { Needs } from '../context.js'
import { openByAddress } from '../parts/open-by-address.js'
import { isHosted } from '../shell/current-page.js'
import { createInvite, type Invite } from './invite.js'

const text = organizationText.team

/** A member as its row shows them. `joinedAt` is ISO 8601. */
export interface MemberRow {
  profileId: string
  name: string
  email: string | null
  isYou: boolean
  roleId: string
  role: string
  hasSecondFactor: boolean
  joinedAt: string
}

/** An invitation as its row shows it. `expiresAt` is ISO 8601. */
export interface InvitationRow {
  id: string
  email: string
  role: string
  invitedBy: string
  expiresAt: string
  isExpired: boolean
}

/** `/org/{slug}/team`: members, their roles, invitations. */
export interface TeamScreen extends Disposable {
  readonly title: string
  readonly members: SortedList<MemberRow>
  /** `disabled`: who is here may neither give nor take it. */
  readonly $roles: ReadableAtom<{ value: string; label: string; body: string; disabled: boolean }[]>
  readonly invitations: SortedList<InvitationRow>
  /** Without accounts there is no one to invite, and no role to change. */
  readonly $hasAccounts: ReadableAtom<boolean>
  /** Of an installation's only organization one stays a member. */
  readonly $offersLeave: ReadableAtom<boolean>
  /** Disabled for the only owner, because an organization needs an owner. */
  readonly $mayLeave: ReadableAtom<ControlState>
  readonly $mayUpdate: ReadableAtom<ControlState>
  readonly $mayRemove: ReadableAtom<ControlState>
  readonly $mayInvite: ReadableAtom<ControlState>
  /** Whose role is being changed. */
  readonly $changing: ReadableAtom<string | null>
  /** What was said against the last change of a role. */
  readonly $problem: ReadableAtom<string | null>
  changeRole(member: MemberRow, roleId: string): Promise<void>
  readonly removal: Confirmation<MemberRow>
  readonly leaving: Confirmation<{ name: string }>
  readonly revocation: Confirmation<InvitationRow>
  readonly invite: Invite
  /** Asks whether to leave. */
  leave(): void
}

const MEMBER_VALUES: SortValues<MemberRow> = {
  member: ({ name }) => name,
  email: ({ email }) => email,
  mfa: ({ hasSecondFactor }) => hasSecondFactor,
  role: ({ role }) => role,
  joined: ({ joinedAt }) => joinedAt,
}

const INVITATION_VALUES: SortValues<InvitationRow> = {
  email: ({ email }) => email,
  role: ({ role }) => role,
  by: ({ invitedBy }) => invitedBy,
  expires: ({ expiresAt }) => expiresAt,
}

export function createTeam(
  context: Needs<'host' | 'client' | 'queries' | 'router' | '$runtime'>,
  { slug, title }: { slug: string; title: string },
): TeamScreen {
  const { client, queries, router, host } = context
  const $roles = queries.store(rolesQuery(client, slug))
  const $organization = queries.store(organizationQuery(client, slug))
  const $members = computed([queries.store(membersQuery(client, slug)), $roles], (remote, roles) =>
    mapped(remote, (member) => memberRow(member, roles)),
  )
  const $changing = atom<string | null>(null)
  const $problem = atom<string | null>(null)
  const update = createMutation(queries, memberUpdate(client, slug))
  const removing = createMutation(queries, memberRemoval(client, slug))
  const revoking = createMutation(queries, invitationRevocation(client, slug))
  const leavingIt = createMutation(queries, organizationLeaving(client, slug))

  // Its name is not shown here, but the notice names it.
  const stopNaming = $organization.listen(() => undefined)
  const told = (outcome: MutationOutcome<unknown>, message: string) => {
    if (outcome.type === 'done') host.notifier.notify({ kind: 'success', message })
    return outcome
  }
  const members = (action: 'create' | 'update' | 'delete', hint: string) =>
    controlState(context, { action, resource: 'members', organizationSlug: slug }, hint)

  const leaving = createConfirmation<{ name: string }>(async ({ name }) => {
    const outcome = told(await leavingIt.run(), text.left(name))
    if (outcome.type === 'done') {
      router.open(router.href('organizations'))
      queries.refresh(permissionsQuery(client).key)
    }
    return outcome
  })

  const invite = createInvite(context, slug)
  const $mayInvite = members('create', text.mayNotInvite)
  const stopFollowing = openByAddress(context, { invite: { $may: $mayInvite, open: invite.open } })

  return {
    title,
    members: createSortedList($members, MEMBER_VALUES, {
      start: { key: 'member', descending: false },
      largestFirst: ['joined'],
    }),
    $roles: computed($roles, (remote) =>
      remote.status === 'ready'
        ? remote.data.map(({ id, name, description, is_manageable }) => ({
            value: id,
            label: name,
            body: description,
            disabled: !is_manageable,
          }))
        : [],
    ),
    invitations: createSortedList(
      computed([queries.store(invitationsQuery(client, slug)), $roles], (remote, roles) =>
        mapped(remote, ({ id, email, role_id, invited_by, expires_at, is_expired }) => ({
          id,
          email,
          role: roleName(roles, role_id),
          invitedBy: invited_by,
          expiresAt: expires_at,
          isExpired: is_expired,
        })),
      ),
      INVITATION_VALUES,
    ),
    $hasAccounts: computed(
      context.$runtime,
      (runtime) => runtime.status === 'ready' && runtime.data.accounts,
    ),
    $offersLeave: computed(context.$runtime, isHosted),
    $mayLeave: computed($members, (remote) =>
      remote.status === 'ready' && isOnlyOwner(remote.data)
        ? { disabled: true, hint: text.onlyOwner }
        : ENABLED,
    ),
    $mayUpdate: members('update', text.mayNotChange),
    $mayRemove: members('delete', text.mayNotRemove),
    $mayInvite,
    $changing,
    $problem,
    async changeRole({ profileId, name, isYou }, roleId) {
      $problem.set(null)
      $changing.set(profileId)
      const outcome = await update.run({ profileId, roleId })
      $changing.set(null)
      told(outcome, text.roleChanged(name, roleName($roles.get(), roleId)))
      if (outcome.type === 'failed') $problem.set(outcome.error.message)
      if (isYou) queries.refresh(permissionsQuery(client).key)
    },
    removal: createConfirmation(async ({ profileId, name }) =>
      told(await removing.run({ profileId }), text.removed(name)),
    ),
    revocation: createConfirmation(async ({ id, email }) =>
      told(await revoking.run({ id }), text.revoked(email)),
    ),
    leaving,
    leave() {
      const organization = $organization.get()
      leaving.ask({ name: organization.status === 'ready' ? organization.data.name : slug })
    },
    invite,
    dispose() {
      stopNaming()
      stopFollowing()
    },
  }
}

/** The role that every organization has in at least one member. */
const OWNER = 'owner'

function isOnlyOwner(members: readonly MemberRow[]): boolean {
  const owners = members.filter(({ roleId }) => roleId === OWNER)
  return owners.length === 1 && owners[0]?.isYou === true
}

function memberRow(member: Member, roles: Remote<Role[]>): MemberRow {
  const { profile_id, first_name, primary_email, role_id, is_mfa_enabled, joined_at, is_you } = member
  return {
    profileId: profile_id,
    name: first_name,
    email: primary_email,
    isYou: is_you,
    roleId: role_id,
    role: roleName(roles, role_id),
    hasSecondFactor: is_mfa_enabled,
    joinedAt: joined_at,
  }
}

function roleName(roles: Remote<Role[]>, id: string): string {
  const role = roles.status === 'ready' ? roles.data.find((other) => other.id === id) : undefined
  return role?.name ?? id
}

function mapped<From, To>(remote: Remote<From[]>, map: (item: From) => To): Remote<To[]> {
  return remote.status === 'ready' ? { ...remote, data: remote.data.map(map) } : remote
}
