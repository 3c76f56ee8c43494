/** The page of the SQL editor: one query of a project. */
import { computed, type ReadableAtom } from 'nanostores'
import { createScope } from '../../kernel/screen.js'
import { tabIdOf } from '../../rules/shell/tabs.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import type { Needs } from '../context.js'
import { createAddToReport, type AddToReport } from '../query/add-to-report.js'
import { createAiEdit, type AiEdit } from '../query/ai-edit.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { createGatedRun } from '../query/gated-run.js'
import { createLateHelp, type LateHelp } from '../query/late-help.js'
import { createSnippetState, type SnippetState } from '../query/snippet-state.js'
import { createResultEditing } from '../query/result-editing.js'
import { createQueryPane, type QueryPane } from '../query/query-pane.js'
import { createTitleSuggestion, type TitleSuggestion } from '../query/title-suggestion.js'
import { createTemplateChoice, type TemplateChoice } from '../query/template-choice.js'
import { createQueryTools, type QueryTools } from '../query/query-tools.js'

/**
 * `/project/{ref}/sql/{id}`: one query of a project. `type` its text, `run` it, `confirm` the question, read `$tabs`.
 */
export interface SqlEditorScreen extends QueryPane {
  readonly title: string
  /** What the query is called, once it is a stored one. */
  readonly $thing: ReadableAtom<string | null>
  readonly help: LateHelp
  readonly aiEdit: AiEdit
  readonly naming: TitleSuggestion
  readonly snippet: SnippetState
  /** What an empty text can start from. */
  readonly templates: TemplateChoice
  /** The way of a chart into a report. */
  readonly reports: AddToReport
  /** Whether nothing is written yet. */
  readonly $isBlank: ReadableAtom<boolean>
  readonly tools: QueryTools
  /** Tells what is to be put where the cursor stands. Returns how to stop listening. */
  onInsert(editor: (text: string) => void): () => void
}

export function createSqlEditor(
  context: Needs<
    | 'host'
    | 'client'
    | 'connection'
    | 'queries'
    | 'router'
    | '$runtime'
    | 'preferences'
    | 'tabs'
    | 'grammar'
    | 'impersonation'
    | 'lazy'
    | 'account'
    | 'schemaChanges'
  >,
  { ref, id, title, gate }: { ref: string; id: string; title: string; gate: ProjectGate },
): SqlEditorScreen {
  const work = sqlWorkOf(context)
  const scope = createScope()
  const tabs = context.tabs.of(ref)
  const run = createGatedRun(work.sqlRuns.open(ref, tabs.addressOf(id)), gate)
  // A preview that gives way would end it.
  const keep = () => tabs.keep(tabIdOf('sql', tabs.addressOf(id)))
  scope.add(run.$state.listen(({ status }) => status === 'running' && keep()))
  const help = createLateHelp(context, ref)
  const snippets = work.snippets.of(ref)
  const snippet = snippets.open(id)
  const state = createSnippetState(context, ref, snippet)
  const pane = createQueryPane(context, {
    draft: snippet.draft,
    run,
    hasFixedTabs: true,
    columnsKey: `${ref}:${id}`,
    editRows: ($tab, runAgain) => createResultEditing(context, run, $tab, runAgain),
    onType() {
      keep()
      snippet.changed()
    },
  })
  const tools = createQueryTools(context, {
    ref,
    id,
    draft: snippet.draft,
    run,
    pane,
    name: () => snippet.$snippet.get().name,
    visibility() {
      const { base, visibility } = snippet.$snippet.get()
      return base === null ? 'unsaved' : visibility === 'user' ? 'private' : 'shared'
    },
  })
  const aiEdit = createAiEdit(context, { ref, draft: pane.draft, type: pane.type })
  const naming = createTitleSuggestion(context, {
    $text: pane.draft.$text,
    name: () => snippet.$snippet.get().name,
    rename: snippet.update,
  })
  for (const part of [run, pane, help, aiEdit, naming, state, tools]) scope.add(() => part.dispose())
  return {
    ...pane,
    title,
    $thing: computed([snippet.$snippet, state.$label], ({ base }, label) => (base === null ? null : label)),
    help,
    aiEdit,
    naming,
    snippet: state,
    reports: createAddToReport(context, {
      run,
      chart: () => pane.$chart.get()?.settings ?? null,
      name: () => snippet.$snippet.get().name,
    }),
    templates: createTemplateChoice({ draft: snippet.draft, type: pane.type }),
    $isBlank: computed(snippet.draft.$text, (text) => text.trim() === ''),
    tools,
    onInsert: work.insertions.listen,
    dispose: scope.dispose,
  }
}
