/** Server data of the file storage: buckets, the pages of a folder, and what changes them. */
import {
  beginPrefixJob,
  createBucket,
  getTemporaryKey,
  cursorAfter,
  deleteBucket,
  deleteObjects,
  emptyBucket,
  listBuckets,
  listObjects,
  moveObject,
  newId,
  queryBatch,
  queryTyped,
  updateBucket,
  updateStorageConfig,
  type ArgumentsOf,
  type Bucket,
  type Client,
  type ObjectCursor,
  type ObjectSortColumn,
  type PrefixJob,
  type StorageConfig,
  type StorageObject,
} from '@basedeck/platform-client'
import { LIST_PAGE, listedPage } from '@basedeck/storage-engine/rules'
import type { MutationData } from '../kernel/mutation.js'
import type { PagedQuery } from '../kernel/paged.js'
import type { QueryData } from '../kernel/query-store.js'
import { storageConfigQuery } from './insight.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'
import { storageKey } from './storage-keys.js'
import { STORAGE_POLICIES, storagePoliciesIn, type StoragePolicy } from '../sql/storage-policies.js'

const bucketsKey = (ref: string) => [...storageKey(ref), 'buckets']
const policiesKey = (ref: string) => [...projectKey(ref), 'storage-policies']
/** The key prefix of the lists of a bucket. */
export const objectsKey = (ref: string, bucket: string) => [...storageKey(ref), 'objects', bucket]

const STALE_MS = 5000

export function bucketsQuery(client: Client, ref: string): QueryData<Bucket[]> {
  return {
    key: bucketsKey(ref),
    fetch: (signal) => client.call(listBuckets, { params: { ref } }, { signal }),
    staleMs: STALE_MS,
  }
}

/** How a folder is listed. */
export interface FolderOrder {
  column: ObjectSortColumn
  order: 'asc' | 'desc'
}

/** A folder of a bucket, and how it is listed. */
export interface ListedFolder extends FolderOrder {
  ref: string
  bucket: string
  /** Empty: the bucket itself. */
  folder: string
  /** Part of a name; empty: everything. */
  search: string
}

/** The pages of a folder, each as it was sent: the placeholder counts, and is not shown. */
export function folderQuery(
  client: Client,
  { ref, bucket, folder, column, order, search }: ListedFolder,
): PagedQuery<StorageObject[], StorageObject, ObjectCursor | null> {
  return {
    key: [...objectsKey(ref, bucket), folder, column, order, search],
    first: null,
    fetch: (cursor, signal) =>
      client.call(
        listObjects,
        {
          params: { ref, bucket },
          body: {
            path: folder,
            options: {
              limit: LIST_PAGE,
              search,
              sortBy: { column, order },
              ...(cursor ? { cursor } : {}),
            },
          },
        },
        { signal },
      ),
    items: (page) => listedPage(page).items,
    next(pages) {
      const page = pages.at(-1) ?? []
      const last = page.at(-1)
      return last && listedPage(page).hasMore ? cursorAfter(last, column) : undefined
    },
    id: keyOfItem,
    staleMs: STALE_MS,
  }
}

/** The identity of an item in its folder: a folder and a file may have one name. */
export function keyOfItem({ id, name }: Pick<StorageObject, 'id' | 'name'>): string {
  return id === null ? `${name}/` : name
}

export function bucketCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createBucket>['body'], Bucket> {
  return {
    call: (body) => client.call(createBucket, { params: { ref }, body }),
    refreshes: () => [bucketsKey(ref)],
  }
}

export function bucketUpdate(
  client: Client,
  ref: string,
): MutationData<{ bucket: string; body: ArgumentsOf<typeof updateBucket>['body'] }, Bucket> {
  return {
    call: ({ bucket, body }) => client.call(updateBucket, { params: { ref, bucket }, body }),
    refreshes: () => [bucketsKey(ref)],
  }
}

export function bucketEmptying(
  client: Client,
  ref: string,
): MutationData<{ bucket: string }, { deleted: number }> {
  return {
    call: ({ bucket }) => client.call(emptyBucket, { params: { ref, bucket } }),
    refreshes: (_, { bucket }) => [objectsKey(ref, bucket)],
  }
}

/** Deletes a bucket with its files and the policies of it alone: the platform deletes empty ones only. */
export function bucketDeletion(
  client: Client,
  ref: string,
): MutationData<{ bucket: string }, { id: string }> {
  return {
    async call({ bucket }) {
      await client.call(emptyBucket, { params: { ref, bucket } })
      return client.call(deleteBucket, { params: { ref, bucket } })
    },
    refreshes: () => [bucketsKey(ref), policiesKey(ref)],
  }
}

export function objectDeletion(
  client: Client,
  ref: string,
  bucket: string,
): MutationData<{ paths: string[] }, { path: string }[]> {
  return { call: ({ paths }) => client.call(deleteObjects, { params: { ref, bucket }, body: { paths } }) }
}

export function objectMove(
  client: Client,
  ref: string,
  bucket: string,
): MutationData<{ from: string; to: string }, { path: string }> {
  return { call: (body) => client.call(moveObject, { params: { ref, bucket }, body }) }
}

export function prefixJob(
  client: Client,
  ref: string,
  bucket: string,
): MutationData<ArgumentsOf<typeof beginPrefixJob>['body'], PrefixJob> {
  return { call: (body) => client.call(beginPrefixJob, { params: { ref, bucket }, body }) }
}

/** Removes a folder that holds no file of the list. SPEC §7 */
export async function deletePrefix(
  client: Client,
  ref: string,
  { bucket, prefix }: { bucket: string; prefix: string },
): Promise<void> {
  const query = 'select storage.delete_prefix($1, $2)'
  await client.call(queryTyped, {
    params: { ref },
    body: { query, parameters: [bucket, prefix], runId: newId() },
  })
}

export function uploadLimitChange(
  client: Client,
  ref: string,
): MutationData<{ fileSizeLimit: number }, StorageConfig> {
  return {
    call: (body) => client.call(updateStorageConfig, { params: { ref }, body }),
    store: (queries, config) => queries.set(storageConfigQuery(client, ref), config),
  }
}

/** A key of the service role that is valid for a short time. SPEC §7 */
export async function temporaryKey(client: Client, ref: string, seconds: number): Promise<string> {
  const { api_key } = await client.call(getTemporaryKey, {
    params: { ref },
    query: { authorization_exp: seconds },
  })
  return api_key
}

export function storagePoliciesQuery(client: Client, ref: string): QueryData<StoragePolicy[]> {
  return {
    key: policiesKey(ref),
    fetch: async (signal) => storagePoliciesIn(await rowsOf(client, ref, STORAGE_POLICIES, signal)),
    staleMs: STALE_MS,
  }
}

/** Runs the statements of policies in one transaction. */
export function policyChange(client: Client, ref: string): MutationData<{ statements: string[] }, unknown> {
  return {
    call: ({ statements }) =>
      client.call(queryBatch, {
        params: { ref },
        body: { statements: statements.map((query) => ({ query })), runId: newId() },
      }),
    refreshes: () => [policiesKey(ref)],
  }
}
