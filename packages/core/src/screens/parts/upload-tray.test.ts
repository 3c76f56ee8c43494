import { atom } from 'nanostores'
import type { QueuedUpload, UploadState } from '@basedeck/storage-engine'
import { expect, test } from 'vitest'
import type { TrayEntry } from '../../sessions/storage/tray-entry.js'
import { createUploads, type Uploads } from '../../sessions/storage/uploads.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import type { Needs } from '../context.js'
import { openUploadTray } from './upload-tray.js'

function trayOf(...entries: TrayEntry[]) {
  const uploads = { $entries: atom(entries) } as unknown as Uploads
  const context = {
    host: createMemoryHost('/'),
    lazy: {
      of: (make: unknown) => (make === createUploads ? uploads : (make as (all: object) => object)(context)),
    },
    $uploadTray: atom(null),
  } as unknown as Needs<'host' | 'client' | 'queries' | 'router' | 'lazy' | '$runtime' | '$uploadTray'>
  return openUploadTray(context)
}

const queued = (path: string, state: UploadState): TrayEntry => ({
  key: path,
  ref: 'default',
  type: 'queued',
  upload: {
    id: 1,
    batch: 1,
    state,
    request: { bucket: 'media', path, file: { sizeBytes: 4, type: 'text/plain' } },
  } as QueuedUpload,
})
const refused = (path: string, limitBytes: number | null): TrayEntry => ({
  key: path,
  ref: 'default',
  type: 'refused',
  upload: { bucket: 'media', path, limitBytes },
})
const DONE: UploadState = { status: 'done' }

test('refused files stand first, each with its reason', () => {
  const tray = trayOf(queued('a.txt', DONE), refused('empty.txt', null), refused('big.bin', 10 * 1024))
  expect(tray.$files.get().map(({ name, detail, tone }) => [name, detail, tone])).toEqual([
    ['empty.txt', 'Refused: its size is 0', 'bad'],
    ['big.bin', 'Refused: larger than 10 KB', 'bad'],
    ['a.txt', 'Done', 'good'],
  ])
  expect(tray.$head.get()?.can.clear).toBe(true)
})

test.each([
  [[queued('a', DONE), refused('b', null), refused('c', null)], '1 of 3 files uploaded, 2 refused'],
  [[refused('b', null)], '1 file refused'],
  [[queued('a', DONE)], '1 file uploaded'],
  [
    [queued('a', { status: 'failed', failure: { reason: 'exists' } }), refused('b', null)],
    '2 files not uploaded',
  ],
])('the head counts them: %#', (entries, title) => {
  expect(trayOf(...entries).$head.get()?.title).toBe(title)
})
