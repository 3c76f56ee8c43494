/**
 * How a document is saved: named fields, with or without a text, of which the platform holds a version. What its user
 * changed here is stored beside the platform's version, so that changes of different fields both stay, and changes of one
 * field are a choice.
 * @rule documents.saving  @spec §4 (SQL snippet saving)
 */
import { differing } from './differing.js'

export type SavingState = 'IDLE' | 'UPDATING' | 'UPDATING_FAILED'

export interface Saving {
  saving: SavingState
  needsSave: boolean
  isNotSavedInDatabaseYet: boolean
}

export interface DocumentState<Fields extends object> extends Saving {
  /** The fields of the base version; before the first one, the initial fields. */
  readonly stored: Fields
  /** The fields that were changed here. */
  readonly typed: Partial<Fields>
  /** The version of `stored`; null: the platform has none yet. */
  readonly base: string | null
  readonly isTextChanged: boolean
  /** Digest of the text of that version; null: not known. */
  readonly baseText: string | null
}

/** A version on the platform. */
export interface StoredVersion<Fields extends object> {
  /** Grows with each save; versions are compared as texts. */
  version: string
  fields: Fields
  /** Null: the document has no text. */
  text: string | null
  /** The id of the save that made it; null: it had none. */
  saveId: string | null
}

export function fieldsOf<Fields extends object>({ stored, typed }: DocumentState<Fields>): Fields {
  return { ...stored, ...typed }
}

export function afterChange<State extends Saving>(state: State): State {
  return { ...state, needsSave: true }
}

/** Text that is typed from now on is not in this save. */
export function afterSaveBegan<State extends Saving>(state: State): State {
  return { ...state, saving: 'UPDATING', needsSave: false }
}

export function afterSaveFailed<State extends Saving>(state: State): State {
  return { ...state, saving: 'UPDATING_FAILED', needsSave: true }
}

/** The user changed fields. A field with its stored value is no longer a change. */
export function afterTyped<Fields extends object, State extends DocumentState<Fields>>(
  state: State,
  changes: Partial<Fields>,
): State {
  return { ...state, typed: differing({ ...state.typed, ...changes }, state.stored) }
}

/**
 * The platform accepted the save. Changes made meanwhile are not saved yet.
 * @param sent the changed fields that were sent, and whether the text has changed since
 */
export function afterSaved<Fields extends object, State extends DocumentState<Fields>>(
  state: State,
  version: StoredVersion<Fields>,
  sent: { fields: Partial<Fields>; isTextChanged: boolean },
): State {
  return {
    ...basedOn<Fields, State>({ ...state, typed: differing(state.typed, sent.fields) }, version),
    saving: 'IDLE',
    isTextChanged: sent.isTextChanged,
  }
}

/** The local version builds on this version from now on; local changes stay. */
export function basedOn<Fields extends object, State extends DocumentState<Fields>>(
  state: State,
  { version, fields, text }: StoredVersion<Fields>,
): State {
  return {
    ...state,
    stored: fields,
    typed: differing(state.typed, fields),
    base: version,
    baseText: text === null ? null : textDigest(text),
    isNotSavedInDatabaseYet: false,
  }
}

/** Discards the local changes. */
export function asStored<Fields extends object, State extends DocumentState<Fields>>(
  state: State,
  version: StoredVersion<Fields>,
): State {
  const taken: State = { ...state, typed: {}, isTextChanged: false, saving: 'IDLE', needsSave: false }
  return basedOn<Fields, State>(taken, version)
}

export interface DocumentConflict<Fields extends object> {
  /** The fields that were changed on both sides, to different values. */
  fields: (keyof Fields & string)[]
  isTextInConflict: boolean
}

/**
 * What was changed on both sides since `base`; null: nothing, so that both changes can stay.
 * @param here the fields as they would be sent, and the text; null: it has none
 * @param asksAbout the fields whose conflict is the user's choice; in any other field the last change wins
 */
export function conflictWith<Fields extends object>(
  { stored, typed, isTextChanged, baseText }: DocumentState<Fields>,
  here: { fields: Fields; text: string | null },
  theirs: StoredVersion<Fields>,
  asksAbout: readonly (keyof Fields & string)[],
): DocumentConflict<Fields> | null {
  const fields = asksAbout.filter(
    (field) =>
      field in typed && theirs.fields[field] !== stored[field] && theirs.fields[field] !== here.fields[field],
  )
  const isTextInConflict =
    isTextChanged && theirs.text !== null && theirs.text !== here.text && textDigest(theirs.text) !== baseText
  return fields.length === 0 && !isTextInConflict ? null : { fields, isTextInConflict }
}

/**
 * The age of an answer compared with an open document:
 * - `late`: older than the local base version
 * - `known`: the local base version
 * - `news`: a newer version
 */
export function versionAge(base: string | null, version: string): 'late' | 'known' | 'news' {
  if (base === null || version > base) return 'news'
  return version === base ? 'known' : 'late'
}

/** A digest of a text: equal texts have equal digests. Different texts differ except for one in 2^53. */
export function textDigest(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return `${text.length}:${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`
}
