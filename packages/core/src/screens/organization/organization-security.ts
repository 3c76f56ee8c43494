/** Whether an organization requires a second factor, and whom that locks out. */
import { computed, type ReadableAtom } from 'nanostores'
import { profileQuery } from '../../data/account.js'
import { membersQuery } from '../../data/members.js'
import { organizationQuery, organizationUpdate } from '../../data/organizations.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation, type MutationOutcome } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { controlState, ENABLED, type ControlState } from '../../sessions/account/rights.js'
import { organizationText } from '../../text/organization.js'
import type { Needs } from '../context.js'

const text = organizationText.security

/** Who has no second factor. */
export type LockedOut =
  | { status: 'loading' }
  | { status: 'unknown'; note: string }
  | { status: 'known'; note: string; members: { key: string; name: string; email: string | null }[] }

/** `/org/{slug}/security`: whether members need a second factor. */
export interface OrganizationSecurityScreen extends Disposable {
  readonly title: string
  /** Without accounts no one signs in: there is nothing to require. Undefined while that is unknown. */
  readonly $hasAccounts: ReadableAtom<boolean | undefined>
  readonly $required: ReadableAtom<Remote<boolean>>
  readonly $mayChange: ReadableAtom<ControlState>
  /** One's own second factor is missing: requiring it would lock oneself out. */
  readonly $setUpFirst: ReadableAtom<{ text: string; href: string; label: string } | null>
  readonly $lockedOut: ReadableAtom<LockedOut>
  /** Asked before it is required of people who don't have it. */
  readonly requiring: Confirmation<LockedOut>
  readonly $isBusy: ReadableAtom<boolean>
  readonly $problem: ReadableAtom<string | null>
  require(required: boolean): void
}

export function createOrganizationSecurity(
  context: Needs<'host' | 'client' | 'queries' | 'router' | '$runtime'>,
  { slug, title }: { slug: string; title: string },
): OrganizationSecurityScreen {
  const { client, queries, router, host } = context
  const $organization = queries.store(organizationQuery(client, slug))
  const $required = computed($organization, (remote): Remote<boolean> =>
    remote.status === 'ready' ? { ...remote, data: remote.data.organization_requires_mfa } : remote,
  )
  const $profile = queries.store(profileQuery(client))
  const $misses = computed($profile, (profile) => profile.status === 'ready' && !profile.data.is_mfa_enabled)
  const update = createMutation(queries, organizationUpdate(client, slug))
  const $may = controlState(
    context,
    { action: 'update', resource: 'organization', organizationSlug: slug },
    text.mayNotChange,
  )
  const $isRequired = computed($required, (required) => required.status === 'ready' && required.data)
  const $lockedOut = computed(
    [queries.store(membersQuery(client, slug)), $isRequired],
    (members, isRequired): LockedOut => {
      if (members.status === 'loading') return members
      if (members.status === 'failed') return { status: 'unknown', note: text.membersUnknown }
      const without = members.data.filter((member) => !member.is_mfa_enabled)
      const count = isRequired ? text.lockedOutNow : text.lockedOut
      return {
        status: 'known',
        note: without.length === 0 ? text.allHaveIt : count(without.length),
        members: without.map(({ profile_id, first_name, primary_email }) => ({
          key: profile_id,
          name: first_name,
          email: primary_email,
        })),
      }
    },
  )
  const change = async (required: boolean): Promise<MutationOutcome<unknown>> => {
    const outcome = await update.run({ organization_requires_mfa: required })
    if (outcome.type === 'done')
      host.notifier.notify({ kind: 'success', message: required ? text.required : text.notRequired })
    return outcome
  }
  const requiring = createConfirmation<LockedOut>(() => change(true))

  return {
    title,
    $hasAccounts: computed(context.$runtime, (runtime) =>
      runtime.status === 'ready' ? runtime.data.accounts : undefined,
    ),
    $required,
    $mayChange: computed([$may, $misses, $isRequired], (may, misses, isRequired): ControlState => {
      if (may.disabled) return may
      return misses && !isRequired ? { disabled: true, hint: text.self } : ENABLED
    }),
    $setUpFirst: computed([$misses, $may], (misses, may) =>
      misses && !may.disabled
        ? { text: text.self, href: router.href('accountSecurity'), label: text.selfLink }
        : null,
    ),
    $lockedOut,
    requiring,
    $isBusy: computed(update.$state, ({ status }) => status === 'running'),
    $problem: computed(update.$state, (state) => (state.status === 'failed' ? state.error.message : null)),
    require(required) {
      const lockedOut = $lockedOut.get()
      if (required && (lockedOut.status !== 'known' || lockedOut.members.length > 0)) requiring.ask(lockedOut)
      else void change(required)
    },
    dispose() {},
  }
}
