/** The details of one file, and its preview: drawn or played by the browser, or its text. SPEC §2 */
import type { Client } from '@basedeck/platform-client'
import { baseName, isInside, joinedPath } from '@basedeck/storage-engine/rules'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { bytesText } from '../../rules/results/bytes.js'
import { previewForm, PREVIEW_TEXT_BYTES, type PreviewForm } from '../../rules/storage/object-kind.js'
import { storageText } from '../../text/storage.js'
import { exactTime } from '../../text/time.js'
import type { FolderItem } from './folder-column.js'
import { isGone, readableAddresses } from './object-address.js'

const text = storageText.preview

/** What a preview shows. */
export type PreviewView =
  | { status: 'loading' }
  | { status: 'none'; message: string }
  | { status: 'failed'; message: string; retry: () => void }
  /** The browser draws or plays what `url` serves. */
  | { status: 'media'; form: Exclude<PreviewForm, 'text' | 'none'>; url: string }
  /** `note`: it was cut. */
  | { status: 'text'; text: string; note?: string }

/** The file that is looked at. */
export interface OpenedItem {
  name: string
  path: string
  kind: FolderItem['kind']
  facts: readonly { key: string; label: string; value: string; isCode?: boolean }[]
}

/** The panel of one file. */
export interface ItemPreview extends Disposable {
  /** Null: it is closed. */
  readonly $item: ReadableAtom<OpenedItem | null>
  readonly $preview: ReadableAtom<PreviewView>
  show(item: FolderItem, folder: string): void
  /** The file, or a folder that it is in, has another path: the panel stays on it. */
  moved(before: string, after: string): void
  close(): void
}

/** @param gone called when the file was renamed, moved or deleted elsewhere */
export function createItemPreview(
  { host, client }: { host: Pick<Host, 'files'>; client: Client },
  { ref, bucket, gone }: { ref: string; bucket: string; gone(path: string): void },
): ItemPreview {
  const scope = createScope()
  const $open = atom<{ item: FolderItem; path: string } | null>(null)
  const $preview = atom<PreviewView>({ status: 'loading' })
  let aborter: AbortController | undefined
  scope.add(() => aborter?.abort())

  const addressOf = async (path: string, signal: AbortSignal) => {
    const url = (await readableAddresses(client, { ref, bucket }, [path], signal)).get(path)
    if (url === undefined) throw new Error(storageText.errors.preview)
    return url
  }
  const load = async (item: FolderItem, path: string) => {
    aborter?.abort()
    const loading = new AbortController()
    aborter = loading
    const { signal } = loading
    if (item.object?.metadata) void check(path, signal)
    const size = item.object?.metadata?.size ?? 0
    const form = item.kind === 'folder' ? 'none' : previewForm(item.kind)
    if (form === 'none' || !item.object?.metadata) return $preview.set({ status: 'none', message: text.none })
    $preview.set({ status: 'loading' })
    try {
      const url = await addressOf(path, signal)
      if (signal.aborted) return
      if (form !== 'text') return $preview.set({ status: 'media', form, url })
      const shown = await beginningOf(url, signal)
      if (signal.aborted) return
      const isCut = size > PREVIEW_TEXT_BYTES
      $preview.set({
        status: 'text',
        // As it is in the file: to parse JSON would change its numbers.
        text: shown,
        ...(isCut ? { note: text.cut(bytesText(PREVIEW_TEXT_BYTES)) } : {}),
      })
    } catch {
      if (!signal.aborted)
        $preview.set({
          status: 'failed',
          message: storageText.errors.preview,
          retry: () => void load(item, path),
        })
    }
  }
  /** An image or a video says nothing of why it can't be loaded. */
  const check = async (path: string, signal: AbortSignal) => {
    if ((await isGone(client, { ref, bucket }, path)) && !signal.aborted) gone(path)
  }
  /** The first bytes of a file as text. */
  const beginningOf = async (url: string, signal: AbortSignal): Promise<string> => {
    if (!host.files.open) throw new Error(text.none)
    const { status, body } = await host.files.open(url, { signal, bytes: PREVIEW_TEXT_BYTES })
    if (status !== 200 && status !== 206) throw new Error(storageText.errors.preview)
    const reader = body.getReader()
    const decoder = new TextDecoder()
    let said = ''
    for (let read = 0; read < PREVIEW_TEXT_BYTES;) {
      const { done, value } = await reader.read()
      if (done) return said + decoder.decode()
      if (!value) continue
      said += decoder.decode(value.subarray(0, PREVIEW_TEXT_BYTES - read), { stream: true })
      read += value.length
    }
    await reader.cancel().catch(() => undefined)
    return said
  }

  return {
    $item: computed($open, (open) => open && openedItem(open.item, open.path)),
    $preview,
    show(item, folder) {
      const path = joinedPath(folder, item.name)
      const before = $open.get()
      $open.set({ item, path })
      const version = (shown: FolderItem) => shown.object?.updated_at ?? null
      if (before?.path !== path || version(before.item) !== version(item)) void load(item, path)
    },
    moved(before, after) {
      const open = $open.get()
      if (!open || !isInside(open.path, before)) return
      const path = after + open.path.slice(before.length)
      $open.set({ item: { ...open.item, name: baseName(path) }, path })
    },
    close() {
      aborter?.abort()
      $open.set(null)
    },
    dispose: scope.dispose,
  }
}

function openedItem({ name, kind, type, size, object, status }: FolderItem, path: string): OpenedItem {
  const time = (at: string | null | undefined) => (at ? exactTime(Date.parse(at)) : text.unknown)
  return {
    name,
    path,
    kind,
    facts: [
      { key: 'type', label: text.type, value: type === '' ? text.unknown : type },
      { key: 'size', label: text.size, value: size === '' ? text.unknown : size },
      { key: 'added', label: text.added, value: time(object?.created_at) },
      { key: 'modified', label: text.modified, value: time(object?.updated_at) },
      { key: 'path', label: text.path, value: path, isCode: true },
      ...(status === 'corrupted' ? [{ key: 'status', label: '', value: storageText.list.corrupted }] : []),
    ],
  }
}
