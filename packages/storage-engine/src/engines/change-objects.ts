/** Renames, moves and removes many objects by single calls: for a platform that has no call for a whole folder. */
import { baseName, joinedPath } from '../rules/object-paths.js'
import { eachAtOnce } from './each-at-once.js'

/** Renames that run at once. SPEC §9 */
export const RENAMES_AT_ONCE = 2
/** Moves that run at once. */
const MOVES_AT_ONCE = 10
/** Paths that one call removes. */
const REMOVED_AT_ONCE = 200

/** Moves one object inside a bucket. */
export type MoveObject = (from: string, to: string) => Promise<unknown>

/** How many objects were changed, and which were not. */
export interface ChangeOutcome {
  changed: number
  failed: readonly { path: string; error: unknown }[]
}

/** Renames a folder by renaming each file below it. */
export function renameFolder(
  move: MoveObject,
  { folder, to, files }: { folder: string; to: string; files: readonly string[] },
): Promise<ChangeOutcome> {
  return changed(files, RENAMES_AT_ONCE, (path) => move(path, to + path.slice(folder.length)))
}

/** Moves files into a folder, under their names. */
export function moveFiles(
  move: MoveObject,
  files: readonly string[],
  folder: string,
): Promise<ChangeOutcome> {
  return changed(files, MOVES_AT_ONCE, (path) => move(path, joinedPath(folder, baseName(path))))
}

/** Removes objects, many with one call. @throws what `remove` throws */
export async function removeFiles(
  remove: (paths: readonly string[]) => Promise<unknown>,
  files: readonly string[],
): Promise<void> {
  for (let at = 0; at < files.length; at += REMOVED_AT_ONCE)
    await remove(files.slice(at, at + REMOVED_AT_ONCE))
}

async function changed(
  files: readonly string[],
  parallel: number,
  change: (path: string) => Promise<unknown>,
): Promise<ChangeOutcome> {
  const outcomes = await eachAtOnce(files, { parallel }, change)
  const failed = outcomes.flatMap((outcome, at) =>
    outcome.type === 'failed' ? [{ path: files[at] ?? '', error: outcome.error }] : [],
  )
  return { changed: outcomes.length - failed.length, failed }
}
