/**
 * Buckets and objects of a project. Objects are uploaded through the project's own API (`/storage/v1`), with a
 * temporary key; everything else the dashboard does by these calls. SPEC §7 "Storage", CONTRACT "Storage".
 */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { bucketName, bucketParam } from './object-path.js'
import { opaqueId } from './params.js'
import { inBucket, inProject, type Access } from './permission.js'
import { wireBoolean } from './wire.js'

/** Entries of a page of `listObjects`, unless it asks for another number. */
export const OBJECTS_PAGE_SIZE = 200
/** Entries of a page of `listObjects` at most: the page of a walk through all folders. */
export const OBJECTS_MAX_PAGE_SIZE = 10_000
/** Objects that one call of `deleteObjects` or `signObjects` names at most. */
export const OBJECTS_PER_CALL = 1000
/** The default limit of one file, in bytes: 50 MB. */
export const DEFAULT_FILE_SIZE_LIMIT = 52_428_800
/** The largest file of all, in bytes: 5 TB. */
export const LARGEST_FILE_SIZE_LIMIT = 5_497_558_138_880
/** Seconds for which a signed address can be valid at most: a year. */
export const SIGNED_URL_MAX_SECONDS = 31_536_000

/** A bucket of a project. */
export interface Bucket {
  /** Also its name; it never changes. */
  id: string
  name: string
  owner: string | null
  /** Its files are read without a key. */
  public: boolean
  created_at: string
  updated_at: string
  /** Bytes of one file at most; null: only the project's limit holds. */
  file_size_limit: number | null
  /** Types of files that it takes, `image/*` too; null: any. */
  allowed_mime_types: string[] | null
}

/** What the store knows of a file. */
export interface ObjectMetadata {
  /** Bytes. */
  size: number
  mimetype: string
  /** The `Cache-Control` with which it is served. */
  cacheControl: string
  /** A hash of the content, in quotes. */
  eTag: string
  /** ISO 8601. */
  lastModified: string
  contentLength: number
  httpStatusCode: 200
}

/** A file, or a folder, in a list. */
export interface StorageObject {
  /** Null: a folder. */
  id: string | null
  /** The last part of its path. */
  name: string
  bucket_id: string
  owner: string | null
  /** ISO 8601 with microseconds; null: a folder. */
  created_at: string | null
  updated_at: string | null
  last_accessed_at: string | null
  /** Null: a folder. */
  metadata: ObjectMetadata | null
}

/** Columns by which objects are sorted. Folders come first, always by name. */
export const OBJECT_SORT_COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const
/** A column by which objects are sorted. */
export type ObjectSortColumn = (typeof OBJECT_SORT_COLUMNS)[number]

const sizeLimit = v.nullable(
  v.pipe(
    v.number('The limit must be a number'),
    v.integer('The limit must be a whole number of bytes'),
    v.minValue(1, 'The limit must be at least 1 byte'),
    v.maxValue(LARGEST_FILE_SIZE_LIMIT, 'The limit must be at most 5 TB'),
  ),
)
const mimeTypes = v.nullable(
  v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.maxLength(200, 'A MIME type is too long'),
        v.regex(/^(\*|[\w!#$&^.+-]+)\/(\*|[\w!#$&^.+-]+)$/, 'A MIME type looks like image/png or image/*'),
      ),
    ),
    v.maxLength(100, 'A bucket has at most 100 MIME types'),
  ),
)

/** What `createBucket` takes. */
export const createBucketBody = v.object({
  id: bucketName,
  public: v.optional(v.boolean(), false),
  file_size_limit: v.optional(sizeLimit),
  allowed_mime_types: v.optional(mimeTypes),
})
/** What `updateBucket` takes; what is absent stays. */
export const updateBucketBody = v.object({
  public: v.optional(v.boolean()),
  file_size_limit: v.optional(sizeLimit),
  allowed_mime_types: v.optional(mimeTypes),
})

