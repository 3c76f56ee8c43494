/** Takes a base backup straight into the directory of a replica, and counts its bytes. */
import { constants } from 'node:fs'
import { copyFile, mkdir, open, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSink } from '../../file-sink.js'

const PIECE_BYTES = 1024 * 1024
const PIECES_AT_ONCE = 4

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
  let pieces: Buffer[] | undefined
  const buffers = () =>
    (pieces ??= Array.from({ length: PIECES_AT_ONCE }, () => Buffer.allocUnsafe(PIECE_BYTES)))
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

  /** So that it can be stopped inside of a large file. Several pieces at once: each alone waits more than it works. */
  async function copyInPieces(from: string, to: string): Promise<void> {
    const source = await open(from, 'r').catch(ifThere)
    if (!source) return
    try {
      const target = await open(to, 'w', 0o600)
      let next = 0
      const copyOnePieceAfterAnother = async (buffer: Buffer): Promise<void> => {
        for (;;) {
          signal.throwIfAborted()
          const at = next
          next += PIECE_BYTES
          const bytes = await readAll(source, buffer, at)
          if (bytes === 0) return
          await writeAll(target, buffer.subarray(0, bytes), at)
          onBytes(bytes)
        }
      }
      try {
        for (const one of await Promise.allSettled(buffers().map(copyOnePieceAfterAnother)))
          if (one.status === 'rejected') throw one.reason
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
  }
}

/** Less than the buffer holds: the file ends there. */
async function readAll(source: FileHandle, into: Buffer, from: number): Promise<number> {
  let at = 0
  while (at < into.length) {
    const { bytesRead } = await source.read(into, at, into.length - at, from + at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return at
}

async function writeAll(target: FileHandle, bytes: Buffer, to: number): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await target.write(bytes, at, bytes.length - at, to + at)).bytesWritten
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
