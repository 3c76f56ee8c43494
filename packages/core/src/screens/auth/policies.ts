/** `/project/{ref}/auth/policies`: the tables of a schema with their policies, the tester, and the matrix. SPEC §2 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { policyTablesQuery } from '../../data/policies.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Policy } from '../../rules/auth/policy.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { POLICY_TABLES_MAX, type PolicyTable } from '../../sql/auth/policy-list.js'
import { policiesText as text } from '../../text/policies.js'
import { createSchemaChoices } from '../catalogue/schema-choices.js'
import type { Needs } from '../context.js'
import type { Choice } from '../parts/list-view.js'
import { behindGate, controlBehindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import type { ChangeDialog } from '../structure/change-dialog.js'
import { createStructurePanels, type StructurePanels } from '../structure/structure-panels.js'
import { createDropPolicyDialog, createForceDialog } from './policy-dialogs.js'
import { createPolicyMatrix, type PolicyMatrix } from './policy-matrix.js'
import { createPolicyPanel, type PolicyPanel } from './policy-panel.js'
import { createPolicyTester, type PolicyTester } from './policy-tester.js'

/** What the page shows. */
export const POLICY_VIEWS = ['list', 'test', 'matrix'] as const
/** One of `POLICY_VIEWS`. */
export type PolicyPageView = (typeof POLICY_VIEWS)[number]

/** The tables, or what is shown in their place. */
export type PolicyTablesView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'empty'; isSearched: boolean }
  | { status: 'ready'; tables: readonly PolicyTable[]; hasMore: boolean; count: string; isOutdated: boolean }

/** The panel or the question that is open. */
export type OpenPolicy = { kind: 'panel'; panel: PolicyPanel } | { kind: 'dialog'; dialog: ChangeDialog }

/** `/project/{ref}/auth/policies`. */
export interface PoliciesScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $shown: ReadableAtom<PolicyPageView>
  readonly $schema: ReadableAtom<string>
  readonly $schemas: ReadableAtom<Choice[]>
  /** As typed; it is looked for after a pause. */
  readonly $search: ReadableAtom<string>
  readonly $view: ReadableAtom<PolicyTablesView>
  /** Tables of the schema that can be tested. */
  readonly $tableNames: ReadableAtom<readonly string[]>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $open: ReadableAtom<OpenPolicy | null>
  /** Switches row-level security. */
  readonly structure: StructurePanels
  readonly tester: PolicyTester
  readonly matrix: PolicyMatrix
  readonly tablesHref: string
  show(view: PolicyPageView): void
  chooseSchema(name: string): void
  search(words: string): void
  create(table: PolicyTable): void
  edit(table: PolicyTable, policy: Policy): void
  tableActions(table: PolicyTable): readonly RowAction[]
  policyActions(table: PolicyTable, policy: Policy): readonly RowAction[]
}

const DEFAULT_SCHEMA = 'public'
const SEARCH_DEBOUNCE_MS = 300

export type PoliciesNeeds = Needs<
  | 'host'
  | 'client'
  | 'queries'
  | 'router'
  | '$runtime'
  | 'chosenSchemas'
  | 'grammar'
  | 'schemaChanges'
  | 'formDrafts'
>

