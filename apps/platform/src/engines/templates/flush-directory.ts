/** Puts a directory and all that is in it on the disk: files that were copied or just made are in memory at first. */
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Follows no links. */
export async function flushDirectory(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await flushDirectory(path)
    else if (entry.isFile()) await flush(path)
  }
  await flush(directory)
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
