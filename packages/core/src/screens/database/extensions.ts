/** `/project/{ref}/database/extensions`: what is installed, what can be, and why the rest can't. */
import type { Extension } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  extensionAllowance,
  extensionInstalling,
  extensionRemoval,
  extensionsQuery,
} from '../../data/extensions.js'
import { objectDropListQuery } from '../../data/objects.js'
import { copyText } from '../../kernel/copy-text.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import { ENABLED, projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { extensionsText as text } from '../../text/extensions.js'
import { objectsText } from '../../text/objects.js'
import type { DropList } from '../../sql/drop-list.js'
import type { Needs } from '../context.js'
import { createObjectPanels, type ObjectPanels } from '../objects/object-panels.js'
import type { ListColumn, ListRow } from '../parts/list-view.js'
import { createOpenRow, type OpenRow } from '../parts/open-row.js'
import { shownCell } from '../parts/shown-cell.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

/** Something that can be done with an extension. */
export interface ExtensionAction {
  kind: 'install' | 'change' | 'remove' | 'allow' | 'forbid'
  label: string
  /** With the name of the extension. */
  name: string
  control: ControlState
  isRunning: boolean
  run(): void
}

/** An extension as its row shows it. */
export interface ExtensionRow {
  name: string
  version: string
  badge: { label: string; tone: StatusTone }
  /** Where it is installed, or that an administrator allowed it. */
  mark: string | null
  comment: string
  /** Why it can't be installed, or what it needs. */
  note: string | null
  actions: ExtensionAction[]
}

/** What an administrator is asked before one is allowed. */
export interface AllowanceQuestion {
  name: string
  /** What it reaches. */
  body: string
}

/** `/project/{ref}/database/extensions`. */
export interface ExtensionsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $rows: ReadableAtom<Remote<ExtensionRow[]>>
  /** What is said below a list that only holds PostgreSQL’s own language; null otherwise. */
  readonly $note: ReadableAtom<string | null>
  readonly $search: ReadableAtom<string>
  search(words: string): void
  /** Why the last one could not be installed. */
  readonly $problem: ReadableAtom<{ title: string; message: string } | null>
  readonly removal: Confirmation<{ name: string }>
  /** What depends on the one that is asked about; null: nothing is asked. */
  readonly $dependents: ReadableAtom<{ heading: string; list: Remote<DropList> } | null>
  /** Version and schema of an installed one. */
  readonly objects: ObjectPanels
  /** An installed one, with what it adds and what depends on it. */
  readonly row: OpenRow
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
  readonly allowance: Confirmation<AllowanceQuestion>
}

