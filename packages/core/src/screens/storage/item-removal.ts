/** Deleting items of a bucket: the question, and what follows when it is confirmed. SPEC §4 */
import { toPlatformError } from '@basedeck/platform-client'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { storageText as text } from '../../text/storage.js'
import type { MovedItem } from './move-dialog.js'

/** Items that are about to be deleted. */
export interface RemovedItems {
  name: string
  title: string
  body: string
  from: string
  items: readonly MovedItem[]
}

/** Files in folders. */
export interface FileCount {
  files: number
  /** There are more. */
  isAtLeast: boolean
}

export interface ItemRemoval {
  readonly confirmation: Confirmation<RemovedItems>
  /** Asks whether to delete the items; of none nothing is asked. @param from their folder */
  ask(items: readonly MovedItem[], from: string): void
}

/**
 * @param remove deletes the items of a folder; answers with what went wrong
 * @param removed called when they are gone
 * @param countFiles the files in folders, up to a bound: the question tells them once they are counted
 */
export function createItemRemoval(
  remove: (items: readonly MovedItem[], from: string) => Promise<unknown>,
  removed: (items: readonly MovedItem[]) => void,
  countFiles: (folders: readonly string[]) => Promise<FileCount | undefined>,
): ItemRemoval {
  const confirmation = createConfirmation<RemovedItems>(async ({ items, from }) => {
    const failure = await remove(items, from)
    if (failure) return { type: 'failed', error: toPlatformError(failure) }
    removed(items)
    return { type: 'done', data: undefined }
  })
  return {
    confirmation,
    ask(items, from) {
      const [first] = items
      if (!first) return
      const folders = items.filter(({ isFolder }) => isFolder).map(({ path }) => path)
      const subject = {
        name: first.name,
        title: items.length === 1 ? text.remove.titleOne(first.name) : text.remove.title(items.length),
        body: text.remove.body(items.length, folders.length),
        from,
        items,
      }
      confirmation.ask(subject)
      if (folders.length > 0)
        void countFiles(folders).then((count) => {
          const now = confirmation.$state.get()
          if (count === undefined || now.status === 'closed' || now.subject !== subject) return
          // What is under way, or was refused, keeps its state.
          if (now.isBusy || now.problem !== undefined) return
          confirmation.ask({ ...subject, body: text.remove.body(items.length, folders.length, count) })
        })
    },
  }
}
