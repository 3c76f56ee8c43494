/** File storage: large and small uploads, pages of a long list, a large folder renamed, a zip, and Cancel beside uploads. */
import {
  beginPrefixJob,
  createBucket,
  createClient,
  getPrefixJob,
  getRuntimeConfig,
  listApiKeys,
  listObjects,
  newId,
  queryTyped,
  updateStorageConfig,
  type Client,
} from '@basedeck/platform-client'
import {
  arrivingFiles,
  bytesArriving,
  chunkSizeFor,
  createUploadQueue,
  eachAtOnce,
} from '@basedeck/storage-engine'
import { zipStream } from '@basedeck/storage-engine/zip'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Upload } from 'tus-js-client'
import { startPlatform } from '../../e2e/models/platform.js'
import { timed, type BenchResult } from '../bench-result.js'
import { cancelBeside } from './cancel-beside.js'
import { benchTransport, bytesFile } from './upload-files.js'

const MB = 1024 * 1024
/** `BASEDECK_BENCH_QUICK=1`: less of everything, for a machine that others use too. */
const IS_QUICK = process.env['BASEDECK_BENCH_QUICK'] === '1'
const LARGE = (IS_QUICK ? 300 : 1024) * MB
const SMALL_FILES = IS_QUICK ? 2000 : 10_000
const COUNT = SMALL_FILES.toLocaleString('en')
const SMALL = Buffer.alloc(2048, 'small file ')
const LISTED = 100_000
const PAGE = 200
const AT_ONCE = 10
/** Objects of a bucket that is listed by cursor, to its end. */
const PAGED = IS_QUICK ? 100_000 : 1_000_000
const CURSOR_PAGE = 1000
/** Each way goes first in one of them: what the one before left unwritten slows the disk down. */
const ROUNDS = 3
const PARAMS = { ref: 'default' }
const IN_BUCKET = { ...PARAMS, bucket: 'bench' }

interface Stage {
  client: Client
  /** Of the object API. */
  api: string
  apikey: string
  pid: number
}

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  const client = createClient({ baseUrl: platform.url })
  try {
    await client.call(updateStorageConfig, { params: PARAMS, body: { fileSizeLimit: 2048 * MB } })
    await client.call(createBucket, { params: PARAMS, body: { id: 'bench' } })
    const { projectApiUrl } = await client.call(getRuntimeConfig, {})
    const keys = await client.call(listApiKeys, { params: PARAMS, query: { reveal: true } })
    const apikey = keys.find(({ name }) => name === 'service_role')?.api_key ?? ''
    const stage: Stage = {
      client,
      api: `${projectApiUrl}/default/storage/v1`,
      apikey,
      pid: platform.pid,
    }
    return [
      ...(await largeUploads(stage)),
      await smallUploads(stage),
      await zipped(stage),
      ...(await longList(stage)),
      await cursorPages(stage),
      await cancelBeside(platform, {
        what: 'ten uploads of 100 MB',
        program: fileURLToPath(new URL('./upload-load.ts', import.meta.url)),
        args: [`${stage.api}/upload/resumable`, stage.apikey],
        begun: AT_ONCE,
      }),
    ]
  } finally {
    await platform.dispose()
  }
}

