import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { directoryTree } from './directory-tree.js'

test('names directories before what is in them, files, and no links', async () => {
  const { path, remove } = await temporaryDirectory()
  onTestFinished(remove)
  await mkdir(join(path, 'a', 'b'), { recursive: true })
  await writeFile(join(path, 'a', 'b', 'deep'), '')
  await writeFile(join(path, 'top'), '')
  await symlink(path, join(path, 'a', 'link'))
  const { directories, files } = await directoryTree(path)
  expect(directories).toEqual(['', 'a', join('a', 'b')])
  expect(files.sort()).toEqual([join('a', 'b', 'deep'), 'top'])
})
