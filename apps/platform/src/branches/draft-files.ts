/** Writes the files of a database, as its engine sends them for a backup, into a folder: copies, in the order in which they come. */
import { constants } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSink } from '../engines/file-sink.js'
import type { Sending } from '../engines/send-directory.js'
import { forEachAtOnce } from '../engines/for-each-at-once.js'

/** So many files wait until they are copied together. */
const TOGETHER = 256

export interface DraftFiles {
  sink: FileSink
  /** Copies what still waits. */
  end(): Promise<void>
}

/**
 * @param prefix of the names that are sent: `projects/<ref>`
 * @param choose by the path below it; of a file, `empty` is one without bytes
 */
export function draftFiles(
  draft: string,
  prefix: string,
  { choose, signal }: { choose(path: string): Sending; signal: AbortSignal },
): DraftFiles {
  const waiting: { path: string; to: string }[] = []
  const below = (name: string) => (name === prefix ? '' : name.slice(prefix.length + 1))
  const copyWaiting = async () => {
    signal.throwIfAborted()
    await forEachAtOnce(waiting.splice(0), ({ path, to }) =>
      // The file system shares the blocks where it can.
      copyFile(path, to, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
        // Deleted meanwhile: the log that is replayed says so.
        if (error.code !== 'ENOENT') throw error
      }),
    )
  }
  return {
    end: copyWaiting,
    sink: {
      async directory(name, mode) {
        signal.throwIfAborted()
        const path = below(name)
        if (path === '' || choose(path) === 'nothing') return
        await mkdir(join(draft, path), { recursive: true, mode })
      },
      async file(name, path) {
        const to = below(name)
        const how = choose(to)
        if (how === 'empty') await writeFile(join(draft, to), '', { mode: 0o600 })
        if (how !== 'whole') return
        waiting.push({ path, to: join(draft, to) })
        if (waiting.length >= TOGETHER || IS_LAST.test(to)) await copyWaiting()
      },
      async bytes(name, content) {
        // What comes as bytes comes after the files: the state from which the log is replayed.
        await copyWaiting()
        const to = below(name)
        if (choose(to) === 'whole') await writeFile(join(draft, to), content, { mode: 0o600 })
      },
    },
  }
}

/** The log is copied at once: the server keeps it only while it is sent. */
const IS_LAST = /^pg\/pg_wal\//
