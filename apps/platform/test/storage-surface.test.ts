/** What clients of the family send and match, by plain requests: errors, generous bodies, lists by cursor, words of routes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StorageClient } from '@supabase/storage-js'
import { SERVICE } from '../src/objects/storage-actor.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

let running: RunningApp
let served: ServedStorage
let service: StorageClient

beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
  service = new StorageClient(served.url, {
    apikey: served.service,
    Authorization: `Bearer ${served.service}`,
  })
})
afterAll(async () => {
  await served.stop()
  await running.stop()
})

interface Sent {
  body?: unknown
  headers?: Record<string, string>
  key?: string
}

async function ask(method: string, path: string, { body, headers = {}, key = served.service }: Sent = {}) {
  const isText = typeof body === 'string' || body === undefined
  const answer = await fetch(served.url + path, {
    method,
    headers: { apikey: key, ...(isText ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isText ? ((body as string | undefined) ?? null) : JSON.stringify(body),
  })
  const text = await answer.text()
  const json = answer.headers.get('content-type')?.startsWith('application/json')
    ? JSON.parse(text)
    : undefined
  return { status: answer.status, headers: answer.headers, text, json }
}

async function newBucket(options: Parameters<StorageClient['createBucket']>[1] = { public: false }) {
  const id = `bucket-${crypto.randomUUID()}`
  expect((await service.createBucket(id, options)).error).toBeNull()
  return id
}

async function sql(query: string): Promise<(string | null)[][]> {
  const database = await running.life.database('default')
  const { results } = await database.run({ runId: crypto.randomUUID(), query })
  return results.at(-1)?.rows ?? []
}

describe('a refusal', () => {
  test('carries what the clients of the family read, beside the code of the platform', async () => {
    const bucket = await newBucket({ public: false, allowedMimeTypes: ['text/plain'], fileSizeLimit: 4 })
    const text = { 'content-type': 'text/plain' }
    await ask('POST', `/object/${bucket}/a`, { body: 'text', headers: text })
    const refused = async (...given: Parameters<typeof ask>) => {
      const { status, json } = await ask(...given)
      expect(json).toMatchObject({
        statusCode: String(status),
        error: expect.any(String),
        message: expect.any(String),
        code: expect.any(String),
        requestId: expect.any(String),
      })
      return [status, json.error, json.message]
    }
    expect(await refused('GET', '/bucket/nowhere')).toEqual([404, 'Bucket not found', 'Bucket not found'])
    expect(await refused('GET', `/object/${bucket}/nowhere`)).toEqual([404, 'not_found', 'Object not found'])
    expect(await refused('POST', `/object/${bucket}/a`, { body: 'x', headers: text })).toEqual([
      409,
      'Duplicate',
      'The resource already exists',
    ])
    expect(await refused('POST', '/bucket', { body: { name: bucket } })).toEqual([
      409,
      'Duplicate',
      'The resource already exists',
    ])
    expect(
      await refused('POST', `/object/${bucket}/b`, { body: 'x', headers: text, key: served.anon }),
    ).toEqual([403, 'Unauthorized', 'new row violates row-level security policy'])
    expect(
      await refused('POST', `/object/${bucket}/b`, { body: 'x', headers: { 'content-type': 'image/png' } }),
    ).toEqual([415, 'invalid_mime_type', 'mime type image/png is not supported'])
    expect(await refused('POST', `/object/${bucket}/b`, { body: 'longer', headers: text })).toEqual([
      413,
      'Payload too large',
      'The object exceeded the maximum allowed size',
    ])
    expect(await refused('POST', '/bucket', { body: { name: 'a/b' } })).toEqual([
      400,
      'Invalid Input',
      'Bucket name invalid',
    ])
    expect(await refused('DELETE', `/object/${bucket}`, { body: { prefixes: ['a//b'] } })).toEqual([
      400,
      'InvalidKey',
      'Invalid key: a//b',
    ])
    expect(await refused('GET', `/object/sign/${bucket}/a?token=x`)).toEqual([
      400,
      'InvalidJWT',
      expect.any(String),
    ])
    expect(await refused('DELETE', `/bucket/${bucket}`)).toEqual([
      409,
      'InvalidRequest',
      'The bucket you tried to delete is not empty',
    ])
    expect(await refused('GET', '/bucket', { key: 'none' })).toEqual([
      401,
      'Unauthorized',
      expect.any(String),
    ])
    expect(await refused('GET', `/object/${bucket}/a`, { headers: { range: 'bytes=9-' } })).toEqual([
      416,
      'invalid_range',
      expect.any(String),
    ])
    expect(await refused('POST', `/object/list/${bucket}`, { body: '{' })).toEqual([
      400,
      'Invalid Input',
      expect.any(String),
    ])
    expect(await refused('POST', '/bucket', { body: { name: 'x', file_size_limit: '5 apples' } })).toEqual([
      400,
      'Invalid Input',
      'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
    ])
  })

  test('before the call is known has the same form', async () => {
    const other = await fetch(served.url.replace('/default/', '/other/') + '/bucket')
    expect([other.status, await other.json()]).toMatchObject([
      404,
      { statusCode: '404', error: 'not_found', code: 'project_not_found' },
    ])
    expect((await ask('GET', '/nothing')).json).toMatchObject({ statusCode: '404', error: 'not_found' })
  })
})

describe('a body', () => {
  test('is read as generously as clients send it', async () => {
    const bucket = await newBucket()
    await ask('POST', `/object/${bucket}/a`, { body: 'a' })
    await ask('POST', `/object/${bucket}/b`, { body: 'b' })
    for (const expiresIn of ['60', 60, '1e9', 400 * 24 * 3600, 1e11]) {
      const { status, json } = await ask('POST', `/object/sign/${bucket}/a`, { body: { expiresIn } })
      expect([expiresIn, status]).toEqual([expiresIn, 200])
      expect(await (await fetch(served.url + json.signedURL)).text()).toBe('a')
    }
    const list = async (body: unknown) => {
      const { status, json } = await ask('POST', `/object/list/${bucket}`, { body })
      return status === 200 ? json.map(({ name }: { name: string }) => name) : status
    }
    expect(await list({ limit: '1', offset: '1' })).toEqual(['b'])
    expect(await list({ limit: null, offset: null, prefix: null, search: null, sortBy: null })).toEqual([
      'a',
      'b',
    ])
    expect(await list({ sortBy: { column: 'name', order: 'DESC' } })).toEqual(['b', 'a'])
    expect(await list({ sortBy: { column: 'name', order: 'Asc' } })).toEqual(['a', 'b'])
    expect(await list({ sortBy: { column: null, order: null } })).toEqual(['a', 'b'])
    for (const body of [{ limit: '-1' }, { limit: 'x' }, { limit: '' }, { limit: 1.5 }, { offset: '-1' }])
      expect([body, await list(body)]).toEqual([body, 400])
    for (const expiresIn of ['x', '-1', 0, 1.5, '', null, {}, Infinity])
      expect([
        expiresIn,
        (await ask('POST', `/object/sign/${bucket}/a`, { body: { expiresIn } })).status,
      ]).toEqual([expiresIn, 400])
    const made = await ask('POST', '/bucket', {
      body: { name: `text-${bucket}`, public: 'true', file_size_limit: '5' },
    })
    expect(made.status).toBe(200)
    expect((await ask('GET', `/bucket/text-${bucket}`)).json).toMatchObject({
      public: true,
      file_size_limit: 5,
    })
  })

  test('of a copy says what goes along, and whether it replaces', async () => {
    const bucket = await newBucket()
    await service
      .from(bucket)
      .upload('a', 'a', { contentType: 'text/plain', cacheControl: '60', metadata: { b: 1 } })
    await service.from(bucket).upload('b', 'b')
    const copy = (more: object, headers = {}) =>
      ask('POST', '/object/copy', {
        body: { bucketId: bucket, sourceKey: 'a', destinationKey: 'b', ...more },
        headers,
      })
    expect((await copy({})).status).toBe(409)
    expect((await copy({}, { 'x-upsert': 'true' })).status).toBe(200)
    expect(await (await service.from(bucket).download('b')).data?.text()).toBe('a')
    expect((await service.from(bucket).info('b')).data).toMatchObject({
      cacheControl: 'max-age=60',
      metadata: { b: 1 },
    })
    expect((await copy({ destinationKey: 'c', copyMetadata: false })).status).toBe(200)
    expect((await service.from(bucket).info('c')).data).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'no-cache',
      metadata: {},
    })
    // The bytes that were replaced are freed, and those of a copy onto itself stay.
    expect((await copy({ destinationKey: 'a' }, { 'x-upsert': 'true' })).status).toBe(200)
    expect(await (await service.from(bucket).download('a')).data?.text()).toBe('a')
  })

  test('that asks for a smaller picture is refused', async () => {
    const bucket = await newBucket({ public: true })
    await service.from(bucket).upload('a.png', 'a')
    for (const path of [
      `/object/public/${bucket}/a.png?width=10`,
      `/object/${bucket}/a.png?height=10`,
      `/render/image/public/${bucket}/a.png?width=10`,
      `/render/image/authenticated/${bucket}/a.png`,
    ])
      expect(await ask('GET', path)).toMatchObject({ status: 501, json: { error: 'feature_disabled' } })
    const signed = await ask('POST', `/object/sign/${bucket}/a.png`, {
      body: { expiresIn: 60, transform: { width: 10 } },
    })
    expect(signed).toMatchObject({ status: 501, json: { error: 'feature_disabled' } })
    expect((await ask('GET', `/object/public/${bucket}/a.png?t=1`)).status).toBe(200)
  })
})

test('buckets are searched, ordered and paged', async () => {
  const mark = crypto.randomUUID()
  for (const name of ['b', 'a', 'c']) await service.createBucket(`${name} ${mark}`, { public: false })
  const names = async (query: string) => {
    const { status, json } = await ask('GET', `/bucket?search=${mark.toUpperCase()}${query}`)
    return status === 200 ? json.map(({ id }: { id: string }) => id[0]).join('') : status
  }
  expect(await names('')).toBe('abc')
  expect(await names('&limit=2')).toBe('ab')
  expect(await names('&limit=2&offset=2')).toBe('c')
  expect(await names('&sortColumn=created_at&sortOrder=DESC')).toBe('cab')
  expect(await names('&sortColumn=name&sortOrder=desc')).toBe('cba')
  for (const bad of ['&limit=-1', '&limit=x', '&offset=-1', '&sortColumn=owner', '&sortOrder=up'])
    expect([bad, await names(bad)]).toEqual([bad, 400])
  expect(await names('%25')).toBe('')
})

describe('a list by cursor', () => {
  interface Page {
    hasNext: boolean
    nextCursor?: string
    folders: { name: string; key: string }[]
    objects: { name: string; key: string; id: string; metadata: unknown }[]
  }
  const page = async (bucket: string, body: object): Promise<Page> => {
    const { status, json } = await ask('POST', `/object/list-v2/${bucket}`, { body })
    expect([status, json]).toMatchObject([200, {}])
    return json
  }
  const all = async (bucket: string, body: object) => {
    const keys: string[] = []
    let cursor: string | undefined
    do {
      const { hasNext, nextCursor, folders, objects } = await page(bucket, {
        ...body,
        ...(cursor ? { cursor } : {}),
      })
      keys.push(...[...folders, ...objects].map(({ key }) => key).toSorted())
      expect(hasNext).toBe(nextCursor !== undefined)
      cursor = nextCursor
    } while (cursor)
    return keys
  }
  const PATHS = ['a', 'b/1', 'b/2', 'b/c/3', 'b-', 'b.txt', 'b0', 'd/e/f', 'é/😀', 'z']
  let bucket: string
  beforeAll(async () => {
    bucket = await newBucket()
    for (const path of PATHS)
      await served.storage.uploads.upload(
        (await served.storage.host.project('default'))!,
        SERVICE,
        {
          bucket,
          name: path,
          mimetype: 'a/b',
          cacheControl: '',
          userMetadata: null,
          replaces: false,
          size: 1,
        },
        (async function* () {
          yield Buffer.from('x')
        })(),
      )
  })

  test.each([1, 2, 3, 1000])('gives each file once, %i at a time', async (limit) => {
    const sorted = PATHS.toSorted()
    expect(await all(bucket, { limit })).toEqual(sorted)
    expect(
      (await all(bucket, { limit: String(limit), sortBy: { column: 'name', order: 'DESC' } })).toSorted(),
    ).toEqual(sorted)
    for (const column of ['created_at', 'updated_at'])
      for (const order of ['asc', 'desc'])
        expect((await all(bucket, { limit, sortBy: { column, order } })).toSorted()).toEqual(sorted)
    expect((await all(bucket, { limit, with_delimiter: true })).toSorted()).toEqual(
      ['a', 'b-', 'b.txt', 'b/', 'b0', 'd/', 'z', 'é/'].toSorted(),
    )
    expect((await all(bucket, { limit, with_delimiter: true, prefix: 'b' })).toSorted()).toEqual(
      ['b-', 'b.txt', 'b/', 'b0'].toSorted(),
    )
    expect((await all(bucket, { limit, with_delimiter: true, prefix: 'b/' })).toSorted()).toEqual([
      'b/1',
      'b/2',
      'b/c/',
    ])
    expect(
      (
        await all(bucket, { limit, with_delimiter: true, sortBy: { column: 'name', order: 'desc' } })
      ).toSorted(),
    ).toEqual(['a', 'b-', 'b.txt', 'b/', 'b0', 'd/', 'z', 'é/'].toSorted())
    for (const order of ['asc', 'desc'])
      expect(
        (
          await all(bucket, { limit, with_delimiter: true, sortBy: { column: 'created_at', order } })
        ).toSorted(),
      ).toEqual(['a', 'b-', 'b.txt', 'b/', 'b0', 'd/', 'z', 'é/'].toSorted())
    expect(await all(bucket, { limit, prefix: 'b/' })).toEqual(['b/1', 'b/2', 'b/c/3'])
  })

  test('tells the path, and the facts of a file', async () => {
    const { objects, folders } = await page(bucket, { prefix: 'b/', with_delimiter: true })
    expect(folders).toEqual([{ name: 'c', key: 'b/c/' }])
    expect(objects[0]).toMatchObject({
      name: '1',
      key: 'b/1',
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: { size: 1 },
    })
    expect((await page(bucket, {})).objects.find(({ key }) => key === 'b/1')?.name).toBe('b/1')
  })

  test('is what the client of the family reads', async () => {
    const { data, error } = await service
      .from(bucket)
      .listV2({ prefix: 'b/', with_delimiter: true, limit: 2 })
    expect(error).toBeNull()
    expect(data).toMatchObject({ hasNext: true, objects: [{ key: 'b/1' }, { key: 'b/2' }] })
  })

  test('goes on after a file that was deleted, and refuses a cursor of another list', async () => {
    const own = await newBucket()
    for (const name of ['a', 'b', 'c']) await ask('POST', `/object/${own}/${name}`, { body: name })
    const { nextCursor = '' } = await page(own, { limit: 2 })
    await ask('DELETE', `/object/${own}/b`)
    expect((await page(own, { cursor: nextCursor })).objects.map(({ key }) => key)).toEqual(['c'])
    const refused = async (at: string, body: object) =>
      (await ask('POST', `/object/list-v2/${at}`, { body })).json
    const forged = Buffer.from(JSON.stringify({ key: 'a' })).toString('base64url')
    for (const [at, body] of [
      [bucket, { cursor: nextCursor }],
      [own, { cursor: nextCursor, prefix: 'a' }],
      [own, { cursor: nextCursor, with_delimiter: true }],
      [own, { cursor: nextCursor, sortBy: { column: 'name', order: 'desc' } }],
      [own, { cursor: 'x' }],
      [own, { cursor: forged }],
      [own, { cursor: `${nextCursor.slice(0, -4)}AAAA` }],
    ] as const)
      expect([body, await refused(at, body)]).toMatchObject([
        body,
        { statusCode: '400', error: 'Invalid Input' },
      ])
    // Empty and absent are the first page.
    expect((await page(own, { cursor: '' })).objects).toHaveLength(2)
    expect((await page(own, { cursor: null })).objects).toHaveLength(2)
  })

  test('shows a visitor nothing without a policy', async () => {
    const { json } = await ask('POST', `/object/list-v2/${bucket}`, { body: {}, key: served.anon })
    expect(json).toEqual({ hasNext: false, folders: [], objects: [] })
  })
})

describe('words of routes', () => {
  const WORDS = [
    'list',
    'list-v2',
    'list-v3',
    'upload',
    'sign',
    'public',
    'authenticated',
    'info',
    'move',
    'copy',
  ]
  test.each(WORDS)('%s is no name of a new bucket', async (word) => {
    expect(await ask('POST', '/bucket', { body: { name: word } })).toMatchObject({
      status: 400,
      json: { error: 'Invalid Input', message: 'Bucket name invalid' },
    })
  })

  test.each(WORDS)('%s with something unknown after it is no call, and stores nothing', async (word) => {
    for (const path of [`/object/${word}/a/b/c`, `/object/${word}/a`])
      if (!(word.startsWith('list') && path.endsWith('/a')) && word !== 'sign')
        expect([path, await ask('PUT', path, { body: 'x' })]).toMatchObject([
          path,
          { status: 404, json: { error: 'not_found', message: 'There is no such call' } },
        ])
  })

  test('a bucket of such a name from before goes on, or is told what to do', async () => {
    for (const id of ['upload', 'list-v2'])
      await sql(`insert into storage.buckets (id, name) values ('${id}', '${id}')`)
    expect((await ask('POST', '/object/upload/a', { body: 'old' })).status).toBe(200)
    expect((await ask('GET', '/object/upload/a')).text).toBe('old')
    expect((await ask('POST', '/object/list-v2/a/b', { body: 'x' })).json).toMatchObject({
      statusCode: '409',
      code: 'bucket_named_as_route',
    })
    const other = await newBucket()
    await served.storage.objects.move(
      'default',
      SERVICE,
      { bucket: 'upload', name: 'a' },
      { bucket: 'list-v2', name: 'a' },
    )
    expect((await ask('GET', '/object/authenticated/list-v2/a')).text).toBe('old')
    const moved = { bucketId: 'list-v2', sourceKey: 'a', destinationKey: 'a', destinationBucket: other }
    expect((await ask('POST', '/object/move', { body: moved })).status).toBe(200)
    expect((await ask('DELETE', '/bucket/list-v2')).status).toBe(200)
  })
})

test('the status and the version are told without a key', async () => {
  expect((await fetch(`${served.url}/status`)).status).toBe(200)
  expect(await (await fetch(`${served.url}/version`)).text()).toMatch(/^\d+\.\d+\.\d+/)
})

describe('a condition of a read', () => {
  test('that does not hold is 412', async () => {
    const bucket = await newBucket()
    await ask('POST', `/object/${bucket}/a`, { body: 'abc' })
    const { headers } = await ask('GET', `/object/${bucket}/a`)
    const etag = headers.get('etag') ?? ''
    const read = async (given: Record<string, string>) =>
      (await ask('GET', `/object/${bucket}/a`, { headers: given })).status
    expect(await read({ 'if-match': etag })).toBe(200)
    expect(await read({ 'if-match': '*' })).toBe(200)
    expect(await read({ 'if-match': '"x"' })).toBe(412)
    expect(await read({ 'if-match': '"x"', range: 'bytes=0-0' })).toBe(412)
    expect(await read({ 'if-unmodified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' })).toBe(412)
    expect(await read({ 'if-unmodified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' })).toBe(200)
  })
})
