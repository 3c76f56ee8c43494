/** `/project/{ref}/advisors/query-performance`: what takes the most time in the database, what got slower, and why. */
import type { Extension } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { catalogueStartQuery, type CataloguePage } from '../../data/catalogue.js'
import { extensionInstalling, extensionsQuery } from '../../data/extensions.js'
import { statementsReset } from '../../data/statements.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ListSorting } from '../../kernel/sorting.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { catalogue } from '../../sql/index.js'
import { catalogueText } from '../../text/catalogue.js'
import { queryPerformanceText as text } from '../../text/query-performance.js'
import type { Needs } from '../context.js'
import type { PartContent } from '../info-pages/part-content.js'
import { createSortedPart } from '../info-pages/sorted-part.js'
import { createOpenRow, type OpenRow } from '../parts/open-row.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { isAmount, shownCell } from '../parts/shown-cell.js'
import { createSlowerStatements, type SlowerStatements } from './slower-statements.js'
import { createStatementList, type StatementListPart } from './statement-list.js'
import { createStatementPanel, type StatementPanel } from './statement-panel.js'

/** Whether statements are counted, and what to do where they are not. */
export type StatementsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  /** It can be installed here. */
  | { status: 'installable' }
  /** It can't be: the reason, and what to do. */
  | { status: 'closed'; title: string; reasons: readonly string[] }
  | { status: 'ready' }

/** `/project/{ref}/advisors/query-performance`. */
export interface QueryPerformanceScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $state: ReadableAtom<StatementsState>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $isInstalling: ReadableAtom<boolean>
  /** Why it could not be installed. */
  readonly $problem: ReadableAtom<string | null>
  install(): Promise<void>
  readonly extensionsHref: string
  readonly reset: Confirmation<null>
  readonly list: StatementListPart
  readonly slower: SlowerStatements
  readonly panel: StatementPanel
  readonly scans: {
    $content: ReadableAtom<PartContent>
    sorting: ListSorting
    row: OpenRow
    advisorHref: string
  }
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
}

const NAME = 'pg_stat_statements'

export function createQueryPerformance(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'lazy'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): QueryPerformanceScreen {
  const { host, client, queries, router } = context
  const scope = createScope()
  const query = extensionsQuery(client, ref)
  const $extensions = behindGate<Remote<Extension[]>>(gate, queries.store(query), { status: 'loading' })
  const $schema = computed($extensions, (remote) => {
    if (remote.status !== 'ready') return null
    return remote.data.find(({ name }) => name === NAME)?.schema ?? null
  })
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.setup.mayNot,
  )
  const installing = createMutation(queries, extensionInstalling(client, ref))
  const $problem = atom<string | null>(null)
  const list = createStatementList(context, { ref, $schema })
  const panel = createStatementPanel(context, { ref, $schema })
  scope.add(list.dispose)
  const reset = createConfirmation<null>(async () => {
    const outcome = await createMutation(
      queries,
      statementsReset(client, ref, $schema.get() ?? 'extensions'),
    ).run(null)
    if (outcome.type === 'done') host.notifier.notify({ kind: 'success', message: text.resetDone })
    return outcome
  })
  return {
    title,
    gate,
    $state: computed($extensions, stateOf),
    $mayChange,
    $isInstalling: computed(installing.$state, ({ status }) => status === 'running'),
    $problem,
    async install() {
      if ($mayChange.get().disabled) return
      $problem.set(null)
      const outcome = await installing.run(NAME)
      if (outcome.type === 'failed') return $problem.set(outcome.error.message)
      host.notifier.notify({ kind: 'success', message: text.setup.installed })
      queries.refresh(query.key)
    },
    extensionsHref: router.href('extensions', { ref }),
    reset,
    list,
    slower: createSlowerStatements(context, { ref, $schema, open: panel.openBy }),
    panel,
    scans: createScans(context, ref, gate),
    copy: (value) => copyText(host, value),
    dispose: scope.dispose,
  }
}

function stateOf(remote: Remote<Extension[]>): StatementsState {
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed')
    return { status: 'failed', message: remote.error.message, retry: remote.retry }
  const found = remote.data.find(({ name }) => name === NAME)
  if (found?.installed_version != null) return { status: 'ready' }
  if (!found) return { status: 'closed', title: text.setup.missing, reasons: [text.setup.missingBody] }
  if (found.closed_because === null) return { status: 'installable' }
  const { closed_because: reason } = found
  const isLibrary = reason.includes('shared_preload_libraries')
  return {
    status: 'closed',
    title: text.setup.closed,
    reasons: [reason, ...(isLibrary ? [text.setup.preload] : [])],
  }
}

function createScans(
  { client, queries, router }: Needs<'client' | 'queries' | 'router'>,
  ref: string,
  gate: ProjectGate,
): QueryPerformanceScreen['scans'] {
  const columns = catalogue.tableScans.columns.map(({ key, kind }) => ({
    key,
    label: catalogueText.columns[key] ?? key,
    align: isAmount(kind) ? ('end' as const) : ('start' as const),
    isName: kind === 'name',
  }))
  const $page = behindGate<Remote<CataloguePage>>(
    gate,
    queries.store(catalogueStartQuery(client, ref, 'tableScans')),
    { status: 'loading' },
  )
  const advisorHref = router.href('performanceAdvisor', { ref })
  const part = createSortedPart(
    computed($page, (remote): PartContent => {
      if (remote.status === 'loading') return remote
      if (remote.status === 'failed')
        return { status: 'failed', message: remote.error.message, retry: remote.retry }
      const { entries } = remote.data
      if (entries.length === 0)
        return {
          status: 'empty',
          title: text.scans.none,
          step: { label: text.scans.toAdvisor, href: advisorHref },
        }
      return {
        status: 'table',
        columns,
        rows: entries.map(({ keys, values }) => ({
          id: keys.join('\0'),
          cells: catalogue.tableScans.columns.map(({ key, kind }, index) =>
            shownCell(values[index], kind, key),
          ),
        })),
      }
    }),
  )
  const $content = part.$content ?? atom<PartContent>({ status: 'loading' })
  return {
    $content,
    sorting: part.sorting,
    row: createOpenRow(
      queries,
      computed($content, (content) => (content.status === 'table' ? content : null)),
    ),
    advisorHref,
  }
}
