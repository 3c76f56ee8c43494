import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFunctionFolder } from './function-folder.js'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'basedeck-folder-')), 'hello')
  await mkdir(folder)
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

test('a folder is read with its folders, but without hidden files, packages and links', async () => {
  await writeFile(join(folder, 'index.ts'), 'main')
  await writeFile(join(folder, '.env'), 'SECRET=1')
  await mkdir(join(folder, 'lib'))
  await writeFile(join(folder, 'lib', 'data.bin'), Buffer.from([0, 255]))
  await mkdir(join(folder, 'node_modules'))
  await writeFile(join(folder, 'node_modules', 'x.js'), '')
  await symlink('/etc/passwd', join(folder, 'linked.ts'))
  expect(await readFunctionFolder(folder, null)).toEqual({
    slug: 'hello',
    files: [
      { name: 'index.ts', content: 'main' },
      { name: 'lib/data.bin', content: 'AP8=', encoding: 'base64' },
    ],
  })
  expect((await readFunctionFolder(folder, 'other')).slug).toBe('other')
})

test.each([
  ['without index.ts', null, /has no index\.ts/],
  ['with a name that is none', '../x', /A name begins with a letter/],
])('one %s is refused', async (_what, name, sentence) => {
  await expect(readFunctionFolder(folder, name)).rejects.toThrow(sentence)
})

test('one that is not there is refused', async () => {
  await expect(readFunctionFolder(join(folder, 'gone'), null)).rejects.toThrow(/can’t be read/)
})

test('one that is too large is refused before it is read', async () => {
  await writeFile(join(folder, 'index.ts'), Buffer.alloc(10 * 1024 * 1024 + 1))
  await expect(readFunctionFolder(folder, null)).rejects.toThrow(/10 MB/)
})
