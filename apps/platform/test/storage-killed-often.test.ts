/**
 * A program that is killed again and again while files are uploaded, moved and deleted: what was answered holds, what was
 * under way happened whole or not at all, and after the sweep nothing is left that no object names.
 */
import {
  beginPrefixJob,
  createBucket,
  createClient,
  deleteObjects,
  getRuntimeConfig,
  getTemporaryKey,
  moveObject,
  newId,
  queryTyped,
  type Client,
} from '@basedeck/platform-client'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Upload } from 'tus-js-client'
import { uploadsFolder } from '../src/objects/byte-folders.js'
import { fileByteStore, filesOf } from '../src/objects/file-byte-store.js'
import { createResumableUploads, UPLOAD_EXPIRY_MS } from '../src/objects/resumable-uploads.js'
import { createStorage } from '../src/objects/storage.js'
import type { StorageHost } from '../src/objects/storage-host.js'
import { sweepProject } from '../src/objects/sweep.js'
import { all } from './byte-store-suite.js'
import { programFolder } from './program-folder.js'
import { isRunning, startProgram, type Program } from './program.js'

/** Each start takes seconds, so that only `npm run test:full` kills it ten times. */
const KILLS = process.env['BASEDECK_WHOLE_MATRIX'] === '1' ? 10 : 2
const PATIENCE = KILLS * 30_000
const WORKERS = 6
/** Answers between two kills, at most. */
const ANSWERS = 60
const folder = programFolder()
const params = { ref: 'default' }
const inBucket = { ...params, bucket: 'files' }

interface Running {
  program: Program
  client: Client
  url: string
  apikey: string
}

async function start(): Promise<Running> {
  const args = `--port 0 --api-port 0 --engine cluster --data-dir ${folder.at('data')}`
  const program = await startProgram(args.split(' '), /database +open/)
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  const client = createClient({ baseUrl: program.url })
  const { projectApiUrl } = await client.call(getRuntimeConfig, {})
  const { api_key } = await client.call(getTemporaryKey, { params })
  return { program, client, url: `${projectApiUrl}/default/storage/v1`, apikey: api_key }
}

/** Every content says which it is, and how long. */
function contentOf(name: string): Buffer {
  const line = `${createHash('sha256').update(name).digest('hex')}\n`
  return Buffer.from(line.repeat(200 + ((name.length * 7919) % 5000)))
}

async function put({ url, apikey }: Running, name: string): Promise<void> {
  const answer = await fetch(`${url}/object/files/${name}`, {
    method: 'POST',
    headers: { apikey },
    body: contentOf(name),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

function putInPieces({ url, apikey }: Running, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(contentOf(name), {
      endpoint: `${url}/upload/resumable`,
      headers: { apikey },
      metadata: { bucketName: 'files', objectName: name },
      chunkSize: 50_000,
      retryDelays: null,
      onSuccess: () => resolve(),
      onError: reject,
    }).start()
  })
}

test(
  `killed ${KILLS} times during uploads, moves and deletes, it loses nothing, and the sweep leaves no orphan`,
  async () => {
    /** What must be there, by its place; the content is that of the name it was uploaded under. */
    const sure = new Map<string, string>()
    /** What was under way when the program was killed, and may be there. */
    const perhaps = new Map<string, string>()
    let running = await start()
    await running.client.call(createBucket, { params, body: { id: 'files' } })
    for (let kill = 0; kill < KILLS; kill += 1) {
      let left = 1 + Math.floor(Math.random() * ANSWERS)
      let killing: Promise<unknown> | undefined
      const answered = () => {
        left -= 1
        if (left <= 0) killing ??= running.program.end('SIGKILL')
      }
      const change = async (from: string, to: string | undefined, work: () => Promise<unknown>) => {
        const name = sure.get(from) ?? from
        sure.delete(from)
        try {
          await work()
          if (to !== undefined) sure.set(to, name)
        } catch (error) {
          if (!killing) throw error
          for (const location of [from, to]) if (location !== undefined) perhaps.set(location, name)
          throw error
        }
        answered()
      }
      const worker = async (which: number): Promise<void> => {
        const { client } = running
        for (let round = 0; ; round += 1) {
          const [name, moved] = [`${kill}/${which}/${round}`, `moved/${kill}-${which}-${round}`]
          const upload = round % 3 === 0 ? putInPieces : put
          await change(name, name, () => upload(running, name))
          await change(name, moved, () =>
            client.call(moveObject, { params: inBucket, body: { from: name, to: moved } }),
          )
          if (round % 2 === 0)
            await change(moved, undefined, () =>
              client.call(deleteObjects, { params: inBucket, body: { paths: [moved] } }),
            )
        }
      }
      await Promise.allSettled(Array.from({ length: WORKERS }, (_, which) => worker(which)))
      if (!killing) throw new Error('It was not killed.')
      await killing
      running = await start()
    }

    // A job over a folder is killed too: all of its rows, or none. An early kill may have left the folder empty.
    await put(running, 'moved/last')
    sure.set('moved/last', 'moved/last')
    const { client } = running
    const begun = client.call(beginPrefixJob, {
      params: inBucket,
      body: { action: 'move', from: 'moved', to: 'folder' },
    })
    await begun
    await running.program.end('SIGKILL')
    running = await start()
    const names = await namesOf(running.client)
    const isMoved = names.some((name) => name.startsWith('folder/'))
    const locationOf = (location: string) => (isMoved ? location.replace(/^moved\//, 'folder/') : location)
    const known = new Map([...perhaps, ...sure].map(([location, name]) => [locationOf(location), name]))
    expect(sure.size).toBeGreaterThan(0)
    expect(names).toEqual(expect.arrayContaining([...sure.keys()].map(locationOf)))
    for (const location of names) {
      const name = known.get(location)
      const { url, apikey } = running
      const answer = await fetch(`${url}/object/files/${location}`, { headers: { apikey } })
      expect([location, name === undefined, answer.status]).toEqual([location, false, 200])
      expect(contentOf(name ?? '').equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
    }

    const dataDir = folder.at('data')
    const bytes = fileByteStore(dataDir)
    const host = asking(running.client)
    const resumable = createResumableUploads(dataDir, createStorage({ host, bytes }))
    const later = new Date(Date.now() + 2 * UPLOAD_EXPIRY_MS)
    await sweepProject({ host, bytes, resumable }, 'default', later)
    const versions = await column(running.client, 'select version::text from storage.objects')
    const ids = (await all(filesOf(dataDir, 'default'))).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(versions.toSorted())
    expect(await readdir(uploadsFolder(dataDir, 'default'))).toEqual([])
  },
  PATIENCE,
)

async function column(client: Client, query: string): Promise<string[]> {
  const { results } = await client.call(queryTyped, { params, body: { query, runId: newId() } })
  return (results.at(-1)?.rows ?? []).map(([cell]) => String(cell))
}

function namesOf(client: Client): Promise<string[]> {
  return column(client, 'select name from storage.objects order by name')
}

/** Asks the program's database as the sweep inside of it does. */
function asking(client: Client): StorageHost {
  const host: Pick<StorageHost, 'batch'> = {
    async batch(_ref, { statements: [statement] }) {
      const { query = '', parameters = [] } = statement ?? {}
      const body = { query, parameters, runId: newId() }
      const { results } = await client.call(queryTyped, { params, body })
      return { type: 'committed', results } as Awaited<ReturnType<StorageHost['batch']>>
    },
  }
  return host as StorageHost
}
