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
  /** Gives up the name that is typed, a refused one too. */
  cancel(): void
}

/** The key of the row of a new folder: no item has it. */
const NEW_KEY = '\0new/'

export function createItemNaming(work: FolderWork): ItemNaming {
  const $naming = atom<OpenNaming | null>(null)
  const begin = (
    naming: Omit<OpenNaming, 'rename'>,
    name: string,
    plan: (typed: string) => NamingPlan,
    commit: (name: string) => void,
  ) => {
    const rename = createRename(
      // The plan decides whether the name is a new one: a new folder may have the one that is offered.
      () => '',
      (typed) => {
        const planned = plan(typed)
        if (planned.type === 'accept') commit(planned.name)
      },
      (typed) => problemOf(plan(typed), naming),
    )
    rename.begin()
    rename.type(name)
    $naming.set({ ...naming, rename })
    const stop = rename.$typed.listen((typed) => {
      if (typed !== null) return
      stop()
      if ($naming.get()?.rename === rename) $naming.set(null)
    })
  }
  const cancel = () => $naming.get()?.rename.cancel()
  return {
    $naming,
    cancel,
    newFolder(column) {
      cancel()
      const { folder } = column
      work.showNewFolder(folder, NEW_KEY)
      begin(
        { folder, key: NEW_KEY, kind: 'folder', label: storageText.list.folderName },
        text.untitled,
        (typed) => planNewFolder(typed, column.names()),
        (name) => void work.createFolder(folder, name),
      )
      const { rename } = $naming.get() ?? {}
      const stop = rename?.$typed.listen((typed) => {
        if (typed !== null) return
        stop?.()
        work.showNewFolder(folder, null)
      })
    },
    rename(column, item) {
      cancel()
      const { folder } = column
      const kind = item.kind === 'folder' ? 'folder' : 'file'
      begin(
        { folder, key: item.key, kind, label: storageText.list.rename(item.name) },
        item.name,
        (typed) => planRename({ name: item.name, kind }, typed, column.names()),
        (name) => void (kind === 'folder' ? work.renameFolder : work.renameFile)(folder, item, name),
      )
    },
  }
}

/** Why a name is not taken. SPEC §5 */
function problemOf(plan: NamingPlan, { folder, kind }: Pick<OpenNaming, 'folder' | 'kind'>): string | null {
  switch (plan.type) {
    case 'nothing':
      return null
    case 'duplicate':
      return text.duplicate(plan.name)
    case 'problem': {
      const { problem } = plan
      if (problem.reason !== 'character') return kind === 'folder' ? text.badName : text.badFileName
      return (kind === 'folder' ? text.badCharacter : text.badFileCharacter)(problem.character)
    }
    case 'accept':
      return isValidPath(joinedPath(folder, plan.name)) ? null : text.tooLong
  }
}
