/** A disk without room: signing in, reading and deleting go on, and what would store something is told why it can't. */
import {
  createBucket,
  createSnippet,
  deployFunction,
  getProfile,
  getTemporaryKey,
  listFunctions,
  listObjects,
  newId,
  queryTyped,
  setUp,
  signIn,
  type Client,
} from '@basedeck/platform-client'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, open, rm } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { isRunning, startProgram } from './program.js'
import { programFolder } from './program-folder.js'
import { createBrowser, ORIGIN, PASSWORD } from './test-api.js'

const folder = programFolder()
const params = { ref: 'default' }
const email = 'ada@example.com'
const dataDir = () => folder.at('disk')

let isMounted = false
afterEach(() => {
  if (isMounted) spawnSync('umount', ['--lazy', dataDir()])
  isMounted = false
})

/** A disk of so many megabytes; false where this machine does not allow mounts. */
async function mountDisk(megabytes: number): Promise<boolean> {
  await mkdir(dataDir())
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dataDir()]).status === 0
  if (isMounted) await chmod(dataDir(), 0o755)
  return isMounted
}

/** Takes all room that is left. */
async function fill(): Promise<string> {
  const path = `${dataDir()}/filler`
  const file = await open(path, 'a')
  for (const bytes of [1024 * 1024, 4096]) {
    const piece = Buffer.alloc(bytes, 1)
    for (let isRoom = true; isRoom;)
      isRoom = await file.write(piece).then(
        ({ bytesWritten }) => bytesWritten === bytes,
        () => false,
      )
  }
  await file.close()
  return path
}

function browserOf(url: string): Client {
  return createBrowser((asked, { headers, ...init }) => {
    const sent = new Headers(headers)
    sent.delete('host')
    return fetch(asked.replace(ORIGIN, url), { ...init, headers: sent })
  }).client
}

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

test.each(['pglite', 'cluster'])('on %s', async (engine) => {
  // If this machine does not allow mounts, the tests of disk-reserve, room and the calls cover it.
  if (!(await mountDisk(engine === 'cluster' ? 400 : 250))) return
  const args = `--port 0 --api-port 0 --engine ${engine} --data-dir ${dataDir()} --public-url http://basedeck.example`
  const program = await startProgram(args.split(' '))
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  const [url = '', apiUrl = ''] = [...program.output().matchAll(/behind it +(\S+)/g)].map(([, at]) => at)
  const [, code = ''] = /set-up\?code=(\S+)/.exec(program.output()) ?? []
  const client = browserOf(url)
  await client.call(setUp, {
    body: { setup_code: code, email, password: PASSWORD, first_name: 'Ada', organization_name: 'Acme' },
  })
  await client.call(createBucket, { params, body: { id: 'files' } })
  const { api_key: apikey } = await client.call(getTemporaryKey, { params })
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${apiUrl}/default/storage/v1${path}`, { ...init, headers: { apikey, ...init.headers } })
  const upload = (name: string) =>
    ask(`/object/files/${name}`, {
      method: 'POST',
      body: 'content',
      headers: { 'content-type': 'text/plain' },
    })
  const run = (query: string) => client.call(queryTyped, { params, body: { query, runId: newId() } })
  expect((await upload('kept')).status).toBe(200)
  expect((await upload('deleted')).status).toBe(200)
  await run('create table t as select n from generate_series(1, 100) n')

  const filler = await fill()
  // The first refusal gives the reserve up.
  await expect
    .poll(() => statusOf(browserOf(url).call(signIn, { body: { email, password: PASSWORD } })), {
      timeout: 30_000,
      interval: 500,
    })
    .toBe(200)

  expect(await client.call(getProfile, {})).toMatchObject({ primary_email: email })
  expect((await run('select count(*) from t')).results[0]?.rows).toEqual([['100']])
  expect(await (await ask('/object/files/kept')).text()).toBe('content')
  const inFiles = { ...params, bucket: 'files' }
  expect(await client.call(listObjects, { params: inFiles, body: { path: '' } })).toHaveLength(2)

  const tus = {
    'tus-resumable': '1.0.0',
    'upload-length': '3',
    'upload-metadata': 'bucketName ZmlsZXM=,objectName eA==',
  }
  const refused = [
    await upload('new'),
    await ask('/object/files/kept', { method: 'PUT', body: 'other' }),
    await ask('/object/copy', {
      method: 'POST',
      body: JSON.stringify({ bucketId: 'files', sourceKey: 'kept', destinationKey: 'b' }),
    }),
    await ask('/bucket', { method: 'POST', body: JSON.stringify({ name: 'more' }) }),
    await ask('/upload/resumable', { method: 'POST', headers: tus }),
  ]
  const deployed = client.call(deployFunction, {
    params: { ...params, function: 'hello' },
    body: { files: [{ name: 'index.ts', content: `Deno.serve(() => new Response('x'))` }] },
  })
  expect(await statusOf(deployed)).toBe(507)
  expect(await client.call(listFunctions, { params })).toEqual([])
  for (const answer of refused) {
    expect(answer.status).toBe(507)
    expect(await answer.text()).toContain('The disk of this platform is full')
  }
  const calls = [
    client.call(createBucket, { params, body: { id: 'more' } }),
    client.call(createSnippet, {
      params,
      body: { id: newId(), name: 'x', type: 'sql', visibility: 'user', content: { sql: '' } } as never,
    }),
    run('insert into t values (1)'),
    run('create table u (a int)'),
  ]
  for (const call of calls)
    await expect(call).rejects.toMatchObject({
      status: 507,
      code: 'disk_full',
      message: expect.stringContaining('is full'),
    })

  expect((await ask('/object/files/deleted', { method: 'DELETE' })).status).toBe(200)
  await run('delete from t where n > 50')
  expect((await run('select count(*) from t')).results[0]?.rows).toEqual([['50']])

  // Somebody else took the reserve too: nothing is answered with a fault.
  await fill()
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, at) => [
      upload(`more-${at}`).then(({ status }) => status),
      ask('/object/files/kept').then(({ status }) => status),
      statusOf(run(`insert into t values (${at})`)),
      statusOf(run('select sum(n) from t')),
    ]).flat(),
  )
  for (let at = 0; at < answers.length; at += 4)
    expect(answers.slice(at, at + 4)).toEqual([507, 200, 507, 200])

  await rm(filler)
  expect((await upload('new')).status).toBe(200)
  await run('insert into t values (1)')
})
