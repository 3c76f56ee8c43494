import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { readPostmaster, servesCluster } from './postmaster-file.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

test.each([
  [
    '123\n/data\n1700000000\n5432\n/run\n127.0.0.1\n 1 2\nready   \n',
    { pid: 123, startedAt: '1700000000', ready: true },
  ],
  [
    '123\n/data\n1700000000\n5432\n/run\n127.0.0.1\n 1 2\nstarting\n',
    { pid: 123, startedAt: '1700000000', ready: false },
  ],
  ['123\n/data\n', { pid: 123, startedAt: '', ready: false }],
  ['', undefined],
  ['-42\n/data\n', undefined],
])('%j', async (text, postmaster) => {
  await writeFile(join(directory.path, 'postmaster.pid'), text)
  expect(await readPostmaster(directory.path)).toEqual(postmaster)
})

test('no file, no server', async () => {
  expect(await readPostmaster(directory.path)).toBeUndefined()
})

test('a process with another working directory does not serve the cluster', async () => {
  expect(await servesCluster(process.pid, directory.path)).toBe(false)
})
