/** Objects of a project: listed, found, moved, copied and deleted. Moving changes a row, not the bytes. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  OBJECT_PATH_MAX_BYTES,
  objectPathFault,
  type StorageObject,
} from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import type { Buckets, StorageDeps } from './buckets.js'
import type { ByteRange } from './byte-store.js'
import {
  deleteObjectRows,
  entriesIn,
  insertObject,
  listFolder,
  lockObject,
  moveObjectRow,
  objectsIn,
  readObject,
  readObjects,
  ROLL_BACK,
  touchObject,
  versionsIn,
  type FolderPage,
  type ObjectRow,
} from './object-rows.js'
import { storageText } from '../text/storage.js'
import { objectsOfPage, pagedIn, type ObjectPage, type PagedObject } from './object-pages.js'
import { ownerOf, SERVICE, type StorageActor } from './storage-actor.js'
import { askStorage, rowsOfStorage } from './storage-database.js'
import { judgeUpload } from './upload-rules.js'

export interface ObjectLocation {
  bucket: string
  name: string
}

export interface CopyOptions {
  /** An object at the new place gives way. Default: that is refused. */
  replaces?: boolean
  /** `Cache-Control` and type of the copy, which then has no metadata of users. Default: everything goes along. */
  metadata?: { cacheControl: string; mimetype?: string | undefined }
}

export interface Objects {
  /** @param folder may end with a slash; empty: the bucket @throws DomainError invalid_path */
  list(
    ref: string,
    actor: StorageActor,
    location: { bucket: string; folder: string },
    page: FolderPage,
  ): Promise<StorageObject[]>
  /** A page by key, of the whole bucket or of what begins with a prefix. */
  listPage(ref: string, actor: StorageActor, page: ObjectPage): Promise<PagedObject[]>
  /** @throws DomainError invalid_path, object_not_found */
  find(ref: string, actor: StorageActor, location: ObjectLocation): Promise<ObjectRow>
  /** Those that are there. @throws DomainError invalid_path */
  findAll(ref: string, actor: StorageActor, bucket: string, names: readonly string[]): Promise<ObjectRow[]>
  /** Gives those that were there. @throws DomainError invalid_path */
  delete(ref: string, actor: StorageActor, bucket: string, names: readonly string[]): Promise<ObjectRow[]>
  /** @throws DomainError invalid_path, object_not_found, object_exists, object_too_large, mime_not_allowed */
  move(ref: string, actor: StorageActor, from: ObjectLocation, to: ObjectLocation): Promise<void>
  /** Gives the id of the copy. Errors as `move`. */
  copy(
    ref: string,
    actor: StorageActor,
    from: ObjectLocation,
    to: ObjectLocation,
    options?: CopyOptions,
  ): Promise<string>
  /** @throws DomainError bytes_missing */
  read(ref: string, object: ObjectRow, range?: ByteRange): Promise<Readable>
}

/** @throws DomainError invalid_path */
export function requirePath(path: string): string {
  if (objectPathFault(path) !== undefined)
    throw new DomainError('invalid_path', undefined, { more: { key: path.slice(0, OBJECT_PATH_MAX_BYTES) } })
  return path
}

/** The path of a folder, without the slash at its end; empty: the bucket itself. @throws DomainError invalid_path */
export function requireFolder(path: string): string {
  const folder = path.endsWith('/') ? path.slice(0, -1) : path
  return folder === '' && path.length < 2 ? '' : requirePath(folder)
}

