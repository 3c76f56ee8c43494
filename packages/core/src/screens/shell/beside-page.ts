/**
 * What stands beside the page: the tabs above the editors, the list of queries, and the panels with an editor and with the
 * assistant. Each is fetched when it is wanted.
 */
import { computed, type ReadableAtom } from 'nanostores'
import { createOnDemand } from '../../kernel/on-demand.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { SidePanelKind } from '../../sessions/shell/side-panel.js'
import type { ScreenContext } from '../context.js'
import type { AssistantPanel } from '../assistant/assistant-panel.js'
import type { EditorPanel } from '../panel/editor-panel.js'
import type { SchemaTree } from '../query/schema-tree.js'
import type { SnippetList } from '../query/snippet-list.js'
import { refAtHand } from './current-page.js'
import type { TabBar } from './tab-bar.js'

/** `coming`: it is wanted, and its file is on its way. Null: it is not wanted. */
type Coming<Part> = Part | 'coming' | null

export interface BesidePage extends Disposable {
  readonly $tabBar: ReadableAtom<Coming<TabBar>>
  readonly $editorPanel: ReadableAtom<Coming<EditorPanel>>
  readonly $assistant: ReadableAtom<Coming<AssistantPanel>>
  readonly $snippetList: ReadableAtom<Coming<SnippetList>>
  readonly $schemaTree: ReadableAtom<Coming<SchemaTree>>
}

/** The pages that stand under the tabs. */
const EDITORS: ReadonlySet<string | undefined> = new Set(['sqlEditor', 'tableEditor', 'tableEditorTable'])

export function createBesidePage(context: ScreenContext): BesidePage {
  const { host, account, router, tabs, sidePanel, $runtime } = context
  const scope = createScope()
  const $who = computed(account.$person, (person) => person?.id)
  /** Fetched when its subject is known, and made again for each subject. */
  const beside = <Subject extends object, Part extends Disposable>(
    $subject: ReadableAtom<Subject | null>,
    load: () => Promise<(subject: Subject) => Part>,
  ): ReadableAtom<Coming<Part>> => {
    const { $part, dispose } = createOnDemand(host.clock, $subject, load)
    scope.add(dispose)
    return computed([$part, $subject], (part, subject) => (subject === null ? null : (part ?? 'coming')))
  }
  /** The project of a part; another one for another person. */
  const ofProject = ($ref: ReadableAtom<string | null>) =>
    computed([$ref, $who], (ref) => (ref === null ? null : { ref }))

  const $openTabs = computed([router.$route, $who], ({ match }) => {
    const ref = match?.params['ref']
    return ref !== undefined && EDITORS.has(match?.name) ? tabs.of(ref) : null
  })
  const $listed = computed(router.$route, ({ match }) =>
    match?.name === 'sqlEditor' ? (match.params['ref'] ?? null) : null,
  )
  const $atHand = computed([router.$route, $runtime], ({ match }, runtime) =>
    refAtHand(match?.params['ref'], runtime),
  )
  const opened = (kind: SidePanelKind) =>
    computed([sidePanel.$open, $atHand], (open, ref) => (open === kind ? ref : null))

  return {
    $tabBar: beside($openTabs, async () => {
      const { createTabBar } = await import('./tab-bar.js')
      return (open) => createTabBar(context, open)
    }),
    $snippetList: beside(ofProject($listed), async () => {
      const { createSnippetList } = await import('../query/snippet-list.js')
      return ({ ref }) => createSnippetList(context, ref)
    }),
    $schemaTree: beside(ofProject($listed), async () => {
      const { createSchemaTree } = await import('../query/schema-tree.js')
      return ({ ref }) => createSchemaTree(context, ref)
    }),
    $editorPanel: beside(ofProject(opened('editor')), async () => {
      const { createEditorPanel } = await import('../panel/editor-panel.js')
      return ({ ref }) => createEditorPanel(context, ref)
    }),
    $assistant: beside(ofProject(opened('assistant')), async () => {
      const { createAssistantPanel } = await import('../assistant/assistant-panel.js')
      return ({ ref }) => createAssistantPanel(context, ref)
    }),
    dispose: scope.dispose,
  }
}
