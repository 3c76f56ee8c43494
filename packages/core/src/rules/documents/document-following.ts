/**
 * How the windows of one device keep the same document: each follows what another one wrote, and what is unsaved in one is
 * unsaved in all.
 * @rule documents.following  @spec §4 (SQL snippet saving)
 */
import { differing } from './differing.js'
import { versionAge, type DocumentState } from './document-saving.js'

/** Milliseconds that a window waits for another one to save its change, before it saves the change itself. */
export const FOLLOWED_SAVE_MS = 60_000

/** Whether there is something to save, and whether the text is part of it. */
export type SaveNeed = Pick<DocumentState<object>, 'needsSave' | 'isTextChanged'>

/**
 * Takes over from another window whether there is something to save: both windows show the same text.
 * @param isOwn the user changed something in this window, so that it still has to save after the other window has saved
 */
export function afterFollowed(mine: SaveNeed, other: SaveNeed, isOwn: boolean): SaveNeed {
  const { needsSave, isTextChanged } = other
  if (!isOwn) return { needsSave, isTextChanged }
  return { needsSave: true, isTextChanged: mine.isTextChanged || (needsSave && isTextChanged) }
}

/** What a window knows beside the state of its document. */
export interface FollowingWindow {
  /** This window has sent a save, and waits for the answer. */
  isSaving: boolean
  /** Whether the document saves itself; else it waits in each window until one of them saves it. */
  isAutosaved: boolean
  /** What has to be saved was changed in another window, which saves it. */
  isNeedFollowed: boolean
  /** The stored version of the choice that is open here; null: none is. */
  choiceAbout: string | null
}

/** What another window wrote of the same document. */
export type FollowedState<Fields extends object> = Omit<
  DocumentState<Fields>,
  'saving' | 'isNotSavedInDatabaseYet'
>

export interface Followed<State> {
  state: State
  /** The user made the open choice in the other window. */
  isChosen: boolean
  isNeedFollowed: boolean
}

/** The state after another window wrote its own. A window with an older base version has not read the newer one yet. */
export function followed<Fields extends object, State extends DocumentState<Fields> & { problem?: unknown }>(
  mine: State,
  other: FollowedState<Fields>,
  { isSaving, isAutosaved, isNeedFollowed, choiceAbout }: FollowingWindow,
): Followed<State> {
  const { base, baseText } = other
  const isNewer = base !== null && versionAge(mine.base, base) === 'news'
  const isLate = !isNewer && base !== mine.base
  const stored = isLate ? mine.stored : other.stored
  const typed = differing(isLate ? { ...mine.typed, ...other.typed } : other.typed, stored)
  const isChosen = choiceAbout !== null && versionAge(base, choiceAbout) !== 'news'
  const isOwn = mine.needsSave && !isNeedFollowed && !isChosen
  const need = isAutosaved
    ? isSaving || isLate
      ? mine
      : afterFollowed(mine, other, isOwn)
    : { needsSave: Object.keys(typed).length > 0, isTextChanged: mine.isTextChanged }
  const { needsSave, isTextChanged } = need
  const isSettled = isChosen || (mine.needsSave && !needsSave)
  return {
    state: {
      ...mine,
      typed,
      stored,
      needsSave,
      isTextChanged,
      ...(isNewer ? { base, baseText, isNotSavedInDatabaseYet: false } : {}),
      ...(isSettled ? { saving: 'IDLE', problem: undefined } : {}),
    },
    isChosen,
    isNeedFollowed: needsSave && !isOwn,
  }
}