export function createObjects({ host, bytes, buckets }: StorageDeps & { buckets: Buckets }): Objects {
  async function find(
    ref: string,
    actor: StorageActor,
    { bucket, name }: ObjectLocation,
  ): Promise<ObjectRow> {
    const [rows = []] = await rowsOfStorage(host, ref, actor, [readObject(bucket, requirePath(name))])
    const [found] = objectsIn(rows)
    if (!found) throw new DomainError('object_not_found')
    return found
  }

  /** Another bucket may take less. */
  async function requireTaken(ref: string, { metadata }: ObjectRow, bucket: string): Promise<void> {
    const target = await buckets.find(ref, SERVICE, bucket)
    if (!target) throw new DomainError('bucket_not_found')
    const { size, mimetype = '' } = metadata ?? {}
    const { type } = judgeUpload({ size, mimetype }, target, Number.MAX_SAFE_INTEGER)
    if (type === 'too-large') throw new DomainError('object_too_large')
    if (type === 'wrong-type')
      throw new DomainError('mime_not_allowed', storageText.mimeNotAllowed(mimetype), { more: { mimetype } })
  }

  return {
    find,
    async list(ref, actor, { bucket, folder }, page) {
      const statement = listFolder(bucket, requireFolder(folder), page)
      const [rows = []] = await rowsOfStorage(host, ref, actor, [statement])
      return entriesIn(rows)
    },
    async listPage(ref, actor, page) {
      const [rows = []] = await rowsOfStorage(host, ref, actor, [objectsOfPage(page)])
      return pagedIn(rows)
    },
    async findAll(ref, actor, bucket, names) {
      names.forEach(requirePath)
      const [rows = []] = await rowsOfStorage(host, ref, actor, [readObjects(bucket, names)])
      return objectsIn(rows)
    },
    async delete(ref, actor, bucket, names) {
      names.forEach(requirePath)
      const [rows = []] = await rowsOfStorage(host, ref, actor, [deleteObjectRows(bucket, names)])
      const gone = objectsIn(rows)
      await bytes.remove(ref, versionsOf(gone))
      return gone
    },
    async move(ref, actor, from, to) {
      requirePath(to.name)
      const location = { ...from, name: requirePath(from.name) }
      const change = { ...moveObjectRow(location, to), expectRows: 1 }
      if (from.bucket !== to.bucket) {
        const source = await find(ref, actor, from)
        // First the policies: whom they refuse must not learn what the other bucket takes.
        await askStorage(host, ref, actor, [change, ROLL_BACK])
        await requireTaken(ref, source, to.bucket)
      }
      const moved = await askStorage(host, ref, actor, [change])
      if (!moved.ok) throw new DomainError('object_not_found')
    },
    async copy(ref, actor, from, to, { replaces = false, metadata } = {}) {
      requirePath(to.name)
      const source = await find(ref, actor, from)
      if (source.version === null || !source.metadata) throw new DomainError('bytes_missing')
      const [id, version] = [randomUUID(), randomUUID()]
      const copied = {
        id,
        ...to,
        owner: ownerOf(actor),
        version,
        metadata: {
          ...source.metadata,
          ...(metadata && { ...metadata, mimetype: metadata.mimetype ?? source.metadata.mimetype }),
          lastModified: new Date().toISOString(),
        },
        userMetadata: metadata ? null : source.user_metadata,
      }
      await askStorage(host, ref, actor, [insertObject(copied, replaces), ROLL_BACK])
      if (from.bucket !== to.bucket || metadata?.mimetype !== undefined)
        await requireTaken(ref, { ...source, metadata: copied.metadata }, to.bucket)
      await bytes.copy(ref, source.version, version)
      const lock = replaces ? [lockObject(to.bucket, to.name)] : []
      const rows = await rowsOfStorage(host, ref, actor, [...lock, insertObject(copied, replaces)]).catch(
        async (error: unknown) => {
          await bytes.remove(ref, [version])
          throw error
        },
      )
      if (!replaces) return id
      await bytes.remove(ref, versionsIn(rows[0] ?? []))
      const [made] = await rowsOfStorage(host, ref, SERVICE, [readObject(to.bucket, to.name)])
      return objectsIn(made ?? [])[0]?.id ?? id
    },
    async read(ref, { id, version }, range) {
      if (version === null) throw new DomainError('bytes_missing')
      const stream = await bytes.read(ref, version, range)
      // Nothing waits for it, and its failure changes nothing.
      rowsOfStorage(host, ref, SERVICE, [touchObject(id)]).catch(() => {})
      return stream
    },
  }
}

export function versionsOf(objects: readonly ObjectRow[]): string[] {
  return objects.flatMap(({ version }) => version ?? [])
}
