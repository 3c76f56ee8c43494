/** Bytes come and go with their objects: the sweep, a full disk, dumps, and the deletion of a project. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesPath, uploadsFolder } from '../src/objects/byte-folders.js'
import { holdBytes } from '../src/objects/byte-hold.js'
import { SERVICE } from '../src/objects/storage-actor.js'
import { sweepProject } from '../src/objects/sweep.js'
import { putObject } from './put-object.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

let running: RunningApp
let served: ServedStorage
beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
  await served.storage.buckets.create('default', SERVICE, {
    id: 'b',
    public: false,
    file_size_limit: null,
    allowed_mime_types: null,
  })
})
afterAll(async () => {
  await served.stop()
  await running.stop()
})

const HOURS = 60 * 60 * 1000
const inHours = (hours: number) => new Date(Date.now() + hours * HOURS)
const sweep = (now: Date) => sweepProject({ ...served.storage, resumable: served.resumable }, 'default', now)
const find = (name: string) => served.storage.objects.find('default', SERVICE, { bucket: 'b', name })
const versionOf = async (name: string) => (await find(name)).version ?? ''
const isKept = (id: string) =>
  stat(bytesPath(running.dataDir, 'default', id)).then(
    () => true,
    () => false,
  )

async function sql(query: string): Promise<void> {
  const database = await running.life.database('default')
  await database.run({ runId: randomUUID(), query })
}

test('bytes of rows that SQL deleted are freed, others stay', async () => {
  await putObject(served.storage, 'b', 'kept', 'kept')
  await putObject(served.storage, 'b', 'gone', 'gone')
  const [kept, gone] = [await versionOf('kept'), await versionOf('gone')]
  await sql(`delete from storage.objects where name = 'gone'`)
  expect(await sweep(inHours(0))).toBe(0)
  expect(await isKept(gone)).toBe(true)
  expect(await sweep(inHours(2))).toBe(1)
  expect([await isKept(gone), await isKept(kept)]).toEqual([false, true])
})

test('bytes that an upload has put there and not yet named are left alone', async () => {
  const id = randomUUID()
  await served.storage.bytes.put('default', id, (async function* () {})(), 10)
  expect(await sweep(inHours(0.9))).toBe(0)
  expect(await isKept(id)).toBe(true)
  expect(await sweep(inHours(1.1))).toBe(1)
})

test('a copy keeps its bytes when the original is deleted', async () => {
  await putObject(served.storage, 'b', 'original', 'same bytes')
  await served.storage.objects.copy(
    'default',
    SERVICE,
    { bucket: 'b', name: 'original' },
    { bucket: 'b', name: 'copy' },
  )
  const [original, copy] = [await versionOf('original'), await versionOf('copy')]
  expect(copy).not.toBe(original)
  await served.storage.objects.delete('default', SERVICE, 'b', ['original'])
  expect([await isKept(original), await isKept(copy)]).toEqual([false, true])
  expect(await readFile(bytesPath(running.dataDir, 'default', copy), 'utf8')).toBe('same bytes')
})

test('uploads that were left are deleted after a day, with the bytes of those that were nearly done', async () => {
  const id = randomUUID()
  const request = {
    bucket: 'b',
    name: 'left',
    mimetype: 'a/b',
    cacheControl: '',
    userMetadata: null,
    replaces: false,
    size: 1,
  }
  const record = { id, actor: SERVICE, request, metadata: {}, beganAt: new Date().toISOString() }
  await served.resumable.begin('default', record)
  const path = bytesPath(running.dataDir, 'default', id)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'x')
  expect(await sweep(inHours(23))).toBe(0)
  expect(await served.resumable.find('default', id)).toBeDefined()
  expect(await sweep(inHours(25))).toBe(1)
  expect(await served.resumable.find('default', id)).toBeUndefined()
  expect(await readdir(uploadsFolder(running.dataDir, 'default'))).toEqual([])
})

test('while a dump is written no bytes are deleted; the next sweep does it', async () => {
  await putObject(served.storage, 'b', 'held', 'held')
  const version = await versionOf('held')
  const release = await holdBytes(running.dataDir)
  await served.storage.objects.delete('default', SERVICE, 'b', ['held'])
  expect(await isKept(version)).toBe(true)
  await release()
  expect(await sweep(inHours(2))).toBe(1)
  expect(await isKept(version)).toBe(false)
})

test('a full disk is told, and leaves nothing half there', async () => {
  const { bytes } = served.storage
  const full = await serveStorage(running, (storage) => ({
    ...storage,
    bytes: {
      ...bytes,
      put: (project, id, source, limit) => bytes.put(project, id, failing(source), limit),
    },
  }))
  const answer = await fetch(`${full.url}/object/b/full`, {
    method: 'POST',
    headers: { apikey: full.service },
    body: 'some bytes',
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    507,
    { code: 'disk_full', message: 'The disk of this platform is full; its operator has to free space' },
  ])
  await full.stop()
  await expect(find('full')).rejects.toMatchObject({ code: 'object_not_found' })
  expect(await readdir(uploadsFolder(running.dataDir, 'default'))).toEqual([])
})

async function* failing(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of source) yield piece
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

test('the folder of a project holds its files, so that they go with it', async () => {
  const names = await readdir(join(running.dataDir, 'projects', 'default'))
  expect(names).toEqual(expect.arrayContaining(['objects', 'uploads']))
})
