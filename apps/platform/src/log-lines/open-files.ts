/**
 * The files of lines that are open. A file is opened once, however many use it: two openers of one file in a process would
 * not see each other's lines. One that can't be opened is set aside.
 */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDb } from './duckdb.js'
import { openLineFile, type LineFile } from './line-file.js'

export interface OpenFiles {
  /** Undefined: it is damaged, and was set aside. `done` closes it when nobody else uses it. */
  use(name: string): Promise<{ file: LineFile; done(): Promise<void> } | undefined>
  isUsed(name: string): boolean
}

export interface OpenFilesDeps {
  duckdb: DuckDb
  directory: string
  /** A file was renamed to `<name>.damaged`. */
  onDamaged(name: string, reason: string): void
}

interface Used {
  opening: Promise<LineFile | undefined>
  users: number
  /** The last user is closing it. */
  closing: Promise<void> | undefined
}

export function openFiles({ duckdb, directory, onDamaged }: OpenFilesDeps): OpenFiles {
  const used = new Map<string, Used>()

  async function open(name: string): Promise<LineFile | undefined> {
    const path = join(directory, name)
    try {
      return await openLineFile(duckdb, path)
    } catch (error) {
      if (isForLackOfRoom(error)) throw error
      await setAside(path)
      onDamaged(name, (error as Error).message)
      return undefined
    }
  }

  async function leave(name: string, one: Used): Promise<void> {
    one.users -= 1
    if (one.users > 0) return
    one.closing = one.opening.then((file) => file?.close()).catch(() => {})
    await one.closing
    if (used.get(name) === one) used.delete(name)
  }

  return {
    async use(name) {
      let one = used.get(name)
      while (one?.closing) {
        await one.closing
        if (used.get(name) === one) used.delete(name)
        one = used.get(name)
      }
      one ??= { opening: open(name), users: 0, closing: undefined }
      used.set(name, one)
      one.users += 1
      const own = one
      let isDone = false
      const done = async () => {
        if (isDone) return
        isDone = true
        await leave(name, own)
      }
      try {
        const file = await own.opening
        if (file) return { file, done }
        await done()
        return undefined
      } catch (error) {
        await done()
        throw error
      }
    },
    isUsed: (name) => used.has(name),
  }
}

async function setAside(path: string): Promise<void> {
  await rename(path, `${path}.damaged`).catch(() => {})
  // What belongs to the file alone would be replayed into the next one of its name.
  await rm(`${path}.wal`, { force: true })
}

/** The file itself is whole: it can't be written now. */
export function isForLackOfRoom(error: unknown): boolean {
  return /no space left|disk full|ENOSPC|too many open files|out of memory/i.test((error as Error).message)
}
