/** The projects of the open organization, by name. The page that is open stays when one goes to another project. */
import { atom, computed } from 'nanostores'
import { organizationProjectsQuery } from '../../data/organizations.js'
import { createScope } from '../../kernel/screen.js'
import { pathInProject } from '../../rules/project/project-switch.js'
import {
  DEFAULT_PROJECT_SORT,
  emptyListReason,
  PROJECT_SEARCH_DEBOUNCE_MS,
  type ProjectFilter,
} from '../../rules/project/project-list.js'
import { controlState } from '../../sessions/account/rights.js'
import { errorText } from '../../text/errors.js'
import { pickerText } from '../../text/pickers.js'
import type { Needs } from '../context.js'
import { step, type Picker, type PickerList } from './picker.js'
import { openRoutePath, type CurrentPage } from './current-page.js'

const text = pickerText.project

/** @param slug of the organization that the open project belongs to */
export function createProjectPicker(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { $page }: CurrentPage,
  slug: string,
): Picker {
  const { client, queries, router, host } = context
  const scope = createScope()
  const $search = atom('')
  const $filter = atom(filterFor(''))
  const list = queries.paged(computed($filter, (filter) => organizationProjectsQuery(client, slug, filter)))
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  const $create = controlState(
    context,
    { action: 'create', resource: 'projects', organizationSlug: slug },
    text.mayNotCreate,
  )
  return {
    kind: 'project',
    label: text.find,
    $search,
    $list: computed([list.$list, $filter, $page], (remote, filter, page): PickerList => {
      if (remote.status === 'loading') return remote
      if (remote.status === 'failed')
        return { status: 'failed', title: text.failed, detail: remote.error.message, retry: remote.retry }
      const { items, loadingMore, outdated, staleError } = remote
      const empty = outdated ? null : emptyListReason(items.length, filter)
      return {
        status: 'ready',
        entries: items.map(({ ref, name }) => ({
          key: ref,
          label: name,
          href: pathInProject(openRoutePath(page), ref),
          active: ref === page.ref,
        })),
        ...(empty === null ? {} : { empty: empty === 'no-match' ? text.noMatch : text.none }),
        loadingMore,
        outdated,
        ...(staleError ? { problem: errorText.sentence(text.failedMore, staleError.message) } : {}),
      }
    }),
    $steps: computed($create, ({ disabled, hint }) => [
      step('create', text.create, router.href('newProject', { slug }), disabled ? hint : undefined),
    ]),
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(PROJECT_SEARCH_DEBOUNCE_MS, () => $filter.set(filterFor(words)))
    },
    loadMore: list.loadMore,
    dispose: scope.dispose,
  }
}

function filterFor(search: string): ProjectFilter {
  return { search, statuses: [], sort: DEFAULT_PROJECT_SORT }
}
