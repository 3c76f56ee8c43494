/** Naming an item in its place: a new folder, or a new name of a file or folder. SPEC §4, §5 */
import {
  isValidPath,
  joinedPath,
  planNewFolder,
  planRename,
  type NamingPlan,
} from '@basedeck/storage-engine/rules'
import { atom, type ReadableAtom } from 'nanostores'
import { createRename, type Rename } from '../../kernel/rename.js'
import type { Notifier } from '../../ports/index.js'
import { storageText } from '../../text/storage.js'
import type { FolderColumn, FolderItem } from './folder-column.js'
import type { FolderWork } from './folder-changes.js'

const text = storageText.folder

/** The item whose name is typed. */
export interface OpenNaming {
  folder: string
  key: string
  kind: 'file' | 'folder'
  label: string
  rename: Rename
}

export interface ItemNaming {
  /** Null: no name is typed. */
  readonly $naming: ReadableAtom<OpenNaming | null>
  newFolder(column: FolderColumn): void
  rename(column: FolderColumn, item: FolderItem): void
}

/** The key of the row of a new folder: no item has it. */
const NEW_KEY = '\0new/'

export function createItemNaming(notifier: Notifier, work: FolderWork): ItemNaming {
  const $naming = atom<OpenNaming | null>(null)
  const refuse = (message: string) => notifier.notify({ kind: 'error', message })
  /** @returns the name, when it is accepted */
  const judged = (plan: NamingPlan, folder: string, kind: 'file' | 'folder'): string | null => {
    if (plan.type === 'nothing') return null
    if (plan.type === 'duplicate') refuse(text.duplicate(plan.name))
    else if (plan.type === 'problem') {
      const { problem } = plan
      if (kind === 'folder')
        refuse(problem.reason === 'character' ? text.badCharacter(problem.character) : text.badName)
      else
        refuse(problem.reason === 'character' ? text.badFileCharacter(problem.character) : text.badFileName)
    } else if (isValidPath(joinedPath(folder, plan.name))) return plan.name
    else refuse(text.tooLong)
    return null
  }
  const begin = (naming: Omit<OpenNaming, 'rename'>, name: string, commit: (name: string) => void) => {
    // The name is judged here: a name that is typed again counts for a new folder.
    const rename = createRename(() => '', commit)
    rename.begin()
    rename.type(name)
    $naming.set({ ...naming, rename })
    const stop = rename.$typed.listen((typed) => {
      if (typed !== null) return
      stop()
      if ($naming.get()?.rename === rename) $naming.set(null)
    })
  }
  return {
    $naming,
    newFolder(column) {
      const { folder } = column
      work.showNewFolder(folder, NEW_KEY)
      begin(
        { folder, key: NEW_KEY, kind: 'folder', label: storageText.list.folderName },
        text.untitled,
        (typed) => {
          const name = judged(planNewFolder(typed, column.names()), folder, 'folder')
          if (name !== null) void work.createFolder(folder, name)
        },
      )
      const { rename } = $naming.get() ?? {}
      const stop = rename?.$typed.listen((typed) => {
        if (typed !== null) return
        stop?.()
        work.showNewFolder(folder, null)
      })
    },
    rename(column, item) {
      const { folder } = column
      const kind = item.kind === 'folder' ? 'folder' : 'file'
      begin(
        { folder, key: item.key, kind, label: storageText.list.rename(item.name) },
        item.name,
        (typed) => {
          const name = judged(planRename({ name: item.name, kind }, typed, column.names()), folder, kind)
          if (name === null) return
          void (kind === 'folder' ? work.renameFolder : work.renameFile)(folder, item, name)
        },
      )
    },
  }
}
