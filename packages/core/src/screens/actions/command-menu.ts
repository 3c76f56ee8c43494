/**
 * Everything one can do or open, by a few letters. What was chosen lately stands first; projects and tables are asked for
 * when the typing rests.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { commandSearch } from '../../rules/shell/command-search.js'
import { PROJECT_SEARCH_DEBOUNCE_MS } from '../../rules/project/project-list.js'
import type { ShortcutKey } from '../../rules/shell/shortcuts.js'
import { createRecentCommands, type RecentCommand } from '../../sessions/shell/recent-commands.js'
import { commandText } from '../../text/command-menu.js'
import type { Needs } from '../context.js'
import type { Action } from './action.js'
import { allActions, type AllActionsDeps } from './all-actions.js'
import { createCommandSources, type CommandLink, type LinkKind } from './command-sources.js'

/** Something to do or to open, as the command menu lists it. */
export interface CommandEntry {
  key: string
  kind: 'recent' | 'action' | LinkKind
  label: string
  detail?: string
  keys?: readonly ShortcutKey[]
  /** Why it can't be done now; it is then found, and does nothing. */
  refusal?: string
}

/** Entries of one kind, under a title. */
export interface CommandGroup {
  kind: CommandEntry['kind']
  title: string
  entries: CommandEntry[]
}

/** The command menu while it is open. `dispose` closes it. */
export interface CommandMenu extends Disposable {
  readonly $query: ReadableAtom<string>
  readonly $groups: ReadableAtom<CommandGroup[]>
  /** Key of the entry that Enter would take; null: the list is empty. */
  readonly $active: ReadableAtom<string | null>
  /** How many were found, that it still searches, or that nothing was found. */
  readonly $status: ReadableAtom<string>
  type(query: string): void
  move(to: 'next' | 'previous' | 'first' | 'last'): void
  /** The pointer is on an entry. */
  point(key: string): void
  /** Takes an entry, or the active one: the menu closes, and it is done. */
  take(key?: string): void
  /** The field has the focus: keys go into it from now on. Those that were pressed before are in the query. */
  fieldFocused(): void
  close(): void
}

interface Command extends CommandEntry {
  run(): void
  /** What is remembered of it. */
  remembered: RecentCommand
}

export interface CommandMenuDeps extends AllActionsDeps {
  fieldFocused(): void
  close(): void
}

export function createCommandMenu(
  context: Needs<
    'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime' | 'preferences' | 'previews' | 'lazy'
  >,
  deps: CommandMenuDeps,
): CommandMenu {
  const { host, router, account } = context
  const scope = createScope()
  const recent = createRecentCommands(host.storage, account.$person.get()?.id)
  const lately = recent.list()
  const $query = atom('')
  const $words = atom('')
  const $chosen = atom<string | null>(null)
  const sources = createCommandSources(context, $words)

  const $commands = computed([allActions(context, deps), sources.$links], (actions, links) => {
    const open = (href: string) => () => router.open(href)
    const known = [
      ...actions.map(commandOf),
      ...links.map((link) => ({ ...link, run: open(link.href), remembered: rememberedOf(link) })),
    ]
    return withRecent(known, lately, open)
  })
  const $search = computed($commands, (commands) =>
    commandSearch(commands, ({ label, detail = '' }) => `${label} ${detail}`),
  )
  const $found = computed([$commands, $search, $query], (commands, search, query) =>
    query.trim() === '' ? beginning(commands) : search.find(query),
  )
  const $groups = computed([$found, $query], (found, query) => grouped(found, query.trim() === ''))
  const $order = computed($groups, (groups) => groups.flatMap(({ entries }) => entries))
  const $active = computed([$order, $chosen], (order, chosen) => {
    const isThere = order.some(({ key }) => key === chosen)
    return isThere ? chosen : (order[0]?.key ?? null)
  })

  let stopWaiting = () => {}
  scope.add(() => stopWaiting())
  return {
    $query,
    $groups,
    $active,
    $status: computed(
      [$order, $query, sources.$isSearching, sources.$failure],
      (order, query, isSearching, failure) => {
        if (order.length > 0) return failure ?? commandText.count(order.length)
        return isSearching ? commandText.searching : (failure ?? commandText.nothing(query.trim()))
      },
    ),
    type(query) {
      $query.set(query)
      $chosen.set(null)
      stopWaiting()
      stopWaiting = host.clock.after(PROJECT_SEARCH_DEBOUNCE_MS, () => $words.set(query))
    },
    move(to) {
      const order = $order.get()
      const at = order.findIndex(({ key }) => key === $active.get())
      const last = order.length - 1
      const next = { next: at === last ? 0 : at + 1, previous: at <= 0 ? last : at - 1, first: 0, last }[to]
      $chosen.set(order[next]?.key ?? null)
    },
    point: (key) => $chosen.set(key),
    take(key = $active.get() ?? '') {
      const command = $found.get().find((other) => other.key === key)
      if (!command || command.refusal !== undefined) return
      recent.add(command.remembered)
      deps.close()
      command.run()
    },
    fieldFocused: deps.fieldFocused,
    close: deps.close,
    dispose: scope.dispose,
  }
}

function commandOf({ id, ...action }: Action): Command {
  const key = `action ${id}`
  return { ...action, key, kind: 'action', remembered: { key, label: action.label } }
}

function rememberedOf({ key, label, href, detail }: CommandLink): RecentCommand {
  return { key, label, href, ...(detail === undefined ? {} : { detail }) }
}

/** What was chosen lately stands first. An action that is not there any more is left out; a page may be one of elsewhere. */
function withRecent(
  known: readonly Command[],
  lately: readonly RecentCommand[],
  open: (href: string) => () => void,
): Command[] {
  const recent = lately.flatMap((remembered): Command[] => {
    const { key, label, href, detail } = remembered
    const now = known.find((other) => other.key === key)
    if (now) return [{ ...now, kind: 'recent' }]
    if (href === undefined) return []
    return [{ key, kind: 'recent', label, run: open(href), remembered, ...(detail ? { detail } : {}) }]
  })
  const keys = new Set(recent.map(({ key }) => key))
  return [...recent, ...known.filter(({ key }) => !keys.has(key))]
}

/** Before anything is typed: a few of each kind. */
const BEGINNING = { recent: 6, action: 11, page: 14, organization: 6, project: 8, table: 0 }

function beginning(commands: readonly Command[]): Command[] {
  return Object.entries(BEGINNING).flatMap(([kind, most]) =>
    commands.filter((command) => command.kind === kind).slice(0, most),
  )
}

/** In the order of their best entries; recent choices are a group only before something is typed. */
function grouped(found: readonly Command[], isStart: boolean): CommandGroup[] {
  const groups = new Map<CommandEntry['kind'], CommandGroup>()
  for (const { run: _, remembered, ...entry } of found) {
    const kind = isStart || entry.kind !== 'recent' ? entry.kind : kindOf(remembered.key)
    const group = groups.get(kind) ?? { kind, title: commandText.groups[kind], entries: [] }
    group.entries.push(entry)
    groups.set(kind, group)
  }
  return [...groups.values()]
}

/** A key begins with what it is of. */
function kindOf(key: string): CommandEntry['kind'] {
  const kinds = ['page', 'organization', 'project', 'table', 'query'] as const
  return kinds.find((kind) => key.startsWith(`${kind} `)) ?? 'action'
}