const path = v.string('The path must be a text')

/** Where a page of a list begins: after this entry. See `cursorAfter`. */
export const objectCursor = v.object({
  name: v.string(),
  isFolder: v.boolean(),
  /** Of a file: what it has in the column by which the list is sorted; absent: the name. */
  value: v.optional(v.string()),
})
/** The entry after which a page of a list begins. */
export type ObjectCursor = v.InferOutput<typeof objectCursor>

/** How `listObjects` lists a folder. */
export const listObjectsOptions = v.object({
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, 'limit must be at least 1'),
      v.maxValue(OBJECTS_MAX_PAGE_SIZE, `limit must be at most ${OBJECTS_MAX_PAGE_SIZE}`),
    ),
    OBJECTS_PAGE_SIZE,
  ),
  /** Entries that are skipped, from the cursor on. A cursor costs the same on each page, an offset grows. */
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0, 'offset must not be negative')), 0),
  /** Part of the name, without regard to case. */
  search: v.optional(v.pipe(v.string(), v.maxLength(1024)), ''),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(OBJECT_SORT_COLUMNS), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    { column: 'name', order: 'asc' },
  ),
  cursor: v.optional(objectCursor),
})
/** What `listObjects` takes. `path` is a folder; empty: the bucket itself. */
export const listObjectsBody = v.object({
  path,
  options: v.optional(listObjectsOptions, {}),
})

/** The cursor of the page that follows an entry, in a list that is sorted by that column. */
export function cursorAfter(last: StorageObject, column: ObjectSortColumn = 'name'): ObjectCursor {
  const { name, id } = last
  const value = column === 'name' ? null : last[column]
  return { name, isFolder: id === null, ...(value === null ? {} : { value }) }
}

/** What `downloadObject` takes. */
export const downloadQuery = v.object({
  path,
  /** Shown in the browser where that is safe, unless it is true. Default: saved as a file. */
  download: v.optional(wireBoolean()),
  /** The name of the saved file; default: the object's own. */
  downloadName: v.optional(v.pipe(v.string(), v.maxLength(1024))),
})
/** The same as a body. */
export const downloadBody = v.object({
  path,
  options: v.optional(
    v.object({
      download: v.optional(v.boolean()),
      downloadName: v.optional(v.pipe(v.string(), v.maxLength(1024))),
    }),
  ),
})

const expiresIn = v.pipe(
  v.number('expiresIn must be a number of seconds'),
  v.integer('expiresIn must be a whole number of seconds'),
  v.minValue(1, 'expiresIn must be at least 1 second'),
  v.maxValue(SIGNED_URL_MAX_SECONDS, 'expiresIn must be at most a year'),
)
const paths = v.pipe(
  v.array(path),
  v.minLength(1, 'Name at least one object'),
  v.maxLength(OBJECTS_PER_CALL, `One call names at most ${OBJECTS_PER_CALL} objects`),
)

/** The answer for one of several paths: an address, or why there is none. */
export interface SignedObject {
  path: string
  signedUrl: string | null
  error: string | null
}

/** What is done to everything below a folder. */
export const prefixJobBody = v.variant('action', [
  v.object({
    action: v.picklist(['move', 'copy']),
    /** A folder, `a/b`. */
    from: path,
    /** The new path: `a/c` renames it. */
    to: path,
    /** Another bucket for what is moved or copied. Default: the same. */
    toBucket: v.optional(bucketName),
  }),
  v.object({ action: v.literal('delete'), from: path }),
])

/** A job over everything below a folder. It is done as a whole or not at all. */
export interface PrefixJob {
  id: string
  action: 'move' | 'copy' | 'delete'
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** Objects below the folder; null while they are counted. */
  total: number | null
  /** Objects that are prepared. They count once the job is done. */
  done: number
  /** Why it failed. */
  error: { code: string; message: string } | null
}

