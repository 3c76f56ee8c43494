/** Puts a directory and all that is in it on the disk: files that were copied or just made are in memory at first. */
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forEachAtOnce } from '../for-each-at-once.js'
import { directoryTree } from './directory-tree.js'

/** Follows no links. */
export async function flushDirectory(directory: string): Promise<void> {
  const { directories, files } = await directoryTree(directory)
  const flushBelow = (path: string) => flush(join(directory, path))
  // Several at once, which the file system's journal then writes together.
  await forEachAtOnce(files, flushBelow)
  await forEachAtOnce(directories, flushBelow)
}

/** Flushes a directory, so that a rename in it survives a power cut. */
export async function flushName(path: string): Promise<void> {
  await flush(dirname(path))
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
