/** What the page of a query offers around its text: other ways to run, roles, files, links, past and present runs. */
import { splitStatements, statementAt } from '@basedeck/sql-guard'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ExplainMode } from '../../rules/sql/explain.js'
import type { Draft } from '../../sessions/documents/drafts.js'
import type { SqlRun } from '../../sessions/sql/sql-run.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { sqlText } from '../../text/sql-editor.js'
import { sqlRunningText as text } from '../../text/sql-running.js'
import type { Needs } from '../context.js'
import { createDatabaseSelector, type DatabaseSelector } from './database-selector.js'
import { createImpersonationPicker, type ImpersonationPicker } from './impersonation.js'
import type { QueryPane } from './query-pane.js'
import { createRunHistoryPanel, type RunHistoryPanel } from './run-history.js'
import { createRunningPanel, type RunningPanel } from './running-list.js'
import { createSqlFiles, type SqlFiles } from './sql-files.js'

/** What is selected in the editor, and where the cursor stands. */
export interface EditorPosition {
  selection: { text: string; offset: number } | undefined
  cursor: number
}

/** What the page of a query offers around its text. */
export interface QueryTools extends Disposable {
  readonly impersonation: ImpersonationPicker
  readonly history: RunHistoryPanel
  readonly running: RunningPanel
  readonly files: SqlFiles
  readonly databases: DatabaseSelector
  readonly $showsResults: ReadableAtom<boolean>
  toggleResults(): void
  /** Runs the statement at the cursor. */
  runStatement(cursor: number): Promise<void>
  /** Shows the plan of the selection, of the only statement, or of the one at the cursor. */
  explain(mode: ExplainMode, position: EditorPosition): Promise<void>
  copyLink(): Promise<void>
  readonly unasked: UnaskedQueries
}

/** The texts of the project that run read-only without a question. */
export interface UnaskedQueries {
  /** How many there are. */
  readonly $count: ReadableAtom<number>
  /** Whether the text of this query is one of them. */
  readonly $isThis: ReadableAtom<boolean>
  /** Asks about the text of this query again. */
  askAgain(): void
  /** Asks about all of them again. */
  askAgainAboutAll(): void
}

export interface QueryToolsOptions {
  ref: string
  id: string
  draft: Draft
  run: SqlRun
  pane: Pick<QueryPane, 'run' | 'runOptions' | 'type' | '$activeTab'>
  /** The query's name. */
  name(): string
  /** Who else may open it. */
  visibility?(): 'private' | 'shared' | 'unsaved'
}

export function createQueryTools(
  context: Needs<
    'host' | 'client' | 'queries' | 'router' | '$runtime' | 'preferences' | 'impersonation' | 'lazy'
  >,
  options: QueryToolsOptions,
): QueryTools {
  const { host, router } = context
  const { ref, id, draft, run, pane, name } = options
  const scope = createScope()
  const own = <Part extends Disposable>(part: Part): Part => {
    scope.add(part.dispose)
    return part
  }
  const $showsResults = atom(true)
  scope.add(run.$state.listen(({ status }) => status === 'running' && $showsResults.set(true)))
  const $showsRunning = computed(
    [$showsResults, pane.$activeTab],
    (showsResults, { kind }) => showsResults && kind === 'running',
  )

  const openNew = (query: { name: string; sql: string }) => {
    const made = sqlWorkOf(context).snippets.of(ref).create(query)
    router.open(router.href('sqlEditor', { ref, id: made }))
  }
  const unasked = sqlWorkOf(context).unasked
  const askAgain = (texts: readonly string[]) =>
    host.notifier.notify({
      kind: 'success',
      message: sqlText.asksAgain(texts.length),
      action: { label: text.undo, run: unasked.remove(ref, texts) },
    })
  const noStatement = () => host.notifier.notify({ kind: 'info', message: text.noStatement })

  return {
    impersonation: own(createImpersonationPicker(context, ref)),
    history: createRunHistoryPanel(context, ref),
    running: own(createRunningPanel(context, ref, $showsRunning)),
    files: createSqlFiles(context, { draft, name, type: pane.type, openNew }),
    databases: createDatabaseSelector(context, ref),
    unasked: {
      $count: computed(unasked.of(ref), (texts) => texts.length),
      $isThis: computed([unasked.of(ref), draft.$text], (texts, sql) => texts.includes(sql)),
      askAgain: () => askAgain([draft.$text.get()]),
      askAgainAboutAll: () => askAgain(unasked.of(ref).get()),
    },
    $showsResults,
    toggleResults: () => $showsResults.set(!$showsResults.get()),
    async runStatement(cursor) {
      const statement = statementAt(draft.$text.get(), cursor)
      if (statement) await pane.run({ text: statement.text, offset: statement.start })
      else noStatement()
    },
    async explain(mode, { selection, cursor }) {
      const whole = draft.$text.get()
      const [only, second] = splitStatements(whole)
      const statement = second ? statementAt(whole, cursor) : only
      const wanted = selection ?? (statement && { text: statement.text, offset: statement.start })
      if (!wanted) return noStatement()
      await run.run(
        { sql: wanted.text, offset: wanted.offset, explain: mode },
        { ...pane.runOptions(), rowLimit: 0 },
      )
    },
    async copyLink() {
      const visibility = options.visibility?.() ?? 'shared'
      const link = host.navigation.address(router.href('sqlEditor', { ref, id }))
      if (!(await copyText(host, link))) return
      const said = { private: text.linkPrivate, unsaved: text.linkUnsaved, shared: text.linkCopied }
      host.notifier.notify({ kind: visibility === 'shared' ? 'success' : 'info', message: said[visibility] })
    },
    dispose: scope.dispose,
  }
}
