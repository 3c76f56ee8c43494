/**
 * Bytes in a bucket of an S3-compatible store, as `projects/<ref>/<id>`. What arrives is gathered on this disk and then sent,
 * so that size and checksum are known, and memory stays the same. What lies in the data directory, from before, is read
 * there until it is sent.
 */
import { rm, stat, unlink } from 'node:fs/promises'
import { DomainError } from '../kernel/domain-error.js'
import { projectDirectory } from '../engines/project-directory.js'
import { areBytesHeld } from './byte-hold.js'
import { bytesPath, uploadsFolder } from './byte-folders.js'
import type { ByteStore, SharedBytes, StoredBytes } from './byte-store.js'
import { fileByteStore, filesOf, hashOfFile, writeDraft } from './file-byte-store.js'
import { createS3Calls, type S3Calls } from '../s3/s3-calls.js'
import { createS3Client } from '../s3/s3-client.js'
import { S3Error } from '../s3/s3-error.js'
import type { S3Location } from '../s3/s3-location.js'
import { isUuid } from './uuid.js'

export interface S3ByteStore extends ByteStore {
  shared: SharedBytes
}

/** @param dataDir of this process */
export function s3ByteStore(location: S3Location, dataDir: string): S3ByteStore {
  const calls = createS3Calls(createS3Client(location), location.bucket)
  const local = fileByteStore(dataDir)
  const folderOf = (project: string) => {
    // A name that is no project's could lead to another folder.
    projectDirectory(dataDir, project)
    return `${location.prefix}projects/${project}/`
  }
  const keyOf = (project: string, id: string) => {
    if (!isUuid(id)) throw new Error('not an id of bytes')
    return folderOf(project) + id
  }
  const take = (project: string, id: string, path: string, { size, sha256 }: StoredBytes) =>
    calls.sendFile(keyOf(project, id), path, size, sha256).catch(refusal)

  return {
    take,

    async put(project, id, source, limit) {
      const { path, ...stored } = await writeDraft(uploadsFolder(dataDir, project), source, limit)
      try {
        await take(project, id, path, stored)
        return stored
      } finally {
        await rm(path, { force: true })
      }
    },

    async read(project, id, range) {
      return calls.read(keyOf(project, id), range).catch(async (error: unknown) => {
        if (isMissing(error)) return local.read(project, id, range)
        return refusal(error)
      })
    },

    async copy(project, from, to) {
      await calls.copy(keyOf(project, from), keyOf(project, to)).catch(async (error: unknown) => {
        if (isMissing(error)) return local.copy(project, from, to)
        return refusal(error)
      })
    },

    async remove(project, ids) {
      // The sweep frees them later.
      if (ids.length === 0 || (await areBytesHeld(dataDir))) return
      await calls.remove(ids.map((id) => keyOf(project, id))).catch(refusal)
      await local.remove(project, ids)
    },

    async *olderThan(project, moment) {
      for await (const { key, at } of calls.list(folderOf(project))) {
        const id = idIn(key)
        if (id !== undefined && at < moment) yield id
      }
    },

    shared: sharedBytes({ calls, take, folderOf, location, dataDir }),
  }
}

interface Parts {
  calls: S3Calls
  take: ByteStore['take']
  folderOf(project: string): string
  location: S3Location
  dataDir: string
}

function sharedBytes({ calls, take, folderOf, location, dataDir }: Parts): SharedBytes {
  return {
    async *all(project) {
      for await (const { key, size } of calls.list(folderOf(project))) {
        const id = idIn(key)
        if (id !== undefined) yield { id, size }
      }
    },

    projects: () => calls.folders(`${location.prefix}projects/`),

    async sendLocal(project) {
      // The dump that is written has them from there.
      if (await areBytesHeld(dataDir)) return 0
      let sent = 0
      for await (const { id, path } of filesOf(dataDir, project)) {
        const { size } = await stat(path)
        await take(project, id, path, { size, sha256: await hashOfFile(path) })
        await unlink(bytesPath(dataDir, project, id))
        sent += 1
      }
      return sent
    },

    removeHalves: (project, moment) => calls.abortOlder(folderOf(project), moment),

    async removeAll(project) {
      let some: string[] = []
      for await (const { key } of calls.list(folderOf(project))) {
        some.push(key)
        if (some.length < REMOVED_AT_ONCE) continue
        await calls.remove(some)
        some = []
      }
      await calls.remove(some)
      await calls.abortOlder(folderOf(project), new Date(LAST_MOMENT))
    },
  }
}

const REMOVED_AT_ONCE = 1000
/** The last one that JavaScript knows. */
const LAST_MOMENT = 8.64e15

function idIn(key: string): string | undefined {
  const id = key.slice(key.lastIndexOf('/') + 1)
  return isUuid(id) ? id : undefined
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && error.isMissing
}

function refusal(cause: unknown): never {
  if (cause instanceof S3Error) throw new DomainError('bytes_unreachable', undefined, { cause })
  throw cause
}
