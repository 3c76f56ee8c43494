/** Bytes in the data directory. A file is written under a temporary name, flushed and then renamed. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DomainError } from '../kernel/domain-error.js'
import { flushName } from '../engines/templates/flush-directory.js'
import { forEachAtOnce } from '../engines/for-each-at-once.js'
import { areBytesHeld } from './byte-hold.js'
import { bytesPath, objectsFolder, uploadsFolder } from './byte-folders.js'
import type { ByteStore, StoredBytes } from './byte-store.js'
import { isUuid } from './uuid.js'

/** @param dataDir of the installation */
export function fileByteStore(dataDir: string): ByteStore {
  const pathOf = (project: string, id: string) => bytesPath(dataDir, project, id)
  return {
    async put(project, id, source, limit) {
      const { path, ...stored } = await writeDraft(uploadsFolder(dataDir, project), source, limit)
      try {
        await takeIn(path, pathOf(project, id))
        return stored
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },

    take: (project, id, path) => takeIn(path, pathOf(project, id)),

    async read(project, id, range) {
      const file = await open(pathOf(project, id), 'r').catch(missing)
      return file.createReadStream({
        highWaterMark: READ_BYTES,
        ...(range ? { start: range.start, end: range.end } : {}),
      })
    },

    async copy(project, from, to) {
      const [source, target] = [pathOf(project, from), pathOf(project, to)]
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await link(source, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return missing(error)
        if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'EMLINK') throw error
        await copyFile(source, target)
      })
    },

    async remove(project, ids) {
      // The sweep frees them later.
      if (ids.length === 0 || (await areBytesHeld(dataDir))) return
      await forEachAtOnce(ids, (id) => unlink(pathOf(project, id)).catch(ifThere))
    },

    async *olderThan(project, moment) {
      for await (const { id, path } of filesOf(dataDir, project)) {
        // A link to older bytes changes this time, and not that of the last write.
        const { ctimeMs } = (await stat(path).catch(() => undefined)) ?? { ctimeMs: Infinity }
        if (ctimeMs < moment.getTime()) yield id
      }
    },
  }
}

const READ_BYTES = 256 * 1024

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

function missing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new DomainError('bytes_missing', undefined, { cause: error })
  throw error
}

/** Puts a whole file that was written elsewhere on the same disk in its place. */
async function takeIn(draft: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rename(draft, path)
  await flushName(path)
}

/** Every file of a project. */
export async function* filesOf(
  dataDir: string,
  project: string,
): AsyncGenerator<{ id: string; path: string }> {
  for await (const path of filesBelow(objectsFolder(dataDir, project), 2)) {
    const id = path.slice(path.lastIndexOf('/') + 1)
    if (isUuid(id)) yield { id, path }
  }
}

/** Writes a new file, whole or not at all. @throws DomainError object_too_large, and what the source and the disk throw */
export async function writeDraft(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<StoredBytes & { path: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.part`)
  try {
    return { path, ...(await writeAll(path, source, limit)) }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function writeAll(
  path: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<StoredBytes> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of source) {
      size += piece.length
      if (size > limit) throw new DomainError('object_too_large')
      hash.update(piece)
      await writePiece(file, piece)
    }
    await file.datasync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** A write may take fewer bytes than it is given. */
export async function writePiece(
  file: FileHandle,
  piece: Uint8Array,
  at: number | null = null,
): Promise<void> {
  for (let done = 0; done < piece.length;) {
    const position = at === null ? null : at + done
    const { bytesWritten } = await file.write(piece, done, piece.length - done, position)
    done += bytesWritten
  }
}

/** SHA-256 of a file, hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: READ_BYTES }))
    hash.update(piece as Buffer)
  return hash.digest('hex')
}

async function* filesBelow(folder: string, levels: number): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (levels > 0 && entry.isDirectory()) yield* filesBelow(path, levels - 1)
    else if (levels === 0 && entry.isFile()) yield path
  }
}
