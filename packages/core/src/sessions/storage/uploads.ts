/**
 * Uploads of all projects. They outlive the page that began them: ten files of a project at a time, each paused, resumed,
 * cancelled and tried again by its key. The order of the steps is that of CLARIFICATIONS "Storage".
 * @spec §4, §5, §9
 */
import {
  deleteObjects,
  getStorageConfig,
  listBuckets,
  type Client,
  type RuntimeConfig,
} from '@basedeck/platform-client'
import {
  createUploadQueue,
  folderOf,
  isInside,
  joinedPath,
  PLACEHOLDER,
  planUpload,
  uploadSummary,
  type NamedItem,
  type QueuedUpload,
  type UploadCounts,
  type UploadQueue,
  type UploadRequest,
  type UploadTransport,
} from '@basedeck/storage-engine'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { projectSettingsQuery } from '../../data/insight.js'
import { objectsKey } from '../../data/storage.js'
import type { LazyService, LazyServices } from '../../kernel/lazy-services.js'
import type { Queries, Remote } from '../../kernel/query-store.js'
import type { Router } from '../../kernel/router.js'
import type { Host, UploadSource } from '../../ports/index.js'
import { storageText } from '../../text/storage.js'
import { arrivingItems, type ArrivingItem } from './arriving-items.js'
import { createRefusedUploads } from './refused-uploads.js'
import { createStorageKeyRing } from './storage-key.js'
import type { TrayEntry } from './tray-entry.js'
import { createUnfinishedUploads, type UnfinishedUpload } from './unfinished-uploads.js'
import { brokenNote, failureNote, rejectionNote, summaryNote } from './upload-notes.js'

/** Where files are uploaded. */
export interface UploadTarget {
  ref: string
  bucket: string
  /** Empty: the bucket itself. */
  folder: string
  /** What the folder holds, as far as it is known. */
  items: readonly NamedItem[]
}

/** Uploads of all projects. */
export interface Uploads extends LazyService {
  /** Every file that was added and not removed, oldest first; as often as ten times a second. */
  readonly $entries: ReadableAtom<readonly TrayEntry[]>
  /** Uploads what may be uploaded, and says what may not. Resolves when all has been said. */
  begin(files: readonly UploadSource[], target: UploadTarget): Promise<UploadCounts>
  /** What is under way into a folder. */
  arriving(ref: string, bucket: string): ReadableAtom<ReadonlyMap<string, readonly ArrivingItem[]>>
  /** Stores an empty file: what keeps a folder that holds nothing. @throws Error */
  storeEmpty(ref: string, bucket: string, path: string): Promise<void>
  pause(key: string): void
  resume(key: string): void
  cancel(key: string): void
  retry(key: string): void
  remove(key: string): void
}

export interface UploadsDeps {
  host: Host
  client: Client
  queries: Queries
  router: Pick<Router<'storageSettings'>, 'href' | 'open'>
  $runtime: ReadableAtom<Remote<RuntimeConfig>>
}

/** Milliseconds between two changes of the entries. */
const SHOWN_MS = 100
/** The same while nothing changes but the time. */
const IDLE_SHOWN_MS = 1000
/** Toasts of single files of one upload; the tray names the others. */
const MAX_NOTES = 3
const NO_COUNTS: UploadCounts = { uploaded: 0, failed: 0, cancelled: 0 }

/** The instance of a deck. */
export function uploadsOf<Deps extends UploadsDeps>({ lazy }: { lazy: LazyServices<Deps> }): Uploads {
  return lazy.of<Uploads>(createUploads)
}

