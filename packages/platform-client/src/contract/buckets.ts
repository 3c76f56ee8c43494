/** Buckets of a project. SPEC §7 "Storage", CONTRACT "Storage". */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { bucketName } from './object-path.js'
import { inBucket, inProject } from './permission.js'
import { BUCKET, BUCKETS, IN_PROJECT, ofBucket } from './storage-calls.js'

/** The default limit of one file, in bytes: 50 MB. */
export const DEFAULT_FILE_SIZE_LIMIT = 52_428_800
/** The largest file of all, in bytes: 5 TB. */
export const LARGEST_FILE_SIZE_LIMIT = 5_497_558_138_880

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

/** The largest file that a bucket takes, in bytes; null: the project's limit holds. */
export const fileSizeLimit = v.nullable(
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
  file_size_limit: v.optional(fileSizeLimit),
  allowed_mime_types: v.optional(mimeTypes),
})
/** What `updateBucket` takes; what is absent stays. */
export const updateBucketBody = v.object({
  public: v.optional(v.boolean()),
  file_size_limit: v.optional(fileSizeLimit),
  allowed_mime_types: v.optional(mimeTypes),
})

/** The buckets of a project, by name. 409 `storage_not_prepared`: the database has no tables for them. */
export const listBuckets = endpoint({
  method: 'GET',
  path: BUCKETS,
  access: inProject('read', 'storage'),
  servedBy: 'holder',
  response: gives<Bucket[]>(),
  requires: IN_PROJECT,
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
  requires: IN_PROJECT,
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
  evenFull: true,
  audit: true,
  response: gives<{ deleted: number }>(),
})