export function createExtensions(
  context: Needs<'host' | 'client' | 'queries' | 'account' | '$runtime' | 'schemaChanges' | 'formDrafts'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): ExtensionsScreen {
  const { host, client, queries, account, $runtime, schemaChanges } = context
  const query = extensionsQuery(client, ref)
  const $extensions = behindGate<Remote<Extension[]>>(gate, queries.store(query), { status: 'loading' })
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNot,
  )
  /** Who works alone on the machine has no account, and owns the server. */
  const $mayAllow = computed(
    [$runtime, account.$profile],
    (runtime, profile) =>
      runtime.status === 'ready' &&
      (!runtime.data.accounts || (profile.status === 'ready' && profile.data.is_administrator === true)),
  )
  const objects = createObjectPanels(context, { ref, gate })
  const $search = atom('')
  const $running = atom<string | null>(null)
  const $problem = atom<{ title: string; message: string } | null>(null)
  const installing = createMutation(queries, extensionInstalling(client, ref))
  const removing = createMutation(queries, extensionRemoval(client, ref))
  const allowing = createMutation(queries, extensionAllowance(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })

  async function install(name: string): Promise<void> {
    if ($running.get() !== null || $mayChange.get().disabled) return
    $running.set(name)
    $problem.set(null)
    const outcome = await installing.run(name)
    $running.set(null)
    if (outcome.type === 'failed')
      return $problem.set({ title: text.couldNot(name), message: outcome.error.message })
    success(text.installed(name))
    schemaChanges.happened(ref)
  }
  const removal = createConfirmation<{ name: string }>(async ({ name }) => {
    const outcome = await removing.run(name)
    if (outcome.type === 'done') {
      success(text.removed(name))
      schemaChanges.happened(ref)
    }
    return outcome
  })
  const allow = async (name: string, allowed: boolean) => {
    const outcome = await allowing.run({ name, allowed })
    if (outcome.type === 'done') success(allowed ? text.isAllowed(name) : text.isForbidden(name))
    return outcome
  }
  const allowance = createConfirmation<AllowanceQuestion>(({ name }) => allow(name, true))

  const actionsOf = (
    one: Extension,
    mayChange: ControlState,
    mayAllow: boolean,
    running: string | null,
  ): ExtensionAction[] => {
    const { name, reaches } = one
    const action = (
      kind: ExtensionAction['kind'],
      run: () => void,
      label: string,
      named: string,
      control: ControlState = mayChange,
    ): ExtensionAction => ({
      kind,
      label,
      name: named,
      control,
      isRunning: kind === 'install' && running === name,
      run: () => !control.disabled && run(),
    })
    return [
      ...(one.installed_version === null && one.closed_because === null
        ? [
            action(
              'install',
              () => void install(name),
              running === name ? text.installing : text.install,
              text.installNamed(name),
            ),
          ]
        : []),
      ...(one.installed_version !== null && name !== 'plpgsql'
        ? [action('change', () => objects.edit('extension', name), text.change, text.changeNamed(name))]
        : []),
      ...(one.installed_version !== null && one.kept_because === null
        ? [action('remove', () => removal.ask({ name }), text.remove, text.removeNamed(name))]
        : []),
      ...(reaches !== null && mayAllow
        ? [
            one.is_allowed
              ? action('forbid', () => void allow(name, false), text.forbid, text.forbidNamed(name), ENABLED)
              : action(
                  'allow',
                  () => allowance.ask({ name, body: text.allowBody(name, reaches) }),
                  text.allow,
                  text.allowNamed(name),
                  ENABLED,
                ),
          ]
        : []),
    ]
  }

  const $rows = computed(
    [$extensions, $search, $mayChange, $mayAllow, $running],
    (remote, search, mayChange, mayAllow, running): Remote<ExtensionRow[]> => {
      if (remote.status !== 'ready') return remote
      const words = search.trim().toLowerCase()
      return {
        ...remote,
        data: remote.data
          .filter(({ name, comment }) => `${name} ${comment}`.toLowerCase().includes(words))
          // What the database has comes first.
          .toSorted(
            (one, other) => Number(one.installed_version === null) - Number(other.installed_version === null),
          )
          .map((one) => rowOf(one, actionsOf(one, mayChange, mayAllow, running))),
      }
    },
  )
  const $table = computed($extensions, (remote) =>
    remote.status === 'ready' ? { columns: FACTS, rows: remote.data.map(factsOf) } : null,
  )
  const dependentsOf = (name: string) => {
    const query = objectDropListQuery(client, ref, 'extension', name)
    return query && { heading: objectsText.dependentsOf['extension'] ?? objectsText.dependents, query }
  }

  const $asked = computed(removal.$state, (state) => (state.status === 'open' ? state.subject.name : null))
  const $list = queries.follow(
    computed($asked, (name) => (name === null ? null : (dependentsOf(name)?.query ?? null))),
  )

  return {
    title,
    gate,
    $dependents: computed([$asked, $list], (name, list) => {
      const heading = name === null ? undefined : dependentsOf(name)?.heading
      return heading !== undefined && list ? { heading, list } : null
    }),
    $rows,
    objects,
    row: createOpenRow(queries, $table, undefined, dependentsOf),
    copy: (value) => copyText(host, value),
    $note: computed($extensions, (remote) =>
      remote.status === 'ready' && remote.data.length <= 1 ? text.noOthers : null,
    ),
    $search,
    search: (words) => $search.set(words),
    $problem,
    removal,
    allowance,
    dispose: objects.dispose,
  }
}

const FACTS: readonly ListColumn[] = [
  { key: 'name', label: text.columns.name, align: 'start', isName: true },
  { key: 'version', label: text.columns.version, align: 'start', isName: false },
  { key: 'newest', label: text.newest, align: 'start', isName: false },
  { key: 'schema', label: text.schema, align: 'start', isName: false },
  { key: 'about', label: text.columns.about, align: 'start', isName: false },
]

function factsOf({ name, installed_version, default_version, schema, comment }: Extension): ListRow {
  return {
    id: name,
    cells: [name, installed_version, default_version, schema, comment].map((value) =>
      shownCell(value, 'text', ''),
    ),
  }
}

function rowOf(one: Extension, actions: ExtensionAction[]): ExtensionRow {
  const { name, comment, installed_version, default_version, schema, requires } = one
  const isInstalled = installed_version !== null
  return {
    name,
    comment,
    version: installed_version ?? default_version ?? '',
    badge: isInstalled
      ? { label: text.states.installed, tone: 'good' }
      : one.closed_because === null
        ? { label: text.states.available, tone: 'quiet' }
        : { label: text.states.closed, tone: 'busy' },
    mark: schema !== null ? text.inSchema(schema) : one.is_allowed ? text.allowed : null,
    note: isInstalled
      ? one.kept_because
      : (one.closed_because ?? (requires.length > 0 ? text.needs(requires) : null)),
    actions,
  }
}
