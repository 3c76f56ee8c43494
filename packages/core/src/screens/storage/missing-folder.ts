/**
 * A folder exists as long as an object lies in it, the placeholder included. When the open one has nothing left, the platform is
 * asked, and the explorer goes to the nearest folder above it that still exists. SPEC §4
 */
import { listObjects } from '@basedeck/platform-client'
import { baseName, folderOf } from '@basedeck/storage-engine/rules'
import { computed, type ReadableAtom } from 'nanostores'
import { storageText } from '../../text/storage.js'
import type { Needs } from '../context.js'
import type { FolderChanges, FolderColumn } from './folder-column.js'

/** An emptied folder gets its placeholder a moment after its last file went, from another window too. */
const CHECK_AFTER_MS = 1000

export interface MissingFolder {
  /** Watches the open folder until the returned function is called. */
  watch(): () => void
  /** Whether the folder is there. One that is not is reported, and left if it is open. */
  check(folder: string): Promise<boolean>
}

export interface MissingFolderOptions {
  ref: string
  bucket: string
  /** The column of the open folder; null: none is shown. */
  $open: ReadableAtom<FolderColumn | null>
  $changes: ReadableAtom<FolderChanges>
  /** Whether the folder is only on its way to the platform. */
  isComing(folder: string): boolean
  /** A folder is gone: `nearest` is the one above it that exists. */
  leave(gone: string, nearest: string): void
}

export function createMissingFolder(
  { client, host }: Needs<'client' | 'host'>,
  { ref, bucket, $open, $changes, isComing, leave }: MissingFolderOptions,
): MissingFolder {
  const isThere = async (folder: string): Promise<boolean> => {
    if (folder === '' || isComing(folder)) return true
    const body = { path: folder, options: { limit: 1 } }
    return (await client.call(listObjects, { params: { ref, bucket }, body })).length > 0
  }
  /** Walks up to the nearest folder that is there. */
  const judge = async (folder: string): Promise<{ gone: string; nearest: string } | null> => {
    if (await isThere(folder)) return null
    let gone = folder
    while (!(await isThere(folderOf(gone)))) gone = folderOf(gone)
    return { gone, nearest: folderOf(gone) }
  }
  const report = ({ gone, nearest }: { gone: string; nearest: string }) => {
    host.notifier.notify({ kind: 'error', message: storageText.errors.folderGone(baseName(gone)) })
    leave(gone, nearest)
  }
  const judgeOpen = async (column: FolderColumn) => {
    const changes = $changes.get()
    const found = await judge(column.folder).catch((error: unknown) => {
      host.log?.(`The folder ${column.folder} was not looked for: ${(error as Error).message}`)
      return null
    })
    // A change that was made here meanwhile may have emptied the folder, and refreshes its list when it ends.
    if (found && $open.get()?.folder === column.folder && $changes.get() === changes) report(found)
  }
  return {
    watch() {
      let stopWaiting = () => {}
      let stopHolding = () => {}
      const stopOpen = $open.subscribe((column) => {
        stopHolding()
        stopWaiting()
        stopHolding = stopWaiting = () => {}
        if (!column || column.folder === '') return
        const $mayBeGone = computed(
          [column.$holdsNothing, $changes],
          (holdsNothing, changes) => holdsNothing && changes.size === 0,
        )
        stopHolding = $mayBeGone.subscribe((mayBeGone) => {
          stopWaiting()
          stopWaiting = mayBeGone ? host.clock.after(CHECK_AFTER_MS, () => void judgeOpen(column)) : () => {}
        })
      })
      return () => {
        stopOpen()
        stopHolding()
        stopWaiting()
      }
    },
    async check(folder) {
      // An upload or a move that can't be checked reports its own failure.
      const found = await judge(folder).catch(() => null)
      if (found) report(found)
      return found === null
    },
  }
}
