/** Everything to write, run and store SQL. Its code is loaded with the first screen that needs it. */
import type { Client } from '@basedeck/platform-client'
import type { LazyService, LazyServices } from '../../kernel/lazy-services.js'
import type { Queries } from '../../kernel/query-store.js'
import type { Router } from '../../kernel/router.js'
import { createScope } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { changesCatalogue, mayChangeCatalogue } from '../../rules/sql/schema-change.js'
import { sqlText } from '../../text/sql-editor.js'
import type { Account } from '../account/account.js'
import { createAssistants, type Assistants } from '../assistant/assistant.js'
import type { Connection } from '../shell/connection.js'
import { createDrafts, type Drafts } from '../documents/drafts.js'
import { createExports, type Exports } from './exports.js'
import type { GrammarLayer } from './grammar-layer.js'
import type { Impersonation } from '../account/impersonation.js'
import { createInsertions, type Insertions } from './insertions.js'
import { createRunHistory, type RunHistory } from './run-history.js'
import type { Preferences } from '../account/preferences.js'
import type { SchemaChanges } from '../shell/schema-changes.js'
import { createSnippets, type Snippets, type SnippetsDeps } from './snippets.js'
import { QUERIES, REPORTS } from './snippet-kind.js'
import type { EndedRun } from './run-state.js'
import { createSqlRuns, isTextBeside, type SqlRuns } from './sql-runs.js'
import type { ProjectTabsByRef } from '../shell/tabs.js'
import { createUnaskedTexts, type UnaskedTexts } from '../documents/unasked-texts.js'

export interface SqlWork extends LazyService {
  readonly drafts: Drafts
  readonly snippets: Snippets
  /** Reports of people, which are texts of a project like queries. */
  readonly reports: Snippets
  readonly sqlRuns: SqlRuns
  /** Past runs, on this device. */
  readonly history: RunHistory
  /** Texts that run read-only without a question, on this device. */
  readonly unasked: UnaskedTexts
  /** Exports of whole results. */
  readonly exports: Exports
  /** Texts that are inserted into the editor from beside it. */
  readonly insertions: Insertions
  /** Conversations with the AI. */
  readonly assistants: Assistants
}

export interface SqlWorkDeps {
  host: Host
  client: Client
  queries: Queries
  router: Pick<Router<'sqlEditor' | 'ownReport'>, 'href' | 'open'>
  account: Account
  connection: Connection
  tabs: ProjectTabsByRef
  grammar: GrammarLayer
  impersonation: Impersonation
  schemaChanges: SchemaChanges
  preferences: Pick<Preferences, '$resultBudgetMb'>
}

/** A report has no tab. */
const NO_TABS: SnippetsDeps['tabs'] = {
  of: () => ({ rename() {}, forget() {}, remove: () => false }),
}

const BYTES_OF_A_MEGABYTE = 1024 * 1024

/** The instance of a deck. */
export function sqlWorkOf<Deps extends SqlWorkDeps>({ lazy }: { lazy: LazyServices<Deps> }): SqlWork {
  return lazy.of<SqlWork>(createSqlWork)
}

function createSqlWork(deps: SqlWorkDeps): SqlWork {
  const { host, client, queries, router, account, connection, tabs, grammar, impersonation, schemaChanges } =
    deps
  const { $resultBudgetMb } = deps.preferences
  const scope = createScope()
  const owner = () => account.$person.get()?.id
  const drafts = createDrafts(host, owner)
  const history = createRunHistory(host, client, owner)
  const unasked = createUnaskedTexts(host.storage, owner)
  const sqlRuns = createSqlRuns({
    client,
    unasked,
    clock: host.clock,
    grammar,
    roleIn: (ref) => impersonation.of(ref).get()?.role ?? null,
    isOnline: () => host.network?.isOnline() ?? true,
    reaches: connection.reaches,
    budget: () => $resultBudgetMb.get() * BYTES_OF_A_MEGABYTE,
    onBegin: history.begin,
    onEnd(ref, run, snippetId) {
      history.add(ref, run)
      const failed = failureToTell(run, snippetId)
      if (failed !== null) host.notifier.notify({ kind: 'error', message: sqlText.failed(failed) })
      if (hasChangedSchema(run)) schemaChanges.happened(ref)
    },
  })
  scope.add(
    tabs.onClosed((ref, { metadata: { sqlId } }) => {
      if (sqlId !== undefined) sqlRuns.close(ref, sqlId)
    }),
  )
  scope.add(
    connection.$state.listen(({ status }) => {
      if (status === 'here') sqlRuns.forgetUnsent()
    }),
  )
  const common = { host, client, queries, drafts, account, connection }
  const snippets = createSnippets({
    ...common,
    kind: QUERIES,
    tabs,
    show: (ref, id) => router.open(router.href('sqlEditor', { ref, id })),
  })
  const reports = createSnippets({
    ...common,
    kind: REPORTS,
    tabs: NO_TABS,
    show: (ref, id) => router.open(router.href('ownReport', { ref, id })),
  })
  const exports = createExports({ host, client })
  const assistants = createAssistants({ host, client, owner })
  for (const part of [drafts, history, unasked, sqlRuns, snippets, reports, exports, assistants])
    scope.add(() => part.dispose())
  return {
    drafts,
    snippets,
    reports,
    sqlRuns,
    history,
    unasked,
    exports,
    assistants,
    insertions: createInsertions(),
    forget() {
      sqlRuns.dispose()
      snippets.forget()
      reports.forget()
      assistants.forget()
    },
    dispose: scope.dispose,
  }
}

/**
 * A query's run may end while its user looks at another page: then a message says so. The panels beside a page show it themselves.
 * @spec §8
 */
function failureToTell({ outcome }: EndedRun, snippetId: string): string | null {
  if (outcome.status !== 'error' || isTextBeside(snippetId)) return null
  const { failure } = outcome
  if (failure.reason === 'lost') return sqlText.lost
  return 'message' in failure ? failure.message : null
}

function hasChangedSchema({ text, outcome }: EndedRun): boolean {
  if (outcome.status === 'success') return outcome.results.some(({ command }) => changesCatalogue(command))
  return mayChangeCatalogue(text.sql)
}
