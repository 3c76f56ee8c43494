/** What stands beside the page: the tabs above the editors, and the panels with an editor and with the assistant. Each is fetched when it is wanted. */
import { computed, type ReadableAtom } from 'nanostores'
import { createOnDemand } from '../../kernel/on-demand.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { SidePanelKind } from '../../sessions/side-panel.js'
import type { ScreenContext } from '../context.js'
import type { AssistantPanel } from '../assistant/assistant-panel.js'
import type { EditorPanel } from '../panel/editor-panel.js'
import type { SnippetList } from '../sql/snippet-list.js'
import { refAtHand } from './place.js'
import type { TabBar } from './tab-bar.js'

/** `coming`: it is wanted, and its file is on its way. Null: it is not wanted. */
type Coming<Part> = Part | 'coming' | null

export interface BesidePage extends Disposable {
  readonly $tabBar: ReadableAtom<Coming<TabBar>>
  readonly $editorPanel: ReadableAtom<Coming<EditorPanel>>
  readonly $assistant: ReadableAtom<Coming<AssistantPanel>>
  readonly $snippetList: ReadableAtom<Coming<SnippetList>>
}

/** The pages that stand under the tabs. */
const EDITORS: ReadonlySet<string | undefined> = new Set(['sqlEditor', 'tableEditor', 'tableEditorTable'])

export function createBesidePage(context: ScreenContext): BesidePage {
  const { host, account, router, tabs, sidePanel, $runtime } = context
  const scope = createScope()
  const $who = computed(account.$person, (person) => person?.id)

  const $openTabs = computed([router.$route, $who], ({ match }) => {
    const ref = match?.params['ref']
    return ref !== undefined && EDITORS.has(match?.name) ? tabs.of(ref) : null
  })
  const tabBar = createOnDemand(host.clock, $openTabs, async () => {
    const { createTabBar } = await import('./tab-bar.js')
    return (open) => createTabBar(context, open)
  })
  scope.add(tabBar.dispose)

  const $ref = computed([router.$route, $runtime], ({ match }, runtime) =>
    refAtHand(match?.params['ref'], runtime),
  )
  /** Made anew for another project and for another person. */
  const wanted = (kind: SidePanelKind) =>
    computed([sidePanel.$open, $ref, $who], (open, ref) => (open === kind && ref !== null ? { ref } : null))
  const $panel = wanted('editor')
  const editorPanel = createOnDemand(host.clock, $panel, async () => {
    const { createEditorPanel } = await import('../panel/editor-panel.js')
    return ({ ref }) => createEditorPanel(context, ref)
  })
  scope.add(editorPanel.dispose)

  const $talk = wanted('assistant')
  const assistant = createOnDemand(host.clock, $talk, async () => {
    const { createAssistantPanel } = await import('../assistant/assistant-panel.js')
    return ({ ref }) => createAssistantPanel(context, ref)
  })
  scope.add(assistant.dispose)

  const $sqlRef = computed([router.$route, $who], ({ match }) =>
    match?.name === 'sqlEditor' ? (match.params['ref'] ?? null) : null,
  )
  const snippetList = createOnDemand(host.clock, $sqlRef, async () => {
    const { createSnippetList } = await import('../sql/snippet-list.js')
    return (ref) => createSnippetList(context, ref)
  })
  scope.add(snippetList.dispose)

  return {
    $snippetList: computed([snippetList.$part, $sqlRef], coming),
    $tabBar: computed([tabBar.$part, $openTabs], coming),
    $assistant: computed([assistant.$part, $talk], coming),
    $editorPanel: computed([editorPanel.$part, $panel], coming),
    dispose: scope.dispose,
  }
}

function coming<Part>(part: Part | null, subject: object | string | null): Coming<Part> {
  return subject === null ? null : (part ?? 'coming')
}
