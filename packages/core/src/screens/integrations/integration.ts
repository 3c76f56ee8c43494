/** `/project/{ref}/integrations/{id}/overview`: one integration: what it is, how it stands, what it adds, and where one works with it. */
import type { Extension } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { extensionInstalling, extensionsQuery } from '../../data/extensions.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { ListSorting } from '../../kernel/sorting.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import {
  integrationNamed,
  integrationState,
  type IntegrationName,
  type IntegrationState,
} from '../../rules/settings/integrations.js'
import { menuFlags } from '../../rules/shell/menu-flags.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { integrationsText as text } from '../../text/integrations.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Needs } from '../context.js'
import { listContent } from '../info-pages/list-content.js'
import type { PartContent } from '../info-pages/part-content.js'
import { createSortedPart } from '../info-pages/sorted-part.js'
import { createOpenRow, type OpenRow } from '../parts/open-row.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { badgeOf } from './integrations.js'

/** How the integration stands. */
export interface IntegrationView {
  badge: { label: string; tone: StatusTone }
  facts: { key: string; label: string; value: string; isCode: boolean }[]
  /** Why it can't be used here; null: it can. */
  reason: string | null
  canInstall: boolean
}

/** What was made with it, as a list. */
export interface IntegrationList {
  title: string
  body: string
  $content: ReadableAtom<PartContent>
  sorting: ListSorting
  row: OpenRow
}

/** The page of one integration. */
export interface IntegrationScreen extends Disposable {
  /** Of the page: the name of the integration. */
  readonly heading: string
  readonly title: string
  /** The name of the integration, in the window's title. */
  readonly $thing: ReadableAtom<string | null>
  readonly gate: ProjectGate
  /** Null: there is no such integration. */
  readonly about: { body: string; adds: readonly string[] } | null
  readonly $view: ReadableAtom<Remote<IntegrationView>>
  readonly links: readonly { key: string; label: string; href: string }[]
  readonly list: IntegrationList | null
  readonly backHref: string
  readonly $mayInstall: ReadableAtom<ControlState>
  readonly $isInstalling: ReadableAtom<boolean>
  /** Why the last one failed; null: it did not. */
  readonly $problem: ReadableAtom<{ title: string; message: string } | null>
  install(): Promise<void>
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
}

type Link = keyof typeof text.links

/** Where one works with it, and what was made with it. */
const LEADS: Readonly<Record<IntegrationName, { links: readonly Link[]; list?: keyof typeof text.lists }>> = {
  vault: { links: ['vault'] },
  git: { links: ['projectIntegrations'] },
  webhooks: { links: ['webhooks'] },
  cron: { links: ['schedules'] },
  queues: { links: ['sql', 'extensions'] },
  graphql: { links: ['sql', 'extensions'] },
  wrappers: { links: ['sql', 'extensions'], list: 'foreignServers' },
  postgres_fdw: { links: ['sql', 'tableEditor', 'extensions'], list: 'foreignServers' },
  file_fdw: { links: ['sql', 'extensions'], list: 'foreignServers' },
}

export function createIntegration(
  context: Needs<'host' | 'client' | 'queries' | 'router' | '$runtime' | 'schemaChanges'>,
  { ref, id, title, gate }: { ref: string; id: string; title: string; gate: ProjectGate },
): IntegrationScreen {
  const { host, client, queries, router, $runtime, schemaChanges } = context
  const name = integrationNamed(id)
  const leads = name === undefined ? undefined : LEADS[name]
  const $extensions = behindGate<Remote<Extension[]>>(gate, queries.store(extensionsQuery(client, ref)), {
    status: 'loading',
  })
  const $state = computed([$extensions, $runtime], (remote, runtime): Remote<IntegrationState> => {
    if (remote.status !== 'ready') return remote
    const flags = menuFlags(runtime.status === 'ready' ? runtime.data.flags : undefined)
    return { ...remote, data: name ? integrationState(name, remote.data, flags) : { type: 'absent' } }
  })
  const $mayInstall = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNot,
  )
  const $isInstalling = atom(false)
  const $problem = atom<{ title: string; message: string } | null>(null)
  const installing = createMutation(queries, extensionInstalling(client, ref))
  const heading = name === undefined ? title : text.items[name].title
  return {
    heading,
    title,
    $thing: atom(name === undefined ? null : heading),
    gate,
    about: name === undefined ? null : text.items[name],
    $view: computed($state, (remote): Remote<IntegrationView> =>
      remote.status === 'ready' ? { ...remote, data: viewOf(remote.data) } : remote,
    ),
    links: (leads?.links ?? []).map((key) => ({
      key,
      label: text.links[key],
      href: router.href(key, { ref }),
    })),
    list: leads?.list === undefined ? null : listOf(context, ref, leads.list, gate),
    backHref: router.href('integrations', { ref }),
    $mayInstall,
    $isInstalling,
    $problem,
    async install() {
      const state = $state.get()
      if (state.status !== 'ready' || state.data.type !== 'available') return
      if ($isInstalling.get() || $mayInstall.get().disabled) return
      const extension = state.data.extension.name
      $isInstalling.set(true)
      $problem.set(null)
      const outcome = await installing.run(extension)
      $isInstalling.set(false)
      if (outcome.type === 'failed')
        return $problem.set({ title: text.couldNot(extension), message: outcome.error.message })
      host.notifier.notify({ kind: 'success', message: text.installed(extension) })
      queries.refresh(extensionsQuery(client, ref).key)
      schemaChanges.happened(ref)
    },
    copy: (value) => copyText(host, value),
    dispose() {},
  }
}

function viewOf(state: IntegrationState): IntegrationView {
  const extension = 'extension' in state ? state.extension : null
  const fact = (key: string, label: string, value: string | null | undefined) =>
    value ? [{ key, label, value, isCode: true }] : []
  return {
    badge: badgeOf(state),
    facts: [
      ...fact('extension', text.extension, extension?.name),
      ...fact('version', text.version, extension?.installed_version ?? extension?.default_version),
      ...fact('schema', text.schema, extension?.schema),
      ...fact('needs', text.needs, extension?.requires.join(', ')),
    ],
    reason: state.type === 'closed' ? state.reason : state.type === 'absent' ? text.absentBody : null,
    canInstall: state.type === 'available',
  }
}

function listOf(
  context: Needs<'client' | 'queries' | 'router'>,
  ref: string,
  list: keyof typeof text.lists,
  gate: ProjectGate,
): IntegrationList {
  const { title, body, ...words } = text.lists[list]
  const step = { label: text.links.sql, href: context.router.href('sql', { ref }) }
  const $inner = behindGate<PartContent>(gate, listContent(context, { ref, list, step }, words), {
    status: 'loading',
  })
  const { $content, sorting } = createSortedPart($inner)
  const $shown = $content ?? $inner
  return {
    title,
    body,
    $content: $shown,
    sorting,
    row: createOpenRow(
      context.queries,
      computed($shown, (content) => (content.status === 'table' ? content : null)),
    ),
  }
}
