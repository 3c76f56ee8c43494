/** Buckets of a project: made, changed, emptied and deleted. */
import { sizeText } from '@basedeck/core/rules'
import {
  dropPolicyStatement,
  policiesOfBucketAlone,
  STORAGE_POLICIES,
  storagePoliciesIn,
} from '@basedeck/core/sql'
import { isBucketName, isRouteWord, type Bucket } from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import { storageText } from '../text/storage.js'
import {
  bucketIn,
  changeBucket,
  deleteBucketRow,
  insertBucket,
  bucketsOf,
  readBucket,
  type BucketChange,
  type BucketPage,
  type NewBucket,
} from './bucket-rows.js'
import type { ByteStore } from './byte-store.js'
import { deleteAllObjects, versionsIn } from './object-rows.js'
import { OWNER, ownerOf, SERVICE, type StorageActor } from './storage-actor.js'
import { askStorage, rowsOfStorage } from './storage-database.js'
import type { StorageHost } from './storage-host.js'

export interface StorageDeps {
  host: StorageHost
  bytes: ByteStore
}

export interface Buckets {
  /** @param page default: all of them, by name */
  list(ref: string, actor: StorageActor, page?: BucketPage): Promise<Bucket[]>
  /** Undefined: it is not there, or hidden from the actor. */
  find(ref: string, actor: StorageActor, id: string): Promise<Bucket | undefined>
  /** @throws DomainError bucket_exists, file_size_limit, invalid_body, storage_denied */
  create(ref: string, actor: StorageActor, bucket: Omit<NewBucket, 'owner'>): Promise<Bucket>
  /** @throws DomainError bucket_not_found, file_size_limit */
  change(ref: string, actor: StorageActor, id: string, change: BucketChange): Promise<Bucket>
  /** @throws DomainError bucket_not_found, bucket_not_empty */
  delete(ref: string, actor: StorageActor, id: string): Promise<void>
  /**
   * Deletes it for a member of the dashboard, with the policies of it alone: they would open a later bucket of its name. Gives
   * their names. @throws DomainError bucket_not_found, bucket_not_empty, storage_denied
   */
  deleteWithPolicies(ref: string, id: string): Promise<string[]>
  /** Gives the number of objects that were deleted. @throws DomainError bucket_not_found */
  empty(ref: string, actor: StorageActor, id: string): Promise<number>
}

export function createBuckets({ host, bytes }: StorageDeps): Buckets {
  const find: Buckets['find'] = async (ref, actor, id) => {
    if (!isBucketName(id)) return undefined
    const [rows = []] = await rowsOfStorage(host, ref, actor, [readBucket(id)])
    return bucketIn(rows)
  }
  /** A larger limit would promise what no upload may have. One from before the project's was lowered may stay. */
  async function requireWithinProject(
    ref: string,
    limit: number | null | undefined,
    current: () => Promise<Bucket | undefined>,
  ): Promise<void> {
    if (typeof limit !== 'number') return
    const project = await host.project(ref)
    if (project && limit > project.fileSizeLimit && limit !== (await current())?.file_size_limit)
      throw new DomainError('file_size_limit', storageText.limitOfProject(sizeText(project.fileSizeLimit)))
  }

  return {
    find,
    async list(ref, actor, page = {}) {
      const [rows = []] = await rowsOfStorage(host, ref, actor, [bucketsOf(page)])
      return rows.flatMap((row) => bucketIn([row]) ?? [])
    },
    async create(ref, actor, bucket) {
      if (!isBucketName(bucket.id) || isRouteWord(bucket.id)) throw new DomainError('invalid_bucket_name')
      await requireWithinProject(ref, bucket.file_size_limit, async () => undefined)
      const statement = insertBucket({ ...bucket, owner: ownerOf(actor) })
      const [rows = []] = await rowsOfStorage(host, ref, actor, [statement])
      const made = bucketIn(rows)
      if (!made) throw new DomainError('storage_denied')
      return made
    },
    async change(ref, actor, id, change) {
      await requireWithinProject(ref, change.file_size_limit, () => find(ref, actor, id))
      const [rows = []] = await rowsOfStorage(host, ref, actor, [changeBucket(id, change)])
      const changed = bucketIn(rows)
      if (!changed) throw new DomainError('bucket_not_found')
      return changed
    },
    async delete(ref, actor, id) {
      const answered = await askStorage(host, ref, actor, [{ ...deleteBucketRow(id), expectRows: 1 }])
      if (!answered.ok) throw new DomainError('bucket_not_found')
    },
    async deleteWithPolicies(ref, id) {
      const [rows = []] = await rowsOfStorage(host, ref, SERVICE, [STORAGE_POLICIES])
      const names = policiesOfBucketAlone(storagePoliciesIn(rows), id).map(({ name }) => name)
      const drops = names.map((name) => ({ query: dropPolicyStatement(name) }))
      // A database that was added by its address may let only the service role delete rows.
      const actor = names.length > 0 ? OWNER : SERVICE
      const statements = [...drops, { ...deleteBucketRow(id), expectRows: 1 }]
      const answered = await askStorage(host, ref, actor, statements)
      if (!answered.ok) throw new DomainError('bucket_not_found')
      return names
    },
    async empty(ref, actor, id) {
      if (!(await find(ref, actor, id))) throw new DomainError('bucket_not_found')
      const [gone = []] = await rowsOfStorage(host, ref, actor, [deleteAllObjects(id)], { timeoutMs: 0 })
      await bytes.remove(ref, versionsIn(gone))
      return gone.length
    },
  }
}
