/** Takes a base backup straight into the directory of a replica, and counts its bytes. */
import { constants } from 'node:fs'
import { copyFile, mkdir, open, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSink } from '../../file-sink.js'

const PIECE_BYTES = 4 * 1024 * 1024

/**
 * @param name of the cluster's directory in the backup; what is beside it is left out
 * @param onBytes is called with the bytes that came
 */
export function copyInto(
  target: string,
  name: string,
  { onBytes, signal }: { onBytes(bytes: number): void; signal: AbortSignal },
): FileSink {
  const placeOf = (path: string): string | undefined => {
    signal.throwIfAborted()
    if (path === name) return target
    return path.startsWith(`${name}/`) ? join(target, path.slice(name.length + 1)) : undefined
  }
  const pieces: Buffer[] = []
  /** The file system shares the blocks of a copy with those of the original. */
  let canShare = true
  return {
    async directory(path) {
      const place = placeOf(path)
      if (place !== undefined) await mkdir(place, { recursive: true, mode: 0o700 })
    },
    async file(path, from) {
      const place = placeOf(path)
      if (place === undefined) return
      const size = await stat(from).then((found) => found.size, ifThere)
      if (size === undefined) return
      if (size <= PIECE_BYTES) {
        await copyFile(from, place).catch(ifThere)
        return onBytes(size)
      }
      if (canShare) {
        const failure = await copyFile(from, place, constants.COPYFILE_FICLONE_FORCE).catch(
          (error: NodeJS.ErrnoException) => error,
        )
        if (failure === undefined) return onBytes(size)
        if (failure.code === 'ENOENT') return
        canShare = false
      }
      await copyInPieces(from, place)
    },
    async bytes(path, content) {
      const place = placeOf(path)
      if (place === undefined) return
      await writeFile(place, content, { mode: 0o600 })
      onBytes(content.length)
    },
  }

  /** So that it can be stopped inside of a large file. One piece is read while the one before it is written. */
  async function copyInPieces(from: string, to: string): Promise<void> {
    const source = await open(from, 'r').catch(ifThere)
    if (!source) return
    try {
      const target = await open(to, 'w', 0o600)
      let writing: Promise<unknown> = Promise.resolve()
      try {
        for (let turn = 0; ; turn++) {
          signal.throwIfAborted()
          const piece = (pieces[turn % 2] ??= Buffer.allocUnsafe(PIECE_BYTES))
          const { bytesRead } = await source.read(piece, 0, PIECE_BYTES)
          await writing
          if (bytesRead === 0) return
          writing = writeAll(target, piece.subarray(0, bytesRead)).then(() => onBytes(bytesRead))
          // The next turn waits for it and gets its failure. Node ends the program by one that nobody waits for yet.
          writing.catch(() => {})
        }
      } finally {
        await writing.catch(() => {})
        await target.close()
      }
    } finally {
      await source.close()
    }
  }
}

async function writeAll(target: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await target.write(bytes, at)).bytesWritten
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
