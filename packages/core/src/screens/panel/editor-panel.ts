/** The SQL editor beside any page of a project, with texts to start from. SPEC §§2, 4, 9. */
import { DEFAULT_ROW_LIMIT } from '@basedeck/sql-guard'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { supportHref } from '../../rules/help/support-link.js'
import { TEXT_BESIDE } from '../../sessions/sql/sql-runs.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { editorPanelText } from '../../text/editor-panel.js'
import type { Needs } from '../context.js'
import { createAiEdit, type AiEdit } from '../query/ai-edit.js'
import { createProjectGate } from '../parts/project-gate.js'
import { createGatedRun } from '../query/gated-run.js'
import { createLateHelp, type LateHelp } from '../query/late-help.js'
import { createQueryPane, type QueryPane } from '../query/query-pane.js'
import { createTemplateChoice, type TemplateChoice } from '../query/template-choice.js'

/** The SQL editor in a panel beside any page of a project. */
export interface EditorPanel extends Disposable, TemplateChoice {
  readonly pane: QueryPane
  readonly help: LateHelp
  readonly aiEdit: AiEdit
  readonly $showsResults: ReadableAtom<boolean>
  readonly $isSaving: ReadableAtom<boolean>
  /** Address of the support form about the error that is shown; null: no error is shown. */
  readonly $supportHref: ReadableAtom<string | null>
  toggleResults(): void
  /** Opens the text as a query of the editor's page. */
  openInEditor(): void
  /** Keeps the text as a snippet, and says where it is. */
  save(): Promise<void>
  close(): void
}

export function createEditorPanel(
  context: Needs<
    | 'host'
    | 'client'
    | 'queries'
    | 'router'
    | '$runtime'
    | 'preferences'
    | 'grammar'
    | 'impersonation'
    | 'sidePanel'
    | 'lazy'
  >,
  ref: string,
): EditorPanel {
  const scope = createScope()
  const work = sqlWorkOf(context)
  const run = createGatedRun(work.sqlRuns.open(ref, TEXT_BESIDE.panel), createProjectGate(context, ref))
  scope.add(run.dispose)
  const draft = work.drafts.open(`${ref}/${TEXT_BESIDE.panel}`)
  const pane = createQueryPane(context, { draft, run, rowLimit: DEFAULT_ROW_LIMIT })
  const help = createLateHelp(context, ref)
  scope.add(pane.dispose)
  scope.add(help.dispose)
  const aiEdit = createAiEdit(context, { ref, draft, type: pane.type })
  scope.add(aiEdit.dispose)
  const $showsResults = atom(true)
  const $isSaving = atom(false)
  return {
    ...createTemplateChoice({ draft, type: pane.type }),
    pane,
    help,
    aiEdit,
    $showsResults,
    $isSaving,
    $supportHref: computed(pane.$error, (error) =>
      error
        ? supportHref({
            ref,
            subject: editorPanelText.supportSubject,
            error: [error.title, ...error.detail, ...error.remarks].join('\n'),
          })
        : null,
    ),
    toggleResults: () => $showsResults.set(!$showsResults.get()),
    openInEditor() {
      const id = work.snippets.of(ref).create({ sql: draft.$text.get() })
      context.router.open(context.router.href('sqlEditor', { ref, id }))
    },
    async save() {
      if ($isSaving.get() || draft.$text.get().trim() === '') return
      $isSaving.set(true)
      await work.snippets.of(ref).saveNew({ sql: draft.$text.get() })
      $isSaving.set(false)
    },
    close: context.sidePanel.close,
    dispose: scope.dispose,
  }
}
