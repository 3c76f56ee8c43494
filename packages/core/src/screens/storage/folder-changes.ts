/** Changes of items: new folders, new names, moves and deletions, as the columns show them at once. SPEC §4, §5, §8 */
import { listObjects, OBJECTS_PER_CALL, toPlatformError, type StorageObject } from '@basedeck/platform-client'
import { baseName, eachAtOnce, folderOf, joinedPath, PLACEHOLDER, walkFolder } from '@basedeck/storage-engine'
import { atom, type ReadableAtom } from 'nanostores'
import { deletePrefix, keyOfItem, objectDeletion, objectMove, objectsKey } from '../../data/storage.js'
import { objectKind } from '../../rules/storage/object-kind.js'
import { runPrefixJob, type PrefixJobOutcome } from '../../sessions/storage/prefix-jobs.js'
import { uploadsOf } from '../../sessions/storage/uploads.js'
import { storageText as text } from '../../text/storage.js'
import type { Needs } from '../context.js'
import type { FolderChanges, FolderItem } from './folder-column.js'
import type { FileCount } from './item-removal.js'
import type { MovedItem } from './move-dialog.js'

export interface FolderWork {
  readonly $changes: ReadableAtom<FolderChanges>
  /** Whether the folder is on its way to the platform: it is being made, or gets its name. */
  isComing(folder: string): boolean
  /** The row of a folder that is being named stands first. */
  showNewFolder(folder: string, key: string | null): void
  createFolder(folder: string, name: string): Promise<void>
  renameFile(folder: string, item: FolderItem, name: string): Promise<boolean>
  /** @returns whether it has the name */
  renameFolder(folder: string, item: FolderItem, name: string): Promise<boolean>
  move(items: readonly MovedItem[], from: string, to: string): Promise<void>
  /** Files below these folders, without placeholders; undefined: they could not be listed. */
  countFiles(folders: readonly string[]): Promise<FileCount | undefined>
  /** @returns why it was not done; undefined: it was */
  remove(items: readonly MovedItem[], from: string): Promise<Error | undefined>
}

/** Moves of single files that run at once. */
const MOVES_AT_ONCE = 10
/** Files that a question counts. */
const MOST_COUNTED = 10_000
/** Toasts of single items. */
const MAX_NOTES = 3

