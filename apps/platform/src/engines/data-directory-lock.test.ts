import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockDataDirectory } from './data-directory-lock.js'
import { hasContainers, startElsewhere, type Started } from './testing/other-container.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'

let directory: TemporaryDirectory
let started: Started[] = []
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(started.map(({ kill }) => kill()))
  started = []
  await directory.remove()
})

const lock = () => lockDataDirectory(directory.path)
const file = () => join(directory.path, 'lock')

/** Larger than any pid a system gives. */
const NO_SUCH_PID = 2 ** 30

async function elsewhere(options?: { readOnly: string }): Promise<Started> {
  const one = await startElsewhere('lock-holder', [directory.path], options)
  started.push(one)
  return one
}

describe.each([
  ['by the kernel', () => {}],
  ['by its file alone, where the system has no flock', () => void vi.stubEnv('PATH', '/nonexistent')],
])('locked %s', (_, prepare) => {
  beforeEach(prepare)

  test('a second lock is refused with the holder’s pid, until the first is released', async () => {
    const first = await lock()
    await expect(lock()).rejects.toMatchObject({ code: 'locked' })
    await first.release()
    await (await lock()).release()
  })

  test('another living process is named', async () => {
    await writeFile(file(), JSON.stringify({ pid: process.ppid, startedAt: null, token: 'other' }))
    await expect(lock()).rejects.toThrow(`process ${process.ppid}`)
  })

  test.each([
    ['of a dead process', JSON.stringify({ pid: NO_SUCH_PID, startedAt: '1', token: 'x' })],
    [
      'of an earlier process with the same pid',
      JSON.stringify({ pid: process.pid, startedAt: '1', token: 'x' }),
    ],
    ['that is damaged', '{"pid": 12'],
    ['that is empty', ''],
  ])('the lock %s is taken over', async (_name, content) => {
    await writeFile(file(), content)
    await (await lock()).release()
  })

  test('of many that start at the same time one wins', async () => {
    await writeFile(file(), JSON.stringify({ pid: NO_SUCH_PID, startedAt: '1', token: 'x' }))
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, lock))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a release removes no other program’s lock, and leaves no files', async () => {
    const mine = await lock()
    await writeFile(file(), JSON.stringify({ pid: process.pid, startedAt: null, token: 'other' }))
    await mine.release()
    expect(await readFile(file(), 'utf8')).toContain('other')
    expect(await readdir(directory.path)).toEqual(['lock'])
  })
})

test('it tells whether the kernel holds the lock', async () => {
  const mine = await lock()
  expect(mine.isHeldByKernel).toBe(true)
  await mine.release()
  vi.stubEnv('PATH', '/nonexistent')
  const weaker = await lock()
  expect(weaker.isHeldByKernel).toBe(false)
  await weaker.release()
})

test('another container is refused, and the holder is named', async () => {
  const mine = await lock()
  expect((await elsewhere()).said).toMatch(
    hasContainers ? /in use by process \d+ in another container \(.+\)/ : /in use by process \d+/,
  )
  await mine.release()
  expect((await elsewhere()).said).toBe('held')
})

test('a process in another container holds the directory until it is killed', async () => {
  const holder = await elsewhere()
  expect(holder.said).toBe('held')
  await expect(lock()).rejects.toMatchObject({ code: 'locked' })
  await holder.kill()
  await (await lock()).release()
})

test.each([
  ['deleted', () => rm(file())],
  // A pid of another container, seen from here.
  ['of a process that does not live here', () => writeFile(file(), `{"pid":${NO_SUCH_PID},"token":"x"}`)],
])('with the file %s, a second lock is refused', async (_, change) => {
  await elsewhere()
  await change()
  await expect(lock()).rejects.toThrow('in use by another process')
})

test('through a read-only mount it is refused: in use, or not writable', async () => {
  const mine = await lock()
  const options = { readOnly: directory.path }
  expect((await elsewhere(options)).said).toContain('in use by process')
  await mine.release()
  if (hasContainers) expect((await elsewhere(options)).said).toContain('is not writable (EROFS)')
  await expect(lockDataDirectory(existsSync('/proc/self') ? '/proc/self' : '/System')).rejects.toMatchObject({
    code: 'directory',
  })
})