export function createUploads(
  { host, client, queries, router, $runtime }: UploadsDeps,
  openTransport: (ref: string) => Promise<UploadTransport> = tusTransports({ host, client, $runtime }),
): Uploads {
  const queues = new Map<string, UploadQueue>()
  const unfinished = createUnfinishedUploads(host.windowStorage)
  let interrupted = unfinished.read()
  const $entries = atom<readonly TrayEntry[]>([])
  const refused = createRefusedUploads()
  const notes = new Map<string, number>()
  /** Of each bucket, for the sentence that names them. */
  const allowedTypes = new Map<string, readonly string[] | null>()

  let stopShowing: (() => void) | undefined
  let stopIdling = () => {}
  const show = () => {
    stopShowing?.()
    stopShowing = undefined
    stopIdling()
    $entries.set([
      ...interrupted.map((upload): TrayEntry => {
        const { ref, bucket, path } = upload
        return { key: `${ref} ${bucket} ${path}`, ref, type: 'interrupted', upload }
      }),
      ...refused.all(),
      ...[...queues].flatMap(([ref, queue]) =>
        queue.uploads().map((upload): TrayEntry => ({
          key: `${ref}/${upload.id}`,
          ref,
          type: 'queued',
          upload: { ...upload },
        })),
      ),
    ])
    // Speeds fall while the server takes no bytes.
    if ($entries.get().some((entry) => entry.type === 'queued' && entry.upload.state.status === 'uploading'))
      stopIdling = host.clock.after(IDLE_SHOWN_MS, show)
  }
  const showSoon = () => {
    stopShowing ??= host.clock.after(SHOWN_MS, show)
  }
  const keepUnfinished = () => {
    const open = [...queues].flatMap(([ref, queue]) =>
      queue
        .uploads()
        .flatMap(({ state, request: { bucket, path, file } }): UnfinishedUpload[] =>
          ['waiting', 'uploading', 'paused'].includes(state.status)
            ? [{ ref, bucket, path, sizeBytes: file.sizeBytes }]
            : [],
        ),
    )
    unfinished.write([...interrupted, ...open])
  }

  const transports = new Map<string, UploadTransport>()
  const transportOf = (ref: string) => {
    const transport = transports.get(ref) ?? laterTransport(() => openTransport(ref))
    transports.set(ref, transport)
    return transport
  }
  const queueOf = (ref: string) => {
    let queue = queues.get(ref)
    if (!queue) {
      const statuses = new Map<number, string>()
      queue = createUploadQueue({
        transport: transportOf(ref),
        clock: host.clock,
        onChange(upload) {
          showSoon()
          if (statuses.get(upload.id) === upload.state.status) return
          statuses.set(upload.id, upload.state.status)
          keepSoon()
          if (upload.state.status === 'failed') noteFailure(ref, upload)
        },
      })
      queues.set(ref, queue)
    }
    return queue
  }
  let stopKeeping: (() => void) | undefined
  const keepSoon = () => {
    stopKeeping ??= host.clock.after(SHOWN_MS, () => {
      stopKeeping = undefined
      keepUnfinished()
    })
  }
  const stopHiding = host.lifecycle.onHide(keepUnfinished)
  const noteFailure = (ref: string, { state, request, batch }: QueuedUpload) => {
    const told = (notes.get(`${ref} ${batch}`) ?? 0) + 1
    notes.set(`${ref} ${batch}`, told)
    if (state.status !== 'failed' || told > MAX_NOTES) return
    const types = allowedTypes.get(`${ref} ${request.bucket}`) ?? null
    host.notifier.notify(failureNote(state.failure, request, types))
  }
  const find = (key: string): [UploadQueue, number] | undefined => {
    const at = key.lastIndexOf('/')
    const queue = queues.get(key.slice(0, at))
    return queue && [queue, Number(key.slice(at + 1))]
  }
  const act = (name: 'pause' | 'resume' | 'cancel') => (key: string) => {
    const found = find(key)
    found?.[0][name](found[1])
  }
  /** A folder that has a file needs no placeholder. */
  const removePlaceholder = async (ref: string, bucket: string, folder: string) => {
    if (folder === '') return
    await client
      .call(deleteObjects, { params: { ref, bucket }, body: { paths: [joinedPath(folder, PLACEHOLDER)] } })
      .catch(() => undefined)
  }
  /** The upload that the file was part of has ended already, and with it its lists were read again: once more. */
  const retry = async (key: string) => {
    const [queue, id] = find(key) ?? []
    const request = queue?.uploads().find((upload) => upload.id === id)?.request
    if (!queue || id === undefined || !request) return
    if ((await queue.retry(id)) !== 'uploaded') return
    const ref = key.slice(0, key.lastIndexOf('/'))
    await removePlaceholder(ref, request.bucket, folderOf(request.path))
    queries.refresh(objectsKey(ref, request.bucket))
  }

  show()
  return {
    $entries,
    async begin(files, { ref, bucket, folder, items }) {
      const [config, buckets] = await Promise.all([
        client.call(getStorageConfig, { params: { ref } }).catch(() => null),
        client.call(listBuckets, { params: { ref } }).catch(() => []),
      ])
      allowedTypes.set(
        `${ref} ${bucket}`,
        buckets.find(({ id }) => id === bucket)?.allowed_mime_types ?? null,
      )
      // A folder that was interrupted goes on under its name.
      const goesOn = new Set(
        interrupted
          .filter((each) => each.ref === ref && each.bucket === bucket && isInside(each.path, folder))
          .map(({ path }) => (folder === '' ? path : path.slice(folder.length + 1)).split('/')[0]),
      )
      const plan = planUpload(files, {
        limitBytes: config?.fileSizeLimit ?? null,
        items: items.filter(({ name }) => !goesOn.has(name)),
      })
      refused.checked({ ref, bucket, folder }, files, plan.rejected)
      show()
      for (const rejection of plan.rejected)
        host.notifier.notify(
          rejectionNote(rejection, () => router.open(router.href('storageSettings', { ref }))),
        )
      if (plan.accepted.length === 0) return NO_COUNTS
      const requests = plan.accepted.map(({ file, path }): UploadRequest => ({
        file,
        bucket,
        path: joinedPath(folder, path),
      }))
      const begun = new Set(requests.map(({ path }) => path))
      interrupted = interrupted.filter(
        (each) => each.ref !== ref || each.bucket !== bucket || !begun.has(each.path),
      )
      const counts = await queueOf(ref)
        .add(requests)
        .ended.catch((error: unknown) => {
          host.notifier.notify(brokenNote(error))
          return NO_COUNTS
        })
      if (counts.uploaded > 0) await removePlaceholder(ref, bucket, folder)
      queries.refresh(objectsKey(ref, bucket))
      const note = summaryNote(uploadSummary(counts), plan.rejected)
      if (note) host.notifier.notify(note)
      return counts
    },
    arriving: (ref, bucket) => computed($entries, (entries) => arrivingItems(entries, ref, bucket)),
    async storeEmpty(ref, bucket, path) {
      const request = { file: emptyFile(path, host.clock.now()), bucket, path }
      const end = await transportOf(ref)
        .open(request)
        .run({ onProgress: () => undefined })
      if (end?.type === 'failed')
        throw new Error(end.error === 'unreadable' ? storageText.upload.unreadable : end.error.message)
    },
    pause: act('pause'),
    resume: act('resume'),
    cancel: act('cancel'),
    retry: (key) => void retry(key),
    remove(key) {
      const found = find(key)
      found?.[0].remove(found[1])
      interrupted = interrupted.filter(({ ref, bucket, path }) => `${ref} ${bucket} ${path}` !== key)
      refused.remove(key)
      keepUnfinished()
      show()
    },
    forget() {
      for (const queue of queues.values()) queue.dispose()
      queues.clear()
      interrupted = []
      refused.clear()
      unfinished.write([])
      show()
    },
    dispose() {
      stopShowing?.()
      stopIdling()
      stopKeeping?.()
      stopHiding()
      for (const queue of queues.values()) queue.dispose()
      queues.clear()
    },
  }
}

