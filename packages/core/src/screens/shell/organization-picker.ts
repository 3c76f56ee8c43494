/** The organizations of who is here. */
import { atom, computed } from 'nanostores'
import { organizationsQuery } from '../../data/organizations.js'
import { organizationLinks } from '../../rules/organization-links.js'
import { fitsSearch } from '../../rules/picker-search.js'
import { menuText } from '../../text/menus.js'
import { pickerText } from '../../text/pickers.js'
import type { ScreenContext } from '../context.js'
import { ready } from './menu-state.js'
import { step, type Picker, type PickerEntry, type PickerList } from './picker.js'
import type { ShellPlace } from './place.js'

const text = pickerText.organization

export function createOrganizationPicker(
  { client, queries, router, account }: ScreenContext,
  { $organization }: ShellPlace,
): Picker {
  const $search = atom('')
  const $organizations = queries.store(organizationsQuery(client))
  return {
    kind: 'organization',
    label: text.find,
    $search,
    $list: computed(
      [$organizations, account.$profile, $organization, $search],
      (remote, profile, open, search): PickerList => {
        if (remote.status === 'loading') return remote
        if (remote.status === 'failed')
          return { status: 'failed', title: text.failed, detail: remote.error.message, retry: remote.retry }
        const openSlug = ready(open)?.slug
        const entries = remote.data
          .filter(({ name, slug }) => fitsSearch(name, search) || fitsSearch(slug, search))
          .map((organization): PickerEntry => {
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
        return {
          status: 'ready',
          entries,
          ...(entries.length === 0 ? { empty: text.none } : {}),
          loadingMore: false,
          outdated: false,
        }
      },
    ),
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
