/** Every organization one belongs to. */
import type { Organization, Profile } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { profileQuery } from '../../data/account.js'
import { organizationsQuery } from '../../data/organizations.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { organizationLinks } from '../../rules/organization-links.js'
import { partnerNotice } from '../../rules/partner-notice.js'
import { ENABLED, type Affordance } from '../../sessions/rights.js'
import { organizationText } from '../../text/organization.js'
import { shellText } from '../../text/shell.js'
import type { ScreenContext } from '../context.js'

const text = organizationText.organizations

export interface OrganizationCard {
  slug: string
  name: string
  plan: string
  href: string
  /** The organization is closed to who has no second factor; `href` leads to where one gets it. */
  locked?: { label: string; hint: string; href: string; linkLabel: string }
  /** A partner manages it. */
  partner?: string
}

export interface OrganizationsScreen extends Disposable {
  readonly title: string
  readonly $cards: ReadableAtom<Remote<OrganizationCard[]>>
  readonly $search: ReadableAtom<string>
  /** Whether the list is worth searching. */
  readonly $isSearchable: ReadableAtom<boolean>
  readonly $create: ReadableAtom<Affordance>
  readonly createHref: string
  search(words: string): void
}

/** A list of this many is seen at a glance. SPEC §9: lists scroll above 7. */
const GLANCE = 7

export function createOrganizations(context: ScreenContext): OrganizationsScreen {
  const { client, queries, router } = context
  const $organizations = queries.store(organizationsQuery(client))
  const $profile = queries.store(profileQuery(client))
  const $search = atom('')
  const cardOf = (organization: Organization, profile: Profile | undefined): OrganizationCard => {
    const { slug, name, plan } = organization
    const notice = partnerNotice(organization)
    return {
      slug,
      name,
      plan: text.plan(plan.name),
      href: router.href('organizationProjects', { slug }),
      ...(notice ? { partner: shellText.partner.title(shellText.partner.names[notice.partner]) } : {}),
      ...(organizationLinks(organization, profile).disabled
        ? {
            locked: {
              label: text.locked,
              hint: shellText.lockedHint,
              href: '/account/security',
              linkLabel: text.setUpMfa,
            },
          }
        : {}),
    }
  }
  return {
    title: shellText.pages.organizations,
    $search,
    $cards: computed([$organizations, $profile, $search], (remote, profile, search) => {
      if (remote.status !== 'ready') return remote
      const words = search.trim().toLowerCase()
      const known = profile.status === 'ready' ? profile.data : undefined
      const data = remote.data
        .filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(words))
        .map((organization) => cardOf(organization, known))
      return { ...remote, data }
    }),
    $isSearchable: computed(
      $organizations,
      (remote) => remote.status === 'ready' && remote.data.length > GLANCE,
    ),
    $create: computed($profile, (profile): Affordance => {
      if (profile.status === 'loading') return { disabled: true }
      const mayNot = profile.status === 'ready' && !profile.data.can_create_organizations
      return mayNot ? { disabled: true, hint: text.mayNotCreate } : ENABLED
    }),
    createHref: router.href('newOrganization'),
    search: (words) => $search.set(words),
    dispose() {},
  }
}
