/**
 * One snippet under the user's hands: its text is a draft of this device, which saves itself once it was left alone. Nothing
 * typed is lost, and nothing of somebody else is overwritten unseen.
 * @spec §4 (SQL snippet saving), §5, §8
 */
import { newId, PlatformError, toPlatformError, type Snippet } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../kernel/screen.js'
import {
  afterChange,
  afterSaveBegan,
  afterSaved,
  afterSaveFailed,
  failedSave,
  isSharedInFolder,
  type FailedSave,
  type Saving,
} from '../rules/snippet-saving.js'
import { retryDelayMs } from '../rules/retry-delay.js'
import type { Clock } from '../ports/index.js'
import type { Draft } from './drafts.js'
import type { SnippetMeta, SnippetRecord } from './snippet-records.js'

export type SnippetProblem =
  /** `message` is the platform's own; absent when no answer came in time. */
  { type: Exclude<FailedSave, 'folder-gone'>; message?: string } | { type: 'shared-in-folder' }

export interface LocalSnippet extends SnippetMeta, Saving {
  readonly id: string
  /** `updated_at` of the stored state it builds on; null: there is none. */
  readonly base: string | null
  readonly problem?: SnippetProblem | undefined
}

export type SnippetStatus =
  | { status: 'loading' }
  | { status: 'ready' }
  /** It exists nowhere, or not for whoever is here. */
  | { status: 'missing' }
  /** It was there; its text still is. */
  | { status: 'deleted' }
  | { status: 'failed'; error: PlatformError; retry: () => void }

export interface OpenSnippet extends Disposable {
  readonly ref: string
  readonly id: string
  readonly draft: Draft
  readonly $snippet: ReadableAtom<LocalSnippet>
  readonly $status: ReadableAtom<SnippetStatus>
  /** What somebody else saved meanwhile; null: there is nothing to choose. */
  readonly $theirs: ReadableAtom<Snippet | null>
  /** Typing: the text changes and needs a save. */
  type(text: string): void
  /** The text is another one; nobody typed it, and it needs no save. */
  setSql(text: string): void
  /** It was changed by typing elsewhere, such as in the draft itself. */
  changed(): void
  update(changes: Partial<SnippetMeta>): void
  /** At once, not after a while. */
  save(): Promise<void>
  keepMine(): void
  takeTheirs(): void
  /** Goes back to what is stored. */
  revert(): void
}

/** What the session that holds it uses. */
export interface HeldSnippet extends OpenSnippet {
  /** The stored one, as it was just read. */
  adopt(stored: Snippet): void
  /** Reading it was refused. */
  missed(error: PlatformError, retry: () => void): void
  /** Another window wrote down what it knows. */
  follow(record: SnippetRecord): void
  setDeleted(isDeleted: boolean): void
}

export interface OpenSnippetDeps {
  clock: Clock
  ref: string
  id: string
  draft: Draft
  record: SnippetRecord | undefined
  /** Nothing is known of it, and it is not asked for. */
  isNew: boolean
  /** Writes down what is known of it. */
  write(record: SnippetRecord): void
  /** What this device knows now, all windows together. */
  read(): SnippetRecord | undefined
  /** Its time to save itself begins anew. */
  touch(): void
  /** Sends it; nothing is sent where something is missing (undefined) or its role only reads it. @throws PlatformError */
  send(
    snippet: LocalSnippet,
    sql: string,
    changed: ReadonlySet<string>,
    named: { saveId: string; afterSaves: readonly string[]; isOnlyStarred: boolean },
  ): Promise<Snippet | 'read-only' | undefined>
  /** It is in the database as it is now. */
  saved(snippet: Snippet): void
  /** It could not be made. */
  notMade(problem: SnippetProblem): void
  folderGone(): void
}

/** The saves of a snippet that a device remembers as its own. */
const SAVES_KEPT = 10

export const NEW_META: SnippetMeta = {
  name: 'Untitled',
  description: '',
  visibility: 'user',
  folder_id: null,
  favorite: false,
  owner_id: null,
}

