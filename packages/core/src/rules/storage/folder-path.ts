/**
 * The way to a folder of a bucket.
 * @rule storage.folder-path  @spec §4
 */

/** The folders from the bucket itself, whose path and name are empty, to the one with this path. */
export function foldersTo(path: string): { folder: string; name: string }[] {
  const names = path === '' ? [] : path.split('/')
  const inside = names.map((name, at) => ({ folder: names.slice(0, at + 1).join('/'), name }))
  return [{ folder: '', name: '' }, ...inside]
}
