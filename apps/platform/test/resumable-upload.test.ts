/** Resumable uploads by the client that browsers use, over a real port: interrupted, renewed, refused, repeated. */
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryKey } from '../src/keys/jwt.js'
import { SERVICE } from '../src/objects/storage-actor.js'
import { createResumableUploads } from '../src/objects/resumable-uploads.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'
import { temporaryKeyOf } from '../src/keys/testing/project-keys.js'

let running: RunningApp
let served: ServedStorage

beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
})
afterAll(async () => {
  await served.stop()
  await running.stop()
})

const MB = 1024 * 1024
const LIMITS = { public: false, file_size_limit: null, allowed_mime_types: null }

async function newBucket(
  limits: Partial<typeof LIMITS | { allowed_mime_types: string[]; file_size_limit: number }> = {},
) {
  const id = `bucket-${crypto.randomUUID()}`
  await served.storage.buckets.create('default', SERVICE, { ...LIMITS, ...limits, id })
  return id
}

interface Given extends Partial<UploadOptions> {
  bucket: string
  name?: string
  type?: string
}

function begin(content: Buffer, { bucket, name = 'file', type = 'text/plain', ...options }: Given) {
  let upload!: Upload
  const ended = new Promise<void>((resolve, reject) => {
    upload = new Upload(content, {
      endpoint: `${served.url}/upload/resumable`,
      headers: { apikey: served.service, 'x-source': 'test' },
      metadata: { bucketName: bucket, objectName: name, contentType: type, cacheControl: '3600' },
      chunkSize: 6 * MB,
      retryDelays: null,
      uploadDataDuringCreation: true,
      ...options,
      onSuccess: () => resolve(),
      onError: reject,
    })
  })
  ended.catch(() => {})
  upload.start()
  return { upload, ended }
}

