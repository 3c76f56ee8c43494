/** What the page says of the snippet it shows: its name, whether it is saved, and what has to be chosen. */
import { computed, type ReadableAtom } from 'nanostores'
import { createRename, type Rename } from '../../kernel/rename.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { DocumentProblem } from '../../sessions/documents/document-types.js'
import type { LocalSnippet, OpenSnippet, SnippetChoiceMade } from '../../sessions/sql/open-snippet.js'
import { tabLabelOf } from '../../rules/sql/query-label.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { snippetText } from '../../text/sql-snippets.js'
import type { Needs } from '../context.js'

/** One word of how it is kept, and the sentence to it. */
export interface SavingMark {
  kind: 'new' | 'saved' | 'saving' | 'waiting' | 'failed'
  label: string
  /** Where the text is meanwhile. */
  detail: string
  mayRetry: boolean
}

/** The two texts to choose from. */
export interface SnippetChoice {
  mine: string
  theirs: string
  /** `window`: another window of this browser typed theirs; `other`: another device saved it. */
  by: SnippetChoiceMade['by']
  /** Who saved theirs; null: not known, or not saved. */
  lastSavedBy: string | null
}

/** What is shown instead of the editor; `shown`: the editor itself. */
export type SnippetPlaceholder =
  | { type: 'shown' }
  | { type: 'loading' }
  | { type: 'missing' }
  | { type: 'failed'; message: string; retry: () => void }

/** What the page says of the snippet that it shows. */
export interface SnippetState extends Disposable {
  /** Its name; the first line of its text while it has none. */
  readonly $label: ReadableAtom<string>
  readonly $isFavorite: ReadableAtom<boolean>
  readonly rename: Rename
  readonly $saving: ReadableAtom<SavingMark>
  readonly $choice: ReadableAtom<SnippetChoice | null>
  /**
   * Why its text is only here: the user's own query was deleted, another person's was deleted or made private, or the
   * role only reads it.
   */
  readonly $left: ReadableAtom<'deleted' | 'not-found' | 'read-only' | null>
  readonly $placeholder: ReadableAtom<SnippetPlaceholder>
  /** Saves at once what waits to be saved. */
  save(): void
  toggleFavorite(): void
  keepMine(): void
  takeTheirs(): void
  keepAsNew(): void
  /** Drops what is only here. */
  discard(): void
  /** In the place of one that is not there. */
  newQuery(): void
}

export function createSnippetState(
  context: Needs<'router' | 'tabs' | 'lazy' | 'account'>,
  ref: string,
  snippet: OpenSnippet,
): SnippetState {
  const scope = createScope()
  const { tabs, router } = context
  const project = sqlWorkOf(context).snippets.of(ref)
  scope.add(project.watch(snippet))
  const $label = computed([snippet.$snippet, snippet.draft.$text], ({ name }, text) => tabLabelOf(name, text))
  const $isOwn = computed([snippet.$snippet, context.account.$profile], ({ owner_id }, profile) => {
    const me = profile.status === 'ready' ? profile.data.id : undefined
    return owner_id === null || owner_id === me
  })
  const tabId = () => tabs.of(ref).addressOf(router.$route.get().match?.params['id'] ?? snippet.id)
  // While it is on its way, its tab keeps the name that it has.
  const $known = computed([$label, snippet.$status], (label, { status }) =>
    status === 'loading' ? null : label,
  )
  scope.add(
    $known.subscribe((label) => {
      if (label !== null) tabs.of(ref).rename(`sql-${tabId()}`, label)
    }),
  )
  const show = (id: string) => router.open(router.href('sqlEditor', { ref, id }), { replace: true })

  return {
    $label,
    $isFavorite: computed(snippet.$snippet, ({ favorite }) => favorite),
    rename: createRename(
      () => snippet.$snippet.get().name,
      (name) => snippet.update({ name }),
    ),
    $saving: computed([snippet.$snippet, snippet.draft.$kept, $isOwn], savingMark),
    $choice: computed([snippet.$choice, snippet.draft.$text], choiceOf),
    $left: computed([snippet.$status, snippet.$snippet, $isOwn], ({ status }, { saving, problem }, isOwn) => {
      if (status === 'deleted') return isOwn ? 'deleted' : 'not-found'
      return saving === 'UPDATING_FAILED' && problem?.type === 'read-only' ? problem.type : null
    }),
    $placeholder: computed(snippet.$status, (state): SnippetPlaceholder => {
      if (state.status === 'failed')
        return { type: 'failed', message: state.error.message, retry: state.retry }
      return { type: state.status === 'loading' || state.status === 'missing' ? state.status : 'shown' }
    }),
    save: () => void snippet.save(),
    toggleFavorite: () => snippet.update({ favorite: !snippet.$snippet.get().favorite }),
    keepMine: snippet.keepMine,
    takeTheirs: snippet.takeTheirs,
    keepAsNew: () => show(project.keepAsNew(snippet)),
    discard() {
      if (snippet.$status.get().status !== 'deleted') return snippet.revert()
      project.discard(snippet)
      tabs.of(ref).forget('sql', tabId())
      show(project.create())
    },
    newQuery() {
      tabs.of(ref).forget('sql', tabId())
      show(project.create())
    },
    dispose: scope.dispose,
  }
}

/** How a text of the project is kept: in one word, with a sentence. */
export function savingMark(snippet: LocalSnippet, isKept: boolean, isOwn: boolean): SavingMark {
  const text = snippetText.state
  const detail = isKept ? text.kept : text.notKept
  if (snippet.saving === 'UPDATING') return { kind: 'saving', label: text.saving, detail, mayRetry: false }
  if (snippet.problem) {
    const mayRetry = !isChosen(snippet.problem.type)
    return { kind: 'failed', label: text.failed(reasonOf(snippet.problem, isOwn)), detail, mayRetry }
  }
  if (snippet.needsSave) return { kind: 'waiting', label: text.waiting, detail, mayRetry: false }
  if (snippet.isNotSavedInDatabaseYet) return { kind: 'new', label: text.fresh, detail: '', mayRetry: false }
  return { kind: 'saved', label: text.saved, detail: '', mayRetry: false }
}

/** What a user has to choose about: trying again changes nothing. */
function isChosen(type: DocumentProblem['type']): type is keyof typeof snippetText.reasons {
  return type in snippetText.reasons
}

function reasonOf(problem: DocumentProblem, isOwn: boolean): string {
  if (problem.type === 'deleted' && !isOwn) return snippetText.deletedOrPrivate
  if (isChosen(problem.type)) return snippetText.reasons[problem.type]
  return problem.message ?? snippetText.noAnswer
}

function choiceOf(choice: SnippetChoiceMade | null, mine: string): SnippetChoice | null {
  if (!choice) return null
  const { by } = choice
  if (by === 'window') return { mine, theirs: choice.text, by, lastSavedBy: null }
  const { content, updated_by } = choice.theirs
  return { mine, theirs: content.sql, by, lastSavedBy: updated_by?.username ?? null }
}
