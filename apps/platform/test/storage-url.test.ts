/** `--storage-url`: the files of an installation in an S3-compatible store, from the first upload to the last deletion. */
import {
  createBucket,
  createClient,
  deleteObjects,
  downloadObject,
  getRuntimeConfig,
  getTemporaryKey,
  type Client,
} from '@basedeck/platform-client'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Upload } from 'tus-js-client'
import { UPLOAD_EXPIRY_MS } from '../src/objects/resumable-uploads.js'
import { sweepAll } from '../src/objects/sweep.js'
import { s3ByteStore } from '../src/objects/s3-byte-store.js'
import { asker } from './project-life/life-stage.js'
import { isRunning, startProgram, type Ended, type Program } from './program.js'
import { programFolder } from './program-folder.js'
import { putObject } from './put-object.js'
import { runApp } from './running-app.js'
import { serveStorage } from './served-storage.js'
import { startS3Server, type S3Server } from './s3-server.js'

const MB = 1024 * 1024
const params = { ref: 'default' }
const inFiles = { ...params, bucket: 'files' }
const folder = programFolder()
let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())

function urlTo(below: string): string {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server.location
  const url = new URL(`${endpoint}/${bucket}/${below}?region=eu-central-1`)
  url.username = accessKeyId
  url.password = encodeURIComponent(secretAccessKey)
  return url.href
}

const keysBelow = (below: string) =>
  [...server.kept.keys()].filter((key) => key.startsWith(`${below}/projects/`))

async function start(name: string, below?: string): Promise<{ program: Program; client: Client }> {
  const args = ['--port', '0', '--api-port', '0', '--engine', 'cluster', '--data-dir', folder.at(name)]
  const program = await startProgram(
    args,
    /database +open/,
    below === undefined ? {} : { BASEDECK_STORAGE_URL: urlTo(below) },
  )
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  return { program, client: createClient({ baseUrl: program.url }) }
}

async function command(...args: string[]): Promise<Ended> {
  const ended = await startProgram(args, /^never$/, { BASEDECK_STORAGE_URL: urlTo('first') })
  if (isRunning(ended)) throw new Error('It did not end.')
  return ended
}

async function uploadInPieces(client: Client, name: string, content: Buffer): Promise<void> {
  const { projectApiUrl } = await client.call(getRuntimeConfig, {})
  const { api_key } = await client.call(getTemporaryKey, { params })
  await new Promise<void>((onSuccess, onError) => {
    new Upload(content, {
      endpoint: `${projectApiUrl}/default/storage/v1/upload/resumable`,
      headers: { apikey: api_key },
      metadata: { bucketName: 'files', objectName: name, contentType: 'application/json' },
      chunkSize: 8 * MB,
      onSuccess: () => onSuccess(),
      onError,
    }).start()
  })
}

test('files go to the store; a dump has them, and a restore sends them to the store that is named then', async () => {
  const first = await start('data', 'first')
  await first.client.call(createBucket, { params, body: { id: 'files' } })
  const content = Buffer.from(JSON.stringify(randomBytes(15 * MB).toString('base64')))
  await uploadInPieces(first.client, 'large', content)
  await uploadInPieces(first.client, 'small', Buffer.from('"small"'))
  expect(keysBelow('first')).toHaveLength(2)
  expect(await readdir(folder.at('data', 'projects', 'default'))).not.toContain('objects')
  const dumped = await command('dump', '--data-dir', folder.at('data'), '--to', folder.at('running.dump'))
  expect(dumped).toMatchObject({ code: 0 })
  const query = { path: 'large' }
  await first.client.call(deleteObjects, { params: inFiles, body: { paths: ['small'] } })
  expect(keysBelow('first')).toHaveLength(1)
  await first.program.end('SIGTERM')
  // What is logged and printed has no secret.
  expect(first.program.output()).not.toContain(server.location.secretAccessKey)

  const restored = ['restore', '--from', folder.at('running.dump'), '--data-dir']

  expect(await command(...restored, folder.at('other'))).toMatchObject({ code: 0 })
  const other = await start('other', 'second')
  expect(await other.client.call(downloadObject, { params: inFiles, query })).toBe(
    JSON.parse(String(content)),
  )
  await expect.poll(() => keysBelow('second').length, { timeout: 20_000 }).toBe(2)
  await expect
    .poll(async () =>
      readdir(folder.at('other', 'projects', 'default', 'objects'), { recursive: true }).then((names) =>
        names.filter((name) => name.split('/').length === 3),
      ),
    )
    .toEqual([])
  expect(await other.client.call(downloadObject, { params: inFiles, query: { path: 'small' } })).toBe('small')
})

test('a store that refuses, or belongs to another installation, is said at the start', async () => {
  const args = ['--port', '0', '--api-port', '0', '--engine', 'cluster', '--data-dir', folder.at('data')]
  const wrong = urlTo('first').replace('a-key', 'other-key')
  const refused = await startProgram([...args, '--storage-url', wrong])
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('refused the key (InvalidAccessKeyId)'),
  })
  const others = await startProgram([...args, '--storage-url', urlTo('first')])
  expect(others).toMatchObject({
    code: 1,
    output: expect.stringContaining('Another installation of Basedeck'),
  })
})

test('the sweep frees what has no object, ends halves, and clears what a deleted project left', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'basedeck-swept-'))
  const location = { ...server.location, prefix: 'swept/' }
  const running = await runApp('cluster', { byteStore: (own) => s3ByteStore(location, own) })
  const served = await serveStorage(running)
  await served.storage.buckets.create(
    'default',
    { role: 'service_role', claims: { role: 'service_role' } },
    {
      id: 'b',
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
    },
  )
  await putObject(served.storage, 'b', 'kept', 'kept')
  const kept = keysBelow('swept')
  const { bytes } = served.storage
  const left = (project: string) => bytes.put(project, crypto.randomUUID(), nothing(), 1)
  await left('default')
  await left('gone')
  await left('theirs')
  server.uploads.set('half', { key: 'swept/projects/gone/x', begun: new Date(0), parts: new Map() })
  const whose: Record<string, 'here' | 'gone'> = { default: 'here', gone: 'gone' }
  await sweepAll(
    {
      ...served.storage,
      resumable: served.resumable,
      dataDir: running.dataDir,
      answersFor: async (ref) => whose[ref] ?? 'other',
      log: { info: () => {}, warn: () => {} },
    },
    new Date(Date.now() + 2 * UPLOAD_EXPIRY_MS),
  )
  const after = keysBelow('swept')
  expect(after.filter((key) => !key.includes('/theirs/'))).toEqual(kept)
  expect(after).toHaveLength(2)
  expect(server.uploads.has('half')).toBe(false)
  await served.stop()
  await running.stop()
  await rm(dataDir, { recursive: true })
})

test('the files of a project go with it', async () => {
  const location = { ...server.location, prefix: 'deleted/' }
  const running = await runApp('cluster', { byteStore: (own) => s3ByteStore(location, own) })
  await running.storage.bytes.put('default', crypto.randomUUID(), nothing(), 1)
  expect(keysBelow('deleted')).toHaveLength(1)
  await running.life.remove('default', asker)
  await running.life.settled()
  expect(keysBelow('deleted')).toEqual([])
  await running.stop()
})

async function* nothing(): AsyncGenerator<Uint8Array> {}
