/** Uploads: asked for, stored and committed. What is not committed leaves no bytes. */
import { randomUUID } from 'node:crypto'
import type { Bucket, ObjectMetadata } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import { storageText } from '../text/storage.js'
import type { Buckets, StorageDeps } from './buckets.js'
import type { StoredBytes } from './byte-store.js'
import {
  insertObject,
  lockObject,
  objectsIn,
  readObject,
  ROLL_BACK,
  versionsIn,
  type NewObject,
  type ObjectRow,
} from './object-rows.js'
import { requirePath } from './objects.js'
import { ownerOf, SERVICE, type StorageActor } from './storage-actor.js'
import { askStorage, rowsOfStorage } from './storage-database.js'
import type { StorageProject } from './storage-host.js'
import { judgeUpload } from './upload-rules.js'

/** An object that is about to come. */
export interface UploadRequest {
  bucket: string
  name: string
  mimetype: string
  /** Of `Cache-Control`: `max-age=3600`. */
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  /** Takes the place of an object of this name; otherwise that is refused. */
  replaces: boolean
  /** Bytes; undefined: it is known at the end. */
  size: number | undefined
}

export interface Uploads {
  /**
   * Whether the actor may upload this now. Gives the most bytes that it may have.
   * @throws DomainError invalid_path, bucket_not_found, object_exists, object_too_large, mime_not_allowed, storage_denied
   */
  check(project: StorageProject, actor: StorageActor, request: UploadRequest): Promise<number>
  /** Whether the actor may upload an object of any size and type there. Errors as `check`. */
  checkTarget(project: StorageProject, actor: StorageActor, request: UploadRequest): Promise<void>
  /**
   * Makes the object, once its bytes are stored under `version`. A repeated call for the same version changes nothing.
   * @throws DomainError as `check`
   */
  commit(
    project: StorageProject,
    actor: StorageActor,
    request: UploadRequest,
    version: string,
    stored: StoredBytes,
  ): Promise<ObjectRow>
  /** Takes a whole object. Errors as `check`. */
  upload(
    project: StorageProject,
    actor: StorageActor,
    request: UploadRequest,
    source: AsyncIterable<Uint8Array>,
  ): Promise<ObjectRow>
}

export function createUploads({ host, bytes, buckets }: StorageDeps & { buckets: Buckets }): Uploads {
  async function requireBucket(ref: string, id: string): Promise<Bucket> {
    const bucket = await buckets.find(ref, SERVICE, id)
    if (!bucket) throw new DomainError('bucket_not_found')
    return bucket
  }

  async function findRow(ref: string, { bucket, name }: UploadRequest): Promise<ObjectRow | undefined> {
    const [rows = []] = await rowsOfStorage(host, ref, SERVICE, [readObject(bucket, name)])
    return objectsIn(rows)[0]
  }

  const checkTarget: Uploads['checkTarget'] = async (project, actor, request) => {
    requirePath(request.name)
    if (actor.role === 'service_role') {
      if (!request.replaces && (await findRow(project.ref, request))) throw new DomainError('object_exists')
      return
    }
    // The policies are asked by an insert that is taken back. PostgreSQL checks them before it looks for the name.
    const tried = newObject(actor, request, randomUUID(), { size: request.size ?? 0, sha256: '' })
    await askStorage(host, project.ref, actor, [insertObject(tried, request.replaces), ROLL_BACK])
  }

  const check: Uploads['check'] = async (project, actor, request) => {
    // First the policies: whom they refuse must not learn what is there, nor what the bucket takes.
    await checkTarget(project, actor, request)
    return requireTaken(request, await requireBucket(project.ref, request.bucket), project)
  }

  const commit: Uploads['commit'] = async (project, actor, request, version, stored) => {
    const { ref } = project
    const before = await findRow(ref, request)
    if (before?.version === version) return before
    const row = newObject(actor, request, version, stored)
    const lock = request.replaces ? [lockObject(request.bucket, request.name)] : []
    const rows = await rowsOfStorage(host, ref, actor, [...lock, insertObject(row, request.replaces)])
    const replaced = request.replaces ? versionsIn(rows[0] ?? []) : []
    await bytes.remove(ref, replaced)
    const made = await findRow(ref, request)
    // It may be deleted or replaced already.
    return made ?? Object.assign(rowOf(row), { version })
  }

  return {
    check,
    checkTarget,
    commit,
    async upload(project, actor, request, source) {
      const limit = await check(project, actor, request)
      const version = randomUUID()
      const stored = await bytes.put(project.ref, version, source, limit)
      try {
        return await commit(project, actor, request, version, stored)
      } catch (error) {
        await bytes.remove(project.ref, [version])
        throw error
      }
    },
  }
}

function requireTaken(request: UploadRequest, bucket: Bucket, project: StorageProject): number {
  const verdict = judgeUpload(request, bucket, project.fileSizeLimit)
  if (verdict.type === 'too-large') throw new DomainError('object_too_large')
  if (verdict.type === 'wrong-type')
    throw new DomainError('mime_not_allowed', storageText.mimeNotAllowed(request.mimetype), {
      more: { mimetype: request.mimetype },
    })
  return verdict.limit
}

function newObject(
  actor: StorageActor,
  { bucket, name, mimetype, cacheControl, userMetadata }: UploadRequest,
  version: string,
  { size, sha256 }: StoredBytes,
): NewObject {
  const metadata: ObjectMetadata = {
    size,
    mimetype,
    cacheControl,
    eTag: `"${sha256}"`,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
  return { id: randomUUID(), bucket, name, owner: ownerOf(actor), version, metadata, userMetadata }
}

function rowOf({ bucket, owner, userMetadata, ...object }: NewObject): ObjectRow {
  const now = object.metadata.lastModified
  const times = { created_at: now, updated_at: now, last_accessed_at: now }
  return { ...object, ...times, bucket_id: bucket, owner_id: owner, user_metadata: userMetadata }
}
