/** A program that is killed in the middle of an upload: nothing that arrived is lost, and nothing arrives twice. */
import {
  createBucket,
  createClient,
  getRuntimeConfig,
  getTemporaryKey,
  listObjects,
  type Client,
} from '@basedeck/platform-client'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Upload } from 'tus-js-client'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'

const folder = programFolder()
const params = { ref: 'default' }
const MB = 1024 * 1024

async function start(): Promise<{ program: Program; client: Client; url: string; apikey: string }> {
  const args = `--port 0 --api-port 0 --engine cluster --data-dir ${folder.at('data')}`
  const program = await startProgram(args.split(' '), /database +open/)
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  const client = createClient({ baseUrl: program.url })
  const { projectApiUrl } = await client.call(getRuntimeConfig, {})
  const { api_key } = await client.call(getTemporaryKey, { params })
  return { program, client, url: `${projectApiUrl}/default/storage/v1`, apikey: api_key }
}

test('an upload goes on after the server was killed in the middle of a piece', async () => {
  const first = await start()
  await first.client.call(createBucket, { params, body: { id: 'files' } })
  const content = randomBytes(24 * MB)
  const metadata = { bucketName: 'files', objectName: 'large', contentType: 'a/b' }
  const options = { metadata, chunkSize: 8 * MB, retryDelays: null }
  const killed = await new Promise<string>((resolve) => {
    const upload = new Upload(content, {
      ...options,
      endpoint: `${first.url}/upload/resumable`,
      headers: { apikey: first.apikey },
      onError: () => {},
      onProgress: (sent) => {
        if (sent > 12 * MB) first.program.end('SIGKILL').then(() => resolve(upload.url ?? ''))
      },
    })
    upload.start()
  })

  const second = await start()
  const uploadUrl = killed.replace(first.url, second.url)
  const headers = { apikey: second.apikey, 'tus-resumable': '1.0.0' }
  const offset = Number((await fetch(uploadUrl, { method: 'HEAD', headers })).headers.get('upload-offset'))
  expect(offset).toBeGreaterThanOrEqual(8 * MB)
  expect(offset).toBeLessThan(content.length)
  await new Promise<void>((onSuccess, onError) => {
    const upload = new Upload(content, {
      ...options,
      uploadUrl,
      headers: { apikey: second.apikey },
      onSuccess: () => onSuccess(),
      onError,
    })
    upload.start()
  })
  const answer = await fetch(`${second.url}/object/files/large`, { headers: { apikey: second.apikey } })
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  const inBucket = { ...params, bucket: 'files' }
  expect(await second.client.call(listObjects, { params: inBucket, body: { path: '' } })).toHaveLength(1)
  // The main port answers the same paths, where files can't run script.
  const own = await fetch(`${second.program.url}/storage/v1/object/files/large`, {
    method: 'HEAD',
    headers: { apikey: second.apikey },
  })
  const path = '/buckets/files/objects/download?path=large'
  const others = ['/platform/storage/default', '/storage/default'].map((location) =>
    fetch(second.program.url + location + path),
  )
  for (const file of [own, ...(await Promise.all(others))]) {
    expect(file.status).toBe(200)
    expect(file.headers.get('content-security-policy')).toMatch(/^sandbox;/)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    await file.body?.cancel()
  }
  const page = await fetch(second.program.url)
  expect(page.headers.get('content-security-policy')).toContain(
    `connect-src 'self' ${new URL(second.url).origin}`,
  )
})
