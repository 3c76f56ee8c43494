/** The branches of the open project. */
import type { ProjectDatabase, RuntimeLinks } from '@basedeck/platform-client'
import { atom, computed } from 'nanostores'
import { branchesQuery } from '../../data/branches.js'
import { databasesQuery } from '../../data/databases.js'
import type { Remote } from '../../kernel/query-store.js'
import { capabilityOf } from '../../rules/access/capability.js'
import { branchesInOrder, branchKind } from '../../rules/project/branches.js'
import { pathInProject } from '../../rules/project/project-switch.js'
import { BRANCHING_LINK } from '../../rules/help/help-links.js'
import { searchAsking } from '../../rules/shell/asked-opening.js'
import { fitsSearch } from '../../rules/shell/picker-search.js'
import { pickerText } from '../../text/pickers.js'
import type { Needs } from '../context.js'
import { branchBadge } from './branch-badge.js'
import { ready } from './menu-state.js'
import { step, type Picker, type PickerEntry, type PickerList } from './picker.js'
import { openRoutePath, type CurrentPage } from './current-page.js'

const text = pickerText.branch

export function createBranchPicker(
  { client, queries, router, $runtime }: Needs<'client' | 'queries' | 'router' | '$runtime'>,
  { $page }: CurrentPage,
  ref: string,
): Picker {
  const $search = atom('')
  const $branches = queries.store(branchesQuery(client, ref))
  const $databases = queries.store(databasesQuery(client, ref))
  const manageHref = router.href('branches', { ref })
  return {
    kind: 'branch',
    label: text.find,
    $search,
    $list: computed([$branches, $search, $page], (remote, search, page): PickerList => {
      if (remote.status === 'loading') return remote
      if (remote.status === 'failed')
        return { status: 'failed', title: text.failed, detail: remote.error.message, retry: remote.retry }
      const entries = branchesInOrder(remote.data)
        .filter(({ name }) => fitsSearch(name, search))
        .map((branch) => ({
          key: branch.id,
          label: branch.name,
          href: pathInProject(openRoutePath(page), branch.project_ref),
          active: branch.project_ref === page.ref,
          badge: branchBadge(branchKind(branch)),
        }))
      return {
        status: 'ready',
        entries,
        ...(entries.length === 0 ? { empty: text.none } : {}),
        loadingMore: false,
        outdated: false,
      }
    }),
    $steps: computed([$databases, $runtime], (databases, runtime) => [
      step('create', text.create, manageHref + searchAsking('', 'new-branch'), refusalIn(databases)),
      step('manage', text.manage, manageHref),
      ...feedbackStep(ready(runtime)?.links),
    ]),
    search: (words) => $search.set(words),
    loadMore() {},
    dispose() {},
  }
}

/** Why no branch can be made; undefined: one can. */
function refusalIn(databases: Remote<ProjectDatabase[]>): string | undefined {
  if (databases.status !== 'ready') return text.notKnown
  const found = capabilityOf(databases.data, 'branches')
  if (!found) return text.notKnown
  return found.available ? undefined : found.reason
}

/** Hidden while the operator names no address. CLARIFICATIONS "Odds and ends". */
function feedbackStep(links: RuntimeLinks = {}): PickerEntry[] {
  const href = links[BRANCHING_LINK]
  return href === undefined ? [] : [{ ...step('feedback', text.feedback, href), isOutside: true }]
}
