import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SourceFile } from '../src/ports.js'
import { startTusServer, type TusServer } from './tus-server.js'
import { createTusTransport } from '../src/tus/index.js'

const MiB = 1024 * 1024
let server: TusServer
beforeAll(async () => {
  server = await startTusServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.uploads.clear()
  server.requests.length = 0
})

/** Bytes that differ everywhere, so that a lost or doubled one is found. */
function bytesOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index++) bytes[index] = (index * 31 + (index >> 8)) % 251
  return bytes
}

function fileOf(bytes: Uint8Array, changes: Partial<SourceFile> = {}): SourceFile {
  return {
    path: 'a.bin',
    sizeBytes: bytes.length,
    type: 'image/png',
    modifiedMs: 5,
    read: async (start, end) => bytes.slice(start, end),
    ...changes,
  }
}

function mapStore() {
  const values = new Map<string, string>()
  return {
    values,
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => values.set(key, value),
    remove: (key: string) => void values.delete(key),
  }
}

function setUp(store = mapStore()) {
  let keys = 0
  const transport = createTusTransport({
    endpoint: server.endpoint,
    apiKey: async () => `key-${++keys}`,
    store,
  })
  const open = (file: SourceFile, path = 'x/a.bin') => transport.open({ file, bucket: 'b', path })
  return { open, store }
}

const stored = () => [...server.uploads.values()].map(({ bytes }) => bytes)
const noted = () => {
  const progress: number[] = []
  return { progress, onProgress: (bytes: number) => void progress.push(bytes) }
}

