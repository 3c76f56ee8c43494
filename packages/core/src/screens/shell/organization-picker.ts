/** The organizations of who is here. */
import { atom, computed } from 'nanostores'
import { organizationsQuery } from '../../data/organizations.js'
import { organizationLinks } from '../../rules/organization/organization-links.js'
import { fitsSearch } from '../../rules/shell/picker-search.js'
import { menuText } from '../../text/menus.js'
import { pickerText } from '../../text/pickers.js'
import type { Needs } from '../context.js'
import { ready } from './menu-state.js'
import { step, type Picker, type PickerEntry, type PickerList } from './picker.js'
import type { CurrentPage } from './current-page.js'

const text = pickerText.organization

export function createOrganizationPicker(
  { client, queries, router, account }: Needs<'client' | 'queries' | 'router' | 'account'>,
  { $organization }: CurrentPage,
): Picker {
  const $search = atom('')
  const $organizations = queries.store(organizationsQuery(client))
  // An entry stays the same object while one types, so that the view draws only what changes.
  const $entries = computed(
    [$organizations, account.$profile, $organization],
    (remote, profile, open): PickerEntry[] => {
      if (remote.status !== 'ready') return []
      const openSlug = ready(open)?.slug
      return remote.data.map((organization) => {
        const { slug, name } = organization
        const isClosed = organizationLinks(organization, ready(profile)).disabled
        return {
          key: slug,
          label: name,
          href: router.href('organizationProjects', { slug }),
          active: slug === openSlug,
          ...(isClosed ? { refusal: menuText.refusals['mfa-required'] } : {}),
        }
      })
    },
  )
  return {
    kind: 'organization',
    label: text.find,
    $search,
    $list: computed([$organizations, $entries, $search], (remote, all, search): PickerList => {
      if (remote.status === 'loading') return remote
      if (remote.status === 'failed')
        return { status: 'failed', title: text.failed, detail: remote.error.message, retry: remote.retry }
      const entries = all.filter(({ label, key }) => fitsSearch(label, search) || fitsSearch(key, search))
      return {
        status: 'ready',
        entries,
        ...(entries.length === 0 ? { empty: text.none } : {}),
        loadingMore: false,
        outdated: false,
      }
    }),
    $steps: computed(account.$profile, (profile) => [
      step('all', text.all, router.href('organizations')),
      step(
        'create',
        text.create,
        router.href('newOrganization'),
        ready(profile)?.can_create_organizations === false ? text.mayNotCreate : undefined,
      ),
    ]),
    search: (words) => $search.set(words),
    loadMore() {},
    dispose() {},
  }
}
