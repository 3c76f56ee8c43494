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

export interface ItemRemoval {
  readonly confirmation: Confirmation<RemovedItems>
  /** Asks whether to delete the items; of none nothing is asked. @param from their folder */
  ask(items: readonly MovedItem[], from: string): void
}

/**
 * @param remove deletes the items of a folder; answers with what went wrong
 * @param removed called when they are gone
 */
export function createItemRemoval(
  remove: (items: readonly MovedItem[], from: string) => Promise<unknown>,
  removed: (items: readonly MovedItem[]) => void,
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
      const folders = items.filter(({ isFolder }) => isFolder).length
      confirmation.ask({
        name: first.name,
        title: items.length === 1 ? text.remove.titleOne(first.name) : text.remove.title(items.length),
        body: text.remove.body(items.length, folders),
        from,
        items,
      })
    },
  }
}
