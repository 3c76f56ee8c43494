/** What is in a directory, at every depth. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface DirectoryTree {
  /** Paths below the directory; the first is `''`, the directory itself. A directory is before all that is in it. */
  directories: string[]
  files: string[]
}

/** Without links. */
export async function directoryTree(directory: string): Promise<DirectoryTree> {
  const tree: DirectoryTree = { directories: [], files: [] }
  await add('')
  return tree

  async function add(below: string): Promise<void> {
    tree.directories.push(below)
    for (const entry of await readdir(join(directory, below), { withFileTypes: true })) {
      const path = join(below, entry.name)
      if (entry.isDirectory()) await add(path)
      else if (entry.isFile()) tree.files.push(path)
    }
  }
}