export function createFolderWork(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'lazy' | '$runtime'>,
  { ref, bucket }: { ref: string; bucket: string },
): FolderWork {
  const { host, client, queries } = context
  const { notifier } = host
  const uploads = uploadsOf(context)
  const $changes = atom<FolderChanges>(new Map())
  const fail = (message: string) => notifier.notify({ kind: 'error', message })
  const success = (message: string) => notifier.notify({ kind: 'success', message })
  const refresh = () => queries.refresh(objectsKey(ref, bucket))

  /** Shows a change of a folder until it is answered. */
  const overlay = (
    folder: string,
    hidden: readonly string[],
    added: readonly Pick<FolderItem, 'key' | 'name' | 'kind' | 'status'>[],
  ) => {
    const before = $changes.get().get(folder)
    const next = new Map($changes.get())
    next.set(folder, {
      hidden: new Set([...(before?.hidden ?? []), ...hidden]),
      added: [...(before?.added ?? []), ...added],
    })
    $changes.set(next)
    return () => {
      const now = $changes.get().get(folder)
      if (!now) return
      const gone = new Set(hidden)
      const left = {
        hidden: new Set([...now.hidden].filter((key) => !gone.has(key))),
        added: now.added.filter((item) => !added.includes(item)),
      }
      const rest = new Map($changes.get())
      if (left.hidden.size + left.added.length === 0) rest.delete(folder)
      else rest.set(folder, left)
      $changes.set(rest)
    }
  }
  /** Changes what is known of a folder, before it is asked for again. */
  const change = (folder: string, edit: (page: readonly StorageObject[]) => StorageObject[]) =>
    queries.changePages<StorageObject[]>([...objectsKey(ref, bucket), folder], (page) => {
      const edited = edit(page)
      return edited.length === page.length && edited.every((object, at) => object === page[at])
        ? page
        : edited
    })
  const without = (folder: string, keys: ReadonlySet<string>) =>
    change(folder, (page) => page.filter((object) => !keys.has(keyOfItem(object))))
  const renamed = (folder: string, key: string, name: string) =>
    change(folder, (page) => page.map((object) => (keyOfItem(object) === key ? { ...object, name } : object)))

  /** An emptied folder gets its placeholder back. */
  const keepFolder = async (folder: string) => {
    if (folder === '') return
    try {
      const body = { path: folder, options: { limit: 1 } }
      const left = await client.call(listObjects, { params: { ref, bucket }, body })
      if (left.length === 0) await uploads.storeEmpty(ref, bucket, joinedPath(folder, PLACEHOLDER))
    } catch (error) {
      host.log?.(`The folder ${folder} was not kept: ${(error as Error).message}`)
    }
  }
  /** A folder with another one in it needs no placeholder. */
  const freeFolder = async (folder: string) => {
    if (folder === '') return
    await objectDeletion(client, ref, bucket)
      .call({ paths: [joinedPath(folder, PLACEHOLDER)] })
      .catch((error: Error) => host.log?.(`The placeholder of ${folder} was not deleted: ${error.message}`))
  }
  const moveFolder = (from: string, to: string, message: string) =>
    runPrefixJob({ host, client }, { ref, bucket, body: { action: 'move', from, to }, message })
  const moveOne = async ({ path, name, isFolder }: MovedItem, folder: string): Promise<void> => {
    const to = joinedPath(folder, name)
    if (!isFolder) return void (await objectMove(client, ref, bucket).call({ from: path, to }))
    const outcome = await moveFolder(path, to, text.jobs.move(name))
    if (outcome.type !== 'done') throw new Error(reasonOf(outcome))
  }
  const deleteFolder = async (path: string, name: string): Promise<void> => {
    const outcome = await runPrefixJob(
      { host, client },
      { ref, bucket, body: { action: 'delete', from: path }, message: text.jobs.delete(name) },
    )
    if (outcome.type === 'failed' && outcome.code === 'object_not_found')
      return deletePrefix(client, ref, { bucket, prefix: path })
    if (outcome.type !== 'done') throw new Error(reasonOf(outcome))
  }

  let stopNaming = () => {}
  return {
    $changes,
    isComing: (folder) =>
      $changes
        .get()
        .get(folderOf(folder))
        ?.added.some(({ key }) => key === `${baseName(folder)}/`) ?? false,
    showNewFolder(folder, key) {
      stopNaming()
      stopNaming = () => {}
      if (key !== null)
        stopNaming = overlay(folder, [], [{ key, name: '', kind: 'folder', status: 'editing' }])
    },
    async createFolder(folder, name) {
      const done = overlay(folder, [], [{ key: `${name}/`, name, kind: 'folder', status: 'loading' }])
      try {
        await uploads.storeEmpty(ref, bucket, joinedPath(folder, name, PLACEHOLDER))
        await freeFolder(folder)
        let isFirst = true
        change(folder, (page) => {
          if (!isFirst || page.some((object) => keyOfItem(object) === `${name}/`)) return [...page]
          isFirst = false
          return [newFolder(bucket, name), ...page]
        })
        refresh()
      } catch (error) {
        fail(text.folder.failed((error as Error).message))
      } finally {
        done()
      }
    },
    async renameFile(folder, item, name) {
      const kind = objectKind(name, item.object?.metadata?.mimetype)
      const done = overlay(folder, [item.key], [{ key: name, name, kind, status: 'loading' }])
      try {
        await objectMove(client, ref, bucket).call({
          from: joinedPath(folder, item.name),
          to: joinedPath(folder, name),
        })
        renamed(folder, item.key, name)
        success(text.done.renamedFile(name))
        refresh()
        return true
      } catch (error) {
        fail(text.errors.renameFile((error as Error).message))
        return false
      } finally {
        done()
      }
    },
    async renameFolder(folder, item, name) {
      const done = overlay(folder, [item.key], [{ key: `${name}/`, name, kind: 'folder', status: 'loading' }])
      const outcome = await moveFolder(
        joinedPath(folder, item.name),
        joinedPath(folder, name),
        text.jobs.rename(name),
      )
      if (outcome.type === 'done') {
        renamed(folder, item.key, name)
        success(text.done.renamedFolder(name))
      } else if (outcome.type === 'failed') fail(text.errors.renameFolder(name, outcome.message))
      else notifier.notify({ kind: 'info', message: text.jobs.cancelled })
      done()
      refresh()
      return outcome.type === 'done'
    },
    async move(items, from, to) {
      const keys = items.map(({ name, isFolder }) => (isFolder ? `${name}/` : name))
      const done = overlay(from, keys, [])
      const outcomes = await eachAtOnce(items, { parallel: MOVES_AT_ONCE }, (item) => moveOne(item, to))
      const failed = items.filter((_, at) => outcomes[at]?.type === 'failed')
      const moved = items.length - failed.length
      without(from, new Set(keys.filter((_, at) => outcomes[at]?.type === 'done')))
      if (moved > 0) await keepFolder(from)
      done()
      refresh()
      for (const { path } of failed.slice(0, MAX_NOTES)) fail(text.errors.moveOne(path))
      if (moved === 0) fail(text.errors.moveAll)
      else if (failed.length === 0) success(text.done.moved(moved))
      else notifier.notify({ kind: 'info', message: text.done.movedSome(moved, items.length) })
    },
    async countFiles(folders) {
      let files = 0
      const list = (path: string, options: { limit: number; offset: number }) =>
        client.call(listObjects, { params: { ref, bucket }, body: { path, options } })
      try {
        for (const folder of folders)
          for await (const _file of walkFolder<StorageObject>(list, folder)) {
            if (files === MOST_COUNTED) return { files, isAtLeast: true }
            files += 1
          }
        return { files, isAtLeast: false }
      } catch (error) {
        host.log?.(`The files were not counted: ${(error as Error).message}`)
        return undefined
      }
    },
    async remove(items, from) {
      const keys = items.map(({ name, isFolder }) => (isFolder ? `${name}/` : name))
      const done = overlay(from, keys, [])
      const paths = items.filter(({ isFolder }) => !isFolder).map(({ path }) => path)
      let failure: Error | undefined
      try {
        for (let at = 0; at < paths.length; at += OBJECTS_PER_CALL)
          await objectDeletion(client, ref, bucket).call({ paths: paths.slice(at, at + OBJECTS_PER_CALL) })
      } catch (error) {
        failure = new Error(text.errors.deleteFiles(toPlatformError(error).message))
      }
      const folders = items.filter(({ isFolder }) => isFolder)
      for (const { path, name } of failure ? [] : folders)
        await deleteFolder(path, name).catch((error: unknown) => {
          failure = new Error(text.errors.deleteFolder((error as Error).message))
        })
      if (!failure) {
        without(from, new Set(keys))
        success(text.done.deleted(items.length))
      }
      await keepFolder(from)
      done()
      refresh()
      return failure
    },
  }
}

function reasonOf(outcome: Exclude<PrefixJobOutcome, { type: 'done' }>): string {
  return outcome.type === 'cancelled' ? text.jobs.cancelled : outcome.message
}

function newFolder(bucket: string, name: string): StorageObject {
  return {
    id: null,
    name,
    bucket_id: bucket,
    owner: null,
    created_at: null,
    updated_at: null,
    last_accessed_at: null,
    metadata: null,
  }
}
