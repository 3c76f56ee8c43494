/** Copies a directory of PostgreSQL: many small files, and a log that is almost all zeros. */
import { copyFile, mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** From this size on the zeros at the end of a file are left out: the file system then stores none. */
const HOLE_FROM_BYTES = 1024 * 1024

/** `target` must not exist. Modes are kept; links and owners are not. */
export async function copyDirectory(source: string, target: string): Promise<void> {
  const { mode } = await stat(source)
  await mkdir(target, { mode })
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)]
    if (entry.isDirectory()) await copyDirectory(from, to)
    else if (entry.isFile()) await copyOne(from, to)
  }
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

function lengthWithoutZeros(bytes: Buffer): number {
  let length = bytes.length
  while (length > 0 && bytes[length - 1] === 0) length--
  return length
}