test('a small file goes with its first request, and tells what it is', async () => {
  const { open, store } = setUp()
  const bytes = bytesOf(1000)
  expect(await open(fileOf(bytes)).run(noted())).toEqual({ type: 'done' })
  expect(server.requests).toEqual(['POST key-1'])
  const [upload] = server.uploads.values()
  expect(upload?.bytes.equals(bytes)).toBe(true)
  expect(upload?.metadata).toEqual({
    bucketName: 'b',
    objectName: 'x/a.bin',
    contentType: 'image/png',
    cacheControl: '3600',
    uploadId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(store.values.size).toBe(0)
})

test('an empty file, and one of no known type', async () => {
  const { open } = setUp()
  expect(await open(fileOf(new Uint8Array(), { type: '' })).run(noted())).toEqual({ type: 'done' })
  expect([...server.uploads.values()][0]?.metadata['contentType']).toBe('application/octet-stream')
})

test('a large file goes in pieces, each request with a fresh key', async () => {
  const { open } = setUp()
  const bytes = bytesOf(7 * MiB)
  const { progress, onProgress } = noted()
  expect(await open(fileOf(bytes)).run({ onProgress })).toEqual({ type: 'done' })
  expect(server.requests).toEqual(['POST key-1', 'PATCH key-2', 'PATCH key-3'])
  expect(stored()[0]?.equals(bytes)).toBe(true)
  expect(progress[0]).toBe(0)
  expect(progress.at(-1)).toBe(7 * MiB)
})

test('a file that is sent again after its answer was lost is known by its id', async () => {
  const { open } = setUp()
  const upload = open(fileOf(bytesOf(1000)))
  server.holdAnswer()
  const cut = upload.run(noted())
  await expect.poll(() => stored()[0]?.length).toBe(1000)
  await upload.pause()
  expect(await cut).toBeUndefined()
  expect(await upload.run(noted())).toEqual({ type: 'done' })
  await open(fileOf(bytesOf(1000)), 'another').run(noted())
  const [first, again, other] = [...server.uploads.values()].map(({ metadata }) => metadata['uploadId'])
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('the request that a pause cut off is not tried again beside the one that goes on', async () => {
  const { open } = setUp()
  for (let round = 0; round < 10; round++) {
    const upload = open(fileOf(bytesOf(1000)), `x/${round}`)
    server.requests.length = 0
    server.holdAnswer()
    const cut = upload.run(noted())
    await expect.poll(() => server.uploads.size).toBe(round * 5 + 1)
    void upload.pause()
    await Promise.all([cut, upload.run(noted())])
    expect(server.requests).toHaveLength(2)
    // A retry comes at once: it would reach the server before these.
    for (const after of [1, 2, 3]) await open(fileOf(bytesOf(10)), `after/${round}/${after}`).run(noted())
    expect(server.requests).toHaveLength(5)
  }
})

test('what goes on and is cancelled at once is removed from the server', async () => {
  const { open, store } = setUp()
  const upload = open(fileOf(bytesOf(7 * MiB)))
  await upload.run({
    onProgress: (sent) => {
      if (sent >= 6 * MiB) void upload.pause()
    },
  })
  const again = upload.run(noted())
  await upload.cancel()
  expect(await again).toBeUndefined()
  expect(server.uploads.size).toBe(0)
  expect(store.values.size).toBe(0)
})

test('a broken connection goes on where the server stopped: no byte is lost or doubled', async () => {
  const { open } = setUp()
  const bytes = bytesOf(7 * MiB)
  server.breakAfter(1000)
  server.refuse('POST', 503)
  let interruptions = 0
  const onInterruption = () => void (interruptions += 1)
  expect(await open(fileOf(bytes)).run({ ...noted(), onInterruption })).toEqual({ type: 'done' })
  expect(interruptions).toBe(2)
  expect(stored()).toHaveLength(1)
  expect(stored()[0]?.equals(bytes)).toBe(true)
  expect(server.requests.map((request) => request.split(' ')[0])).toContain('HEAD')
})

test('a paused file goes on where it stopped', async () => {
  const { open } = setUp()
  const bytes = bytesOf(13 * MiB)
  const upload = open(fileOf(bytes))
  const first = upload.run({
    onProgress: (sent) => {
      if (sent >= 6 * MiB) void upload.pause()
    },
  })
  expect(await first).toBeUndefined()
  expect(stored()[0]?.length).toBeLessThan(13 * MiB)
  expect(await upload.run(noted())).toEqual({ type: 'done' })
  expect(stored()[0]?.equals(bytes)).toBe(true)
})

test('the same file goes on in another process; another version of it begins again', async () => {
  const { open, store } = setUp()
  const bytes = bytesOf(7 * MiB)
  const interrupted = open(fileOf(bytes))
  await interrupted.run({
    onProgress: (sent) => {
      if (sent >= 6 * MiB) void interrupted.pause()
    },
  })
  expect(store.values.size).toBe(1)
  const again = setUp(store)
  const { progress, onProgress } = noted()
  expect(await again.open(fileOf(bytes)).run({ onProgress })).toEqual({ type: 'done' })
  expect(progress[0]).toBeGreaterThanOrEqual(6 * MiB)
  expect(stored()).toHaveLength(1)
  expect(stored()[0]?.equals(bytes)).toBe(true)
  await again.open(fileOf(bytes, { modifiedMs: 6 })).run(noted())
  expect(stored()).toHaveLength(2)
})

const interruptedAt = async (bytes: Uint8Array, store = mapStore()) => {
  const interrupted = setUp(store).open(fileOf(bytes))
  await interrupted.run({
    onProgress: (sent) => {
      if (sent >= 6 * MiB) void interrupted.pause()
    },
  })
  return store
}

test.each([0, 3 * MiB, 6 * MiB - 1])(
  'a file of the same name, size and time with another byte at %i begins again: no mixture is made',
  async (at) => {
    const bytes = bytesOf(13 * MiB)
    const store = await interruptedAt(bytes)
    const other = bytes.slice()
    other[at] = 255
    expect(await setUp(store).open(fileOf(other)).run(noted())).toEqual({ type: 'done' })
    expect(stored().at(-1)?.equals(other)).toBe(true)
  },
)

test('a server that can’t tell what it has gets the file from its beginning', async () => {
  const bytes = bytesOf(7 * MiB)
  const store = await interruptedAt(bytes)
  server.refuse('GET', 404)
  expect(await setUp(store).open(fileOf(bytes)).run(noted())).toEqual({ type: 'done' })
  expect(stored()).toHaveLength(2)
  expect(stored().at(-1)?.equals(bytes)).toBe(true)
})

test('a server that is away for a moment is asked again what it has, with another key after 401', async () => {
  const bytes = bytesOf(7 * MiB)
  const store = await interruptedAt(bytes)
  server.refuse('GET', 503)
  server.refuse('GET', 401)
  expect(await setUp(store).open(fileOf(bytes)).run(noted())).toEqual({ type: 'done' })
  expect(stored()).toHaveLength(1)
})

test('a file that is gone when it would go on ends as unreadable', async () => {
  const bytes = bytesOf(7 * MiB)
  const store = await interruptedAt(bytes)
  const gone = fileOf(bytes, { read: () => Promise.reject(new Error('NotReadableError')) })
  expect(await setUp(store).open(gone).run(noted())).toEqual({ type: 'failed', error: 'unreadable' })
})

test('what is cancelled is removed from the server', async () => {
  const { open, store } = setUp()
  const upload = open(fileOf(bytesOf(7 * MiB)))
  const run = upload.run({
    onProgress: (sent) => {
      if (sent >= 6 * MiB) void upload.pause()
    },
  })
  await run
  await upload.cancel()
  expect(server.uploads.size).toBe(0)
  expect(store.values.size).toBe(0)
})

test('what is cancelled at once sends nothing', async () => {
  const { open } = setUp()
  const upload = open(fileOf(bytesOf(10)))
  const run = upload.run(noted())
  await upload.cancel()
  expect(await run).toBeUndefined()
  expect(server.requests).toEqual([])
})

test.each([400, 403, 409, 413, 415, 429])(
  'status %i ends the upload at once, with its body',
  async (status) => {
    const { open } = setUp()
    server.refuse('POST', status, 'because')
    expect(await open(fileOf(bytesOf(10))).run(noted())).toMatchObject({
      type: 'failed',
      error: { status, body: 'because' },
    })
    expect(server.requests).toHaveLength(1)
  },
)

test('a server that can’t say how much it has is asked again: the upload does not begin again', async () => {
  const { open, store } = setUp()
  const bytes = bytesOf(7 * MiB)
  const interrupted = open(fileOf(bytes))
  await interrupted.run({
    onProgress: (sent) => {
      if (sent >= 6 * MiB) void interrupted.pause()
    },
  })
  server.refuse('HEAD', 503)
  server.refuse('HEAD', 401)
  expect(await setUp(store).open(fileOf(bytes)).run(noted())).toEqual({ type: 'done' })
  expect(stored()).toHaveLength(1)
})

test('a refused key is told, so that the next one is another', async () => {
  let refused = 0
  const transport = createTusTransport({
    endpoint: server.endpoint,
    apiKey: async () => `key-${refused}`,
    onKeyRefused: () => void (refused += 1),
    store: mapStore(),
  })
  server.refuse('POST', 401)
  const upload = transport.open({ file: fileOf(bytesOf(10)), bucket: 'b', path: 'a' })
  expect(await upload.run(noted())).toEqual({ type: 'done' })
  expect(server.requests).toEqual(['POST key-0', 'POST key-1'])
})

test('a file that changed or is gone ends its upload at once', async () => {
  const { open } = setUp()
  const gone = fileOf(bytesOf(10), { read: () => Promise.reject(new Error('NotReadableError')) })
  const shorter = fileOf(bytesOf(10), { sizeBytes: 20 })
  expect(await open(gone, 'g').run(noted())).toEqual({ type: 'failed', error: 'unreadable' })
  expect(await open(shorter, 's').run(noted())).toEqual({ type: 'failed', error: 'unreadable' })
})

test('a browser’s file is read as a piece of it', async () => {
  const { open } = setUp()
  const bytes = bytesOf(1000)
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>])
  const reads = fileOf(bytes, {
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  })
  expect(await open(reads).run(noted())).toEqual({ type: 'done' })
})
