/** The folders of a bucket that are shown: all on the way to the open one, or in the list the open one alone. */
import type { Bucket } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { FolderOrder } from '../../data/storage.js'
import { foldersTo } from '../../rules/storage/folder-path.js'
import type { StoragePreference } from '../../sessions/storage/storage-preferences.js'
import type { Needs } from '../context.js'
import { createFolderColumn, type FolderColumn, type FolderColumnOptions } from './folder-column.js'

export interface FolderColumnsOptions extends Omit<FolderColumnOptions, 'folder' | '$order' | '$search'> {
  /** Null: the bucket does not exist; undefined: it is loading. */
  $bucket: ReadableAtom<Bucket | null | undefined>
  $folder: ReadableAtom<string>
  $preference: ReadableAtom<StoragePreference>
  /** What the open folder is searched for. */
  $words: ReadableAtom<string>
}

export function createFolderColumns(
  context: Needs<'client' | 'queries' | 'host'>,
  { $bucket, $folder, $preference, $words, ...parts }: FolderColumnsOptions,
): ReadableAtom<readonly FolderColumn[]> {
  const $order = computed($preference, ({ sortBy, sortByOrder }): FolderOrder => ({
    column: sortBy,
    order: sortByOrder,
  }))
  const $nothing = atom('')
  const made = new Map<string, FolderColumn>()
  const columnOf = (folder: string, isSearched: boolean): FolderColumn => {
    const key = `${isSearched} ${folder}`
    let column = made.get(key)
    if (!column) {
      const $search = isSearched ? $words : $nothing
      column = createFolderColumn(context, { ...parts, folder, $order, $search })
      made.set(key, column)
    }
    return column
  }
  return computed([$bucket, $folder, $preference, $words], (bucket, folder, { view }, words) => {
    // Of a bucket that is not there, or not known yet, nothing is asked.
    if (!bucket) return []
    if (view === 'list') return [columnOf(folder, true)]
    return foldersTo(folder).map(({ folder: each }) => columnOf(each, words !== '' && each === folder))
  })
}
