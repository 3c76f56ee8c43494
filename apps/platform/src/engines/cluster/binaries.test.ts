import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { findBinaries } from './binaries.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

/** A directory of programs that only print their version. */
async function install(name: string, version: string, programs = ['postgres', 'initdb']): Promise<string> {
  const path = join(directory.path, name)
  await mkdir(path)
  for (const program of programs) {
    await writeFile(join(path, program), `#!/bin/sh\necho "${program} (PostgreSQL) ${version}"\n`)
    await chmod(join(path, program), 0o755)
  }
  return path
}

test('PATH comes first, in its order; old or incomplete installations are skipped', async () => {
  const path = [
    await install('old', '13.9'),
    await install('client-only', '90.1', ['initdb']),
    await install('first', '91.2'),
    await install('second', '92.3 (Debian 92.3-1)'),
    await install('again', '91.2'),
    join(directory.path, 'missing'),
  ]
  const found = await findBinaries(join(directory.path, 'copy'), path.join(delimiter))
  expect(found.slice(0, 2)).toEqual([
    { directory: path[2], major: 91, version: '91.2', origin: 'PATH' },
    { directory: path[3], major: 92, version: '92.3', origin: 'PATH' },
  ])
  expect(found.every(({ major }) => major >= 14)).toBe(true)
})
