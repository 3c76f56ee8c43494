/**
 * Uploads that can be interrupted. What arrived is in a file beside a record of what it will be; at the end the file is
 * flushed, given to the store of bytes, and the object is made. Each step can be repeated after a crash.
 */
import { createHash, type Hash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { DomainError } from '../kernel/domain-error.js'
import { isThere } from '../engines/is-there.js'
import { uploadsFolder } from './byte-folders.js'
import type { ByteRange } from './byte-store.js'
import { hashOfFile, writePiece } from './file-byte-store.js'
import type { ObjectRow } from './object-rows.js'
import { isSameActor, type StorageActor } from './storage-actor.js'
import type { StorageProject } from './storage-host.js'
import type { Storage } from './storage.js'
import type { UploadRequest } from './uploads.js'
import { isUuid } from './uuid.js'

/** Milliseconds in which an upload must end. */
export const UPLOAD_EXPIRY_MS = 24 * 60 * 60 * 1000

/** What is known of an upload from its beginning on. Its id becomes the version of the object's bytes. */
export interface UploadRecord {
  id: string
  actor: StorageActor
  request: UploadRequest & { size: number }
  /** As the client gave it; it is told to the client again. */
  metadata: Record<string, string | null>
  /** ISO 8601. */
  beganAt: string
  /** SHA-256 of the whole, hex, once everything has arrived. */
  sha256?: string
  isFinished?: true
}

export interface FoundUpload extends UploadRecord {
  /** Bytes that have arrived. */
  offset: number
}

export interface ResumableUploads {
  begin(ref: string, record: UploadRecord): Promise<void>
  /** Undefined: it was never begun, cancelled, or has expired. */
  find(ref: string, id: string): Promise<FoundUpload | undefined>
  /** Adds what comes; gives the number of bytes that have arrived. What came before an error is kept. */
  append(ref: string, id: string, source: AsyncIterable<Uint8Array>, offset: number): Promise<number>
  /**
   * Makes the object of an upload that has arrived whole. Idempotent. When the object is refused, nothing is kept.
   * @throws DomainError as `Uploads.commit`, upload_not_found
   */
  finish(project: StorageProject, id: string): Promise<ObjectRow | undefined>
  /** Idempotent. */
  cancel(ref: string, id: string): Promise<void>
  /** CRC-32 of each of these parts of what has arrived. @throws DomainError upload_not_found */
  checksums(ref: string, id: string, parts: readonly ByteRange[]): Promise<number[]>
  /** Ids of those that may still be finished. */
  unfinished(ref: string): Promise<Set<string>>
  /** Deletes what began before the moment, and drafts that a killed process left. */
  removeExpired(ref: string, moment: Date): Promise<void>
}

/** A hash goes on from piece to piece as long as this process sees all of them. */
interface Hashing {
  offset: number
  hash: Hash
  /** When it was last used, in milliseconds. */
  usedAt: number
}

export function createResumableUploads(
  dataDir: string,
  { uploads, bytes }: Pick<Storage, 'uploads' | 'bytes'>,
): ResumableUploads {
  const hashes = new Map<string, Hashing>()
  const finishing = new Map<string, Promise<ObjectRow | undefined>>()
  const recordPath = (ref: string, id: string) => join(uploadsFolder(dataDir, ref), `${id}.json`)
  const dataPath = (ref: string, id: string) => join(uploadsFolder(dataDir, ref), `${id}.data`)

  async function save(ref: string, record: UploadRecord): Promise<void> {
    const path = recordPath(ref, record.id)
    // Not flushed: a power cut may cost the record, and then the upload begins again; the bytes of objects are flushed.
    await writeFile(`${path}.new`, JSON.stringify(record), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  async function read(ref: string, id: string): Promise<UploadRecord | undefined> {
    if (!isUuid(id)) return undefined
    const text = await readFile(recordPath(ref, id), 'utf8').catch(ifThere)
    return text === undefined ? undefined : recordIn(text)
  }

  async function cancel(ref: string, id: string): Promise<void> {
    if (!isUuid(id)) return
    hashes.delete(id)
    // Without its record the rest is nothing that can go on.
    await rm(recordPath(ref, id), { force: true })
    await rm(dataPath(ref, id), { force: true })
  }

  /** An abandoned upload needs no hash any more. The sweep removes its files. */
  function forgetAbandoned(): void {
    const expired = Date.now() - UPLOAD_EXPIRY_MS
    for (const [id, { usedAt }] of hashes) if (usedAt < expired) hashes.delete(id)
  }

  async function digest(path: string, { id, request }: UploadRecord): Promise<string> {
    const known = hashes.get(id)
    hashes.delete(id)
    return known?.offset === request.size ? known.hash.digest('hex') : hashOfFile(path)
  }

  async function finish(project: StorageProject, id: string): Promise<ObjectRow | undefined> {
    const { ref } = project
    const record = await read(ref, id)
    if (!record) throw new DomainError('upload_not_found')
    if (record.isFinished) return undefined
    const data = dataPath(ref, id)
    if (await isThere(data)) {
      await flush(data)
      record.sha256 = await digest(data, record)
      await save(ref, record)
      await bytes.take(ref, id, data, { size: record.request.size, sha256: record.sha256 })
    }
    const { actor, request, sha256 } = record
    if (sha256 === undefined) throw new DomainError('upload_not_found')
    const object = await uploads
      .commit(project, actor, request, id, { size: request.size, sha256 })
      .catch(async (error: unknown) => {
        // It is refused for good. Any other failure may be over when the client asks again.
        if (error instanceof DomainError && FINAL.has(error.code)) {
          await bytes.remove(ref, [id])
          await cancel(ref, id)
        }
        throw error
      })
    await save(ref, { ...record, isFinished: true })
    // A store elsewhere was sent a copy, which is sent again when the object could not be made.
    await rm(data, { force: true })
    return object
  }

  return {
    cancel,
    async begin(ref, record) {
      forgetAbandoned()
      await mkdir(uploadsFolder(dataDir, ref), { recursive: true, mode: 0o700 })
      await (await open(dataPath(ref, record.id), 'wx', 0o600)).close()
      await save(ref, record)
    },
    async find(ref, id) {
      const record = await read(ref, id)
      if (!record) return undefined
      const file = await stat(dataPath(ref, id)).catch(ifThere)
      // What was renamed had arrived whole.
      return { ...record, offset: file?.size ?? record.request.size }
    },
    async append(ref, id, source, offset) {
      const known = hashes.get(id)
      const hashing = known?.offset === offset ? known : { offset: 0, hash: createHash('sha256'), usedAt: 0 }
      const isWhole = hashing.offset === offset
      hashing.usedAt = Date.now()
      hashes.set(id, hashing)
      let at = offset
      const file = await open(dataPath(ref, id), 'r+')
      try {
        for await (const piece of source) {
          await writePiece(file, piece, at)
          at += piece.length
          if (isWhole) hashing.hash.update(piece)
          if (isWhole) hashing.offset = at
        }
      } finally {
        await file.close()
      }
      return at
    },
    finish(project, id) {
      const key = `${project.ref} ${id}`
      const running = finishing.get(key) ?? finish(project, id).finally(() => finishing.delete(key))
      finishing.set(key, running)
      return running
    },
    async checksums(ref, id, parts) {
      if (!(await read(ref, id))) throw new DomainError('upload_not_found')
      const file = await open(dataPath(ref, id), 'r').catch(ifThere)
      try {
        const sums: number[] = []
        for (const { start, end } of parts) {
          // What has arrived whole may be in the store of bytes already.
          const source = file
            ? [(await file.read({ buffer: Buffer.alloc(end - start + 1), position: start })).buffer]
            : await bytes.read(ref, id, { start, end })
          let sum = 0
          for await (const piece of source) sum = crc32(piece as Buffer, sum)
          sums.push(sum)
        }
        return sums
      } finally {
        await file?.close()
      }
    },
    async unfinished(ref) {
      const names = await readdir(uploadsFolder(dataDir, ref)).catch(ifThere)
      const ids = (names ?? []).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
      const records = await Promise.all(ids.map((id) => read(ref, id).catch(() => undefined)))
      return new Set(records.flatMap((record) => (record && !record.isFinished ? [record.id] : [])))
    },
    async removeExpired(ref, moment) {
      const folder = uploadsFolder(dataDir, ref)
      for (const name of (await readdir(folder).catch(ifThere)) ?? []) {
        const path = join(folder, name)
        const { mtimeMs } = (await stat(path).catch(ifThere)) ?? { mtimeMs: Infinity }
        if (mtimeMs < moment.getTime()) await rm(path, { force: true })
      }
    },
  }
}

/**
 * Whether a client sent one upload twice: it has the same actor, size and `uploadId`. Clients that name their uploads send this
 * random id in the metadata. Without it two uploads are never the same.
 */
export function isSameUpload(one: UploadRecord, other: UploadRecord): boolean {
  const { uploadId } = other.metadata
  return (
    Boolean(uploadId) &&
    one.metadata['uploadId'] === uploadId &&
    one.request.size === other.request.size &&
    isSameActor(one.actor, other.actor)
  )
}

/** Undefined: a power cut left half of it. */
function recordIn(text: string): UploadRecord | undefined {
  try {
    return JSON.parse(text) as UploadRecord
  } catch {
    return undefined
  }
}

const FINAL = new Set(['object_exists', 'bucket_not_found', 'storage_denied', 'invalid_path'])

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