export function createOpenSnippet(deps: OpenSnippetDeps): HeldSnippet {
  const { clock, draft, record } = deps
  const scope = createScope()
  const isKnown = deps.isNew || record !== undefined
  const $snippet = atom<LocalSnippet>({
    id: deps.id,
    ...(record?.meta ?? NEW_META),
    base: record?.base ?? null,
    saving: 'IDLE',
    needsSave: record?.needsSave ?? (deps.isNew && draft.$text.get() !== ''),
    isNotSavedInDatabaseYet: isKnown && (record?.base ?? null) === null,
  })
  const $status = atom<SnippetStatus>({ status: firstStatus() })
  const $theirs = atom<Snippet | null>(null)
  const changed = new Set<string>(record?.changed)
  /** The texts that the database had or was given: one of them is no news. */
  const knownTexts = new Set<string>()
  let lastStored: Snippet | undefined
  /** The saves of this device, all windows and earlier lives of the page together: none of them is somebody else's. */
  let saves = record?.saves ?? []
  const knownSaves = () => [...new Set([...(deps.read()?.saves ?? []), ...saves])].slice(-SAVES_KEPT)
  let failures = 0
  let isSaving = false
  let hasEnded = false
  let stopRetry = () => {}
  scope.add(() => {
    hasEnded = true
    stopRetry()
  })

  function firstStatus(): 'deleted' | 'ready' | 'loading' {
    if (record?.isDeleted) return 'deleted'
    const isHere = deps.isNew || record?.needsSave || draft.$text.get() !== '' || record?.base === null
    return isKnown && isHere ? 'ready' : 'loading'
  }

  const keep = () => {
    // Whoever it belonged to has left: what is known of it is theirs.
    if (hasEnded) return
    const { name, description, visibility, folder_id, favorite, owner_id, base, needsSave } = $snippet.get()
    deps.write({
      meta: { name, description, visibility, folder_id, favorite, owner_id },
      base,
      needsSave: needsSave || isSaving,
      changed: [...changed],
      isDeleted: $status.get().status === 'deleted',
      saves: knownSaves(),
    })
  }
  const set = (snippet: LocalSnippet) => {
    $snippet.set(snippet)
    keep()
  }
  const mayBeSaved = () =>
    $status.get().status === 'ready' &&
    !$theirs.get() &&
    draft.$theirs.get() === null &&
    $snippet.get().needsSave
  const markChanged = () => {
    const snippet = $snippet.get()
    if (!snippet.needsSave) set(afterChange(snippet))
    deps.touch()
  }
  /** Its meta as it is stored, but for what was changed here. */
  const metaOver = (stored: Snippet): SnippetMeta => {
    const mine = $snippet.get()
    const pick = <Key extends keyof SnippetMeta>(key: Key): SnippetMeta[Key] =>
      changed.has(key) ? mine[key] : stored[key]
    return {
      name: pick('name'),
      description: pick('description'),
      visibility: pick('visibility'),
      folder_id: pick('folder_id'),
      favorite: pick('favorite'),
      owner_id: stored.owner_id,
    }
  }
  /** What is here builds on what is stored from now on. */
  const rebase = (stored: Snippet) => {
    knownTexts.add(stored.content.sql)
    set({
      ...$snippet.get(),
      ...metaOver(stored),
      base: stored.updated_at,
      isNotSavedInDatabaseYet: false,
      problem: undefined,
    })
  }
  const fail = (problem: SnippetProblem) => {
    set({ ...afterSaveFailed($snippet.get()), problem })
  }
  const retryLater = () => {
    stopRetry()
    stopRetry = clock.after(retryDelayMs(failures++), () => void save())
  }

  async function save(): Promise<void> {
    stopRetry()
    if (isSaving || hasEnded || !mayBeSaved()) return
    const snippet = $snippet.get()
    if (isSharedInFolder(snippet)) return fail({ type: 'shared-in-folder' })
    const sql = draft.$text.get()
    const sent = new Set(changed)
    const isOnlyStarred = sql === lastStored?.content.sql && [...sent].every((key) => key === 'favorite')
    const named = { saveId: newId(), afterSaves: knownSaves(), isOnlyStarred }
    // Kept before sending, so that a page that is reloaded meanwhile recognises this save.
    saves = [...named.afterSaves, named.saveId]
    isSaving = true
    set({ ...afterSaveBegan(snippet), problem: undefined })
    knownTexts.add(sql)
    try {
      const stored = await deps.send(snippet, sql, sent, named)
      // Known before it counts as stored: then it is not asked for.
      if (stored && stored !== 'read-only') deps.saved(stored)
      isSaving = false
      if (stored === 'read-only') fail({ type: stored })
      else if (stored) succeed(stored, sent)
      else set({ ...$snippet.get(), saving: 'IDLE', needsSave: true })
    } catch (error) {
      isSaving = false
      refuse(toPlatformError(error))
    }
  }
  const succeed = (stored: Snippet, sent: ReadonlySet<string>) => {
    failures = 0
    lastStored = stored
    const now = $snippet.get()
    // What changed again while it was sent is not saved yet.
    if (!now.needsSave) changed.clear()
    else
      for (const key of sent)
        if (now[key as keyof SnippetMeta] === stored[key as keyof SnippetMeta]) changed.delete(key)
    set({ ...afterSaved(now), ...metaOver(stored), base: stored.updated_at, problem: undefined })
    if (now.needsSave) deps.touch()
  }
  const refuse = (error: PlatformError) => {
    const { status, code, message } = error
    const type = failedSave(error.kind === 'http' ? { status, code } : {})
    if (type === 'folder-gone') {
      changed.add('folder_id')
      set({ ...afterChange($snippet.get()), saving: 'IDLE', folder_id: null })
      deps.folderGone()
      return void save()
    }
    const stored = type === 'conflict' ? (error.body as { stored: Snippet }).stored : undefined
    if (stored && isOurs(stored)) {
      rebase(stored)
      set({ ...afterChange($snippet.get()), saving: 'IDLE' })
      return void save()
    }
    if (type === 'deleted') $status.set({ status: 'deleted' })
    const problem = { type, ...(error.kind === 'aborted' ? {} : { message }) }
    fail(problem)
    if (stored) $theirs.set(stored)
    if (type === 'again-later') retryLater()
    if ($snippet.get().isNotSavedInDatabaseYet) deps.notMade(problem)
  }
  /** A save of ours whose answer was lost, one of another window here, or a change beside the text. */
  const isOurs = ({ updated_at, save_id, content: { sql } }: Snippet) =>
    (save_id !== null && knownSaves().includes(save_id)) ||
    knownTexts.has(sql) ||
    sql === draft.$text.get() ||
    deps.read()?.base === updated_at

  /** What was changed here is dropped. */
  const take = (stored: Snippet) => {
    changed.clear()
    draft.set(stored.content.sql)
    rebase(stored)
    set({ ...$snippet.get(), saving: 'IDLE', needsSave: false })
  }

  // While windows have to choose between two texts, neither is saved.
  scope.add(
    draft.$theirs.listen((theirs) => {
      if (theirs === null && $snippet.get().needsSave) deps.touch()
    }),
  )
  if (mayBeSaved()) deps.touch()

  return {
    ref: deps.ref,
    id: deps.id,
    draft,
    $snippet,
    $status,
    $theirs,
    type(text) {
      draft.set(text)
      markChanged()
    },
    setSql: (text) => draft.set(text),
    changed: markChanged,
    update(changes) {
      const { id: _id, ...before } = $snippet.get()
      for (const [key, value] of Object.entries(changes))
        if (before[key as keyof SnippetMeta] !== value) changed.add(key)
      set({ ...$snippet.get(), ...changes })
      markChanged()
    },
    save,
    keepMine() {
      const theirs = $theirs.get()
      if (!theirs) return
      $theirs.set(null)
      rebase(theirs)
      set(afterChange($snippet.get()))
      void save()
    },
    takeTheirs() {
      const theirs = $theirs.get()
      if (!theirs) return
      $theirs.set(null)
      take(theirs)
    },
    revert() {
      if (lastStored) take(lastStored)
    },
    adopt(stored) {
      const { base, needsSave } = $snippet.get()
      const isFirst = $status.get().status !== 'ready'
      // Answers of before the last save come late.
      if (base === null || stored.updated_at >= base) lastStored = stored
      if (isSaving || $theirs.get() || (base !== null && stored.updated_at < base)) return
      if (!isFirst && stored.updated_at === base) {
        if (stored.favorite !== $snippet.get().favorite) rebase(stored)
        return
      }
      $status.set({ status: 'ready' })
      if (needsSave && stored.updated_at !== base && !isOurs(stored)) {
        fail({ type: 'conflict' })
        return $theirs.set(stored)
      }
      rebase(stored)
      if (needsSave) deps.touch()
      else draft.set(stored.content.sql)
    },
    missed(error, retry) {
      const isGone = error.status === 404
      const { base, needsSave } = $snippet.get()
      if (isGone && base === null && needsSave) return
      if (isGone) {
        $status.set({ status: isKnown || base !== null ? 'deleted' : 'missing' })
        if (isKnown) keep()
      } else if ($status.get().status === 'loading') $status.set({ status: 'failed', error, retry })
    },
    follow({ meta, base, isDeleted }) {
      if (isDeleted !== ($status.get().status === 'deleted'))
        $status.set({ status: isDeleted ? 'deleted' : 'ready' })
      const mine = $snippet.get()
      const isNewer = base !== null && (mine.base === null || base > mine.base)
      const theirs = Object.entries(meta).filter(([key]) => !changed.has(key))
      // What is typed there the draft tells; here it is only what it builds on from now on.
      $snippet.set({
        ...mine,
        ...Object.fromEntries(theirs),
        ...(isNewer ? { base, isNotSavedInDatabaseYet: false } : {}),
      })
    },
    setDeleted(isDeleted) {
      $status.set({ status: isDeleted ? 'deleted' : 'ready' })
      keep()
    },
    dispose: scope.dispose,
  }
}
