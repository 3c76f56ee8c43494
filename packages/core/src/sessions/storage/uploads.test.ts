import type { UploadSource } from '../../ports/index.js'
import { createFakePlatform } from '@basedeck/platform-client/testing'
import { createClient } from '@basedeck/platform-client'
import type { RunningUpload, UploadEnd, UploadTransport } from '@basedeck/storage-engine'
import { atom } from 'nanostores'
import { expect, onTestFinished, test, vi } from 'vitest'
import { folderQuery } from '../../data/storage.js'
import { createQueries } from '../../kernel/query-store.js'
import { testBucket } from '../../testing/test-bucket.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { createUploads, type UploadsDeps } from './uploads.js'

function setUp(host = createMemoryHost('/')) {
  const fake = createFakePlatform()
  fake.storage.buckets.push(testBucket('media', { allowed_mime_types: ['image/*'] }))
  const client = createClient({ baseUrl: 'http://fake', fetch: fake.fetch })
  const queries = createQueries()
  const ends = new Map<string, (end: UploadEnd) => void>()
  const sent: string[] = []
  const transport: UploadTransport = {
    open: ({ path, file }): RunningUpload => ({
      run({ onProgress }) {
        sent.push(path)
        onProgress(0)
        return new Promise((resolve) => {
          ends.set(path, (end) => {
            if (end.type === 'done')
              fake.storage.put({ bucket: 'media', path, content: 'x'.repeat(file.sizeBytes) })
            resolve(end)
          })
        })
      },
      pause: async () => undefined,
      cancel: async () => undefined,
    }),
  }
  const opened: string[] = []
  const router = { href: (name: string) => `/${name}`, open: (href: string) => void opened.push(href) }
  const deps = {
    host,
    client,
    queries,
    router,
    $runtime: atom({ status: 'loading' }),
  } as unknown as UploadsDeps
  const uploads = createUploads(deps, async () => transport)
  onTestFinished(() => {
    uploads.dispose()
    queries.dispose()
  })
  const begin = (files: UploadSource[], folder = '', items: { name: string }[] = []) =>
    uploads.begin(files, { ref: 'default', bucket: 'media', folder, items })
  const end = async (path: string, how: UploadEnd) => {
    await vi.waitFor(() => expect(ends.has(path)).toBe(true))
    ends.get(path)?.(how)
  }
  const told = () => host.notes.map(({ message }) => message)
  return { host, client, queries, fake, uploads, begin, end, sent, told, opened }
}

const file = (path: string, sizeBytes = 5): UploadSource => ({
  path,
  sizeBytes,
  type: 'text/plain',
  modifiedMs: 1,
  read: async (start, end) => new Uint8Array(end - start),
})
const DONE: UploadEnd = { type: 'done' }
const failed = (status: number, body = ''): UploadEnd => ({
  type: 'failed',
  error: { status, body, message: 'broken' },
})

test('files above the limit are rejected with a link for eight seconds, empty ones too, and neither is sent', async () => {
  const { begin, host, sent, told, opened, fake } = setUp()
  fake.storage.limits['default'] = 52_428_800
  await begin([file('a', 52_428_801), file('b', 0)])
  expect(told()).toEqual([
    'Failed to upload 1 file as its size is beyond the global upload limit of 50 MB.',
    'Failed to upload 1 file as its size is 0.',
  ])
  expect(host.notes[0]).toMatchObject({
    detail: 'You can change the global file size upload limit in Storage Settings.',
    durationMs: 8000,
  })
  host.notes[0]?.action?.run()
  expect(opened).toEqual(['/storageSettings'])
  expect(sent).toEqual([])
})

