/**
 * One snippet that a user edits: a document whose text is a draft of this device, and which saves itself after a
 * pause.
 * @spec §4 (SQL snippet saving), §5, §8
 */
import type { PlatformError, Snippet } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { Clock } from '../../ports/index.js'
import { fieldsOf, type Saving } from '../../rules/documents/document-saving.js'
import { failedSave, isSharedInFolder } from '../../rules/documents/snippet-saving.js'
import { snippetText } from '../../text/sql-snippets.js'
import { createDocument } from '../documents/document.js'
import type {
  Document,
  DocumentChoice,
  DocumentProblem,
  DocumentStatus,
  Sending,
} from '../documents/document-types.js'
import type { Draft } from '../documents/drafts.js'
import { NEW_META, type SnippetMeta, type SnippetRecord } from './snippet-records.js'

export type SnippetStatus = DocumentStatus
export type SnippetChoiceMade = DocumentChoice<SnippetMeta, Snippet>

export interface LocalSnippet extends SnippetMeta, Saving {
  readonly id: string
  /** `updated_at` of the version it builds on; null: the platform has none. */
  readonly base: string | null
  readonly problem?: DocumentProblem | undefined
}

export interface OpenSnippet extends Disposable {
  readonly ref: string
  readonly id: string
  readonly draft: Draft
  readonly $snippet: ReadableAtom<LocalSnippet>
  readonly $status: ReadableAtom<SnippetStatus>
  /** Two texts to choose from; null: no conflict. */
  readonly $choice: ReadableAtom<SnippetChoiceMade | null>
  /** Typing: the text changes and needs a save. */
  type(text: string): void
  /** Replaces the text without typing; it needs no save. */
  setSql(text: string): void
  /** It was changed elsewhere, such as in the draft itself. */
  changed(): void
  update(changes: Partial<SnippetMeta>): void
  /** At once, without the delay. */
  save(): Promise<void>
  keepMine(): void
  takeTheirs(): void
  /** Goes back to the stored version. */
  revert(): void
}

/** The part that its owning session uses. */
export interface SnippetSession
  extends OpenSnippet, Pick<Document<SnippetMeta, Snippet>, 'adopt' | 'missed' | 'follow' | 'setDeleted'> {}

export interface OpenSnippetDeps {
  clock: Clock
  ref: string
  id: string
  draft: Draft
  record: SnippetRecord | undefined
  /** Nothing is known about it, and nothing is requested. */
  isNew: boolean
  /** Writes the record. */
  write(record: SnippetRecord): void
  /** The record that all windows of this device share. */
  read(): SnippetRecord | undefined
  /** Restarts its autosave timer. */
  touch(): void
  /** Sends it; sends nothing when a prerequisite is missing (undefined) or the role may only read. @throws PlatformError */
  send(id: string, sending: Sending<SnippetMeta>): Promise<Snippet | 'read-only' | undefined>
  /** This is the stored version now. */
  saved(snippet: Snippet): void
  /** It could not be created. */
  notMade(problem: DocumentProblem): void
  folderGone(): void
  /** It was deleted, or it is private to another user. */
  gone(): void
}

export function createOpenSnippet(deps: OpenSnippetDeps): SnippetSession {
  const { ref, id, draft, clock, record, isNew, write, read, touch, saved } = deps
  const document = createDocument<SnippetMeta, Snippet>({
    clock,
    initial: NEW_META,
    draft,
    record,
    isNew,
    write,
    read,
    touch,
    saved,
    versionOf: ({ updated_at, save_id, content, ...stored }) => ({
      version: updated_at,
      fields: metaOf(stored),
      text: content.sql,
      saveId: save_id,
    }),
    // A name or a folder that two people change must not interrupt typing.
    asksAbout: [],
    objection: (fields) =>
      isSharedInFolder(fields) ? { type: 'refused', message: snippetText.sharedInFolder } : undefined,
    send: (sending) => deps.send(id, sending),
    refusal(error) {
      const type = failedSave(error)
      if (type === 'folder-gone') {
        deps.folderGone()
        return { type: 'save-with', changes: { folder_id: null } }
      }
      return type === 'conflict' ? { type, stored: storedIn(error) } : { type }
    },
    failed: (problem) => {
      if (document.$local.get().isNotSavedInDatabaseYet) deps.notMade(problem)
    },
  })
  const { $status, $choice, update, revert, takeTheirs, adopt, missed, follow, setDeleted } = document
  const $isGone = computed($status, ({ status }) => status === 'deleted' || status === 'missing')
  const stopTelling = $isGone.listen((isGone) => isGone && deps.gone())

  return {
    ref,
    id,
    draft,
    $snippet: computed(document.$local, (local): LocalSnippet => {
      const { base, saving, needsSave, isNotSavedInDatabaseYet, problem } = local
      return { id, ...fieldsOf(local), base, saving, needsSave, isNotSavedInDatabaseYet, problem }
    }),
    $status,
    $choice,
    type(text) {
      draft.set(text)
      document.textChanged()
    },
    setSql: (text) => draft.set(text),
    changed: document.textChanged,
    update,
    async save() {
      await document.save()
    },
    keepMine: () => void document.keepMine(),
    takeTheirs,
    revert,
    adopt,
    missed,
    follow,
    setDeleted,
    dispose() {
      stopTelling()
      document.dispose()
    },
  }
}

export function metaOf(stored: SnippetMeta): SnippetMeta {
  const { name, description, visibility, folder_id, favorite, owner_id } = stored
  return { name, description, visibility, folder_id, favorite, owner_id }
}

/** The answer of a conflict contains the stored version. */
function storedIn(error: PlatformError): Snippet {
  return (error.body as { stored: Snippet }).stored
}