async function largeUploads(stage: Stage): Promise<BenchResult[]> {
  const content = Buffer.alloc(LARGE, 'a large file ')
  const transport = benchTransport(`${stage.api}/upload/resumable`, stage.apikey)
  let names = 0
  const send = async (path: string) => {
    const end = await transport
      .open({ file: bytesFile(path, content), bucket: 'bench', path })
      .run({ onProgress() {} })
    if (end?.type !== 'done') throw new Error(JSON.stringify(end))
  }
  const before = await residentMegabytes(stage.pid)
  let peak = before
  const watching = setInterval(() => {
    void residentMegabytes(stage.pid).then((now) => (peak = Math.max(peak, now)))
  }, 100)
  const ours = { ms: Infinity, send }
  const alone = { ms: Infinity, send: (name: string) => bare(stage, name, content) }
  const post = { ms: Infinity, send: (name: string) => plain(stage, name, content) }
  const ways = [ours, alone, post]
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let turn = 0; turn < ways.length; turn += 1) {
        const way = ways[(round + turn) % ways.length]
        if (way) way.ms = Math.min(way.ms, await took(() => way.send(`large-${names++}`)))
      }
    }
  } finally {
    clearInterval(watching)
  }
  const speed = (ms: number) => LARGE / 1e6 / (ms / 1000)
  const name = `upload of ${LARGE / MB} MB, the fastest of three`
  return [
    {
      name,
      value: speed(ours.ms),
      unit: 'MB/s',
      floor: speed(alone.ms),
      floorName: 'tus-js-client alone, the same server',
    },
    { name, value: speed(ours.ms), unit: 'MB/s', floor: speed(post.ms), floorName: 'a plain POST' },
    {
      name: 'memory of the server grows, during these uploads, by',
      value: peak - before,
      unit: 'MB',
      budget: 50,
    },
  ]
}

/** By the library alone, in pieces of the same size. */
function bare({ api, apikey }: Stage, objectName: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(content, {
      endpoint: `${api}/upload/resumable`,
      headers: { apikey },
      metadata: { bucketName: 'bench', objectName },
      chunkSize: chunkSizeFor(content.length),
      onSuccess: () => resolve(),
      onError: reject,
    }).start()
  })
}

