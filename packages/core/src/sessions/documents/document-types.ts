/** What a document is given, what it tells, and what can be asked of it. */
import type { PlatformError } from '@basedeck/platform-client'
import type { ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { Clock } from '../../ports/index.js'
import type { DocumentConflict, DocumentState, StoredVersion } from '../../rules/documents/document-saving.js'
import type { DocumentRecord } from './document-records.js'
import type { Draft } from './drafts.js'

export type DocumentProblemType =
  /** Another person saved first: the user chooses. */
  | 'conflict'
  /** It was deleted: the local version can become a new one. */
  | 'deleted'
  /** The user may only read it. */
  | 'read-only'
  /** A later attempt may succeed. */
  | 'again-later'
  /** Only a changed version can be saved. */
  | 'refused'

export interface DocumentProblem {
  type: DocumentProblemType
  /** The platform's message; absent when no answer came in time. */
  message?: string
}

export type LocalDocument<Fields extends object> = DocumentState<Fields> & {
  readonly problem?: DocumentProblem | undefined
}

export type DocumentStatus =
  | { status: 'loading' }
  | { status: 'ready' }
  /** It does not exist, or not for this user. */
  | { status: 'missing' }
  /** It was deleted; the local version is kept. */
  | { status: 'deleted' }
  | { status: 'failed'; error: PlatformError; retry: () => void }

/** Two versions to choose from. */
export type DocumentChoice<Fields extends object, Stored extends object> =
  /** Another person saved one meanwhile. */
  | ({ by: 'other'; theirs: Stored } & DocumentConflict<Fields>)
  /** Another window typed at the same moment. */
  | { by: 'window'; text: string }

export type SaveOutcome =
  /** Saved, or there was nothing to save. */
  | { type: 'done' }
  /** A prerequisite of the save is missing, or another save is under way. */
  | { type: 'waiting' }
  | { type: 'failed'; problem: DocumentProblem; error?: PlatformError }

export interface Document<Fields extends object, Stored extends object> extends Disposable {
  readonly $local: ReadableAtom<LocalDocument<Fields>>
  readonly $status: ReadableAtom<DocumentStatus>
  /** Null: nothing to choose. While there is a choice, nothing is saved. */
  readonly $choice: ReadableAtom<DocumentChoice<Fields, Stored> | null>
  /** The user changes fields. */
  update(changes: Partial<Fields>): void
  /** The user changed the text in its draft. */
  textChanged(): void
  /** At once, without the delay. */
  save(): Promise<SaveOutcome>
  keepMine(): Promise<SaveOutcome>
  takeTheirs(): void
  /** Discards the local changes. */
  revert(): void
  /** The stored version, as it was just read. */
  adopt(stored: Stored): void
  /** Reading it was refused. */
  missed(error: PlatformError, retry: () => void): void
  /** Another window wrote the record. */
  follow(record: DocumentRecord<Fields>): void
  setDeleted(isDeleted: boolean): void
}

export interface Sending<Fields extends object> {
  fields: Fields
  /** Null: it has no text. */
  text: string | null
  /** The fields that differ from the base version. */
  changed: ReadonlySet<string>
  isTextChanged: boolean
  base: string | null
  /** The id of this save. */
  saveId: string
  /** The ids of the earlier saves of this device. */
  afterSaves: readonly string[]
}

/** The meaning of a refused save. */
export interface Refusal<Fields extends object, Stored extends object> {
  type: DocumentProblemType | 'save-with'
  /** Of a conflict: the version that is stored now. */
  stored?: Stored
  /** Of `save-with`: the save is repeated with these changes. */
  changes?: Partial<Fields>
}

export interface DocumentDeps<Fields extends object, Stored extends object> {
  clock: Clock
  /** The fields of a document that the platform does not have yet. */
  initial: Fields
  /** The draft with its text; absent: no draft is kept. */
  draft?: Draft
  record: DocumentRecord<Fields> | undefined
  /** Nothing is known about it, and nothing is requested. Default: it is read. */
  isNew?: boolean
  /** Writes the record. */
  write(record: DocumentRecord<Fields>): void
  /** The record that all windows of this device share. */
  read(): DocumentRecord<Fields> | undefined
  /** It was changed, and saves itself after a pause. Absent: it is saved on demand only. */
  touch?(): void
  versionOf(stored: Stored): StoredVersion<Fields>
  /** The fields whose conflict is the user's choice; in any other the last change wins. */
  asksAbout: readonly (keyof Fields & string)[]
  /** Fields as they are sent: blanks around a name are removed. Default: unchanged. */
  normal?(fields: Fields): Fields
  /** Why it can't be saved now. */
  objection?(fields: Fields): DocumentProblem | undefined
  /** Sends it; sends nothing when a prerequisite is missing (undefined) or the role may only read. @throws PlatformError */
  send(sending: Sending<Fields>): Promise<Stored | 'read-only' | undefined>
  refusal(error: PlatformError): Refusal<Fields, Stored> | Promise<Refusal<Fields, Stored>>
  /** This is the stored version now. */
  saved(stored: Stored): void
  failed?(problem: DocumentProblem): void
}