test('the last message and the tray name the files that were refused', async () => {
  const { begin, end, host, uploads, fake } = setUp()
  fake.storage.limits['default'] = 10
  const uploading = begin([file('a.txt'), file('empty.txt', 0), file('big.bin', 11)], 'docs')
  await end('docs/a.txt', DONE)
  await uploading
  expect(host.notes.at(-1)).toEqual({
    kind: 'info',
    message: 'Successfully uploaded 1 file!',
    detail: 'Refused: big.bin, empty.txt',
  })
  const refused = () => uploads.$entries.get().filter(({ type }) => type === 'refused')
  expect(refused().map(({ upload }) => upload)).toEqual([
    { bucket: 'media', path: 'docs/big.bin', limitBytes: 10 },
    { bucket: 'media', path: 'docs/empty.txt', limitBytes: null },
  ])
  uploads.remove(refused()[0]!.key)
  await begin([file('empty.txt', 0)], 'docs')
  expect(refused()).toHaveLength(1)
})

test('many are said in the plural', async () => {
  const { begin, told, fake } = setUp()
  fake.storage.limits['default'] = 10
  await begin([file('a', 11), file('b', 12), file('c', 0), file('d', 0)])
  expect(told()).toEqual([
    'Failed to upload 2 files as their sizes are beyond the global upload limit of 10 bytes.',
    'Failed to upload 2 files as their sizes are 0.',
  ])
})

test('after a success the placeholder of the folder goes, and what was done is said', async () => {
  const { begin, end, fake, told } = setUp()
  fake.storage.put({ bucket: 'media', path: 'x/.emptyFolderPlaceholder' })
  const uploading = begin([file('a.png'), file('b.png')], 'x', [{ name: 'a.png' }])
  await end('x/a (1).png', DONE)
  await end('x/b.png', failed(500))
  expect(await uploading).toEqual({ uploaded: 1, failed: 1, cancelled: 0 })
  expect(fake.storage.objects.map(({ path }) => path)).toEqual(['x/a (1).png'])
  expect(told()).toEqual(['Failed to upload b.png: broken', 'Successfully uploaded 1 out of 2 files!'])
})

test.each([
  [failed(415), 'Failed to upload a: text/plain is not allowed', 'Allowed MIME types: image/*'],
  [failed(415, 'Not this'), 'Not this', 'Allowed MIME types: image/*'],
  [failed(413), 'Failed to upload a: File size exceeds the bucket file size limit.', undefined],
  [failed(409), 'Failed to upload a: File name already exists.', undefined],
  [failed(507, '{"message":"The disk is full"}'), 'Failed to upload a: The disk is full', undefined],
  [
    { type: 'failed', error: 'unreadable' } as UploadEnd,
    'Failed to upload a: The file changed or is gone',
    undefined,
  ],
])('why one file failed is said once: %j', async (how, message, detail) => {
  const { begin, end, host } = setUp()
  const uploading = begin([file('a')])
  await end('a', how)
  await uploading
  expect(host.notes.map((note) => [note.message, note.detail])).toEqual([[message, detail]])
})

test('when every file fails, three are told by name, then all by number', async () => {
  const { begin, end, told } = setUp()
  const names = ['a', 'b', 'c', 'd', 'e']
  const uploading = begin(names.map((name) => file(name)))
  for (const name of names) await end(name, failed(409))
  await uploading
  expect(told()).toHaveLength(4)
  expect(told().at(-1)).toBe('Failed to upload 5 files!')
})

test('what arrives is listed in each folder above it, until it is there', async () => {
  const { begin, end, uploads, host } = setUp()
  const $arriving = uploads.arriving('default', 'media')
  const stop = $arriving.subscribe(() => undefined)
  const uploading = begin([file('photos/2026/a.png')], 'x')
  await vi.waitFor(() => {
    host.clock.advance(100)
    expect([...$arriving.get().keys()]).toEqual(['', 'x', 'x/photos', 'x/photos/2026'])
  })
  expect($arriving.get().get('x')).toEqual([{ name: 'photos', kind: 'folder' }])
  await end('x/photos/2026/a.png', DONE)
  await uploading
  host.clock.advance(100)
  expect([...$arriving.get().keys()]).toEqual([])
  stop()
})

