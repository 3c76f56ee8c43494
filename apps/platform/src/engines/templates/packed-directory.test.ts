import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { directoryTree } from './directory-tree.js'
import { packDirectory, unpackDirectory } from './packed-directory.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

const path = (...names: string[]) => join(directory.path, ...names)

test('a directory comes back with its names, contents and modes', async () => {
  await mkdir(path('from', 'empty'), { recursive: true })
  await mkdir(path('from', 'a'), { mode: 0o700 })
  const zeros = Buffer.alloc(5000)
  const files: Record<string, Buffer> = {
    'a/one': Buffer.from('the same'),
    'a/two': Buffer.from('the same'),
    'ends-with-zeros': Buffer.concat([Buffer.from('the same'), zeros]),
    zeros,
    empty_file: Buffer.alloc(0),
  }
  for (const [name, bytes] of Object.entries(files)) await writeFile(path('from', name), bytes)
  await chmod(path('from', 'a', 'two'), 0o600)

  unpackDirectory(await packDirectory(path('from')), path('to'))

  const [before, after] = [await directoryTree(path('from')), await directoryTree(path('to'))]
  expect(after.directories.sort()).toEqual(before.directories.sort())
  expect(after.files.sort()).toEqual(before.files.sort())
  for (const [name, bytes] of Object.entries(files)) expect(await readFile(path('to', name))).toEqual(bytes)
  for (const name of [...before.directories, ...before.files])
    expect((await stat(path('to', name))).mode).toBe((await stat(path('from', name))).mode)
})

test('what is the same in two files is stored once', async () => {
  const noise = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 251))
  await mkdir(path('from'))
  for (const name of ['a', 'b', 'c']) await writeFile(path('from', name), noise)
  const thrice = (await packDirectory(path('from'))).length
  await writeFile(path('from', 'b'), '')
  await writeFile(path('from', 'c'), '')
  expect(thrice - (await packDirectory(path('from'))).length).toBeLessThan(100)
})

test('damaged bytes are refused', async () => {
  await mkdir(path('from'))
  await writeFile(path('from', 'a'), 'something')
  const packed = await packDirectory(path('from'))
  expect(() => unpackDirectory(packed.subarray(0, packed.length - 10), path('to'))).toThrow('unexpected end')
})
