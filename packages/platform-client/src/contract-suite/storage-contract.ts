/** What every platform promises of buckets and objects. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from '../contract/buckets.js'
import {
  cursorAfter,
  deleteObjects,
  downloadObject,
  downloadObjectPlainly,
  listObjects,
  moveObject,
  postDownloadObject,
  publicObjectUrl,
  signObject,
  signObjects,
  type ObjectSortColumn,
  type StorageObject,
} from '../contract/objects.js'
import { beginPrefixJob, cancelPrefixJob, getPrefixJob, type PrefixJob } from '../contract/prefix-jobs.js'
import { getStorageConfig, updateStorageConfig } from '../contract/storage-config.js'
import { newId } from '../id.js'
import { refusal } from './refusal.js'

/** A platform whose project `default` has storage. */
export interface StorageSubject {
  client: Client
  /** Puts an object there, as an upload would. */
  put(bucket: string, path: string, content: string, mimetype?: string): Promise<void>
}

const params = { ref: 'default' }
const EXACT_NAMES = [
  'caf\u00e9',
  'cafe\u0301',
  'a\u202fb.png',
  'per%cent',
  'it\'s "it"',
  '\u65e5\u672c',
  '..a',
  '😀',
]

/**
 * Registers the tests of buckets, of lists of objects and of what is done to them.
 * @param connect gives a running platform with a project `default`
 */
