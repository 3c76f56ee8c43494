/** One folder as a column: its items page by page, and those that are on their way into it. SPEC §4, §9 */
import type { StorageObject } from '@basedeck/platform-client'
import { itemStatus, type NamedItem } from '@basedeck/storage-engine/rules'
import { computed, type ReadableAtom } from 'nanostores'
import { folderQuery, keyOfItem, type FolderOrder } from '../../data/storage.js'
import type { Paged } from '../../kernel/paged.js'
import { bytesText } from '../../rules/results/bytes.js'
import { objectKind, type ObjectKind } from '../../rules/storage/object-kind.js'
import type { ArrivingItem } from '../../sessions/storage/arriving-items.js'
import { storageText } from '../../text/storage.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

const text = storageText.list

/** An item of a folder. */
export interface FolderItem {
  /** In its folder. A folder's ends with a slash. */
  key: string
  name: string
  kind: 'folder' | ObjectKind
  /** `editing`: its name is typed. */
  status: 'ready' | 'loading' | 'editing' | 'corrupted'
  /** Its size; empty for a folder. */
  size: string
  /** Its media type; empty: none. */
  type: string
  /** ISO time; null for a folder. */
  modified: string | null
  /** What the platform knows of it; null while it is on its way. */
  object: StorageObject | null
}

/** A folder, or what is shown in its place. */
export type FolderView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | {
      status: 'ready'
      items: readonly FolderItem[]
      /** The number of items, as `2 items`. A new folder counts once it is created. */
      count: string
      hasMore: boolean
      isLoadingMore: boolean
      /** Another search or order is under way. */
      isOutdated: boolean
      problem?: string
    }

/** A folder of the explorer. */
export interface FolderColumn {
  /** Its path; empty: the bucket. */
  readonly folder: string
  readonly name: string
  readonly $view: ReadableAtom<FolderView>
  /** Whether the platform lists nothing of it, not even a placeholder, and no upload is on its way into it. */
  readonly $holdsNothing: ReadableAtom<boolean>
  /** The names that are taken, as far as they are known. */
  names(): NamedItem[]
  itemOf(key: string): FolderItem | undefined
  loadMore(): void
}

export interface FolderColumnOptions {
  ref: string
  bucket: string
  folder: string
  gate: ProjectGate
  $order: ReadableAtom<FolderOrder>
  $search: ReadableAtom<string>
  /** Items that uploads bring. */
  $arriving: ReadableAtom<ReadonlyMap<string, readonly ArrivingItem[]>>
  /** A change that is under way: `hidden` items are shown no more, `added` ones as loading or being named. */
  $changes: ReadableAtom<FolderChanges>
}

/** Changes of folders that the platform has not answered yet, by folder. */
export type FolderChanges = ReadonlyMap<
  string,
  { hidden: ReadonlySet<string>; added: readonly Pick<FolderItem, 'key' | 'name' | 'kind' | 'status'>[] }
>

export function createFolderColumn(
  { client, queries, host }: Needs<'client' | 'queries' | 'host'>,
  { ref, bucket, folder, gate, $order, $search, $arriving, $changes }: FolderColumnOptions,
): FolderColumn {
  const name = folder === '' ? bucket : folder.slice(folder.lastIndexOf('/') + 1)
  const paged = queries.paged(
    computed([$order, $search], (order, search) =>
      folderQuery(client, { ref, bucket, folder, search, ...order }),
    ),
  )
  const $list = behindGate<Paged<StorageObject[], StorageObject>>(gate, paged.$list, { status: 'loading' })
  const viewOf = (
    list: Paged<StorageObject[], StorageObject>,
    arriving: ReadonlyMap<string, readonly ArrivingItem[]>,
    changes: FolderChanges,
  ): FolderView => {
    if (list.status === 'loading') return list
    if (list.status === 'failed')
      return {
        status: 'failed',
        message: storageText.errors.contents(name, list.error.message),
        retry: list.retry,
      }
    const listed = list.items.map((object) => itemOf(object, host.clock.now()))
    const items = withChanges(listed, arriving.get(folder) ?? [], changes.get(folder))
    const count = items.filter(({ status }) => status !== 'editing').length
    return {
      status: 'ready',
      items,
      count: list.hasMore ? text.atLeast(count) : text.items(count),
      hasMore: list.hasMore,
      isLoadingMore: list.loadingMore,
      isOutdated: list.outdated,
      ...(list.staleError ? { problem: storageText.errors.more(list.staleError.message) } : {}),
    }
  }
  /** The last view: to read a store that has no listeners would begin to fetch it. */
  let shown: FolderView = { status: 'loading' }
  const $view = computed([$list, $arriving, $changes], (...situation) => {
    shown = viewOf(...situation)
    return shown
  })
  const items = () => (shown.status === 'ready' ? shown.items : [])
  return {
    folder,
    name,
    $view,
    $holdsNothing: computed(
      [$list, $arriving],
      (list, arriving) =>
        list.status === 'ready' &&
        !list.outdated &&
        list.items.length === 0 &&
        list.page.length === 0 &&
        (arriving.get(folder) ?? []).length === 0,
    ),
    names: () => items().map((item) => ({ name: item.name, isEditing: item.status === 'editing' })),
    itemOf: (key) => items().find((item) => item.key === key),
    loadMore: paged.loadMore,
  }
}

function itemOf(object: StorageObject, nowMs: number): FolderItem {
  const { id, name, metadata, created_at, updated_at } = object
  const isFolder = id === null
  return {
    key: keyOfItem(object),
    name,
    kind: isFolder ? 'folder' : objectKind(name, metadata?.mimetype),
    status: itemStatus({ id, metadata, createdAt: created_at }, nowMs),
    size: metadata ? bytesText(metadata.size) : '',
    type: metadata?.mimetype ?? '',
    modified: isFolder ? null : updated_at,
    object,
  }
}

function withChanges(
  listed: readonly FolderItem[],
  arriving: readonly ArrivingItem[],
  changes: ReturnType<FolderChanges['get']>,
): readonly FolderItem[] {
  const shown = changes ? listed.filter(({ key }) => !changes.hidden.has(key)) : listed
  const keys = new Set(shown.map(({ key }) => key))
  const absent = { size: '', type: '', modified: null, object: null }
  const coming = arriving
    .map(({ name, kind }) => ({ name, kind, key: kind === 'folder' ? `${name}/` : name }))
    .filter(({ key }) => !keys.has(key))
    .map(({ name, kind, key }): FolderItem => ({
      key,
      name,
      kind: kind === 'folder' ? 'folder' : objectKind(name, undefined),
      status: 'loading',
      ...absent,
      type: text.uploading,
    }))
  // The list may have what was added before the change is answered.
  const added = (changes?.added ?? [])
    .filter(({ key }) => !keys.has(key))
    .map((item): FolderItem => ({ ...item, ...absent }))
  // The row of a new folder stands first.
  const first = added.filter(({ status }) => status === 'editing')
  const folders = [...coming, ...added].filter(
    ({ kind, status }) => kind === 'folder' && status !== 'editing',
  )
  const files = [...coming, ...added].filter(({ kind, status }) => kind !== 'folder' && status !== 'editing')
  return first.length + folders.length + files.length === 0
    ? shown
    : [...first, ...folders, ...shown, ...files]
}
