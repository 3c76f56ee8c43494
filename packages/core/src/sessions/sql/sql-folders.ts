/**
 * The folders of a project's snippets, and what is being done to them: a new one is listed at once, a new name is shown
 * while it is saved, and the old one returns when the platform refuses it.
 * @spec §4 (SQL folder), §5, §8
 */
import {
  createFolder,
  deleteFolders,
  toPlatformError,
  updateFolder,
  type Client,
  type SqlFolder,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { folderKey, foldersQuery, listsKey } from '../../data/content.js'
import type { Queries, Remote } from '../../kernel/query-store.js'
import type { Host } from '../../ports/index.js'
import {
  foldersShown,
  NEW_FOLDER_ID,
  NO_FOLDER_WORK,
  planFolderName,
  type FolderWork,
  type ShownFolder,
} from '../../rules/sql/sql-folders.js'
import { snippetText } from '../../text/sql-snippets.js'

export interface SqlFolders {
  readonly $remote: ReadableAtom<Remote<SqlFolder[]>>
  readonly $folders: ReadableAtom<ShownFolder[]>
  /** Lists a new folder whose name the user types. */
  begin(parentId: string | null): void
  /** A name was entered for a folder or for the new one. */
  name(id: string, typed: string): Promise<void>
  move(id: string, parentId: string | null): Promise<void>
  remove(folder: { id: string; name: string }): Promise<void>
}

export function createSqlFolders(
  { client, queries, host }: { client: Client; queries: Queries; host: Pick<Host, 'notifier'> },
  ref: string,
): SqlFolders {
  const query = foldersQuery(client, ref)
  const $remote = queries.store(query)
  const $work = atom<FolderWork>(NO_FOLDER_WORK)
  const stored = () => {
    const remote = $remote.get()
    return remote.status === 'ready' ? remote.data : []
  }
  const $folders = computed([$remote, $work], (remote, work) =>
    foldersShown(remote.status === 'ready' ? remote.data : [], work),
  )
  const say = (kind: 'success' | 'error', message: string) => host.notifier.notify({ kind, message })
  const put = (folder: SqlFolder) => {
    queries.set(query, [...stored().filter(({ id }) => id !== folder.id), folder].sort(byName))
    queries.refresh(listsKey(ref))
  }
  const endNaming = (id: string) => {
    const { [id]: _done, ...names } = $work.get().names
    $work.set({ ...$work.get(), names })
  }

  async function create(name: string, placeholder: ShownFolder): Promise<void> {
    $work.set({ ...$work.get(), placeholder: { ...placeholder, name, status: 'saving' } })
    const parentId = placeholder.parent_id
    try {
      const folder = await client.call(createFolder, { params: { ref }, body: { name, parentId } })
      put(folder)
      say('success', snippetText.folderCreated)
    } catch (error) {
      say('error', snippetText.folderCreateFailed(toPlatformError(error).message))
    }
    $work.set({ ...$work.get(), placeholder: null })
  }

  async function update(id: string, body: { name: string } | { parentId: string | null }): Promise<void> {
    if ('name' in body) $work.set({ ...$work.get(), names: { ...$work.get().names, [id]: body.name } })
    try {
      put(await client.call(updateFolder, { params: { ref, id }, body }))
      say('success', snippetText.folderUpdated)
    } catch (error) {
      say('error', snippetText.folderSaveFailed(toPlatformError(error).message))
      queries.refresh(listsKey(ref))
    }
    endNaming(id)
  }

  return {
    $remote,
    $folders,
    begin(parent_id) {
      $work.set({
        ...$work.get(),
        placeholder: { id: NEW_FOLDER_ID, name: '', parent_id, status: 'editing' },
      })
    },
    async name(id, typed) {
      const folder = $folders.get().find((one) => one.id === id)
      if (!folder) return
      const plan = planFolderName($folders.get(), folder, typed)
      if (plan.type === 'create') return create(plan.name, folder)
      if (plan.type === 'update') return update(id, { name: plan.name })
      if (plan.type === 'taken') say('error', snippetText.folderTaken[plan.doing])
      if (id === NEW_FOLDER_ID) $work.set({ ...$work.get(), placeholder: null })
    },
    move: (id, parentId) => update(id, { parentId }),
    async remove({ id, name }) {
      try {
        await client.call(deleteFolders, { params: { ref }, query: { ids: [id] } })
        const before = $folders.get()
        $work.set({ ...$work.get(), gone: [...$work.get().gone, id] })
        const left = new Set($folders.get().map((folder) => folder.id))
        // Snippets that were in them are not fetched any more.
        for (const folder of before) if (!left.has(folder.id)) queries.forget(folderKey(ref, folder.id))
        say('success', snippetText.folderDeleted(name))
      } catch (error) {
        say('error', snippetText.folderDeleteFailed(toPlatformError(error).message))
      }
      queries.refresh(listsKey(ref))
    },
  }
}

function byName(a: SqlFolder, b: SqlFolder): number {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()]
  if (left === right) return a.id < b.id ? -1 : 1
  return left < right ? -1 : 1
}