async function plain({ api, apikey }: Stage, name: string, content: Buffer): Promise<void> {
  const answer = await fetch(`${api}/object/bench/${name}`, {
    method: 'POST',
    headers: { apikey },
    body: content as Uint8Array<ArrayBuffer>,
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function smallUploads(stage: Stage): Promise<BenchResult> {
  const paths = Array.from({ length: SMALL_FILES }, (_, index) => `small/${index}`)
  const queued = () =>
    new Promise<void>((resolve, reject) => {
      const queue = createUploadQueue({
        clock: { now: () => Date.now() },
        transport: benchTransport(`${stage.api}/upload/resumable`, stage.apikey),
      })
      const batch = queue.add(paths.map((path) => ({ file: bytesFile(path, SMALL), bucket: 'bench', path })))
      batch.ended.then(({ failed }) => {
        queue.dispose()
        if (failed > 0) reject(new Error(`${failed} uploads failed`))
        else resolve()
      }, reject)
    })
  const value = await took(queued)
  const floor = await took(() => allOf(paths, (path) => plain(stage, `plain-${path}`, SMALL)))
  return { name: `${COUNT} files of 2 kB`, value, unit: 'ms', floor, floorName: 'plain POSTs, ten at a time' }
}

async function zipped({ api, apikey }: Stage): Promise<BenchResult> {
  const open = async (path: string) => {
    const answer = await fetch(`${api}/object/bench/${path}`, { headers: { apikey } })
    if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
    return bytesArriving(answer.body, Number(answer.headers.get('content-length') ?? Number.NaN))
  }
  const files = Array.from({ length: SMALL_FILES }, (_, index) => ({
    path: `small/${index}`,
    name: `${index}`,
  }))
  const floor = await took(() =>
    allOf(files, async ({ path }) => {
      const bytes = await open(path)
      if (!(bytes instanceof Uint8Array)) for await (const piece of bytes) void piece
    }),
  )
  const before = process.memoryUsage().rss
  let peak = before
  const value = await took(async () => {
    const failures: unknown[] = []
    const arriving = arrivingFiles(files, open, { onFailed: (_path, error) => failures.push(error) })
    for await (const bytes of zipStream(arriving)) {
      void bytes
      peak = Math.max(peak, process.memoryUsage().rss)
    }
    if (failures.length > 0) throw failures[0]
  })
  return {
    name: `a zip of ${COUNT} files`,
    value,
    unit: 'ms',
    floor,
    floorName: 'the downloads alone, ten at a time',
    notes: [`the program that packs the zip grew by ${Math.round((peak - before) / MB)} MB`],
  }
}

async function longList({ client }: Stage): Promise<BenchResult[]> {
  await client.call(queryTyped, {
    params: PARAMS,
    body: {
      query: `insert into storage.objects (bucket_id, name, metadata)
        select 'bench', 'many/' || to_char(n, 'FM000000'), '{"size": 1}' from generate_series(0, ${LISTED - 1}) n;
        analyze storage.objects`,
      runId: newId(),
    },
  })
  const sortBy = { column: 'name', order: 'asc' } as const
  const page = async (after: string | undefined) => {
    const cursor = after === undefined ? {} : { cursor: { name: after, isFolder: false } }
    const items = await client.call(listObjects, {
      params: IN_BUCKET,
      body: { path: 'many', options: { limit: PAGE, sortBy, ...cursor } },
    })
    if (items.length !== PAGE) throw new Error(`A page has ${items.length} entries.`)
  }
  const floor = await timed(20, () => page(undefined))
  const value = await timed(20, () => page(String(LISTED - PAGE - 1).padStart(6, '0')))
  let from = 'many'
  const renaming = await timed(3, async () => {
    const to = `${from}-again`
    const begun = await client.call(beginPrefixJob, {
      params: IN_BUCKET,
      body: { action: 'move', from, to },
    })
    const params = { ...IN_BUCKET, job: begun.id }
    for (;;) {
      const { state, error } = await client.call(getPrefixJob, { params })
      if (state === 'done') break
      if (state !== 'running') throw new Error(JSON.stringify(error))
    }
    from = to
  })
  return [
    {
      name: 'a list of 100,000: the page at 99,800',
      value,
      unit: 'ms',
      floor,
      floorName: 'the first page',
    },
    { name: 'a folder of 100,000 files renamed, by one call', value: renaming, unit: 'ms', budget: 2000 },
  ]
}

/** Every page of a bucket, each begun at the cursor of the one before. */
async function cursorPages({ client, api, apikey }: Stage): Promise<BenchResult> {
  await client.call(createBucket, { params: PARAMS, body: { id: 'paged' } })
  await client.call(queryTyped, {
    params: PARAMS,
    body: {
      query: `insert into storage.objects (bucket_id, name, metadata)
        select 'paged', n % 100 || '/' || to_char(n, 'FM0000000'), '{"size": 1}' from generate_series(1, ${PAGED}) n;
        analyze storage.objects`,
      runId: newId(),
    },
  })
  const times: number[] = []
  let cursor: string | undefined
  let listed = 0
  do {
    const begun = performance.now()
    const answer = await fetch(`${api}/object/list-v2/paged`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ limit: CURSOR_PAGE, ...(cursor ? { cursor } : {}) }),
    })
    const page = (await answer.json()) as { objects: unknown[]; nextCursor?: string }
    times.push(performance.now() - begun)
    listed += page.objects.length
    cursor = page.nextCursor
  } while (cursor)
  if (listed !== PAGED) throw new Error(`${listed} objects were listed.`)
  const middle = (some: number[]) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0
  return {
    name: `a page of 1,000 among ${PAGED.toLocaleString('en')} objects, by cursor, the last twenty`,
    value: middle(times.slice(-20)),
    unit: 'ms',
    budget: 20,
    notes: [
      `the first twenty ${middle(times.slice(0, 20)).toFixed(1)} ms, the slowest of all ${Math.max(...times).toFixed(1)} ms`,
    ],
  }
}

/** Ten at a time. */
async function allOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const outcome of await eachAtOnce(items, { parallel: AT_ONCE }, work))
    if (outcome.type === 'failed') throw outcome.error
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}
