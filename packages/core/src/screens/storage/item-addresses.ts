/** Copies the path of an item, or an address of a file that others can open. SPEC §4, §7 */
import { publicObjectUrl, signObject, toPlatformError } from '@basedeck/platform-client'
import { baseName, joinedPath } from '@basedeck/storage-engine/rules'
import { copyText } from '../../kernel/copy-text.js'
import { storageText as text } from '../../text/storage.js'
import type { Needs } from '../context.js'
import type { RowAction } from '../query/snippet-actions.js'
import type { FolderItem } from './folder-column.js'

export interface ItemAddresses {
  copyPath(folder: string, item: Pick<FolderItem, 'name' | 'kind'>): Promise<void>
  /** One entry of a file's menu: with a choice of how long the address is valid, unless the bucket is public. */
  urlAction(path: string): RowAction
  /** An entry for each time that the address may be valid; of a public bucket only one. */
  urlActions(path: string): RowAction[]
}

/** @param gone called when the file was renamed, moved or deleted elsewhere */
export function createItemAddresses(
  { host, client }: Needs<'host' | 'client'>,
  {
    ref,
    bucket,
    isPublic,
    gone,
  }: { ref: string; bucket: string; isPublic(): boolean; gone(path: string): void },
): ItemAddresses {
  const copyPath = async (folder: string, { name, kind }: FolderItem) => {
    if (!(await copyText(host, joinedPath(folder, name)))) return
    const message = kind === 'folder' ? text.done.copiedFolder(name) : text.done.copiedPath(name)
    host.notifier.notify({ kind: 'success', message })
  }
  /** @param expiry absent: the bucket is public */
  const copyUrl = async (path: string, expiry?: (typeof text.actions.expiry)[number]) => {
    const params = { ref, bucket }
    const name = baseName(path)
    try {
      const url = expiry
        ? (await client.call(signObject, { params, body: { path, expiresIn: expiry.seconds } })).signedUrl
        : (await client.call(publicObjectUrl, { params, body: { path } })).publicUrl
      if (!(await copyText(host, url))) return
      const message = expiry ? text.done.copiedUrlUntil(name, expiry.time) : text.done.copiedUrl(name)
      host.notifier.notify({ kind: 'success', message })
    } catch (error) {
      if (toPlatformError(error).code === 'object_not_found') return gone(path)
      host.notifier.notify({ kind: 'error', message: text.errors.address((error as Error).message) })
    }
  }
  const urlActions = (path: string): RowAction[] =>
    isPublic()
      ? [{ id: 'copy-url', label: text.actions.copyUrl, run: () => void copyUrl(path) }]
      : text.actions.expiry.map((expiry) => ({
          id: expiry.id,
          label: expiry.label,
          run: () => void copyUrl(path, expiry),
        }))
  const urlAction = (path: string): RowAction => {
    const choices = urlActions(path)
    const [only] = choices
    if (only && choices.length === 1) return only
    return { id: 'copy-url', label: text.actions.copyUrl, run: () => {}, choices }
  }
  return { copyPath, urlAction, urlActions }
}
