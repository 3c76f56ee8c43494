/** What the page of a report says of its document: its name, whether it is saved, and what has to be chosen. */
import { computed, type ReadableAtom } from 'nanostores'
import { createRename, type Rename } from '../../kernel/rename.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import type { OpenSnippet } from '../../sessions/sql/open-snippet.js'
import { CHANGE_SHARED } from '../../sessions/sql/snippet-sending.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { ownReportsText as text } from '../../text/own-reports.js'
import { savingMark, type SavingMark } from '../query/snippet-state.js'
import type { OwnReportsNeeds } from './own-reports.js'

/** What is shown in the place of a report; `shown`: the report itself. */
export type ReportPlaceholder =
  | { type: 'shown' | 'loading' | 'missing' | 'unreadable' }
  | { type: 'failed'; message: string; retry: () => void }

/** What the page of a report says of its document. */
export interface ReportState extends Disposable {
  readonly $name: ReadableAtom<string>
  readonly rename: Rename
  readonly $isShared: ReadableAtom<boolean>
  readonly $saving: ReadableAtom<SavingMark>
  /** Two versions to choose from: of another window, or saved by somebody else. Null: nothing to choose. */
  readonly $choice: ReadableAtom<'window' | 'other' | null>
  /** Why it is only here. */
  readonly $left: ReadableAtom<'deleted' | 'not-found' | 'read-only' | null>
  readonly $placeholder: ReadableAtom<ReportPlaceholder>
  /** Whether its content may be changed. */
  readonly $mayEdit: ReadableAtom<ControlState>
  save(): void
  keepMine(): void
  takeTheirs(): void
  keepAsNew(): void
  discard(): void
}

export function createReportState(
  context: OwnReportsNeeds,
  { ref, snippet, $isReadable }: { ref: string; snippet: OpenSnippet; $isReadable: ReadableAtom<boolean> },
): ReportState {
  const scope = createScope()
  const { router } = context
  const project = sqlWorkOf(context).reports.of(ref)
  scope.add(project.watch(snippet))
  const $isOwn = computed([snippet.$snippet, context.account.$profile], ({ owner_id }, profile) => {
    const me = profile.status === 'ready' ? profile.data.id : undefined
    return owner_id === null || owner_id === me
  })
  const $mayShare = projectControlState(context, ref, CHANGE_SHARED, text.readOnly)
  const $mayOwn = projectControlState(context, ref, { action: 'update', resource: 'snippets' }, text.readOnly)
  return {
    $name: computed(snippet.$snippet, ({ name }) => name),
    rename: createRename(
      () => snippet.$snippet.get().name,
      (name) => snippet.update({ name }),
    ),
    $isShared: computed(snippet.$snippet, ({ visibility }) => visibility === 'project'),
    $saving: computed([snippet.$snippet, snippet.draft.$kept, $isOwn], savingMark),
    $choice: computed(snippet.$choice, (choice) => choice?.by ?? null),
    $left: computed([snippet.$status, snippet.$snippet, $isOwn], ({ status }, { saving, problem }, isOwn) => {
      if (status === 'deleted') return isOwn ? 'deleted' : 'not-found'
      return saving === 'UPDATING_FAILED' && problem?.type === 'read-only' ? problem.type : null
    }),
    $placeholder: computed([snippet.$status, $isReadable], (state, isReadable): ReportPlaceholder => {
      if (state.status === 'failed')
        return { type: 'failed', message: state.error.message, retry: state.retry }
      if (state.status === 'loading' || state.status === 'missing') return { type: state.status }
      return { type: isReadable ? 'shown' : 'unreadable' }
    }),
    $mayEdit: computed([snippet.$snippet, $mayShare, $mayOwn], ({ visibility }, shared, own) =>
      visibility === 'project' ? shared : own,
    ),
    save: () => void snippet.save(),
    keepMine: snippet.keepMine,
    takeTheirs: snippet.takeTheirs,
    keepAsNew() {
      router.open(router.href('ownReport', { ref, id: project.keepAsNew(snippet) }), { replace: true })
    },
    discard() {
      if (snippet.$status.get().status !== 'deleted') return snippet.revert()
      project.discard(snippet)
      router.open(router.href('reports', { ref }), { replace: true })
    },
    dispose: scope.dispose,
  }
}
