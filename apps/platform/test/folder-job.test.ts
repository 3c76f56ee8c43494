/** Jobs over a folder: as a whole or not at all, also when they are cancelled. */
import { randomUUID } from 'node:crypto'
import type { PrefixJob } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '../src/objects/storage-actor.js'
import { putObject } from './put-object.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
beforeAll(async () => {
  running = await runApp('cluster')
})
afterAll(() => running.stop())

async function bucketWith(...paths: string[]): Promise<string> {
  const id = randomUUID()
  const limits = { public: false, file_size_limit: null, allowed_mime_types: null }
  await running.storage.buckets.create('default', SERVICE, { id, ...limits })
  for (const path of paths) await putObject(running.storage, id, path, path)
  return id
}

const begin = (bucket: string, change: Parameters<typeof running.storage.folderJobs.begin>[3]) =>
  running.storage.folderJobs.begin('default', SERVICE, bucket, change)
const progress = ({ id }: PrefixJob) => running.storage.folderJobs.progress('default', id)
const names = async (bucket: string, folder: string) => {
  const page = { limit: 100, offset: 0, search: '', sortBy: { column: 'name', order: 'asc' } } as const
  const entries = await running.storage.objects.list('default', SERVICE, { bucket, folder }, page)
  return entries.map(({ name }) => name)
}

async function sql(query: string): Promise<void> {
  const database = await running.life.database('default')
  await database.run({ runId: randomUUID(), query })
}

test.each(['move', 'copy', 'delete'] as const)('a cancelled %s changes nothing', async (action) => {
  const bucket = await bucketWith('a/1', 'a/2')
  // A change of any row takes until it is cancelled.
  await sql(`create or replace function public.never_end() returns trigger language plpgsql as
    $$ begin loop perform 1; end loop; end $$;
    create trigger never_end before insert or update or delete on storage.objects
      for each row execute function public.never_end();
    grant execute on function public.never_end() to service_role`)
  const job = await begin(
    bucket,
    action === 'delete' ? { action, from: 'a' } : { action, from: 'a', to: 'b' },
  )
  expect(progress(job)).toMatchObject({ state: 'running', total: 2 })
  await expect
    .poll(async () => {
      await running.storage.folderJobs.cancel('default', job.id)
      return progress(job).state
    })
    .toBe('cancelled')
  await sql('drop trigger never_end on storage.objects')
  expect([await names(bucket, 'a'), await names(bucket, 'b')]).toEqual([['1', '2'], []])
  expect(await running.storage.folderJobs.cancel('default', job.id)).toBe(false)
})

test('a folder is not moved into itself, but may be copied there', async () => {
  const bucket = await bucketWith('a/1')
  await expect(begin(bucket, { action: 'move', from: 'a', to: 'a/b' })).rejects.toMatchObject({
    code: 'invalid_path',
  })
  const job = await begin(bucket, { action: 'copy', from: 'a', to: 'a/b' })
  await expect.poll(() => progress(job).state).toBe('done')
  expect(await names(bucket, 'a')).toEqual(['b', '1'])
})

test('paths that would be too long refuse the whole move', async () => {
  const bucket = await bucketWith('a/1', `a/${'x'.repeat(1000)}`)
  const job = await begin(bucket, { action: 'move', from: 'a', to: 'y'.repeat(100) })
  await expect.poll(() => progress(job)).toMatchObject({ state: 'failed', error: { code: 'invalid_path' } })
  expect(await names(bucket, 'a')).toHaveLength(2)
})

test('a folder is moved and copied into another bucket, whose name must be good', async () => {
  const [one, two] = [await bucketWith('a/1', 'a/b/2'), await bucketWith()]
  const copied = await begin(one, { action: 'copy', from: 'a', to: 'c', toBucket: two })
  await expect.poll(() => progress(copied).state).toBe('done')
  const moved = await begin(one, { action: 'move', from: 'a', to: 'm', toBucket: two })
  await expect.poll(() => progress(moved).state).toBe('done')
  expect([await names(one, ''), await names(two, '')]).toEqual([[], ['c', 'm']])
  const nowhere = await begin(two, { action: 'move', from: 'c', to: 'c', toBucket: 'nowhere' })
  await expect
    .poll(() => progress(nowhere))
    .toMatchObject({
      state: 'failed',
      error: { code: 'bucket_not_found' },
    })
})

test('a job is known to its project alone', async () => {
  const bucket = await bucketWith('a/1')
  const { id } = await begin(bucket, { action: 'delete', from: 'a' })
  expect(() => running.storage.folderJobs.progress('other', id)).toThrow('ended')
  expect(await running.storage.folderJobs.cancel('other', id)).toBe(false)
})