async function contentOf(bucket: string, name = 'file'): Promise<Buffer> {
  const row = await served.storage.objects.find('default', SERVICE, { bucket, name })
  const pieces: Buffer[] = []
  for await (const piece of await served.storage.objects.read('default', row)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const refusalOf = (ended: Promise<void>) =>
  ended.then(
    () => undefined,
    (error: DetailedError) => [error.originalResponse?.getStatus(), error.originalResponse?.getBody()],
  )

/** Names of files of uploads that are not over. */
async function leftOver(): Promise<string[]> {
  return readdir(join(running.dataDir, 'projects/default/uploads')).catch(() => [])
}

test('a file arrives in pieces, with its type and its hash', async () => {
  const bucket = await newBucket()
  const content = randomBytes(3 * MB + 17)
  await begin(content, { bucket, name: 'a/b\u202fc', chunkSize: MB }).ended
  expect((await contentOf(bucket, 'a/b\u202fc')).equals(content)).toBe(true)
  const { metadata } = await served.storage.objects.find('default', SERVICE, { bucket, name: 'a/b\u202fc' })
  expect(metadata).toMatchObject({
    size: content.length,
    mimetype: 'text/plain',
    cacheControl: 'max-age=3600',
    eTag: `"${createHash('sha256').update(content).digest('hex')}"`,
  })
})

test.each([0, 1])('a file of %s bytes arrives', async (size) => {
  const bucket = await newBucket()
  await begin(randomBytes(size), { bucket }).ended
  expect(await contentOf(bucket)).toHaveLength(size)
})

test('an interrupted upload goes on where it stopped, with a newer key and in another process', async () => {
  const bucket = await newBucket()
  const content = randomBytes(8 * MB)
  const broken = new Promise<string>((resolve) => {
    const { upload } = begin(content, {
      bucket,
      chunkSize: MB,
      onChunkComplete: (_size, accepted) => {
        if (accepted < 3 * MB) return
        upload.abort()
        resolve(upload.url ?? '')
      },
    })
  })
  const url = await broken
  const project = await served.storage.host.project('default')
  const key = temporaryKey({
    key: temporaryKeyOf(project?.keys),
    ref: 'default',
    now: new Date(),
    maker: 'local',
  })
  // What a process remembers of the hash is gone.
  const other = await serveStorage(running)
  const uploadUrl = url.replace(new URL(url).origin, new URL(other.url).origin)
  let first = -1
  await begin(content, {
    bucket,
    uploadUrl,
    chunkSize: MB,
    headers: { apikey: key.type === 'signed' ? key.apiKey : '' },
    onProgress: (sent) => void (first = first < 0 ? sent : first),
  }).ended
  await other.stop()
  expect(first).toBeGreaterThanOrEqual(3 * MB)
  expect((await contentOf(bucket)).equals(content)).toBe(true)
  const { metadata } = await served.storage.objects.find('default', SERVICE, { bucket, name: 'file' })
  expect(metadata?.eTag).toBe(`"${createHash('sha256').update(content).digest('hex')}"`)
})

test('a connection that breaks in mid-piece loses and doubles no byte', async () => {
  const bucket = await newBucket()
  const content = randomBytes(6 * MB)
  const { upload } = begin(content, {
    bucket,
    uploadDataDuringCreation: false,
    onProgress: (sent) => sent > 2 * MB && upload.abort(),
  })
  await expect.poll(() => upload.url, { timeout: 5000 }).toBeTruthy()
  const offset = async () => {
    const answer = await fetch(upload.url ?? '', {
      method: 'HEAD',
      headers: { apikey: served.service, 'tus-resumable': '1.0.0' },
    })
    return Number(answer.headers.get('upload-offset'))
  }
  await expect.poll(offset, { timeout: 5000 }).toBeGreaterThan(0)
  await begin(content, { bucket, uploadUrl: upload.url }).ended
  expect((await contentOf(bucket)).equals(content)).toBe(true)
})

test('an upload whose last byte arrived before the server ended is finished when the client asks', async () => {
  const bucket = await newBucket()
  const id = crypto.randomUUID()
  const request = {
    bucket,
    name: 'file',
    mimetype: 'text/plain',
    cacheControl: 'no-cache',
    userMetadata: null,
    replaces: false,
    size: 5,
  }
  const before = createResumableUploads(running.dataDir, served.storage)
  const record = { id, actor: SERVICE, request, metadata: {}, beganAt: new Date().toISOString() }
  await before.begin('default', record)
  await before.append(
    'default',
    id,
    (async function* () {
      yield Buffer.from('whole')
    })(),
    0,
  )
  expect(await before.unfinished('default')).toContain(id)
  const head = () =>
    fetch(`${served.url}/upload/resumable/${id}`, {
      method: 'HEAD',
      headers: { apikey: served.service, 'tus-resumable': '1.0.0' },
    })
  const [one, two] = await Promise.all([head(), head()])
  expect([one.headers.get('upload-offset'), two.status, (await head()).status]).toEqual(['5', 200, 200])
  expect(String(await contentOf(bucket))).toBe('whole')
  expect(await before.unfinished('default')).not.toContain(id)
})

describe('an upload that is sent again, since its answer was lost', () => {
  const again = (bucket: string, uploadId: string, text = 'whole', headers = {}) =>
    begin(Buffer.from(text), {
      bucket,
      metadata: { bucketName: bucket, objectName: 'file', contentType: 'text/plain', uploadId },
      ...headers,
    })
  const TAKEN = [409, 'An object with this name already exists']

  test('counts as done, and the file is the one that was there', async () => {
    const bucket = await newBucket()
    const before = await leftOver()
    const first = again(bucket, 'mine')
    await first.ended
    const second = again(bucket, 'mine')
    await second.ended
    expect(second.upload.url).toBe(first.upload.url)
    expect(String(await contentOf(bucket))).toBe('whole')
    expect((await leftOver()).length).toBe(before.length + 1)
  })

  test('counts as done while the first one is still being finished', async () => {
    const bucket = await newBucket()
    const before = await leftOver()
    const all = Array.from({ length: 6 }, () => again(bucket, 'mine'))
    await Promise.all(all.map(({ ended }) => ended))
    expect(new Set(all.map(({ upload }) => upload.url)).size).toBe(1)
    expect(String(await contentOf(bucket))).toBe('whole')
    expect((await leftOver()).length).toBe(before.length + 1)
  })

  test('is refused where another upload made the file', async () => {
    const bucket = await newBucket()
    await again(bucket, 'mine').ended
    expect(await refusalOf(again(bucket, 'other').ended)).toEqual(TAKEN)
    expect(await refusalOf(again(bucket, '').ended)).toEqual(TAKEN)
    expect(await refusalOf(begin(Buffer.from('whole'), { bucket }).ended)).toEqual(TAKEN)
    expect(await refusalOf(again(bucket, 'mine', 'longer than it').ended)).toEqual(TAKEN)
  })

  test('is refused where neither upload says which it is', async () => {
    const bucket = await newBucket()
    await begin(Buffer.from('whole'), { bucket }).ended
    expect(await refusalOf(begin(Buffer.from('whole'), { bucket }).ended)).toEqual(TAKEN)
  })

  test('is refused where the file was replaced meanwhile', async () => {
    const bucket = await newBucket()
    await again(bucket, 'mine').ended
    const headers = { apikey: served.service, 'x-upsert': 'true' }
    await begin(Buffer.from('newer'), { bucket, headers }).ended
    expect(await refusalOf(again(bucket, 'mine').ended)).toEqual(TAKEN)
    expect(String(await contentOf(bucket))).toBe('newer')
  })

  test('is refused for another caller', async () => {
    const bucket = await newBucket()
    await again(bucket, 'mine').ended
    const others = { headers: { apikey: served.anon } }
    expect((await refusalOf(again(bucket, 'mine', 'whole', others).ended))?.[0]).toBeGreaterThanOrEqual(400)
  })
})

describe('refused when it is begun', () => {
  test('a name that is taken', async () => {
    const bucket = await newBucket()
    await begin(Buffer.from('one'), { bucket }).ended
    const { ended } = begin(Buffer.from('two'), { bucket })
    expect(await refusalOf(ended)).toEqual([409, 'An object with this name already exists'])
    const headers = { apikey: served.service, 'x-upsert': 'true' }
    await begin(Buffer.from('three'), { bucket, headers }).ended
    expect(String(await contentOf(bucket))).toBe('three')
  })

  test('a file above the bucket’s limit', async () => {
    const bucket = await newBucket({ file_size_limit: 5 })
    const { ended } = begin(Buffer.from('123456'), { bucket })
    expect(await refusalOf(ended)).toEqual([
      413,
      'The object is larger than its bucket or this project allows',
    ])
  })

  test('a type that the bucket does not take', async () => {
    const bucket = await newBucket({ allowed_mime_types: ['image/*'] })
    const { ended } = begin(Buffer.from('x'), { bucket, type: 'text/html' })
    expect(await refusalOf(ended)).toEqual([415, 'The MIME type text/html is not allowed in this bucket'])
    await begin(Buffer.from('x'), { bucket, type: 'image/svg+xml' }).ended
  })

  test.each([
    ['a bucket that is not there', { bucket: 'nowhere' }, 404],
    ['a path that is not valid', { bucket: 'any', name: 'a/../b' }, 400],
    ['an expired key', { bucket: 'any', headers: { apikey: 'none' } }, 401],
  ])('%s', async (_, given, status) => {
    expect((await refusalOf(begin(Buffer.from('x'), given).ended))?.[0]).toBe(status)
  })

  test('a user whom no policy lets', async () => {
    const { ended } = begin(Buffer.from('x'), { bucket: await newBucket(), headers: { apikey: served.anon } })
    expect(await refusalOf(ended)).toEqual([403, 'Row-level security does not allow this'])
  })
})

test('of two uploads to one name the one that ends first wins, and the other leaves nothing', async () => {
  const bucket = await newBucket()
  const before = await leftOver()
  let release = () => {}
  const held = new Promise<void>((resolve) => void (release = resolve))
  const slow = begin(randomBytes(2 * MB), {
    bucket,
    chunkSize: MB,
    onBeforeRequest: (request) => (request.getMethod() === 'PATCH' ? held : undefined),
  })
  await expect.poll(() => slow.upload.url, { timeout: 5000 }).toBeTruthy()
  await begin(Buffer.from('fast'), { bucket }).ended
  release()
  expect(await refusalOf(slow.ended)).toEqual([409, 'An object with this name already exists'])
  expect(String(await contentOf(bucket))).toBe('fast')
  // One record of an upload that ended well.
  expect((await leftOver()).length).toBe(before.length + 1)
})

test('a bucket that is deleted meanwhile refuses the upload, which leaves nothing', async () => {
  const bucket = await newBucket()
  const before = await leftOver()
  let release = () => {}
  const held = new Promise<void>((resolve) => void (release = resolve))
  const { upload, ended } = begin(randomBytes(2 * MB), {
    bucket,
    chunkSize: MB,
    onBeforeRequest: (request) => (request.getMethod() === 'PATCH' ? held : undefined),
  })
  await expect.poll(() => upload.url, { timeout: 5000 }).toBeTruthy()
  await served.storage.buckets.delete('default', SERVICE, bucket)
  release()
  expect(await refusalOf(ended)).toEqual([404, 'Bucket not found'])
  expect(await leftOver()).toEqual(before)
})

test('a cancelled upload leaves nothing, and cannot go on', async () => {
  const before = await leftOver()
  const { upload } = begin(randomBytes(2 * MB), {
    bucket: await newBucket(),
    chunkSize: MB,
    onBeforeRequest: (request) => (request.getMethod() === 'PATCH' ? new Promise(() => {}) : undefined),
  })
  await expect.poll(() => upload.url, { timeout: 5000 }).toBeTruthy()
  await upload.abort(true)
  expect(await leftOver()).toEqual(before)
  const headers = { apikey: served.service, 'tus-resumable': '1.0.0' }
  expect((await fetch(upload.url ?? '', { method: 'HEAD', headers })).status).toBe(410)
})

test('an upload is continued only by the one who began it', async () => {
  const { upload } = begin(randomBytes(2 * MB), {
    bucket: await newBucket(),
    chunkSize: MB,
    onBeforeRequest: (request) => (request.getMethod() === 'PATCH' ? new Promise(() => {}) : undefined),
  })
  await expect.poll(() => upload.url, { timeout: 5000 }).toBeTruthy()
  const headers = { apikey: served.anon, 'tus-resumable': '1.0.0' }
  expect((await fetch(upload.url ?? '', { method: 'DELETE', headers })).status).toBe(403)
  await upload.abort(true)
})

test('a page may upload from any origin', async () => {
  const answer = await fetch(`${served.url}/upload/resumable`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.com',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,tus-resumable,upload-offset,x-source',
    },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
  const begun = await fetch(`${served.url}/upload/resumable`, {
    method: 'POST',
    headers: { origin: 'https://app.example.com', apikey: served.service },
  })
  expect(begun.headers.get('access-control-expose-headers')).toContain('location')
})