function emptyFile(path: string, modifiedMs: number): UploadSource {
  return {
    path,
    sizeBytes: 0,
    type: 'application/octet-stream',
    modifiedMs,
    read: async () => new Uint8Array(),
  }
}

/** The transport of a project is made with its first file: its address is asked for, and the code of tus is loaded. */
function laterTransport(load: () => Promise<UploadTransport>): UploadTransport {
  let loading: Promise<UploadTransport> | undefined
  const get = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    open(request) {
      let inner: ReturnType<UploadTransport['open']> | undefined
      let isStopped = false
      return {
        async run(events) {
          isStopped = false
          inner ??= (await get()).open(request)
          return isStopped ? undefined : inner.run(events)
        },
        async pause() {
          isStopped = true
          await inner?.pause()
        },
        async cancel() {
          isStopped = true
          await inner?.cancel()
        },
      }
    },
  }
}

const RESUMABLE = '/storage/v1/upload/resumable'

function tusTransports({
  host,
  client,
  $runtime,
}: Pick<UploadsDeps, 'client' | '$runtime'> & { host: Pick<Host, 'storage' | 'clock' | 'navigation'> }) {
  return async (ref: string): Promise<UploadTransport> => {
    const [{ createTusTransport }, endpoint] = await Promise.all([
      import('@basedeck/storage-engine/tus'),
      endpointOf(ref),
    ])
    const keys = createStorageKeyRing({ client, clock: host.clock }, ref)
    return createTusTransport({
      endpoint,
      apiKey: keys.current,
      onKeyRefused: keys.drop,
      store: host.storage,
    })
  }

  /** Self-hosted, the platform's own port answers the project's API, so that a page calls its own origin. DESIGN §4 */
  async function endpointOf(ref: string): Promise<string> {
    const runtime = $runtime.get()
    if (runtime.status === 'ready' && !runtime.data.isPlatform)
      return client.baseUrl === '' ? host.navigation.address(RESUMABLE) : client.baseUrl + RESUMABLE
    const { app_config } = await projectSettingsQuery(client, ref).fetch(new AbortController().signal)
    if (!app_config) throw new Error(storageText.upload.noApi)
    return `${app_config.protocol}://${app_config.endpoint}${RESUMABLE}`
  }
}