export function describeStorageContract(
  name: string,
  connect: () => Promise<StorageSubject> | StorageSubject,
): void {
  describe(`${name} keeps the contract of storage`, () => {
    /** A new bucket with objects of which each holds its own path. */
    async function bucketWith(...paths: string[]) {
      const { client, put } = await connect()
      const id = `bucket ${newId()}`
      await client.call(createBucket, { params, body: { id } })
      for (const path of paths) await put(id, path, JSON.stringify(path))
      const inBucket = { ...params, bucket: id }
      const list = (path = '', options = {}) =>
        client.call(listObjects, { params: inBucket, body: { path, options } })
      const names = async (path = '', options = {}) => (await list(path, options)).map((one) => one.name)
      const read = (path: string) => client.call(downloadObject, { params: inBucket, query: { path } })
      return { client, put, id, params: inBucket, list, names, read }
    }

    async function ended(client: Client, bucket: string, begun: PrefixJob): Promise<PrefixJob> {
      const one = { params: { ...params, bucket, job: begun.id } }
      let job = begun
      await expect
        .poll(async () => (job = await client.call(getPrefixJob, one)).state, { timeout: 20_000 })
        .not.toBe('running')
      return job
    }

    test('a bucket is made, read, changed and deleted', async () => {
      const { client } = await connect()
      const id = `avatars ${newId()}`
      const one = { params: { ...params, bucket: id } }
      const body = { id, public: true, file_size_limit: 1000, allowed_mime_types: ['image/*'] }
      const made = await client.call(createBucket, { params, body })
      expect(made).toMatchObject({ ...body, name: id })
      expect(await refusal(client.call(createBucket, { params, body }))).toEqual([409, 'bucket_exists'])
      expect(await client.call(getBucket, one)).toEqual(made)
      expect(await client.call(listBuckets, { params })).toContainEqual(made)
      const changed = await client.call(updateBucket, { ...one, body: { file_size_limit: null } })
      expect(changed).toMatchObject({ ...body, file_size_limit: null })
      expect(await client.call(deleteBucket, one)).toEqual({ id })
      expect(await refusal(client.call(getBucket, one))).toEqual([404, 'bucket_not_found'])
    })

    test.each(['', ' ', 'a/b', '..', 'ä', 'x'.repeat(101)])('no bucket is called %j', async (id) => {
      const { client } = await connect()
      expect(await refusal(client.call(createBucket, { params, body: { id } }))).toEqual([
        400,
        'invalid_body',
      ])
    })

    test('a bucket with objects is not deleted before it is emptied', async () => {
      const { client, params: one } = await bucketWith('a.txt', 'b/c.txt')
      expect(await refusal(client.call(deleteBucket, { params: one }))).toEqual([409, 'bucket_not_empty'])
      expect(await client.call(emptyBucket, { params: one })).toEqual({ deleted: 2 })
      expect(await client.call(deleteBucket, { params: one })).toEqual({ id: one.bucket })
    })

    test('a folder lists its folders, then its files', async () => {
      const { list } = await bucketWith('z/1', 'a/2', 'm.txt', 'b.txt', 'a/deeper/3')
      const entries = await list()
      expect(entries.map((one) => [one.name, one.id === null])).toEqual([
        ['a', true],
        ['z', true],
        ['b.txt', false],
        ['m.txt', false],
      ])
      expect(entries[0]).toMatchObject({ metadata: null, created_at: null })
      expect(entries[2]?.metadata).toMatchObject({ size: 7, mimetype: expect.any(String) })
      expect((await list('a')).map((one) => one.name)).toEqual(['deeper', '2'])
      expect((await list('a/')).map((one) => one.name)).toEqual(['deeper', '2'])
      expect(await list('nowhere')).toEqual([])
    })

    test('names are kept as they were sent', async () => {
      const { names, read } = await bucketWith(...EXACT_NAMES)
      expect((await names()).toSorted()).toEqual(EXACT_NAMES.toSorted())
      for (const path of EXACT_NAMES) expect(await read(path)).toBe(path)
    })

    test.each<[ObjectSortColumn, 'asc' | 'desc']>([
      ['name', 'asc'],
      ['name', 'desc'],
      ['created_at', 'asc'],
      ['updated_at', 'desc'],
      ['last_accessed_at', 'desc'],
    ])('pages by %s %s follow each other without a gap', async (column, order) => {
      const { list } = await bucketWith('x/1', 'e', 'w/1', 'd', 'a', 'y/1', 'c', 'b')
      const sortBy = { column, order }
      const whole = await list('', { sortBy })
      expect(whole).toHaveLength(8)
      expect(whole.slice(0, 3).every(({ id }) => id === null)).toBe(true)
      const paged: StorageObject[] = []
      for (let last: StorageObject | undefined; ; last = paged.at(-1)) {
        const cursor = last ? { cursor: cursorAfter(last, column) } : {}
        const page = await list('', { sortBy, limit: 3, ...cursor })
        paged.push(...page)
        if (page.length < 3) break
      }
      expect(paged).toEqual(whole)
      expect([...(await list('', { sortBy, limit: 5 })), ...(await list('', { sortBy, offset: 5 }))]).toEqual(
        whole,
      )
    })

    test('a search finds parts of names, whatever their case', async () => {
      const { names } = await bucketWith('Report.pdf', 'my reports/a', 'other', '100%', 'a_b', 'a-b')
      expect(await names('', { search: 'REPORT' })).toEqual(['my reports', 'Report.pdf'])
      expect(await names('', { search: '%' })).toEqual(['100%'])
      expect(await names('', { search: '_' })).toEqual(['a_b'])
    })

    test('objects are deleted by their paths', async () => {
      const { client, params: one, names } = await bucketWith('a', 'b', 'c/d')
      const body = { paths: ['a', 'c/d', 'nowhere'] }
      const gone = await client.call(deleteObjects, { params: one, body })
      expect(gone.map(({ path }) => path).toSorted()).toEqual(['a', 'c/d'])
      expect(await names()).toEqual(['b'])
    })

    test('an object is moved, and never over another', async () => {
      const { client, params: one, names, read } = await bucketWith('a', 'b')
      const move = (from: string, to: string) => client.call(moveObject, { params: one, body: { from, to } })
      expect(await refusal(move('a', 'b'))).toEqual([409, 'object_exists'])
      expect(await refusal(move('nowhere', 'c'))).toEqual([404, 'object_not_found'])
      expect(await move('a', 'folder/new')).toEqual({ path: 'folder/new' })
      expect(await names()).toEqual(['folder', 'b'])
      expect(await read('folder/new')).toBe('a')
    })

    test('an object is downloaded at each of its addresses', async () => {
      const { client, params: one } = await bucketWith('a b/c#d?.json')
      const path = 'a b/c#d?.json'
      expect(await client.call(downloadObject, { params: one, query: { path } })).toBe(path)
      expect(await client.call(downloadObjectPlainly, { params: one, query: { path } })).toBe(path)
      expect(await client.call(postDownloadObject, { params: one, body: { path } })).toBe(path)
      const missing = client.call(downloadObject, { params: one, query: { path: 'nowhere' } })
      expect(await refusal(missing)).toEqual([404, 'object_not_found'])
    })

    test('addresses of objects are signed, one or several', async () => {
      const { client, params: one } = await bucketWith('a', 'b')
      const { signedUrl } = await client.call(signObject, { params: one, body: { path: 'a', expiresIn: 60 } })
      expect(new URL(signedUrl).searchParams.get('token')).toBeTruthy()
      const several = await client.call(signObjects, {
        params: one,
        body: { path: ['b', 'nowhere'], expiresIn: 60 },
      })
      expect(several).toEqual([
        { path: 'b', signedUrl: expect.stringContaining('token='), error: null },
        { path: 'nowhere', signedUrl: null, error: 'Object not found' },
      ])
      const missing = client.call(signObject, { params: one, body: { path: 'nowhere', expiresIn: 60 } })
      expect(await refusal(missing)).toEqual([404, 'object_not_found'])
    })

    test('an object has a public address', async () => {
      const { client, params: one, id } = await bucketWith()
      const { publicUrl } = await client.call(publicObjectUrl, { params: one, body: { path: 'a b/ü' } })
      const end = `/default/storage/v1/object/public/${encodeURIComponent(id)}/a%20b/%C3%BC`
      expect(new URL(publicUrl).pathname.endsWith(end)).toBe(true)
    })

    test.each(['', '/a', 'a/', 'a//b', '../a', 'a/./b', 'a\0b', 'x'.repeat(1025)])(
      'the path %j is refused by every call',
      async (path) => {
        const { client, params: one } = await bucketWith('a')
        const calls = [
          () => client.call(moveObject, { params: one, body: { from: 'a', to: path } }),
          () => client.call(deleteObjects, { params: one, body: { paths: [path] } }),
          () => client.call(postDownloadObject, { params: one, body: { path } }),
          () => client.call(signObject, { params: one, body: { path, expiresIn: 60 } }),
          () => client.call(publicObjectUrl, { params: one, body: { path } }),
          () => client.call(beginPrefixJob, { params: one, body: { action: 'delete', from: path } }),
        ]
        for (const call of calls) expect(await refusal(call())).toEqual([400, 'invalid_path'])
      },
    )

    test('everything below a folder is moved, copied and deleted by one call each', async () => {
      const { client, id, params: one, names, read } = await bucketWith('a/1', 'a/b/2', 'ab/3')
      const begin = async (body: Parameters<typeof client.call<typeof beginPrefixJob>>[1]['body']) =>
        ended(client, id, await client.call(beginPrefixJob, { params: one, body }))
      expect(await begin({ action: 'move', from: 'a', to: 'new/place' })).toMatchObject({
        state: 'done',
        total: 2,
        done: 2,
      })
      expect(await names()).toEqual(['ab', 'new'])
      expect(await read('new/place/b/2')).toBe('a/b/2')
      expect(await begin({ action: 'copy', from: 'new/place', to: 'copy' })).toMatchObject({ state: 'done' })
      expect(await begin({ action: 'delete', from: 'new' })).toMatchObject({ state: 'done', total: 2 })
      expect(await names()).toEqual(['ab', 'copy'])
      expect(await read('copy/b/2')).toBe('a/b/2')
    })

    test('a folder is not moved where a name is taken; nothing of it is', async () => {
      const { client, id, params: one, names } = await bucketWith('a/1', 'a/2', 'b/2')
      const body = { action: 'move' as const, from: 'a', to: 'b' }
      const job = await ended(client, id, await client.call(beginPrefixJob, { params: one, body }))
      expect(job).toMatchObject({ state: 'failed', error: { code: 'object_exists' } })
      expect(await names('a')).toEqual(['1', '2'])
      const none = { ...body, from: 'nowhere' }
      expect(await refusal(client.call(beginPrefixJob, { params: one, body: none }))).toEqual([
        404,
        'object_not_found',
      ])
    })

    test('a job that ended is not cancelled, and an unknown one is not found', async () => {
      const { client, id, params: one } = await bucketWith('a/1')
      const body = { action: 'delete' as const, from: 'a' }
      const { id: job } = await ended(client, id, await client.call(beginPrefixJob, { params: one, body }))
      expect(await client.call(cancelPrefixJob, { params: { ...one, job } })).toEqual({ cancelled: false })
      expect(await refusal(client.call(getPrefixJob, { params: { ...one, job: 'none' } }))).toEqual([
        404,
        'storage_job_not_found',
      ])
    })

    test('the limit of one file is changed', async () => {
      const { client } = await connect()
      const before = await client.call(getStorageConfig, { params })
      expect(before).toMatchObject({ fileSizeLimit: 52_428_800, maxFileSizeLimit: 5_497_558_138_880 })
      const body = { fileSizeLimit: 100_000_000 }
      expect(await client.call(updateStorageConfig, { params, body })).toEqual({ ...before, ...body })
      await client.call(updateStorageConfig, { params, body: { fileSizeLimit: before.fileSizeLimit } })
      expect(await refusal(client.call(updateStorageConfig, { params, body: { fileSizeLimit: 0 } }))).toEqual(
        [400, 'invalid_body'],
      )
    })

    test('a bucket takes no limit above that of the project', async () => {
      const { client } = await connect()
      const { fileSizeLimit } = await client.call(getStorageConfig, { params })
      const one = { params: { ...params, bucket: `large ${newId()}` } }
      const create = (file_size_limit: number) =>
        client.call(createBucket, { params, body: { id: one.params.bucket, file_size_limit } })
      expect(await refusal(create(fileSizeLimit + 1))).toEqual([400, 'file_size_limit'])
      expect(await create(fileSizeLimit)).toMatchObject({ file_size_limit: fileSizeLimit })
      const body = { file_size_limit: fileSizeLimit + 1 }
      expect(await refusal(client.call(updateBucket, { ...one, body }))).toEqual([400, 'file_size_limit'])

      // What was allowed once may stay.
      const limit = async (bytes: number) =>
        client.call(updateStorageConfig, { params, body: { fileSizeLimit: bytes } })
      await limit(fileSizeLimit - 1)
      const same = { public: true, file_size_limit: fileSizeLimit }
      expect(await client.call(updateBucket, { ...one, body: same })).toMatchObject(same)
      await limit(fileSizeLimit)
      await client.call(deleteBucket, one)
    })

    test('a bucket that is not there has no objects', async () => {
      const { client } = await connect()
      const nowhere = { ...params, bucket: 'nowhere' }
      expect(await refusal(client.call(listObjects, { params: nowhere, body: { path: '' } }))).toEqual([
        404,
        'bucket_not_found',
      ])
      const other = { params: { ref: 'unknown' } }
      expect(await refusal(client.call(listBuckets, other))).toEqual([404, 'project_not_found'])
    })
  })
}
