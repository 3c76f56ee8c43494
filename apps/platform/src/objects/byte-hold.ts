/** While a dump is written, bytes of objects are not deleted: the copy of a database may name them. */
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A mark that is older was left by a killed process. */
const LONGEST_DUMP_MS = 24 * 60 * 60 * 1000

const markOf = (dataDir: string): string => join(dataDir, 'dumping')

/** How many copies of this process hold the bytes of a data directory. */
const holders = new Map<string, number>()

/** Several may hold them at once. @returns what ends it */
export async function holdBytes(dataDir: string): Promise<() => Promise<void>> {
  holders.set(dataDir, (holders.get(dataDir) ?? 0) + 1)
  await writeFile(markOf(dataDir), '')
  return async () => {
    const left = (holders.get(dataDir) ?? 1) - 1
    holders.set(dataDir, left)
    if (left === 0) await rm(markOf(dataDir), { force: true })
  }
}

export async function areBytesHeld(dataDir: string): Promise<boolean> {
  const mark = await stat(markOf(dataDir)).catch(() => undefined)
  return mark !== undefined && Date.now() - mark.mtimeMs < LONGEST_DUMP_MS
}