export function createPolicies(
  context: PoliciesNeeds,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): PoliciesScreen {
  const { host, client, queries, router, chosenSchemas } = context
  const scope = createScope()
  const asked = new URLSearchParams(router.$route.get().location.search)
  const $shown = atom<PolicyPageView>(POLICY_VIEWS.find((one) => one === asked.get('view')) ?? 'list')
  const $schema = atom(asked.get('schema') ?? chosenSchemas.of(ref) ?? DEFAULT_SCHEMA)
  const $search = atom(asked.get('search') ?? '')
  const $words = atom($search.get())
  let stopWaiting = () => {}
  scope.add(() => stopWaiting())

  const $tables = behindGate<Remote<PolicyTable[]> | null>(
    gate,
    queries.follow(
      computed([$schema, $words], (schema, words) => policyTablesQuery(client, ref, schema, words)),
    ),
    null,
  )
  const $all = behindGate<Remote<PolicyTable[]> | null>(
    gate,
    queries.follow(computed($schema, (schema) => policyTablesQuery(client, ref, schema, ''))),
    null,
  )
  const may = (hint: string) =>
    controlBehindGate(
      gate,
      projectControlState(context, ref, { action: 'update', resource: 'database' }, hint),
    )
  const $mayChange = may(text.mayNot)
  scope.add($mayChange.listen(() => undefined))
  const structure = createStructurePanels(context, { ref, gate })
  scope.add(structure.dispose)
  const tester = createPolicyTester(context, { ref, $schema, $may: may(text.mayNotTest) })
  scope.add(tester.dispose)

  const $open = atom<OpenPolicy | null>(null)
  const close = () => {
    const open = $open.get()
    $open.set(null)
    if (open?.kind === 'panel') open.panel.dispose()
  }
  scope.add(close)
  const openPanel = (table: PolicyTable, policy: Policy | null, isChange: boolean) => {
    if ($mayChange.get().disabled) return
    close()
    const panel = createPolicyPanel(context, { ref, subject: { table, policy, isChange }, close })
    $open.set({ kind: 'panel', panel })
  }
  const ask = (dialog: ChangeDialog) => {
    close()
    $open.set({ kind: 'dialog', dialog })
  }
  const write = () => {
    const view = $shown.get()
    const words = $search.get().trim()
    const query = new URLSearchParams({
      schema: $schema.get(),
      ...(view === 'list' ? {} : { view }),
      ...(words === '' ? {} : { search: words }),
    })
    const { pathname } = router.$route.get().location
    router.open(`${pathname}?${query}`, { replace: true })
  }
  const show = (view: PolicyPageView) => {
    $shown.set(view)
    write()
  }
  /** An action that only who may change policies has. */
  const changing = (action: RowAction): RowAction => {
    const { disabled, hint } = $mayChange.get()
    return disabled ? { ...action, hint: hint ?? text.mayNot } : action
  }

  return {
    title,
    gate,
    $shown,
    $schema,
    $schemas: createSchemaChoices(context, { ref, gate, $chosen: $schema }),
    $search,
    $view: computed([$tables, $words], tablesView),
    $tableNames: computed($all, (remote) =>
      remote?.status === 'ready' ? remote.data.map(({ name }) => name) : [],
    ),
    $mayChange,
    $open,
    structure,
    tester,
    matrix: createPolicyMatrix(context, {
      ref,
      $schema,
      $isShown: computed([$shown, gate.$gate], (view, { status }) => view === 'matrix' && status === 'open'),
    }),
    tablesHref: router.href('tables', { ref }),
    show,
    chooseSchema(name) {
      chosenSchemas.choose(ref, name)
      $schema.set(name)
      write()
    },
    search(words) {
      $search.set(words)
      stopWaiting()
      stopWaiting = host.clock.after(SEARCH_DEBOUNCE_MS, () => {
        $words.set(words)
        write()
      })
    },
    create: (table) => openPanel(table, null, false),
    edit: (table, policy) => openPanel(table, policy, true),
    tableActions: (table) => [
      changing({
        id: 'rls',
        label: table.isRlsOn ? text.turnOff : text.turnOn,
        run: () => structure.switchRls(table.id),
      }),
      changing({
        id: 'force',
        label: table.isForced ? text.unforce : text.force,
        run: () => ask(createForceDialog(context, { ref, table, close })),
      }),
      {
        id: 'test',
        label: text.test,
        run() {
          tester.set('table', table.name)
          show('test')
        },
      },
    ],
    policyActions: (table, policy) => [
      changing({ id: 'edit', label: text.edit, run: () => openPanel(table, policy, true) }),
      changing({ id: 'duplicate', label: text.duplicate, run: () => openPanel(table, policy, false) }),
      changing({
        id: 'delete',
        label: text.remove,
        isDangerous: true,
        run: () => ask(createDropPolicyDialog(context, { ref, table, policy, close })),
      }),
    ],
    dispose: scope.dispose,
  }
}

function tablesView(remote: Remote<PolicyTable[]> | null, words: string): PolicyTablesView {
  if (!remote || remote.status === 'loading') return { status: 'loading' }
  if (remote.status === 'failed')
    return { status: 'failed', message: remote.error.message, retry: remote.retry }
  if (remote.data.length === 0) return { status: 'empty', isSearched: words.trim() !== '' }
  const tables = remote.data.slice(0, POLICY_TABLES_MAX)
  const hasMore = remote.data.length > tables.length
  const count = text.tables(tables.length, hasMore)
  return { status: 'ready', tables, hasMore, count, isOutdated: remote.refreshing }
}
