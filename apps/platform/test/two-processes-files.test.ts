/** Several processes with one store of files: a database by URL has file storage at any of them. */
import {
  createBucket,
  createProject,
  getProject,
  getTemporaryKey,
  listObjects,
  setUp,
  signOut,
} from '@basedeck/platform-client'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startS3Server, type S3Server } from './s3-server.js'
import { PASSWORD } from './test-api.js'
import { startTwoProcesses, type TwoProcesses, type Visitor } from './two-processes.js'

vi.setConfig({ testTimeout: 90_000 })
let server: S3Server
let two: TwoProcesses
let owner: Visitor
beforeAll(async () => {
  server = await startS3Server()
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server.location
  const url = new URL(`${endpoint}/${bucket}?region=eu-central-1`)
  url.username = accessKeyId
  url.password = encodeURIComponent(secretAccessKey)
  two = await startTwoProcesses({ BASEDECK_STORAGE_URL: url.href })
  owner = two.visitor()
})
afterAll(async () => {
  await two?.stop()
  await server.stop()
})

const apiOf = (which: 0 | 1) =>
  /project API +(http:\/\/127\.0\.0\.1:\d+)/.exec(two.processes[which].output())?.[1] ?? ''

test('files of a database by URL are the same at both, an upload goes on through either, and a key ends in both with its session', async () => {
  const setup_code = /set-up\?code=(\S+)/.exec(two.processes[0].output())?.[1] ?? ''
  const person = { email: 'owner@example.com', password: PASSWORD, first_name: 'Olive' }
  await owner.at(0).call(setUp, { body: { setup_code, ...person, organization_name: 'Two' } })
  const body = { name: 'Added', organization_slug: 'two', database_url: two.databaseUrl }
  const { ref } = await owner.at(1).call(createProject, { body })
  const params = { ref }
  await vi.waitFor(
    async () => expect((await owner.client.call(getProject, { params })).status).toBe('ACTIVE_HEALTHY'),
    { timeout: 20_000 },
  )
  await owner.at(0).call(createBucket, { params, body: { id: 'files' } })
  const { api_key } = await owner.client.call(getTemporaryKey, { params })
  const headers = { apikey: api_key, 'tus-resumable': '1.0.0' }

  const content = randomBytes(300_000)
  const begun = await fetch(`${apiOf(0)}/${ref}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(content.length),
      'upload-metadata': `bucketName ${base64('files')},objectName ${base64('whole')}`,
    },
  })
  expect([begun.status, await begun.text()]).toEqual([201, ''])
  const path = new URL(begun.headers.get('location') ?? '', apiOf(0)).pathname
  let offset = 0
  for (const which of [1, 0, 1] as const) {
    const piece = content.subarray(offset, offset + 100_000)
    const answer = await fetch(apiOf(which) + path, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: piece,
    })
    expect(answer.status).toBe(204)
    offset += piece.length
  }
  for (const which of [0, 1] as const) {
    const file = await fetch(`${apiOf(which)}/${ref}/storage/v1/object/files/whole`, { headers })
    expect(content.equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
    const inBucket = { params: { ref, bucket: 'files' }, body: { path: '' } }
    expect(await owner.at(which).call(listObjects, inBucket)).toMatchObject([{ name: 'whole' }])
  }
  // Neither process folds the address before it sends the call on.
  for (const which of [0, 1] as const)
    for (const end of ['%2E%2E/other/x', '../other/x', 'a/..%2F..%2Fother', 'a%00'])
      expect(await statusOf(apiOf(which), `/${ref}/storage/v1/object/files/${end}`, headers)).toBe(400)
  // A process that is not there any more has what had arrived.
  const lost = path.replace(/@.*/, '@0b1c2d3e-0000-4000-8000-000000000001')
  const away = await fetch(apiOf(1) + lost, { method: 'HEAD', headers })
  expect(away.status).toBe(503)

  const file = (which: 0 | 1) => fetch(`${apiOf(which)}/${ref}/storage/v1/object/files/whole`, { headers })
  await owner.at(0).call(signOut, { body: {} })
  for (const which of [0, 1] as const) {
    const refused = await file(which)
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'invalid_key' }])
  }
})

/** Sends the path as it is. */
function statusOf(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname: host, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const call = request({ host, port, path, method: 'DELETE', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    call.once('error', reject)
    call.end()
  })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
