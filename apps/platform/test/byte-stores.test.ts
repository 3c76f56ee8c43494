/** Both stores of bytes keep the same promises; and what only the one outside of the data directory has to do. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openByteStore } from '../src/objects/open-byte-store.js'
import { fileByteStore } from '../src/objects/file-byte-store.js'
import { s3ByteStore, type S3ByteStore } from '../src/objects/s3-byte-store.js'
import { partsOf } from '../src/s3/s3-calls.js'
import { all, describeByteStore, whole } from './byte-store-suite.js'
import { startS3Server, type S3Server } from './s3-server.js'

const MB = 1024 * 1024
let dataDir: string
let server: S3Server
let s3: S3ByteStore
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'basedeck-bytes-'))
  server = await startS3Server()
  s3 = s3ByteStore(server.location, dataDir)
})
afterEach(() => server.disturb(undefined))
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('in the data directory', () => {
  describeByteStore(() => ({ bytes: fileByteStore(dataDir), dataDir }), 300_000)
})

describe('in an S3-compatible store', () => {
  describeByteStore(() => ({ bytes: s3, dataDir }), 20 * MB)

  const put = (project: string, id: string, content: Buffer) =>
    s3.put(
      project,
      id,
      (async function* () {
        yield content
      })(),
      100 * MB,
    )

  test('nothing of it stays in the data directory', async () => {
    await put('sent', randomUUID(), Buffer.from('x'))
    expect(await readdir(join(dataDir, 'projects', 'sent', 'uploads'))).toEqual([])
    expect(await readdir(join(dataDir, 'projects', 'sent'))).toEqual(['uploads'])
  })

  test('what breaks off or is refused for a moment is sent again', async () => {
    const [id, content] = [randomUUID(), randomBytes(20 * MB)]
    const failures: (number | 'cut')[] = [503, 'cut']
    server.disturb((method) => (method === 'PUT' ? failures.pop() : undefined))
    await put('again', id, content)
    expect(content.equals(await whole(await s3.read('again', id)))).toBe(true)
  })

  test('an upload that fails for good leaves nothing half there', async () => {
    const id = randomUUID()
    let parts = 0
    server.disturb((method) => (method === 'PUT' && ++parts > 1 ? 403 : undefined))
    await expect(put('refused', id, Buffer.alloc(20 * MB))).rejects.toMatchObject({
      code: 'bytes_unreachable',
    })
    expect(server.uploads.size).toBe(0)
    await expect(s3.read('refused', id)).rejects.toMatchObject({ code: 'bytes_missing' })
  })

  test('halves that a killed process left are deleted when they are old', async () => {
    const key = `${server.location.prefix}projects/halves/${randomUUID()}`
    server.uploads.set('old', { key, begun: new Date(Date.now() - 60_000), parts: new Map() })
    server.uploads.set('young', { key, begun: new Date(Date.now() + 60_000), parts: new Map() })
    await s3.shared.removeHalves('halves', new Date())
    expect([...server.uploads.keys()]).toEqual(['young'])
    server.uploads.clear()
  })

  test('what lies in the data directory is read there, and sent', async () => {
    const local = fileByteStore(dataDir)
    const [id, copy] = [randomUUID(), randomUUID()]
    await local.put(
      'local',
      id,
      (async function* () {
        yield Buffer.from('from before')
      })(),
      100,
    )
    expect(String(await whole(await s3.read('local', id)))).toBe('from before')
    await s3.copy('local', id, copy)
    expect(await s3.shared.sendLocal('local')).toBe(2)
    await expect(local.read('local', id)).rejects.toMatchObject({ code: 'bytes_missing' })
    for (const one of [id, copy]) expect(String(await whole(await s3.read('local', one)))).toBe('from before')
    expect(await s3.shared.sendLocal('local')).toBe(0)
  })

  test('all of a project is listed with its sizes, and deleted with the project', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const id of ids) await put('whole', id, Buffer.from('four'))
    const listed = await all(s3.shared.all('whole'))
    expect(listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      ids.toSorted().map((id) => ({ id, size: 4 })),
    )
    expect(await all(s3.shared.projects())).toContain('whole')
    await s3.shared.removeAll('whole')
    expect(await all(s3.shared.all('whole'))).toEqual([])
    expect(await all(s3.shared.projects())).not.toContain('whole')
  })

  test('a name that is no project’s is refused', async () => {
    await expect(s3.read('../other', randomUUID())).rejects.toThrow()
  })
})

describe('at the start', () => {
  const open = (change: Partial<S3Server['location']> = {}, mark = 'ours') =>
    openByteStore({ dataDir, storage: { ...server.location, prefix: 'start/', ...change }, mark })

  test('the store is taken, by every process of the installation', async () => {
    for (const _process of [1, 2]) expect((await open()).shared).toBeDefined()
    expect(String(server.kept.get('start/basedeck.txt')?.bytes)).toBe('ours')
  })

  test.each([
    ['another installation’s', {}, 'theirs', /^Another installation of Basedeck keeps its files at http/],
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'ours', /refused the key \(SignatureDoesNotMatch\)/],
    ['a wrong key', { accessKeyId: 'wrong' }, 'ours', /refused the key \(InvalidAccessKeyId\)/],
    ['no such bucket', { bucket: 'other' }, 'ours', /^There is no bucket at http.*\/other\/start;/],
    ['a closed port', { endpoint: 'http://127.0.0.1:1' }, 'ours', /can’t be reached \(ECONNREFUSED\)/],
  ])('%s: a sentence says so, without the key', async (_what, change, mark, sentence) => {
    await open()
    const error = await open(change, mark).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'StoreError', message: expect.stringMatching(sentence) })
    expect(String(error)).not.toContain(server.location.secretAccessKey)
    expect(JSON.stringify(error)).not.toContain(server.location.secretAccessKey)
  })
})

test.each([
  [1, 1],
  [16 * MB, 1],
  [16 * MB + 1, 2],
  [5 * 1024 * 1024 * MB, 8993],
])('%i bytes are %i parts, all of one size but the last', (size, count) => {
  const parts = partsOf(size)
  expect(parts).toHaveLength(count)
  expect([parts[0]?.start, parts.at(-1)?.end]).toEqual([0, size - 1])
  expect(new Set(parts.slice(0, -1).map(({ start, end }) => end - start)).size).toBeLessThanOrEqual(1)
})
