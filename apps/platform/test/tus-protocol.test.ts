/** Resumable uploads by the letter of tus 1.0, by plain requests. */
import { crc32 } from 'node:zlib'
import { StorageClient } from '@supabase/storage-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE } from '../src/objects/storage-actor.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

let running: RunningApp
let served: ServedStorage
let bucket: string

beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
  bucket = `bucket-${crypto.randomUUID()}`
  const limits = { public: false, file_size_limit: null, allowed_mime_types: null }
  await served.storage.buckets.create('default', SERVICE, { ...limits, id: bucket })
})
afterAll(async () => {
  await served.stop()
  await running.stop()
})

const CONTENT = { 'content-type': 'application/offset+octet-stream' }

function ask(method: string, url: string, headers: Record<string, string> = {}, body: string | null = null) {
  return fetch(url.startsWith('http') ? url : new URL(url, served.url), {
    method,
    headers: { apikey: served.service, 'tus-resumable': '1.0.0', ...headers },
    body,
  })
}

const metadataOf = (name: string) =>
  Object.entries({ bucketName: bucket, objectName: name })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

async function begin(size: number, name: string = crypto.randomUUID()): Promise<string> {
  const headers = { 'upload-length': String(size), 'upload-metadata': metadataOf(name) }
  const answer = await ask('POST', `${served.url}/upload/resumable`, headers)
  expect(answer.status).toBe(201)
  return new URL(answer.headers.get('location') ?? '', served.url).href
}

const patch = (url: string, offset: number, body: string, headers: Record<string, string> = {}) =>
  ask('PATCH', url, { ...CONTENT, 'upload-offset': String(offset), ...headers }, body)

test('OPTIONS tells what the server can do, without a key', async () => {
  const answer = await fetch(`${served.url}/upload/resumable`, { method: 'OPTIONS' })
  const project = await served.storage.host.project('default')
  expect(answer.status).toBe(204)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,expiration,termination',
    'tus-max-size': String(project?.fileSizeLimit),
  })
})

test('a page may send any header', async () => {
  const answer = await fetch(`${served.url}/object/a/b`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://a.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey, x-signature, traceparent',
    },
  })
  expect(answer.headers.get('access-control-allow-headers')).toContain('traceparent')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

test('another version of the protocol, or none, is 412, and told which there is', async () => {
  const url = await begin(3)
  for (const version of ['0.2.2', '']) {
    const answer = await patch(url, 0, 'abc', { 'tus-resumable': version })
    expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  }
  expect((await ask('HEAD', url)).headers.get('upload-offset')).toBe('0')
})

test('a piece of another type is 415, one at another place 409, and neither is kept', async () => {
  const url = await begin(6)
  expect((await patch(url, 0, 'abc', { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await patch(url, 3, 'abc')).status).toBe(409)
  expect((await patch(url, 999, 'abc')).status).toBe(409)
  expect((await patch(url, 0, 'abc')).status).toBe(204)
  expect((await patch(url, 0, 'abc')).status).toBe(409)
  expect((await ask('HEAD', url)).headers.get('upload-offset')).toBe('3')
})

describe('a method in X-HTTP-Method-Override', () => {
  test('stands for that of a POST to an upload', async () => {
    const url = await begin(3)
    const override = (method: string, more: Record<string, string> = {}, body: string | null = null) =>
      ask('POST', url, { 'x-http-method-override': method, ...more }, body)
    const sent = await override('PATCH', { ...CONTENT, 'upload-offset': '0' }, 'ab')
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '2'])
    expect((await override('HEAD')).headers.get('upload-offset')).toBe('2')
    expect((await override('delete')).status).toBe(204)
    expect((await ask('HEAD', url)).status).toBe(410)
  })

  test('is refused everywhere else, and does nothing', async () => {
    const url = await begin(3, 'kept')
    await patch(url, 0, 'abc')
    const object = `${served.url}/object/${bucket}/kept`
    const refused = [
      await ask('POST', object, { 'x-http-method-override': 'DELETE', 'x-upsert': 'true' }, 'other'),
      await ask('GET', object, { 'x-http-method-override': 'DELETE' }),
      await ask('POST', `${served.url}/bucket/${bucket}`, { 'x-http-method-override': 'DELETE' }),
      await ask('GET', url, { 'x-http-method-override': 'DELETE' }),
      await ask('POST', url, { 'x-http-method-override': 'GET' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(await (await ask('GET', object)).text()).toBe('abc')
  })
})

describe('an upload by a signed address', () => {
  const signedFor = async (name: string) => {
    const headers = { apikey: served.service, Authorization: `Bearer ${served.service}` }
    const files = new StorageClient(served.url, headers).from(bucket)
    return (await files.createSignedUploadUrl(name)).data?.token ?? ''
  }
  const sign = `/upload/resumable/sign`
  const open = (name: string, token: string, size: number) =>
    fetch(served.url + sign, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': metadataOf(name),
        'x-signature': token,
      },
    })

  test('needs no key, and goes on with the same address only', async () => {
    const token = await signedFor('by address')
    const made = await open('by address', token, 6)
    expect(made.status).toBe(201)
    const url = new URL(made.headers.get('location') ?? '', served.url).href
    expect(url).toContain(sign)
    const send = (offset: number, body: string, signature: string) =>
      fetch(url, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          ...CONTENT,
          'upload-offset': String(offset),
          'x-signature': signature,
        },
        body,
      })
    expect((await send(0, 'abc', token)).status).toBe(204)
    expect((await send(3, 'def', await signedFor('another')))?.status).toBe(400)
    expect((await send(3, 'def', ''))?.status).toBe(400)
    expect((await send(3, 'def', token)).status).toBe(204)
    expect(await (await ask('GET', `${served.url}/object/${bucket}/by%20address`)).text()).toBe('abcdef')
  })

  test('is refused for another object, and without a signature', async () => {
    expect((await open('other', await signedFor('by name'), 3)).status).toBe(400)
    expect((await open('other', '', 3)).status).toBe(400)
    expect((await open('other', served.service, 3)).status).toBe(400)
  })
})

describe('what has arrived', () => {
  test('is told by checksums, to its uploader alone', async () => {
    const url = await begin(9)
    await patch(url, 0, 'abcdef')
    const told = async (query: string, key = served.service) => {
      const answer = await fetch(url + query, { headers: { apikey: key } })
      return answer.status === 200 ? await answer.json() : answer.status
    }
    expect(await told('')).toEqual({ offset: 6, checksums: [] })
    expect(await told('?checksums=0-6,2-4')).toEqual({ offset: 6, checksums: [crc32('abcdef'), crc32('cd')] })
    for (const bad of ['0-7', '4-2', '-1-2', 'x', '3-3', Array(300).fill('0-1').join(',')])
      expect([bad, await told(`?checksums=${bad}`)]).toEqual([bad, 400])
    expect(await told('', served.anon)).toBe(403)
    await patch(url, 6, 'ghi')
    expect(await told('?checksums=6-9')).toEqual({ offset: 9, checksums: [crc32('ghi')] })
    await ask('DELETE', url)
    expect(await told('')).toBe(410)
  })
})
