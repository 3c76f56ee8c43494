import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDirectory } from './data-directory-lock.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

const lock = (): Promise<{ release(): Promise<void> }> => lockDataDirectory(directory.path)

/** Larger than any pid a system gives. */
const noSuchPid = 2 ** 30

test('a second lock is refused with the holder’s pid, until the first is released', async () => {
  const first = await lock()
  await expect(lock()).rejects.toMatchObject({ code: 'locked' })
  await first.release()
  await (await lock()).release()
})

test('another living process is named', async () => {
  await writeFile(
    join(directory.path, 'lock'),
    JSON.stringify({ pid: process.ppid, startedAt: null, token: 'other' }),
  )
  await expect(lock()).rejects.toThrow(`process ${process.ppid}`)
})

test.each([
  ['of a dead process', JSON.stringify({ pid: noSuchPid, startedAt: '1', token: 'x' })],
  [
    'of an earlier process with the same pid',
    JSON.stringify({ pid: process.pid, startedAt: '1', token: 'x' }),
  ],
  ['that is damaged', '{"pid": 12'],
  ['that is empty', ''],
])('a lock %s is taken over', async (_name, content) => {
  await writeFile(join(directory.path, 'lock'), content)
  await (await lock()).release()
})

test('of many that start at the same time one wins', async () => {
  await writeFile(
    join(directory.path, 'lock'),
    JSON.stringify({ pid: noSuchPid, startedAt: '1', token: 'x' }),
  )
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, lock))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a release takes away nobody else’s lock, and leaves no files', async () => {
  const mine = await lock()
  await writeFile(
    join(directory.path, 'lock'),
    JSON.stringify({ pid: process.pid, startedAt: null, token: 'other' }),
  )
  await mine.release()
  expect(await readFile(join(directory.path, 'lock'), 'utf8')).toContain('other')
  expect(await readdir(directory.path)).toEqual(['lock'])
})
