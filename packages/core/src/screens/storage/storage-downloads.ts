/** Downloads from a bucket: one file by the browser itself, several and folders as a zip. SPEC §5, §8, §9 */
import { listObjects, type Client, type StorageObject } from '@basedeck/platform-client'
import {
  arrivingFiles,
  baseName,
  bytesArriving,
  folderOf,
  walkFolder,
  type WantedFile,
} from '@basedeck/storage-engine'
import type { Host } from '../../ports/index.js'
import { bytesText } from '../../rules/results/bytes.js'
import { storageText } from '../../text/storage.js'
import { downloadHref, isGone, readableAddresses } from './object-address.js'

const text = storageText

/** Addresses that are asked for at once. */
const SIGNED_AT_ONCE = 200

/** What is downloaded. */
export interface DownloadTarget {
  /** In the bucket. */
  path: string
  isFolder: boolean
}

export interface StorageDownloads {
  file(path: string): Promise<void>
  /** Packs files and folders into one zip. */
  zip(targets: readonly DownloadTarget[], name: string): Promise<void>
}

/** @param gone called when the file was renamed, moved or deleted elsewhere */
export function createStorageDownloads(
  { host, client }: { host: Pick<Host, 'files' | 'notifier'>; client: Client },
  { ref, bucket, gone }: { ref: string; bucket: string; gone(path: string): void },
): StorageDownloads {
  const { notifier, files } = host
  const fail = (message: string, detail?: string) =>
    notifier.notify({ kind: 'error', message, ...(detail === undefined ? {} : { detail }) })

  /** Every file of the targets, page by page. */
  async function* wanted(
    targets: readonly DownloadTarget[],
    signal: AbortSignal,
  ): AsyncGenerator<WantedFile, void> {
    const list = (folder: string, options: { limit: number; offset: number }) =>
      client.call(listObjects, { params: { ref, bucket }, body: { path: folder, options } }, { signal })
    for (const { path, isFolder } of targets) {
      const above = folderOf(path)
      const nameOf = (full: string) => (above === '' ? full : full.slice(above.length + 1))
      if (!isFolder) yield { path, name: baseName(path) }
      else
        for await (const { path: full, item } of walkFolder<StorageObject>(list, path, { signal }))
          yield {
            path: full,
            name: nameOf(full),
            ...(item.updated_at === null ? {} : { modified: new Date(item.updated_at) }),
          }
    }
  }
  /** Asks for the addresses of many files at once. */
  async function* signed(
    source: AsyncIterable<WantedFile>,
    urls: Map<string, string>,
    signal: AbortSignal,
  ): AsyncGenerator<WantedFile, void> {
    let some: WantedFile[] = []
    const sign = async () => {
      const paths = some.map(({ path }) => path)
      for (const [path, url] of await readableAddresses(client, { ref, bucket }, paths, signal))
        urls.set(path, url)
    }
    for await (const file of source) {
      some.push(file)
      if (some.length < SIGNED_AT_ONCE) continue
      await sign()
      yield* some
      some = []
    }
    if (some.length > 0) {
      await sign()
      yield* some
    }
  }

  return {
    async file(path) {
      if (ref === '') return fail(text.download.missingRef)
      if (bucket === '') return fail(text.download.missingBucket)
      if (path === '') return fail(text.download.missingPath)
      const name = baseName(path)
      if (!files.download) return fail(text.errors.downloadOne(name), text.download.unsupported)
      // The browser would show the error of the server in the place of the file.
      const progress = notifier.progress({ message: text.done.retrieving(name) })
      if (await isGone(client, { ref, bucket }, path)) {
        progress.end()
        return gone(path)
      }
      files.download({ url: downloadHref(client, { ref, bucket }, path, { isSaved: true }), name })
      progress.end({ kind: 'info', message: text.done.downloading(name) })
    },
    async zip(targets, name) {
      const open = files.open
      if (!open) return fail(text.errors.downloadFolder(text.download.unsupported))
      const aborter = new AbortController()
      const { signal } = aborter
      const zipName = text.download.zipName(name)
      const progress = notifier.progress(
        { message: text.done.retrieving(zipName) },
        { label: text.download.cancel, run: () => aborter.abort() },
      )
      let done = 0
      let failed = 0
      let renamed = 0
      let bytes = 0
      const show = () =>
        progress.update({
          message: text.done.downloading(zipName),
          detail: `${text.download.files(done)} · ${bytesText(bytes)}`,
        })
      try {
        const { blobOf, zipStream } = await import('@basedeck/storage-engine/zip')
        const urls = new Map<string, string>()
        const bodyOf = async (path: string) => {
          const url = urls.get(path)
          urls.delete(path)
          if (url === undefined) throw new Error(text.errors.downloadOne(baseName(path)))
          const { status, body, length } = await open(url, { signal })
          if (status !== 200) throw new Error(text.errors.downloadOne(baseName(path)))
          return bytesArriving(body, length)
        }
        const stream = zipStream(
          arrivingFiles(signed(wanted(targets, signal), urls, signal), bodyOf, {
            onDone: () => {
              done += 1
              show()
            },
            onFailed: () => (failed += 1),
          }),
          { onRenamed: () => (renamed += 1) },
        )
        const blob = await blobOf(stream, {
          type: 'application/zip',
          onBytes: (total) => {
            bytes = total
          },
        })
        signal.throwIfAborted()
        if (done === 0 && failed === 0) {
          const [only, ...others] = targets
          const isOne = only !== undefined && others.length === 0
          const message = isOne ? text.download.emptyFolder(baseName(only.path)) : text.download.emptyFolders
          return progress.end({ kind: 'info', message })
        }
        if (done === 0) return progress.end({ kind: 'error', message: text.errors.downloadNone(name) })
        files.save({ name: zipName, type: 'application/zip', text: '', blob })
        const details = [
          ...(failed > 0 ? [text.done.missing(failed)] : []),
          ...(renamed > 0 ? [text.done.renamedInZip(renamed)] : []),
        ]
        progress.end({
          kind: 'success',
          message: text.done.downloaded(done),
          ...(details.length > 0 ? { detail: details.join(' ') } : {}),
        })
      } catch (error) {
        if (signal.aborted) return progress.end({ kind: 'info', message: text.download.cancelled })
        progress.end({ kind: 'error', message: text.errors.downloadFolder((error as Error).message) })
      }
    },
  }
}
