/**
 * Puts a directory in the place of another one. A program that is killed between the two steps finds what it has to do in a
 * note: without it, a project whose directory was moved away would get a new, empty database.
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from './is-there.js'
import { flushName } from './templates/flush-directory.js'

const NOTE = '.swapping'

/** @param aside where the former directory goes; nothing is there before */
export async function swapDirectory(directory: string, draft: string, aside: string): Promise<void> {
  const note = directory + NOTE
  await writeFile(note, aside, { flush: true })
  await flushName(note)
  try {
    await rename(directory, aside).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rename(draft, directory).catch(async (error: unknown) => {
      await rename(aside, directory)
      throw error
    })
    await flushName(directory)
  } finally {
    await rm(note, { force: true })
  }
}

/**
 * Ends what a killed program began: a directory that was moved away comes back. Call it before anything in `folder` is opened.
 * @returns the names that came back
 */
export async function endSwaps(folder: string): Promise<string[]> {
  const back: string[] = []
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((one) => one.endsWith(NOTE))) {
    const note = join(folder, name)
    const directory = note.slice(0, -NOTE.length)
    const aside = await readFile(note, 'utf8')
    if (!(await isThere(directory)) && (await isThere(aside))) {
      await rename(aside, directory)
      await flushName(directory)
      back.push(name.slice(0, -NOTE.length))
    }
    await rm(note, { force: true })
  }
  return back
}
