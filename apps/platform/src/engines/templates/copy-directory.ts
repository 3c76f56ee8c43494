/** Copies a directory of PostgreSQL: many small files, and a log that is almost all zeros. */
import { copyFile, mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachAtOnce } from '../for-each-at-once.js'
import { directoryTree } from './directory-tree.js'
import { lengthWithoutZeros } from './length-without-zeros.js'

/** From this size on the zeros at the end of a file are left out: the file system then stores none. */
const HOLE_FROM_BYTES = 1024 * 1024

/** `target` must not exist. Modes are kept; links and owners are not. */
export async function copyDirectory(source: string, target: string): Promise<void> {
  const { directories, files } = await directoryTree(source)
  for (const path of directories) {
    const { mode } = await stat(join(source, path))
    await mkdir(join(target, path), { mode })
  }
  await forEachAtOnce(files, (path) => copyOne(join(source, path), join(target, path)))
}

async function copyOne(from: string, to: string): Promise<void> {
  const { size, mode } = await stat(from)
  if (size < HOLE_FROM_BYTES) return copyFile(from, to)
  const bytes = await readFile(from)
  const file = await open(to, 'wx', mode)
  try {
    await file.write(bytes, 0, lengthWithoutZeros(bytes))
    await file.truncate(size)
  } finally {
    await file.close()
  }
}
