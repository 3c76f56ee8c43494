/** The choices of the inbox's filters. Organizations and projects are fetched when the filters are first shown. */
import { computed, type ReadableAtom } from 'nanostores'
import { organizationsQuery } from '../../data/organizations.js'
import { projectsQuery } from '../../data/projects.js'
import { FILTERED_PRIORITIES, type InboxFilters, type InboxTab } from '../../rules/help/notifications.js'
import { notificationText } from '../../text/notifications.js'
import type { Needs } from '../context.js'
import { ready } from './menu-state.js'

const text = notificationText.filter

/** One of the four lists of filters, with its choices by name. */
export interface FilterGroup {
  key: keyof InboxFilters
  label: string
  choices: { value: string; label: string; isChosen: boolean }[]
}

interface Named {
  value: string
  label: string
}

interface KnownChoices {
  organizations: Named[]
  projects: Named[]
}

export interface InboxFilterChoices {
  readonly $choices: ReadableAtom<KnownChoices>
  groups(known: KnownChoices, filters: InboxFilters, tab: InboxTab): FilterGroup[]
}

export function createInboxFilters({ client, queries }: Needs<'client' | 'queries'>): InboxFilterChoices {
  const $organizations = queries.store(organizationsQuery(client))
  const $projects = queries.store(projectsQuery(client))
  return {
    $choices: computed([$organizations, $projects], (organizations, projects) => ({
      organizations: byName(ready(organizations) ?? [], ({ slug }) => slug),
      projects: byName(ready(projects) ?? [], ({ ref }) => ref),
    })),
    groups(known, filters, tab) {
      const group = (key: keyof InboxFilters, label: string, choices: readonly Named[]): FilterGroup => {
        const chosen: readonly string[] = filters[key]
        return {
          key,
          label,
          choices: choices.map((choice) => ({ ...choice, isChosen: chosen.includes(choice.value) })),
        }
      }
      return [
        ...(tab === 'inbox'
          ? [group('statuses', text.statuses, [{ value: 'unread', label: text.unread }])]
          : []),
        group(
          'priorities',
          text.priorities,
          FILTERED_PRIORITIES.map((value) => ({ value, label: text[value] })),
        ),
        group('organizations', text.organizations, known.organizations),
        group('projects', text.projects, known.projects),
      ].filter(({ choices }) => choices.length > 0)
    },
  }
}

function byName<Item extends { name: string }>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Named[] {
  return items
    .map((item) => ({ value: keyOf(item), label: item.name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}
