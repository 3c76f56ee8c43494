/** What can be done with items of a folder: the entries of their menu. SPEC §4 */
import { joinedPath } from '@basedeck/storage-engine/rules'
import type { ReadableAtom } from 'nanostores'
import type { ControlState } from '../../sessions/account/rights.js'
import { storageText } from '../../text/storage.js'
import type { RowAction } from '../query/snippet-actions.js'
import type { FolderColumn, FolderItem } from './folder-column.js'
import type { ItemAddresses } from './item-addresses.js'
import type { ItemNaming } from './item-naming.js'
import type { StorageDownloads } from './storage-downloads.js'

const text = storageText.actions

export interface ItemActionsParts {
  bucket: string
  $mayChange: ReadableAtom<ControlState>
  naming: Pick<ItemNaming, 'rename'>
  downloads: StorageDownloads
  addresses: ItemAddresses
  /** Asks where to. */
  move(folder: string, items: readonly FolderItem[]): void
  /** Asks before the item, or the selection that it is part of, is deleted. */
  remove(folder: string, key: string): void
}

export interface ItemActions {
  /** @param key the item whose menu is open @param items it, or the selection that it is part of */
  of(column: FolderColumn, key: string, items: readonly FolderItem[]): RowAction[]
}

export function createItemActions({
  bucket,
  $mayChange,
  naming,
  downloads,
  addresses,
  move,
  remove,
}: ItemActionsParts): ItemActions {
  const refusal = () => {
    const { disabled, hint } = $mayChange.get()
    return disabled ? { hint: hint ?? storageText.bucket.mayNot } : {}
  }
  const nameOfZip = (folder: string, items: readonly FolderItem[]): string => {
    const [first, ...others] = items
    if (first && others.length === 0) return first.name
    return folder === '' ? bucket : (folder.split('/').at(-1) ?? bucket)
  }
  const save = (folder: string, items: readonly FolderItem[]) => {
    const targets = items.map(({ name, kind }) => ({
      path: joinedPath(folder, name),
      isFolder: kind === 'folder',
    }))
    const [first, ...others] = targets
    if (first && others.length === 0 && !first.isFolder) void downloads.file(first.path)
    else void downloads.zip(targets, nameOfZip(folder, items))
  }
  const saveLabel = ({ kind }: FolderItem, count: number): string => {
    if (count > 1) return text.downloadMany(count)
    return kind === 'folder' ? text.downloadFolder : text.download
  }
  return {
    of(column, key, items) {
      const { folder } = column
      const [first] = items
      if (!first) return []
      const isMany = items.length > 1
      const isFolder = first.kind === 'folder'
      const moving: RowAction = {
        id: 'move',
        label: isMany ? text.moveMany(items.length) : text.move,
        run: () => move(folder, items),
        ...refusal(),
      }
      const saving: RowAction = {
        id: 'download',
        label: saveLabel(first, items.length),
        run: () => save(folder, items),
      }
      const deleting: RowAction = {
        id: 'delete',
        label: isMany ? text.deleteMany(items.length) : text.delete,
        isDangerous: true,
        run: () => remove(folder, key),
        ...refusal(),
      }
      if (isMany) return [moving, saving, deleting]
      const renaming: RowAction = {
        id: 'rename',
        label: text.rename,
        run: () => naming.rename(column, first),
        ...refusal(),
      }
      const path: RowAction = {
        id: 'copy-path',
        label: isFolder ? text.copyFolderPath : text.copyPath,
        run: () => void addresses.copyPath(folder, first),
      }
      const url = isFolder ? [] : [addresses.urlAction(joinedPath(folder, first.name))]
      return [renaming, moving, saving, ...url, path, deleting]
    },
  }
}
