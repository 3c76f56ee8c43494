/** What a caller whom no policy lets can learn of private files, and what a policy that fails or sleeps costs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const TAKEN = 'there.png'
const LIMIT_BYTES = 10
let running: RunningApp
let served: ServedStorage

beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
  await service('POST', '/bucket', {
    name: 'private',
    file_size_limit: LIMIT_BYTES,
    allowed_mime_types: ['image/png'],
  })
  await service('POST', '/bucket', { name: 'drop', public: false })
  for (const bucket of ['private', 'drop'])
    await call('POST', `/object/${bucket}/${TAKEN}`, { key: served.service, body: 'x', type: 'image/png' })
  await sql(`create policy "drop box" on storage.objects for all to anon
    using (bucket_id = 'drop') with check (bucket_id = 'drop')`)
})
afterAll(async () => {
  await served?.stop()
  await running?.stop()
})

async function sql(query: string): Promise<void> {
  const database = await running.life.database('default')
  await database.run({ runId: crypto.randomUUID(), query })
}

interface Asked {
  key?: string
  body?: string | FormData | null
  type?: string | undefined
  headers?: Record<string, string>
}

/** The answer without what differs between any two. */
async function call(
  method: string,
  path: string,
  { key = served.anon, body = null, type, headers = {} }: Asked = {},
) {
  const answer = await fetch(served.url + path, {
    method,
    body,
    headers: { apikey: key, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
  })
  const text = (await answer.text()).replace(/"requestId":"[^"]*"/, '"requestId":""')
  return { status: answer.status, text }
}

function service(method: string, path: string, body: object) {
  return call(method, path, { key: served.service, body: JSON.stringify(body), type: 'application/json' })
}

/** A file that somebody wants to upload. */
interface Wanted {
  bucket: string
  name: string
  type: string
  bytes: number
}
const FREE: Wanted = { bucket: 'private', name: 'free.png', type: 'image/png', bytes: 1 }

const base64 = (text: string) => Buffer.from(text).toString('base64')
const whole =
  (method: string, headers: Record<string, string> = {}) =>
  (wanted: Wanted) =>
    call(method, `/object/${wanted.bucket}/${wanted.name}`, {
      body: 'x'.repeat(wanted.bytes),
      type: wanted.type,
      headers,
    })

const WAYS: [way: string, begin: (wanted: Wanted) => ReturnType<typeof call>][] = [
  ['in one call', whole('POST')],
  ['as a replacement', whole('PUT')],
  ['as an upsert', whole('POST', { 'x-upsert': 'true' })],
  [
    'as a form',
    ({ bucket, name, type, bytes }) => {
      const form = new FormData()
      form.append('cacheControl', '60')
      form.append('', new Blob(['x'.repeat(bytes)], { type }), name)
      return call('POST', `/object/${bucket}/${name}`, { body: form })
    },
  ],
  [
    'resumably',
    ({ bucket, name, type, bytes }) =>
      call('POST', '/upload/resumable', {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(bytes),
          'upload-metadata': `bucketName ${base64(bucket)},objectName ${base64(name)},contentType ${base64(type)}`,
        },
      }),
  ],
  ['by a signed address', ({ bucket, name }) => call('POST', `/object/upload/sign/${bucket}/${name}`)],
  [
    'as a copy',
    ({ bucket, name }) =>
      call('POST', '/object/copy', {
        type: 'application/json',
        body: JSON.stringify({
          bucketId: 'drop',
          sourceKey: TAKEN,
          destinationBucket: bucket,
          destinationKey: name,
        }),
      }),
  ],
  [
    'by a move',
    ({ bucket, name }) =>
      call('POST', '/object/move', {
        type: 'application/json',
        body: JSON.stringify({
          bucketId: 'drop',
          sourceKey: TAKEN,
          destinationBucket: bucket,
          destinationKey: name,
        }),
      }),
  ],
]

