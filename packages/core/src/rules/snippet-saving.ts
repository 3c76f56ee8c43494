/**
 * When a snippet is saved, what its saving needs, and what a refusal means.
 * @rule sql.snippet-saving  @spec §4, §5, §9
 */

/** Milliseconds that a snippet is left alone before it saves itself. */
export const AUTOSAVE_MS = 1000
/** Milliseconds after which a save that was not answered has failed. */
export const SAVE_TIMEOUT_MS = 30_000

/** What is not known yet, so that a snippet can't be saved. */
export type MissingForSave = 'project-ref' | 'project' | 'profile'

/** The first thing that a save lacks; then nothing is sent. */
export function missingForSave(given: {
  ref: string
  project: unknown
  profile: unknown
}): MissingForSave | undefined {
  if (given.ref === '') return 'project-ref'
  if (given.project === undefined) return 'project'
  return given.profile === undefined ? 'profile' : undefined
}

/** A shared snippet is in no folder. */
export function isSharedInFolder({
  visibility,
  folder_id,
}: {
  visibility: 'user' | 'project'
  folder_id: string | null
}): boolean {
  return visibility === 'project' && folder_id !== null
}

/** What a refused save means. */
export type FailedSave =
  /** Another user has saved first: the user chooses. */
  | 'conflict'
  /** It is not there any more: the text can become a new one. */
  | 'deleted'
  /** Its folder is not there any more: it is saved outside of any. */
  | 'folder-gone'
  /** Its user may only read it: the text can become a query of their own. */
  | 'read-only'
  /** It may go well in a while. */
  | 'again-later'
  /** It goes well only after a change. */
  | 'refused'

/**
 * What the platform's refusal of a save means, by its code and status.
 * @param status of the answer; undefined when none came
 */
export function failedSave({
  status,
  code,
}: {
  status?: number | undefined
  code?: string | undefined
}): FailedSave {
  if (code === 'stale') return 'conflict'
  if (code === 'snippet_not_found') return 'deleted'
  if (code === 'folder_not_found') return 'folder-gone'
  if (code === 'forbidden') return 'read-only'
  // No answer, the session, too many at once, the server itself.
  if (status === undefined || status === 401 || status === 408 || status === 429) return 'again-later'
  return status >= 500 ? 'again-later' : 'refused'
}

/** `/sql/1` and `/sql/new` are a query of this device; any other address is the id of a snippet, which may not exist. */
export function isSheetAddress(address: string): boolean {
  return /^(new|\d+)$/.test(address)
}
