/** The SQL editor beside any page of a project, with texts to start from. SPEC §§2, 4, 9. */
import { DEFAULT_ROW_LIMIT } from '@basedeck/sql-guard'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { supportHref } from '../../rules/support-link.js'
import { sqlWorkOf } from '../../sessions/sql-work.js'
import { templates, type Template, type TemplateKind } from '../../sql/templates.js'
import { editorPanelText } from '../../text/editor-panel.js'
import type { ScreenContext } from '../context.js'
import { createAiEdit, type AiEdit } from '../sql/ai-edit.js'
import { createGatedRun } from '../sql/gated-run.js'
import { createLateHelp, type LateHelp } from '../sql/late-help.js'
import { createQueryPane, type QueryPane } from '../sql/query-pane.js'

export interface TemplateEntry {
  id: string
  title: string
  description: string
}

export interface TemplateGroup {
  kind: TemplateKind
  label: string
  entries: TemplateEntry[]
}

export interface EditorPanel extends Disposable {
  readonly pane: QueryPane
  readonly help: LateHelp
  readonly aiEdit: AiEdit
  /** The templates that fit what was typed. */
  readonly $templates: ReadableAtom<TemplateGroup[]>
  readonly $find: ReadableAtom<string>
  readonly $showsResults: ReadableAtom<boolean>
  readonly $isSaving: ReadableAtom<boolean>
  /** Where help is asked for about the error that is shown; null: there is none. */
  readonly $supportHref: ReadableAtom<string | null>
  find(words: string): void
  /** Puts the template below what is written already. */
  use(id: string): void
  toggleResults(): void
  /** Opens the text as a query of the editor's page. */
  openInEditor(): void
  /** Keeps the text as a snippet, and says where it is. */
  save(): Promise<void>
  close(): void
}

/** The draft of the panel, beside those of the queries. */
const PANEL = 'panel'
const KINDS = ['template', 'quickstart'] as const

export function createEditorPanel(context: ScreenContext, ref: string): EditorPanel {
  const scope = createScope()
  const work = sqlWorkOf(context)
  const run = createGatedRun(context, work.sqlRuns.open(ref, PANEL))
  scope.add(run.dispose)
  const draft = work.drafts.open(`${ref}/${PANEL}`)
  const pane = createQueryPane(context, { draft, run, rowLimit: DEFAULT_ROW_LIMIT })
  const help = createLateHelp(context, ref)
  scope.add(pane.dispose)
  scope.add(help.dispose)
  const aiEdit = createAiEdit(context, { ref, draft, type: pane.type })
  scope.add(aiEdit.dispose)
  const $find = atom('')
  const $showsResults = atom(true)
  const $isSaving = atom(false)
  return {
    pane,
    help,
    aiEdit,
    $find,
    $templates: computed($find, groupsFor),
    $showsResults,
    $isSaving,
    $supportHref: computed(pane.$error, (error) =>
      error
        ? supportHref({
            ref,
            subject: editorPanelText.supportSubject,
            error: [error.title, ...error.detail].join('\n'),
          })
        : null,
    ),
    find: (words) => $find.set(words),
    use(id) {
      const template = templates.find((one) => one.id === id)
      if (template) pane.type(below(draft.$text.get(), template.sql))
    },
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

function below(text: string, sql: string): string {
  const above = text.trimEnd()
  return above === '' ? sql : `${above}\n\n${sql}`
}

function groupsFor(words: string): TemplateGroup[] {
  return KINDS.map((kind) => ({
    kind,
    label: editorPanelText.kinds[kind],
    entries: templates
      .filter((template) => template.kind === kind)
      .map(entryOf)
      .filter((entry) => fits(entry, words)),
  })).filter(({ entries }) => entries.length > 0)
}

function entryOf({ id }: Template): TemplateEntry {
  const [title, description] = editorPanelText.list[id]
  return { id, title, description }
}

function fits({ title, description }: TemplateEntry, words: string): boolean {
  const text = `${title} ${description}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
