/** A changed dump, or one with paths outside of its directory, is refused before anything is written. */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { DUMP_FORMAT, MANIFEST_NAME, type Manifest } from './manifest.js'
import { extractArchive, extractVerified, verifyArchive } from './read-archive.js'
import { tarEnd, tarHeader, tarPadding } from './tar.js'

let directory: TemporaryDirectory
let path: string
beforeEach(async () => {
  directory = await temporaryDirectory()
  path = join(directory.path, 'a.dump')
})
afterEach(() => directory.remove())

const sums = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') },
    ]),
  )

/** An archive of these files whose manifest lists those. */
async function archive(
  files: Record<string, string>,
  listed: Record<string, string>,
  more = {},
): Promise<void> {
  const manifest: Manifest = {
    format: DUMP_FORMAT,
    version: '0.1.0',
    madeAt: '2027-01-31T00:00:00.000Z',
    scope: 'installation',
    architecture: 'x64',
    control: 'none',
    hasKey: false,
    projects: [],
    files: sums(listed),
    ...more,
  }
  const all = Object.entries({ ...files, [MANIFEST_NAME]: JSON.stringify(manifest) })
  const parts = all.flatMap(([name, text]) => {
    const size = Buffer.byteLength(text)
    return [tarHeader({ name, type: 'file', size, mode: 0o600 }, 0), Buffer.from(text), tarPadding(size)]
  })
  await writeFile(path, gzipSync(Buffer.concat([...parts, tarEnd()])))
}

test.each<[string, Record<string, string>, Record<string, string>, string]>([
  ['a file of other content', { a: 'one' }, { a: 'two' }, 'a is not what was dumped'],
  ['a file of another length', { a: 'one' }, { a: 'longer' }, 'a is not what was dumped'],
  ['a file that is missing', {}, { a: 'one' }, 'a is not what was dumped'],
  ['a name that leads out', { '../a': 'one' }, { '../a': 'one' }, 'it names a file'],
  ['a name from the root', { '/a': 'one' }, { '/a': 'one' }, 'it names a file'],
])('%s is refused', async (_, files, listed, reason) => {
  await archive(files, listed)
  await expect(verifyArchive(path)).rejects.toThrow(reason)
  const target = join(directory.path, 'target')
  await expect(extractVerified(path, target, (name) => name)).rejects.toThrow(reason)
  // Nothing was written beside the folder that is thrown away.
  expect((await readdir(directory.path)).filter((name) => name !== 'target')).toEqual(['a.dump'])
})

test('a dump of a newer Basedeck is recognised', async () => {
  await archive({}, {}, { format: DUMP_FORMAT + 1 })
  await expect(verifyArchive(path)).rejects.toThrow('made by a newer Basedeck')
})

test('a dump with an invalid manifest is refused', async () => {
  await archive({}, {}, { projects: 'all' })
  await expect(verifyArchive(path)).rejects.toThrow('it has no manifest of Basedeck')
})

test.each([
  [
    'verified before',
    async (target: string) => extractArchive(path, await verifyArchive(path), target, (name) => name),
  ],
  ['verified meanwhile', (target: string) => extractVerified(path, target, (name) => name)],
])('only what the manifest lists is written, and only below the directory: %s', async (_, extract) => {
  await archive({ a: 'one', 'b/c': 'two', stray: 'three', '../out': 'four' }, { a: 'one', 'b/c': 'two' })
  const target = join(directory.path, 'target')
  await extract(target)
  expect((await readdir(target)).toSorted()).toEqual(['a', 'b'])
  expect(await readFile(join(target, 'b/c'), 'utf8')).toBe('two')
  expect((await readdir(directory.path)).toSorted()).toEqual(['a.dump', 'target'])
})
