/** Takes a base backup straight into the directory of a replica, and counts its bytes. */
import { copyFile, mkdir, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSink } from '../../file-sink.js'

const PIECE_BYTES = 1024 * 1024

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
      if (size <= PIECE_BYTES) await copyFile(from, place).catch(ifThere)
      else await copyInPieces(from, place)
      onBytes(size)
    },
    async bytes(path, content) {
      const place = placeOf(path)
      if (place === undefined) return
      await writeFile(place, content, { mode: 0o600 })
      onBytes(content.length)
    },
  }

  /** So that it can be stopped inside of a large file. */
  async function copyInPieces(from: string, to: string): Promise<void> {
    const source = await open(from, 'r').catch(ifThere)
    if (!source) return
    try {
      const file = await open(to, 'w', 0o600)
      try {
        const piece = Buffer.allocUnsafe(PIECE_BYTES)
        for (;;) {
          signal.throwIfAborted()
          const { bytesRead } = await source.read(piece, 0, PIECE_BYTES)
          if (bytesRead === 0) return
          await file.writeFile(piece.subarray(0, bytesRead))
        }
      } finally {
        await file.close()
      }
    } finally {
      await source.close()
    }
  }
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