const BUCKETS = '/platform/storage/{ref}/buckets'
const BUCKET = `${BUCKETS}/{bucket}`
const OBJECTS = `${BUCKET}/objects`
const JOB = `${OBJECTS}/prefix/{job}`
const params = { bucket: bucketParam }
const REQUIRES = { ref: 'Project ref is required' }
const IN_BUCKET = { ref: 'Project ref is required', bucket: 'bucketId is required' }
const NO_CHANGE = 'never, because no data is changed'
/** Paths of 1,024 bytes, each escaped. */
const PATHS_MAX_BODY = 8 * 1024 * 1024

const ofBucket = <const Given extends Access>(access: Given) =>
  ({ params, access, servedBy: 'holder', requires: IN_BUCKET }) as const

/** The buckets of a project, by name. 409 `storage_not_prepared`: the database has no tables for them. */
export const listBuckets = endpoint({
  method: 'GET',
  path: BUCKETS,
  access: inProject('read', 'storage'),
  servedBy: 'holder',
  response: gives<Bucket[]>(),
  requires: REQUIRES,
})
/** Makes a bucket. 409 `bucket_exists`; 400 `file_size_limit`: the project allows no file of that size. */
export const createBucket = endpoint({
  method: 'POST',
  path: BUCKETS,
  access: inProject('create', 'storage'),
  servedBy: 'holder',
  audit: true,
  body: createBucketBody,
  response: gives<Bucket>(),
  requires: REQUIRES,
})
/** One bucket. 404 `bucket_not_found`. */
export const getBucket = endpoint({
  method: 'GET',
  path: BUCKET,
  ...ofBucket(inBucket('read', 'storage')),
  response: gives<Bucket>(),
})
/** Changes a bucket's limits, or whether it is public. 400 `file_size_limit`, as `createBucket`. */
export const updateBucket = endpoint({
  method: 'PATCH',
  path: BUCKET,
  ...ofBucket(inBucket('update', 'storage')),
  audit: true,
  body: updateBucketBody,
  response: gives<Bucket>(),
})
/** Deletes an empty bucket, and the policies that hold for it alone. 409 `bucket_not_empty`. */
export const deleteBucket = endpoint({
  method: 'DELETE',
  path: BUCKET,
  ...ofBucket(inBucket('delete', 'storage')),
  audit: true,
  response: gives<{ id: string }>(),
})
/** Deletes all objects of a bucket; tells how many. */
export const emptyBucket = endpoint({
  method: 'POST',
  path: `${BUCKET}/empty`,
  ...ofBucket(inBucket('delete', 'storage')),
  audit: true,
  response: gives<{ deleted: number }>(),
})
/**
 * A page of a folder: its folders by name, then its files. Another page follows while one is full; it begins after
 * `cursorAfter(last entry)`. 400 `invalid_path`.
 */
