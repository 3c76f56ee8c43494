/**
 * The folders of snippets as they are shown: a new one is listed before it has an id, and a name that is being saved is
 * shown already.
 * @rule sql.folders  @spec §3, §4, §5
 */

/** The id of a folder that is not created yet. */
export const NEW_FOLDER_ID = 'new-folder'

/** A folder of snippets. `parent_id` is null at the top. */
export interface Folder {
  id: string
  name: string
  parent_id: string | null
}

/** Whether a folder is being named, or its name saved. */
export type FolderStatus = 'editing' | 'saving' | 'idle'
/** A folder as the list shows it. */
export type ShownFolder = Folder & { status: FolderStatus }

/** The effect of a name that was typed for a folder. */
export type FolderNaming =
  | { type: 'create'; name: string }
  | { type: 'update'; name: string }
  /** The placeholder is removed. */
  | { type: 'discard' }
  | { type: 'unchanged' }
  /** A sibling has this name; a placeholder is removed, another folder keeps its name. */
  | { type: 'taken'; doing: 'create' | 'update' }

/** The effect of entering `typed` as the name of a folder. Names compare exactly. */
export function planFolderName(folders: readonly Folder[], folder: Folder, typed: string): FolderNaming {
  const isNew = folder.id === NEW_FOLDER_ID
  const name = typed.trim()
  if (name === '') return { type: isNew ? 'discard' : 'unchanged' }
  if (!isNew && name === folder.name) return { type: 'unchanged' }
  const doing = isNew ? 'create' : 'update'
  const isTaken = folders.some(
    (one) => one.id !== folder.id && one.parent_id === folder.parent_id && one.name === name,
  )
  return isTaken ? { type: 'taken', doing } : { type: doing, name }
}

/** Pending changes of folders, over the stored ones. */
export interface FolderWork {
  /** The folder that is being created. */
  placeholder: ShownFolder | null
  /** Names that are being saved, by id. */
  names: Readonly<Record<string, string>>
  /** Deleted ones, by id; folders in them are deleted too. */
  gone: readonly string[]
}

/** No pending changes. */
export const NO_FOLDER_WORK: FolderWork = { placeholder: null, names: {}, gone: [] }

/** The folders as the list shows them: stored ones, with pending names and the placeholder. */
export function foldersShown(
  stored: readonly Folder[],
  { placeholder, names, gone }: FolderWork,
): ShownFolder[] {
  const left = gone.reduce<readonly Folder[]>(withoutFolder, stored)
  const shown = left.map((folder): ShownFolder => {
    const name = names[folder.id]
    return name === undefined ? { ...folder, status: 'idle' } : { ...folder, name, status: 'saving' }
  })
  return placeholder ? [placeholder, ...shown] : shown
}

/** The names of the folders from the top to this one; empty for none. */
export function folderNames(folders: readonly Folder[], id: string | null): string[] {
  const names: string[] = []
  // A list that is read while folders move could hold a circle.
  const seen = new Set<string | null>()
  for (let at = id; at !== null && !seen.has(at);) {
    seen.add(at)
    const folder = folders.find((one) => one.id === at)
    if (folder) names.unshift(folder.name)
    at = folder?.parent_id ?? null
  }
  return names
}

/** The folders without one and those in it. */
export function withoutFolder<One extends Folder>(folders: readonly One[], id: string): One[] {
  const isWithin = liesWithin(folders, id)
  return folders.filter((folder) => !isWithin(folder.id))
}

/** The folders that one folder may be moved into: not itself, not its subfolders, not its current parent. */
export function foldersToMoveInto<One extends Folder>(folders: readonly One[], id: string): One[] {
  const isWithin = liesWithin(folders, id)
  const parent = folders.find((folder) => folder.id === id)?.parent_id
  return folders.filter((folder) => !isWithin(folder.id) && folder.id !== parent)
}

function liesWithin(folders: readonly Folder[], outer: string): (id: string | null) => boolean {
  const parentOf = new Map(folders.map((folder) => [folder.id, folder.parent_id]))
  const isWithin = (id: string | null): boolean =>
    id !== null && (id === outer || isWithin(parentOf.get(id) ?? null))
  return isWithin
}