describe.each(WAYS)('who may not upload %s is answered the same', (_, begin) => {
  test.each<[what: string, change: Partial<Wanted>]>([
    ['the file is there', { name: TAKEN }],
    ['it is larger than the bucket takes', { bytes: LIMIT_BYTES + 1 }],
    ['it is of another type than the bucket takes', { type: 'text/html' }],
    ['all of this', { name: TAKEN, type: 'text/html', bytes: LIMIT_BYTES + 1 }],
    ['the bucket is not there', { bucket: 'nowhere' }],
  ])('whether or not %s', async (__, change) => {
    const answer = await begin({ ...FREE, ...change })
    expect(answer.status).toBe(403)
    expect(answer).toEqual(await begin(FREE))
  })
})

test('a copy into a bucket that takes less is refused for its size only to whom a policy lets', async () => {
  await service('POST', '/bucket', { name: 'small', file_size_limit: 1 })
  await call('POST', '/object/drop/large', { key: served.service, body: 'xx', type: 'text/plain' })
  for (const way of ['copy', 'move']) {
    const body = JSON.stringify({
      bucketId: 'drop',
      sourceKey: 'large',
      destinationBucket: 'small',
      destinationKey: 'large',
    })
    expect((await call('POST', `/object/${way}`, { type: 'application/json', body })).status).toBe(403)
    const allowed = { key: served.service, type: 'application/json', body }
    expect((await call('POST', `/object/${way}`, allowed)).status).toBe(413)
  }
})

test('whom a policy lets learns what is wrong', async () => {
  await sql(`create policy "mine" on storage.objects for insert to anon with check (bucket_id = 'private')`)
  const begin = whole('POST')
  expect((await begin({ ...FREE, name: TAKEN })).status).toBe(409)
  expect((await begin({ ...FREE, bytes: LIMIT_BYTES + 1 })).status).toBe(413)
  expect((await begin({ ...FREE, type: 'text/html' })).status).toBe(415)
  await sql('drop policy "mine" on storage.objects')
})

describe('a policy that fails', () => {
  test.each<[what: string, condition: string, code: string, sentence: string]>([
    ['by a division', '1 / (length(name) * 0) > 0', '22012', 'division by zero'],
    ['by a cast', "(left(name, 0) || 'x')::int > 0", '22P02', 'invalid input syntax for type integer: "x"'],
    ['by its own error', 'public.refuse()', 'P0001', 'not today'],
  ])(
    '%s: its caller reads the code and the sentence, and nothing of the statement',
    async (_, condition, code, sentence) => {
      await sql(`create or replace function public.refuse() returns bool language plpgsql as
      $$ begin raise exception 'not today' using detail = 'a detail', hint = 'a hint'; end $$;
      grant execute on function public.refuse() to anon`)
      await sql(`create policy "fails" on storage.objects as restrictive to anon using (${condition})`)
      try {
        for (const [method, path] of [
          ['GET', `/object/drop/${TAKEN}`],
          ['GET', `/object/info/drop/${TAKEN}`],
          ['DELETE', `/object/drop/${TAKEN}`],
        ] as const) {
          const { status, text } = await call(method, path)
          expect([status, JSON.parse(text)]).toEqual([
            400,
            { code, error: 'Invalid Input', statusCode: '400', message: sentence, requestId: '' },
          ])
        }
      } finally {
        await sql('drop policy "fails" on storage.objects')
      }
    },
  )
})

test('policies that sleep are ended, cost their callers alone, and leave sessions for all others', async () => {
  await sql(`create policy "sleeps" on storage.objects as restrictive for select to anon
    using (pg_sleep(600) is not null)`)
  const ended: string[] = []
  const sleepers = Array.from({ length: 12 }, async () => {
    const { text } = await call('GET', `/object/info/drop/${TAKEN}`)
    const { code } = JSON.parse(text) as { code: string }
    ended.push(code)
  })
  const others = await call('GET', `/object/info/drop/${TAKEN}`, { key: served.service })
  expect([others.status, ended]).toEqual([200, []])
  await Promise.all(sleepers)
  expect(new Set(ended)).toEqual(new Set(['57014', 'service_busy']))
  await sql('drop policy "sleeps" on storage.objects')
})
