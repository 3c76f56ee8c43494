/**
 * `/project/{ref}/storage/buckets/{id}`: the folders and files of a bucket, as columns or as a list. The address says which
 * folder is open. SPEC §2, §3, §4
 */
import type { Bucket } from '@basedeck/platform-client'
import { baseName, folderOf, isInside, joinedPath } from '@basedeck/storage-engine/rules'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { storageConfigQuery } from '../../data/insight.js'
import { objectsKey } from '../../data/storage.js'
import type { Confirmation } from '../../kernel/confirmation.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { UploadSource } from '../../ports/index.js'
import { foldersTo } from '../../rules/storage/folder-path.js'
import { NO_SELECTION, type TreeSelection } from '../../rules/shell/tree-selection.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { uploadsOf } from '../../sessions/storage/uploads.js'
import { storageText as text } from '../../text/storage.js'
import { openByAddress } from '../parts/open-by-address.js'
import type { ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import type { RouteError } from '../shell/route-error.js'
import { bucketFooter, type BucketFooter } from './bucket-footer.js'
import { createBucketList, type BucketList, type BucketListNeeds } from './bucket-list.js'
import { createExplorerView, type ExplorerView } from './explorer-view.js'
import { createFolderWork } from './folder-changes.js'
import type { FolderColumn, FolderItem } from './folder-column.js'
import { createFolderColumns } from './folder-columns.js'
import { createFolderSearch, type FolderSearch } from './folder-search.js'
import { createItemActions } from './item-actions.js'
import { createItemAddresses } from './item-addresses.js'
import { createItemNaming, type OpenNaming } from './item-naming.js'
import { createItemPreview, type ItemPreview } from './item-preview.js'
import { createItemRemoval, type RemovedItems } from './item-removal.js'
import { createMissingFolder } from './missing-folder.js'
import { createMoveDialog, type MovedItem, type MoveDialog } from './move-dialog.js'
import { createOpenFolder, type OpenFolder } from './open-folder.js'
import { createStorageDownloads } from './storage-downloads.js'

/** Items of one folder that are selected together. */
export interface ItemSelection {
  folder: string
  selection: TreeSelection
}

/** `/project/{ref}/storage/buckets/{id}`. */
export interface BucketScreen extends Disposable, FolderSearch, ExplorerView {
  readonly title: string
  /** The name of the bucket. */
  readonly $thing: ReadableAtom<string | null>
  readonly $missing: ReadableAtom<RouteError | null>
  readonly gate: ProjectGate
  readonly list: BucketList
  /** The way to the open folder, from the bucket on. */
  readonly $crumbs: OpenFolder['$crumbs']
  /** The open folder; empty: the bucket itself. */
  readonly $folder: ReadableAtom<string>
  /** The folders that are shown, from the bucket on; in the list the open one alone. */
  readonly $columns: ReadableAtom<readonly FolderColumn[]>
  /** By folder, the key of the item that is open in it. */
  readonly $chosen: ReadableAtom<ReadonlyMap<string, string>>
  readonly $selection: ReadableAtom<ItemSelection | null>
  readonly $footer: ReadableAtom<BucketFooter>
  readonly $mayChange: ReadableAtom<ControlState>
  /** Whether the host can choose files. */
  readonly canChoose: boolean
  readonly $naming: ReadableAtom<OpenNaming | null>
  readonly preview: ItemPreview
  readonly moving: MoveDialog
  readonly deletion: Confirmation<RemovedItems>
  refresh(): void
  open(folder: string): void
  /** Enter or a click: a folder opens, a file is shown. */
  choose(folder: string, key: string): void
  select(folder: string, selection: TreeSelection): void
  newFolder(folder?: string): void
  rename(folder: string, key: string): void
  /** Asks whether to delete the item, or the selection that it belongs to. */
  remove(folder: string, key: string): void
  /** The menu of an item, or of the selection that it belongs to. */
  actionsOf(folder: string, key: string): readonly RowAction[]
  /** The keys that go along when this one is dragged. */
  draggedWith(folder: string, key: string): readonly string[]
  /** Items were dropped onto a folder of the explorer. */
  drop(from: string, keys: readonly string[], to: string): void
  /** Files of the device were dropped, or chosen. */
  upload(files: readonly UploadSource[], folder?: string): Promise<void>
  chooseFiles(what: 'files' | 'folder'): Promise<void>
  downloadShown(): void
  copyUrlActions(): readonly RowAction[]
}

export function createBucket(
  context: BucketListNeeds,
  { ref, id: bucket, title, gate }: { ref: string; id: string; title: string; gate: ProjectGate },
): BucketScreen {
  const { host, client, queries, router } = context
  const scope = createScope()
  const list = createBucketList(context, { ref, gate, current: bucket })
  scope.add(list.dispose)
  const uploads = uploadsOf(context)
  const work = createFolderWork(context, { ref, bucket })
  const naming = createItemNaming({
    ...work,
    async renameFile(folder, item, name) {
      const isRenamed = await work.renameFile(folder, item, name)
      if (isRenamed) follow(joinedPath(folder, item.name), joinedPath(folder, name))
      return isRenamed
    },
    async renameFolder(folder, item, name) {
      const isRenamed = await work.renameFolder(folder, item, name)
      if (isRenamed) follow(joinedPath(folder, item.name), joinedPath(folder, name))
      return isRenamed
    },
  })
  /** What is open in a folder that has another path now, or is that folder or file itself, stays open. */
  const follow = (before: string, after: string) => {
    const file = $file.get()
    const path = file && joinedPath(file.folder, file.key)
    if (path !== null && isInside(path, before)) {
      const now = after + path.slice(before.length)
      $file.set({ folder: folderOf(now), key: baseName(now) })
      preview.moved(before, after)
    }
    const shown = $folder.get()
    if (isInside(shown, before)) router.open(hrefOf(after + shown.slice(before.length)), { replace: true })
  }
  const { $folder, $crumbs, hrefOf } = createOpenFolder(context, { ref, bucket })
  const { end: endSearch, dispose: disposeSearch, ...search } = createFolderSearch(context)
  scope.add(disposeSearch)
  const explorer = createExplorerView(context, ref)
  const $bucket = computed(list.$buckets, (remote): Bucket | null | undefined =>
    remote.status === 'ready' ? (remote.data.find(({ id }) => id === bucket) ?? null) : undefined,
  )
  const $config = queries.store(storageConfigQuery(client, ref))
  const $file = atom<{ folder: string; key: string } | null>(null)
  const $selection = atom<ItemSelection | null>(null)
  const refresh = () => queries.refresh(objectsKey(ref, bucket))
  const $arriving = uploads.arriving(ref, bucket)
  const $columns = createFolderColumns(context, {
    ref,
    bucket,
    gate,
    $bucket,
    $folder,
    $preference: explorer.$preference,
    $words: search.$words,
    $arriving,
    $changes: work.$changes,
  })
  const missing = createMissingFolder(context, {
    ref,
    bucket,
    $open: computed(
      [$columns, $folder],
      (shown, folder) => shown.find((each) => each.folder === folder) ?? null,
    ),
    $changes: work.$changes,
    isComing: (folder) =>
      work.isComing(folder) ||
      ($arriving.get().get(folderOf(folder)) ?? []).some(
        ({ name, kind }) => kind === 'folder' && name === baseName(folder),
      ),
    leave(gone, nearest) {
      if (isInside($folder.get(), gone)) open(nearest, { replace: true })
      refresh()
    },
  })
  // Its own store: a listener of `$columns` itself would keep that mounted for ever.
  const $shownColumns = computed($columns, (shown) => shown)
  onMount($shownColumns, () => {
    const stopWatching = missing.watch()
    // A refused name keeps its field open as long as its folder is shown.
    const stopNaming = $columns.listen((shown) => {
      const named = naming.$naming.get()
      if (named && !shown.some(({ folder }) => folder === named.folder)) naming.cancel()
    })
    return () => {
      stopNaming()
      stopWatching()
    }
  })
  const shownColumn = (folder: string) => $columns.get().find((column) => column.folder === folder)
  const gone = (path: string) => {
    host.notifier.notify({ kind: 'error', message: text.errors.gone(baseName(path)) })
    if (preview.$item.get()?.path === path) {
      preview.close()
      $file.set(null)
    }
    refresh()
  }
  const preview = createItemPreview(context, { ref, bucket, gone })
  scope.add(preview.dispose)
  const downloads = createStorageDownloads(context, { ref, bucket, gone })
  const addresses = createItemAddresses(context, {
    ref,
    bucket,
    isPublic: () => $bucket.get()?.public === true,
    gone,
  })

  const movedOf = (folder: string, { name, kind }: FolderItem): MovedItem => ({
    path: joinedPath(folder, name),
    name,
    isFolder: kind === 'folder',
  })
  const itemsOf = (folder: string, keys: Iterable<string>): FolderItem[] => {
    const column = shownColumn(folder)
    return [...keys].flatMap((key) => {
      const item = column?.itemOf(key)
      return item && (item.status === 'ready' || item.status === 'corrupted') ? [item] : []
    })
  }
  /** The item, or the selection that it belongs to. */
  const targetsOf = (folder: string, key: string): FolderItem[] => {
    const selected = $selection.get()
    const isPart = selected?.folder === folder && selected.selection.keys.has(key)
    return itemsOf(folder, isPart ? selected.selection.keys : [key])
  }
  const clear = () => $selection.set(null)
  const closeGone = (items: readonly MovedItem[]) => {
    clear()
    const shown = preview.$item.get()
    if (shown && items.some(({ path }) => isInside(shown.path, path))) preview.close()
    const folder = $folder.get()
    const gone = items.find(({ path, isFolder }) => isFolder && isInside(folder, path))
    if (gone) open(folderOf(gone.path))
  }
  const open = (folder: string, options?: { replace: boolean }) => {
    if (folder === $folder.get()) return
    endSearch()
    clear()
    $file.set(null)
    preview.close()
    router.open(hrefOf(folder), options)
  }
  const moveItems = async (items: readonly MovedItem[], from: string, to: string) => {
    if (!(await missing.check(to))) return
    closeGone(items)
    await work.move(items, from, to)
  }
  const moving = createMoveDialog(
    { client, notifier: host.notifier },
    {
      ref,
      bucket,
      move: (items, to) => moveItems(items, items[0] ? folderOf(items[0].path) : '', to),
    },
  )
  scope.add(moving.dispose)
  const deletion = createItemRemoval(work.remove, closeGone, work.countFiles)
  const askToRemove = (folder: string, key: string) => {
    if (list.$mayChange.get().disabled) return
    deletion.ask(
      targetsOf(folder, key).map((item) => movedOf(folder, item)),
      folder,
    )
  }
  const actions = createItemActions({
    bucket,
    $mayChange: list.$mayChange,
    naming,
    downloads,
    addresses,
    move: (folder, items) =>
      moving.ask(
        items.map((item) => movedOf(folder, item)),
        folder,
      ),
    remove: askToRemove,
  })
  const upload = async (files: readonly UploadSource[], folder = $folder.get()) => {
    if (files.length === 0 || list.$mayChange.get().disabled) return
    // To upload into a folder that is gone would make it again.
    if (!(await missing.check(folder))) return
    const names = shownColumn(folder)?.names() ?? []
    const coming = ($arriving.get().get(folder) ?? []).map(({ name }) => ({ name }))
    await uploads.begin(files, { ref, bucket, folder, items: [...names, ...coming] })
  }
  const chooseFiles = async (what: 'files' | 'folder') => {
    const folder = $folder.get()
    const files = await host.files.chooseMany?.(what)
    if (files) await upload(files, folder)
  }
  scope.add(
    openByAddress(context, {
      'upload-files': { $may: list.$mayChange, open: () => void chooseFiles('files') },
    }),
  )

  return {
    ...explorer,
    ...search,
    title,
    $thing: computed($bucket, (found) => found?.name ?? null),
    $missing: computed($bucket, (found): RouteError | null =>
      found === null
        ? {
            reason: 'missing',
            title: text.bucket.missingTitle,
            body: text.bucket.missingBody,
            href: router.href('buckets', { ref }),
            linkLabel: text.bucket.toBuckets,
          }
        : null,
    ),
    gate,
    list,
    $crumbs,
    $folder,
    $columns: $shownColumns,
    $chosen: computed([$folder, $file], (folder, file) => {
      const [, ...inside] = foldersTo(folder)
      const chosen = new Map(inside.map(({ folder: each, name }) => [folderOf(each), `${name}/`]))
      if (file) chosen.set(file.folder, file.key)
      return chosen
    }),
    $selection,
    $footer: computed([$selection, $bucket, $config], (selected, found, config) =>
      bucketFooter(selected?.selection.keys.size ?? 0, found, config.status === 'ready' ? config.data : null),
    ),
    $mayChange: list.$mayChange,
    canChoose: host.files.chooseMany !== undefined,
    $naming: naming.$naming,
    preview,
    moving,
    deletion: deletion.confirmation,
    refresh,
    open: (folder) => open(folder),
    choose(folder, key) {
      clear()
      const item = shownColumn(folder)?.itemOf(key)
      if (!item || item.status === 'editing') return
      if (item.kind === 'folder') {
        if (item.status === 'ready' || item.object === null) open(joinedPath(folder, item.name))
        return
      }
      // A file of a folder further up: the folders behind it close.
      if (folder !== $folder.get()) open(folder)
      $file.set({ folder, key })
      preview.show(item, folder)
    },
    select: (folder, selection) =>
      $selection.set(selection === NO_SELECTION || selection.keys.size === 0 ? null : { folder, selection }),
    newFolder(folder = $folder.get()) {
      const column = shownColumn(folder)
      if (column && !list.$mayChange.get().disabled) naming.newFolder(column)
    },
    rename(folder, key) {
      const column = shownColumn(folder)
      const [item] = itemsOf(folder, [key])
      if (column && item && !list.$mayChange.get().disabled) naming.rename(column, item)
    },
    remove: askToRemove,
    actionsOf(folder, key) {
      const column = shownColumn(folder)
      return column ? actions.of(column, key, targetsOf(folder, key)) : []
    },
    draggedWith: (folder, key) => targetsOf(folder, key).map((item) => item.key),
    drop(from, keys, to) {
      if (list.$mayChange.get().disabled) return
      const items = itemsOf(from, keys).map((item) => movedOf(from, item))
      const isPossible = ({ path, isFolder }: MovedItem) => !(isFolder && isInside(to, path))
      const moved = items.filter(isPossible)
      if (from !== to && moved.length > 0) void moveItems(moved, from, to)
    },
    upload,
    chooseFiles,
    downloadShown() {
      const shown = preview.$item.get()
      if (shown) void downloads.file(shown.path)
    },
    copyUrlActions() {
      const shown = preview.$item.get()
      return shown ? addresses.urlActions(shown.path) : []
    },
    dispose: scope.dispose,
  }
}