test('after a reload the window knows what was interrupted; the same file goes on under its name', async () => {
  const first = setUp()
  void first.begin([file('photos/a.png', 7)], '', [])
  await vi.waitFor(() => expect(first.sent).toEqual(['photos/a.png']))
  first.host.clock.advance(100)
  const host = createMemoryHost('/')
  const stored = first.host.windowStorage?.get('basedeck:unfinished-uploads') ?? ''
  expect(JSON.parse(stored)).toEqual([
    { ref: 'default', bucket: 'media', path: 'photos/a.png', sizeBytes: 7 },
  ])
  host.windowStorage?.set('basedeck:unfinished-uploads', stored)
  const second = setUp(host)
  expect(second.uploads.$entries.get()).toMatchObject([{ type: 'interrupted' }])
  // The folder is there by now: other files of it had arrived.
  const uploading = second.begin([file('photos/a.png', 7)], '', [{ name: 'photos' }])
  await second.end('photos/a.png', DONE)
  await uploading
  host.clock.advance(100)
  expect(second.uploads.$entries.get()).toMatchObject([
    { type: 'queued', upload: { state: { status: 'done' } } },
  ])
  expect(host.windowStorage?.get('basedeck:unfinished-uploads')).toBeNull()
})

test('a cancelled upload is said, and can be taken from the list', async () => {
  const { begin, uploads, host, told, sent } = setUp()
  const uploading = begin([file('a')])
  await vi.waitFor(() => expect(sent).toEqual(['a']))
  host.clock.advance(100)
  const [entry] = uploads.$entries.get()
  uploads.cancel(entry?.key ?? '')
  await uploading
  expect(told()).toEqual(['Upload aborted by user'])
  uploads.remove(entry?.key ?? '')
  expect(uploads.$entries.get()).toEqual([])
})

test('a cancelled file that is tried again is in the list of its folder when it has arrived', async () => {
  const { begin, end, uploads, host, queries, client, fake, sent } = setUp()
  fake.storage.put({ bucket: 'media', path: 'x/.emptyFolderPlaceholder' })
  const listed = { ref: 'default', bucket: 'media', folder: 'x', search: '' }
  const { $list } = queries.paged(
    atom(folderQuery(client, { ...listed, column: 'name' as const, order: 'asc' as const })),
  )
  onTestFinished($list.subscribe(() => undefined))
  const uploading = begin([file('a')], 'x')
  await vi.waitFor(() => expect(sent).toEqual(['x/a']))
  host.clock.advance(100)
  const key = uploads.$entries.get()[0]?.key ?? ''
  uploads.cancel(key)
  await uploading
  uploads.retry(key)
  await vi.waitFor(() => expect(sent).toEqual(['x/a', 'x/a']))
  await end('x/a', DONE)
  await vi.waitFor(() => expect($list.get()).toMatchObject({ items: [{ name: 'a' }] }))
  expect(fake.storage.objects.map(({ path }) => path)).toEqual(['x/a'])
})

test('while an upload makes no progress, its time is told every second', async () => {
  const { begin, end, uploads, host, sent } = setUp()
  const uploading = begin([file('a')])
  await vi.waitFor(() => expect(sent).toEqual(['a']))
  host.clock.advance(100)
  let shown = 0
  onTestFinished(uploads.$entries.listen(() => (shown += 1)))
  host.clock.advance(999)
  expect(shown).toBe(0)
  host.clock.advance(1)
  expect(shown).toBe(1)
  host.clock.advance(5000)
  expect(shown).toBe(6)
  await end('a', DONE)
  await uploading
  host.clock.advance(100)
  const last = shown
  host.clock.advance(5000)
  expect(shown).toBe(last)
})

test('another person finds nothing of it', async () => {
  const { begin, uploads, sent, host } = setUp()
  void begin([file('a')])
  await vi.waitFor(() => expect(sent).toEqual(['a']))
  uploads.forget()
  expect(uploads.$entries.get()).toEqual([])
  expect(host.windowStorage?.get('basedeck:unfinished-uploads')).toBeNull()
})
