/** Writes a dump: one compressed archive, whose last file is a manifest with the checksums of the others. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { StreamSink } from '../engines/file-sink.js'
import { flushName } from '../engines/templates/flush-directory.js'
import { BackupError } from './backup-error.js'
import { MANIFEST_NAME, type Manifest } from './manifest.js'
import type { Through } from './sealed-file.js'
import { tarEnd, tarHeader, tarPadding } from './tar.js'
import { backupText } from '../text/backup.js'

export interface ArchiveWriter extends StreamSink {
  /** Writes the manifest and renames the archive to its final name. Returns its size in bytes. */
  finish(manifest: Omit<Manifest, 'files'>, isListed: (name: string) => boolean): Promise<number>
  /** Deletes the unfinished archive. Idempotent; does nothing after `finish`. */
  discard(): Promise<void>
}

const OWNER_ONLY = 0o600
const SLICE_BYTES = 1024 * 1024
/** Databases wait during a dump, so speed matters more than size. */
const LEVEL = 1

/**
 * @param path must not exist
 * @param signal cancels it
 * @param through what the compressed bytes pass on their way to the file. Default: nothing.
 * @throws BackupError
 */
export async function createArchive(
  path: string,
  now: Date,
  signal: AbortSignal,
  through?: Through,
): Promise<ArchiveWriter> {
  if (await stat(path).then(() => true, isMissing)) {
    throw new BackupError(backupText.exists(path))
  }
  const draft = `${path}.part`
  const made = await open(draft, 'wx', OWNER_ONLY).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'EEXIST' ? backupText.draftExists(draft) : backupText.unwritable(draft, error.code),
      { cause: error },
    )
  })
  const gzip = createGzip({ level: LEVEL })
  await made.close()
  // Flushed before the rename, so that a file with the final name is complete.
  const file = createWriteStream(draft, { flush: true })
  const written = through ? pipeline(gzip, through, file) : pipeline(gzip, file)
  let failure: unknown
  let fail = (_error: unknown): void => {}
  written.catch((error: unknown) => {
    failure = error
    fail(error)
  })
  const files: Record<string, { bytes: number; sha256: string }> = {}
  const seconds = Math.floor(now.getTime() / 1000)
  let isEnded = false

  async function write(bytes: Buffer): Promise<void> {
    signal.throwIfAborted()
    if (failure !== undefined) throw failure
    if (gzip.write(bytes)) return
    await new Promise<void>((resolve, reject) => {
      fail = reject
      gzip.once('drain', resolve)
    })
  }

  async function content(
    name: string,
    mode: number,
    size: number,
    slices: AsyncIterable<Buffer>,
  ): Promise<void> {
    const hash = createHash('sha256')
    await write(tarHeader({ name, type: 'file', size, mode }, seconds))
    for await (const slice of slices) {
      hash.update(slice)
      await write(slice)
    }
    await write(tarPadding(size))
    files[name] = { bytes: size, sha256: hash.digest('hex') }
  }

  async function bytes(name: string, all: Buffer): Promise<void> {
    await content(name, OWNER_ONLY, all.length, one(all))
  }

  return {
    bytes: (name, all) => saying(path, () => bytes(name, all)),
    stream: (name, size, slices) => saying(path, () => content(name, OWNER_ONLY, size, whole(size, slices))),
    directory: (name, mode) =>
      saying(path, () => write(tarHeader({ name, type: 'directory', size: 0, mode }, seconds))),
    async file(name, source) {
      const opened = await open(source, 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      if (!opened) return
      try {
        const { size, mode } = await opened.stat()
        await saying(path, () => content(name, mode, size, slicesOf(opened, size)))
      } finally {
        await opened.close()
      }
    },
    finish: (manifest, isListed) =>
      saying(path, async () => {
        const listed = Object.fromEntries(Object.entries(files).filter(([name]) => isListed(name)))
        await bytes(MANIFEST_NAME, Buffer.from(JSON.stringify({ ...manifest, files: listed })))
        await write(tarEnd())
        gzip.end()
        await written
        const { size } = await stat(draft)
        isEnded = true
        await rename(draft, path)
        await flushName(path)
        return size
      }),
    async discard() {
      if (isEnded) return
      isEnded = true
      gzip.destroy()
      await written.catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** A file that came short would shift everything behind it. */
async function* whole(size: number, slices: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = size
  for await (const slice of slices) {
    left -= slice.length
    yield slice
  }
  if (left !== 0) throw new BackupError(backupText.otherSize)
}

/** Exactly `size` bytes: if a server truncates the file meanwhile, the rest is zeros, as in pg_basebackup. */
async function* slicesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const wanted = Math.min(SLICE_BYTES, size - at)
    const slice = Buffer.alloc(wanted)
    const { bytesRead } = await file.read(slice, 0, wanted, at)
    const length = bytesRead === 0 ? wanted : bytesRead
    at += length
    yield slice.subarray(0, length)
  }
}

/** Turns disk errors into a sentence for the operator. */
async function saying<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EIO') throw error
    throw new BackupError(backupText.diskFails(path, code), { cause: error })
  }
}

function isMissing(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false
  throw error
}
