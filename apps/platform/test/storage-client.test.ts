/** Existing clients of the object API work with a project's storage: those of storage-js. */
import { deleteBucket } from '@basedeck/platform-client'
import { StorageClient } from '@supabase/storage-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVICE } from '../src/objects/storage-actor.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

let running: RunningApp
let served: ServedStorage
let service: StorageClient

beforeAll(async () => {
  running = await runApp('cluster')
  served = await serveStorage(running)
  service = clientOf(served.service)
})
afterAll(async () => {
  await served.stop()
  await running.stop()
})

const clientOf = (key: string, token = key) =>
  new StorageClient(served.url, { apikey: key, Authorization: `Bearer ${token}` })

async function newBucket(options: Parameters<StorageClient['createBucket']>[1] = { public: false }) {
  const id = `bucket ${crypto.randomUUID()}`
  const { error } = await service.createBucket(id, options)
  expect(error).toBeNull()
  return id
}

/** As the owner does in the SQL editor. */
async function sql(query: string): Promise<(string | null)[][]> {
  const database = await running.life.database('default')
  const { results } = await database.run({ runId: crypto.randomUUID(), query })
  return results.at(-1)?.rows ?? []
}

const text = async (blob: Blob | null) => (blob ? await blob.text() : undefined)

describe('a bucket that a member of the dashboard deletes', () => {
  const policiesNow = async () =>
    (
      await sql(
        `select policyname from pg_policies where tablename = 'objects' and schemaname = 'storage' order by 1`,
      )
    ).flat()
  const policy = (name: string, using: string) =>
    sql(`create policy "${name}" on storage.objects for select to anon using (${using})`)
  const remove = (bucket: string) => running.client.call(deleteBucket, { params: { ref: 'default', bucket } })

  test('takes the policies of it alone along, so that the next one of its name begins without any', async () => {
    const [id, other] = [await newBucket(), await newBucket()]
    const before = await policiesNow()
    await policy('own', `bucket_id = '${id}' and true`)
    await policy('shared', `bucket_id in ('${id}', '${other}')`)
    await policy('or', `bucket_id = '${id}' or owner is null`)
    await policy('others', `bucket_id = '${other}'`)
    await remove(id)
    expect((await policiesNow()).filter((name) => !before.includes(name))).toEqual(['or', 'others', 'shared'])
    expect((await service.listBuckets()).data?.map((bucket) => bucket.id)).not.toContain(id)
    for (const name of ['or', 'others', 'shared']) await sql(`drop policy "${name}" on storage.objects`)
  })

  test('keeps its policies when it is not deleted', async () => {
    const id = await newBucket()
    await policy('kept', `bucket_id = '${id}'`)
    await service.from(id).upload('a.txt', 'text')
    await expect(remove(id)).rejects.toMatchObject({ status: 409 })
    expect(await policiesNow()).toContain('kept')
    await sql(`drop policy "kept" on storage.objects`)
    await expect(remove('not there')).rejects.toMatchObject({ status: 404 })
  })
})

describe('buckets', () => {
  test('are made, listed, changed, emptied and deleted', async () => {
    const id = await newBucket({ public: true, fileSizeLimit: '1MB', allowedMimeTypes: ['image/*'] })
    expect((await service.getBucket(id)).data).toMatchObject({
      id,
      public: true,
      file_size_limit: 1_048_576,
      allowed_mime_types: ['image/*'],
    })
    expect((await service.listBuckets()).data?.map((bucket) => bucket.id)).toContain(id)
    await service.updateBucket(id, { public: false })
    expect((await service.getBucket(id)).data?.public).toBe(false)
    await service.from(id).upload('a.png', 'x', { contentType: 'image/png' })
    expect((await service.deleteBucket(id)).error).toMatchObject({ status: 409 })
    await service.emptyBucket(id)
    expect((await service.deleteBucket(id)).error).toBeNull()
    expect((await service.getBucket(id)).error).toMatchObject({ status: 404 })
  })
})

