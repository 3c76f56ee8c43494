/**
 * When a snippet is saved, what its saving needs, and what a refusal means.
 * @rule sql.snippet-saving  @spec §4, §5, §9
 */

/** Milliseconds after the last change before a snippet saves itself. */
export const AUTOSAVE_MS = 1000
/** Milliseconds after which a save that was not answered has failed. */
export const SAVE_TIMEOUT_MS = 30_000

/** A prerequisite of saving that is not known yet. */
export type MissingForSave = 'project-ref' | 'project' | 'profile'

/** The first missing prerequisite of a save; then nothing is sent. */
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

/** The meaning of a refused save. */
export type FailedSave =
  /** Another user has saved first: the user chooses. */
  | 'conflict'
  /** It was deleted: the text can become a new one. */
  | 'deleted'
  /** Its folder was deleted: it is saved outside any folder. */
  | 'folder-gone'
  /** Its user may only read it: the text can become a query of their own. */
  | 'read-only'
  /** A later attempt may succeed. */
  | 'again-later'
  /** Only a changed version can be saved. */
  | 'refused'

/**
 * The meaning of the platform's refusal of a save, by its code and status.
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
  // No answer, no session, too many requests, or a server error.
  if (status === undefined || status === 401 || status === 408 || status === 429) return 'again-later'
  return status >= 500 ? 'again-later' : 'refused'
}

/** `/sql/1` and `/sql/new` are a query of this device; any other address is the id of a snippet, which may not exist. */
export function isSheetAddress(address: string): boolean {
  return /^(new|\d+)$/.test(address)
}