export const listObjects = endpoint({
  method: 'POST',
  path: `${OBJECTS}/list`,
  ...ofBucket(inBucket('read', 'storage')),
  audit: NO_CHANGE,
  body: listObjectsBody,
  response: gives<StorageObject[]>(),
})
/** Deletes objects; those that are not there are left out of the answer. All of them, or none when it fails. */
export const deleteObjects = endpoint({
  method: 'DELETE',
  path: OBJECTS,
  ...ofBucket(inBucket('delete', 'storage')),
  audit: true,
  body: v.object({ paths }),
  maxBody: PATHS_MAX_BODY,
  response: gives<{ path: string }[]>(),
})
/** Moves or renames an object. 404 `object_not_found`, 409 `object_exists`. */
export const moveObject = endpoint({
  method: 'POST',
  path: `${OBJECTS}/move`,
  ...ofBucket(inBucket('update', 'storage')),
  audit: true,
  body: v.object({ from: path, to: path }),
  response: gives<{ path: string }>(),
})
const download = { ...ofBucket(inBucket('read', 'storage')), response: gives<unknown>() } as const
/** The bytes of an object, streamed; `Range` is honoured. The answer is a file, not JSON. */
export const downloadObject = endpoint({
  method: 'GET',
  path: `${OBJECTS}/download`,
  ...download,
  query: downloadQuery,
})
/** The same by POST. */
export const postDownloadObject = endpoint({
  method: 'POST',
  path: `${OBJECTS}/download`,
  ...download,
  audit: NO_CHANGE,
  body: downloadBody,
})
/** The same at the address that self-hosted dashboards use. SPEC §7. */
export const downloadObjectPlainly = endpoint({
  method: 'GET',
  path: '/storage/{ref}/buckets/{bucket}/objects/download',
  ...download,
  query: downloadQuery,
})
/** An address that reads one object without a key for a while. 404 `object_not_found`. */
export const signObject = endpoint({
  method: 'POST',
  path: `${OBJECTS}/sign`,
  ...ofBucket(inBucket('read', 'storage')),
  audit: NO_CHANGE,
  body: v.object({ path, expiresIn }),
  response: gives<{ signedUrl: string }>(),
})
/** Such addresses of several objects, in the order of the paths. */
export const signObjects = endpoint({
  method: 'POST',
  path: `${OBJECTS}/sign-multi`,
  ...ofBucket(inBucket('read', 'storage')),
  audit: NO_CHANGE,
  body: v.object({ path: paths, expiresIn }),
  maxBody: PATHS_MAX_BODY,
  response: gives<SignedObject[]>(),
})
/** The address of an object of a public bucket. It is not checked whether it is there, nor whether the bucket is public. */
export const publicObjectUrl = endpoint({
  method: 'POST',
  path: `${OBJECTS}/public-url`,
  ...ofBucket(inBucket('read', 'storage')),
  audit: NO_CHANGE,
  body: v.object({ path }),
  response: gives<{ publicUrl: string }>(),
})
/**
 * Begins to move, copy or delete everything below a folder. 404 `object_not_found`: nothing is there. A name that is
 * taken at the target fails the job with `object_exists`.
 */
export const beginPrefixJob = endpoint({
  method: 'POST',
  path: `${OBJECTS}/prefix`,
  ...ofBucket(inBucket('update', 'storage')),
  audit: true,
  body: prefixJobBody,
  response: gives<PrefixJob>(),
})
const job = {
  path: JOB,
  params: { ...params, job: opaqueId },
  servedBy: 'beginner',
  requires: IN_BUCKET,
} as const
/** How far a job is. 404 `storage_job_not_found` some time after its end. */
export const getPrefixJob = endpoint({
  method: 'GET',
  ...job,
  access: inProject('read', 'storage'),
  response: gives<PrefixJob>(),
})
/** Cancels a job: nothing of it is kept. `cancelled` is false when it was over. */
export const cancelPrefixJob = endpoint({
  method: 'DELETE',
  ...job,
  access: inProject('update', 'storage'),
  audit: NO_CHANGE,
  response: gives<{ cancelled: boolean }>(),
})

/** How the project's storage is set up. Limits are in bytes. */
export interface StorageConfig {
  /** Of one file. */
  fileSizeLimit: number
  /** What `fileSizeLimit` can be at most, by the organization's plan. */
  maxFileSizeLimit: number
  features: { imageTransformation: { enabled: boolean }; s3Protocol: { enabled: boolean } }
}

const CONFIG = '/platform/projects/{ref}/config/storage'
/** How the project's storage is set up. */
export const getStorageConfig = endpoint({
  method: 'GET',
  path: CONFIG,
  access: inProject('read', 'projects'),
  response: gives<StorageConfig>(),
  requires: REQUIRES,
})
/** Changes the limit of one file. 400 `file_size_limit`: the plan does not allow it. */
export const updateStorageConfig = endpoint({
  method: 'PATCH',
  path: CONFIG,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: v.object({ fileSizeLimit: v.nonNullable(sizeLimit) }),
  response: gives<StorageConfig>(),
  requires: REQUIRES,
})