describe('objects', () => {
  test.each([
    ['a Blob, in a form', (content: string) => new Blob([content], { type: 'text/plain' })],
    ['a Buffer', (content: string) => Buffer.from(content)],
    ['an ArrayBuffer', (content: string) => new TextEncoder().encode(content).buffer],
    ['a text', (content: string) => content],
  ])('are uploaded from %s', async (_, bodyOf) => {
    const files = service.from(await newBucket())
    const content = 'Grüße\u202f😀'.repeat(10_000)
    const { data, error } = await files.upload('a/b.txt', bodyOf(content), {
      contentType: 'text/plain',
      cacheControl: '60',
      metadata: { colour: 'red' },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: 'a/b.txt', id: expect.any(String) })
    const downloaded = await files.download('a/b.txt')
    expect(await text(downloaded.data)).toBe(content)
    const { data: info } = await files.info('a/b.txt')
    expect(info).toMatchObject({
      size: Buffer.byteLength(content),
      contentType: 'text/plain',
      cacheControl: 'max-age=60',
      metadata: { colour: 'red' },
    })
  })

  test('are replaced only when that is asked for, and the bytes before are freed', async () => {
    const bucket = await newBucket()
    const files = service.from(bucket)
    await files.upload('a', 'one')
    expect((await files.upload('a', 'two')).error).toMatchObject({ status: 409 })
    const [[before]] = (await sql(`select version from storage.objects where bucket_id = '${bucket}'`)) as [
      [string],
    ]
    expect((await files.upload('a', 'three', { upsert: true })).error).toBeNull()
    expect(await text((await files.download('a')).data)).toBe('three')
    await expect(served.storage.bytes.read('default', before)).rejects.toMatchObject({
      code: 'bytes_missing',
    })
    expect((await files.update('a', 'four')).error).toBeNull()
    expect(await text((await files.download('a')).data)).toBe('four')
  })

  test('are listed, moved, copied and removed', async () => {
    const files = service.from(await newBucket())
    for (const path of ['a/1', 'a/2', 'b']) await files.upload(path, path)
    expect((await files.list('a')).data?.map(({ name }) => name)).toEqual(['1', '2'])
    expect((await files.list()).data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect((await files.move('a/1', 'c/1')).error).toBeNull()
    expect((await files.copy('c/1', 'd')).data).toMatchObject({ path: expect.stringContaining('/d') })
    expect((await files.remove(['c/1', 'nowhere'])).data?.map(({ name }) => name)).toEqual(['c/1'])
    expect(await text((await files.download('d')).data)).toBe('a/1')
    expect((await files.exists('d')).data).toBe(true)
    expect((await files.exists('c/1')).data).toBe(false)
  })

  test('go into another bucket as far as it takes them', async () => {
    const files = service.from(await newBucket())
    await files.upload('a', 'text', { contentType: 'text/plain' })
    const images = await newBucket({ public: false, allowedMimeTypes: ['image/*'] })
    const small = await newBucket({ public: false, fileSizeLimit: 3 })
    const open = await newBucket()
    expect((await files.copy('a', 'a', { destinationBucket: images })).error).toMatchObject({ status: 415 })
    expect((await files.move('a', 'a', { destinationBucket: small })).error).toMatchObject({ status: 413 })
    expect((await files.move('a', 'a', { destinationBucket: open })).error).toBeNull()
    expect(await text((await service.from(open).download('a')).data)).toBe('text')
  })

  test('have addresses: signed ones, and public ones of public buckets', async () => {
    const bucket = await newBucket()
    const files = service.from(bucket)
    await files.upload('my file.txt', 'signed')
    const { data: signed } = await files.createSignedUrl('my file.txt', 60, { download: true })
    const answer = await fetch(signed?.signedUrl ?? '')
    expect(await answer.text()).toBe('signed')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''my%20file.txt`)
    const { data: several } = await files.createSignedUrls(['my file.txt', 'nowhere'], 60)
    expect(several?.map(({ error }) => error)).toEqual([null, 'Object not found'])
    const { data } = files.getPublicUrl('my file.txt')
    expect((await fetch(data.publicUrl)).status).toBe(404)
    await service.updateBucket(bucket, { public: true })
    expect(await (await fetch(data.publicUrl)).text()).toBe('signed')
  })

  test('are not read by an address of another one, nor by one that is over', async () => {
    const bucket = await newBucket()
    const files = service.from(bucket)
    await files.upload('a', 'a')
    await files.upload('b', 'b')
    const { data } = await files.createSignedUrl('a', 1)
    const url = new URL(data?.signedUrl ?? '')
    url.pathname = url.pathname.replace(/a$/, 'b')
    expect((await fetch(url)).status).toBe(400)
    const own = await fetch(`${served.url}/object/${encodeURIComponent(bucket)}/a`, {
      headers: { apikey: url.searchParams.get('token') ?? '' },
    })
    expect(own.status).toBe(401)
    await expect.poll(async () => (await fetch(data?.signedUrl ?? '')).status, { timeout: 5000 }).toBe(400)
  })

  test('are uploaded by an address that was made for that', async () => {
    const files = service.from(await newBucket())
    const { data } = await files.createSignedUploadUrl('a/b')
    const visitor = clientOf('none').from((data?.signedUrl ?? '').split('/').at(-3) ?? '')
    expect(visitor).toBeDefined()
    const { error } = await files.uploadToSignedUrl('a/b', data?.token ?? '', new Blob(['by address']))
    expect(error).toBeNull()
    expect(await text((await files.download('a/b')).data)).toBe('by address')
    expect((await files.uploadToSignedUrl('a/c', data?.token ?? '', new Blob(['x']))).error).toMatchObject({
      status: 400,
    })
  })

  test('are read in parts', async () => {
    const bucket = await newBucket()
    await service.from(bucket).upload('a', '0123456789')
    const url = `${served.url}/object/${encodeURIComponent(bucket)}/a`
    const ask = (headers: Record<string, string>) =>
      fetch(url, { headers: { apikey: served.service, ...headers } })
    const part = await ask({ range: 'bytes=2-4' })
    expect([part.status, await part.text()]).toEqual([206, '234'])
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10')
    expect((await ask({ range: 'bytes=10-' })).status).toBe(416)
    const etag = part.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
  })

  test('above a limit, or of a wrong type, are refused, and leave nothing', async () => {
    const bucket = await newBucket({ public: false, fileSizeLimit: 5, allowedMimeTypes: ['text/*'] })
    const files = service.from(bucket)
    const text = { contentType: 'text/plain' }
    expect((await files.upload('a', '123456', text)).error).toMatchObject({ status: 413 })
    expect((await files.upload('a', new Blob(['123456'], { type: 'text/plain' }))).error).toMatchObject({
      status: 413,
    })
    const wrong = await files.upload('a', '12345', { contentType: 'image/png' })
    expect(wrong.error).toMatchObject({
      status: 415,
      message: 'mime type image/png is not supported',
    })
    expect((await files.upload('a', '12345', text)).error).toBeNull()
    expect((await files.list()).data).toHaveLength(1)
  })

  test.each(['caf\u00e9', 'cafe\u0301', 'a\u202fb', '.a', "it's;:,@=$!()*", '日本/😀'])(
    'keep the name %j',
    async (path) => {
      const files = service.from(await newBucket())
      expect((await files.upload(path, path)).error).toBeNull()
      expect(await text((await files.download(path)).data)).toBe(path)
      expect((await files.list(path.includes('/') ? '日本' : '')).data?.map(({ name }) => name)).toEqual([
        path.split('/').at(-1),
      ])
    },
  )

  test.each(['100%25?#&+.txt', 'a\\b', '"<>|\n\t', '%2e%2e', 'x'.repeat(1024), '...'])(
    'have any name that is escaped: %j',
    async (path) => {
      const bucket = await newBucket()
      const url = `${served.url}/object/${encodeURIComponent(bucket)}/${encodeURIComponent(path)}`
      const headers = { apikey: served.service }
      expect((await fetch(url, { method: 'POST', headers, body: path })).status).toBe(200)
      expect(await (await fetch(url, { headers })).text()).toBe(path)
      expect((await service.from(bucket).list()).data?.map(({ name }) => name)).toEqual([path])
      const { data } = await service.from(bucket).createSignedUrl('...', 60)
      if (path === '...') expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe(path)
    },
  )

  test.each(['%00', 'a%2F..%2Fb', 'a%2F', 'x'.repeat(1025), 'a%2F%2Fb'])(
    'are refused at a path that is not valid: %s',
    async (path) => {
      const url = `${served.url}/object/${encodeURIComponent(await newBucket())}/${path}`
      const answer = await fetch(url, { method: 'POST', headers: { apikey: served.service }, body: 'x' })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_path' }])
    },
  )

  test('of 0 bytes are kept', async () => {
    const files = service.from(await newBucket())
    expect((await files.upload('empty', new Blob([]))).error).toBeNull()
    expect((await files.upload('empty 2', Buffer.from(''))).error).toBeNull()
    expect((await (await files.download('empty')).data?.text()) ?? '').toBe('')
    expect((await files.info('empty 2')).data?.size).toBe(0)
  })

  test('of two uploads to one name at once one wins, and the other leaves no bytes', async () => {
    const bucket = await newBucket()
    const files = service.from(bucket)
    const made = await Promise.all(['one', 'two', 'three'].map((content) => files.upload('same', content)))
    expect(made.filter(({ error }) => error === null)).toHaveLength(1)
    expect(made.filter(({ error }) => error !== null).map(({ error }) => error)).toEqual([
      expect.objectContaining({ status: 409 }),
      expect.objectContaining({ status: 409 }),
    ])
    const soon = new Date(Date.now() + 60_000)
    const kept: string[] = []
    for await (const id of served.storage.bytes.olderThan('default', soon)) kept.push(id)
    const rows = (await sql('select version from storage.objects')).map(([version]) => version)
    expect(kept.toSorted()).toEqual(rows.toSorted())
  })
})

describe('row-level security', () => {
  test('an anonymous key sees and changes nothing without a policy', async () => {
    const bucket = await newBucket()
    await service.from(bucket).upload('a', 'secret')
    const files = clientOf(served.anon).from(bucket)
    expect((await files.list()).data).toEqual([])
    expect((await files.download('a')).error).not.toBeNull()
    expect((await files.upload('b', 'x')).error).toMatchObject({ status: 403 })
    expect((await files.remove(['a'])).data).toEqual([])
    expect((await files.move('a', 'b')).error).toMatchObject({ status: 404 })
    expect((await files.createSignedUrl('a', 60)).error).toMatchObject({ status: 404 })
    expect((await clientOf(served.anon).listBuckets()).data).toEqual([])
    expect((await clientOf(served.anon).createBucket('mine')).error).toMatchObject({ status: 403 })
    expect(await text((await service.from(bucket).download('a')).data)).toBe('secret')
  })

  test('the owner’s policies decide what users may do', async () => {
    const bucket = await newBucket()
    await sql(`create policy "own folder" on storage.objects to authenticated
      using (bucket_id = '${bucket}' and (storage.foldername(name))[1] = auth.uid()::text)
      with check (bucket_id = '${bucket}' and (storage.foldername(name))[1] = auth.uid()::text)`)
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    const files = clientOf(served.anon, await served.tokenOf(one)).from(bucket)
    const others = clientOf(served.anon, await served.tokenOf(two)).from(bucket)
    expect((await files.upload(`${one}/a`, 'mine')).error).toBeNull()
    expect((await files.upload(`${one}/a`, 'again', { upsert: true })).error).toBeNull()
    expect((await files.upload(`${two}/a`, 'not mine')).error).toMatchObject({ status: 403 })
    expect((await others.download(`${one}/a`)).error).not.toBeNull()
    expect((await others.list(one)).data).toEqual([])
    expect((await files.list(one)).data).toHaveLength(1)
    expect(await text((await files.download(`${one}/a`)).data)).toBe('again')
    expect(
      (await served.storage.objects.find('default', SERVICE, { bucket, name: `${one}/a` })).owner_id,
    ).toBe(one)
    expect((await files.copy(`${one}/a`, `${one}/b`)).error).toBeNull()
    expect((await files.move(`${one}/b`, `${two}/b`)).error).toMatchObject({ status: 403 })
    expect((await files.remove([`${one}/a`])).data).toHaveLength(1)
  })

  test('a policy for INSERT alone is enough to upload', async () => {
    const bucket = await newBucket()
    await sql(
      `create policy "drop box" on storage.objects for insert to anon with check (bucket_id = '${bucket}')`,
    )
    const files = clientOf(served.anon).from(bucket)
    expect((await files.upload('a', 'x')).error).toBeNull()
    expect((await files.list()).data).toEqual([])
  })
})

test.each(['', 'none', 'a.b.c'])('the key %j opens nothing', async (key) => {
  const answer = await fetch(`${served.url}/bucket`, { headers: { apikey: key } })
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'invalid_key' }])
})

test('a key of one project does not open another, and an unknown project is not found', async () => {
  const other = served.url.replace('/default/', '/other/')
  const answer = await fetch(`${other}/bucket`, { headers: { apikey: served.service } })
  expect(answer.status).toBe(404)
})
