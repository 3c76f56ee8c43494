/** Gives a branch the files of its parent, without storing a byte twice where both are on this machine. */
import { link, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forEachAtOnce } from '../engines/for-each-at-once.js'
import { bytesName } from '../objects/byte-folders.js'
import { filesOf } from '../objects/file-byte-store.js'
import type { BranchesContext } from './branches-context.js'

/** Files don't change, so that both projects can have the same: each deletes only its own name of it. */
export async function shareFiles(
  { bytes, dataDir }: BranchesContext,
  from: string,
  { draft, to, signal }: { draft: string; to: string; signal: AbortSignal },
): Promise<void> {
  if (bytes.shared) {
    for await (const { id, size } of bytes.shared.all(from)) {
      signal.throwIfAborted()
      await bytes.put(to, id, await bytes.read(from, id), size)
    }
    return
  }
  const folders = new Set<string>()
  let some: { id: string; path: string }[] = []
  const linkSome = () =>
    forEachAtOnce(some, async ({ id, path }) => {
      const target = join(draft, 'objects', bytesName(id))
      if (!folders.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      folders.add(dirname(target))
      await link(path, target).catch((error: NodeJS.ErrnoException) => {
        // Deleted meanwhile, or restored from a backup.
        if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
      })
    })
  for await (const file of filesOf(dataDir, from)) {
    signal.throwIfAborted()
    if (some.push(file) < LINKED_TOGETHER) continue
    await linkSome()
    some = []
  }
  await linkSome()
}

const LINKED_TOGETHER = 1000
