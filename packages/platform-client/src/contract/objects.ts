/**
 * Objects of a bucket. They are uploaded through the project's own API (`/storage/v1`), with a temporary key; everything
 * else the dashboard does by these calls. SPEC §7 "Storage", CONTRACT "Storage".
 */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inBucket } from './permission.js'
import { NO_CHANGE, OBJECTS, ofBucket, pathText } from './storage-calls.js'
import { wireBoolean } from './wire.js'

/** Entries of a page of `listObjects`, unless it asks for another number. */
export const OBJECTS_PAGE_SIZE = 200
/** Entries of a page of `listObjects` at most: the page of a walk through all folders. */
export const OBJECTS_MAX_PAGE_SIZE = 10_000
/** Objects that one call of `deleteObjects` or `signObjects` names at most. */
export const OBJECTS_PER_CALL = 1000
/** Seconds for which a signed address can be valid at most: a year. */
export const SIGNED_URL_MAX_SECONDS = 31_536_000

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
  path: pathText,
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
  path: pathText,
  /** Shown in the browser where that is safe, unless it is true. Default: saved as a file. */
  download: v.optional(wireBoolean()),
  /** The name of the saved file; default: the object's own. */
  downloadName: v.optional(v.pipe(v.string(), v.maxLength(1024))),
})
/** The same as a body. */
export const downloadBody = v.object({
  path: pathText,
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
  v.array(pathText),
  v.minLength(1, 'Name at least one object'),
  v.maxLength(OBJECTS_PER_CALL, `One call names at most ${OBJECTS_PER_CALL} objects`),
)

/** The answer for one of several paths: an address, or why there is none. */
export interface SignedObject {
  path: string
  signedUrl: string | null
  error: string | null
}

/** Paths of 1,024 bytes, each escaped. */
const PATHS_MAX_BODY = 8 * 1024 * 1024

/**
 * A page of a folder: its folders by name, then its files. Another page follows while one is full; it begins after
 * `cursorAfter(last entry)`. 400 `invalid_path`.
 */
export const listObjects = endpoint({
  method: 'POST',
  path: `${OBJECTS}/list`,
  ...ofBucket(inBucket('read', 'storage')),
  evenFull: true,
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
  body: v.object({ from: pathText, to: pathText }),
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
  evenFull: true,
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
  carries: 'signed_address',
  evenFull: true,
  audit: NO_CHANGE,
  body: v.object({ path: pathText, expiresIn }),
  response: gives<{ signedUrl: string }>(),
})
/** Such addresses of several objects, in the order of the paths. */
export const signObjects = endpoint({
  method: 'POST',
  path: `${OBJECTS}/sign-multi`,
  ...ofBucket(inBucket('read', 'storage')),
  carries: 'signed_address',
  evenFull: true,
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
  evenFull: true,
  audit: NO_CHANGE,
  body: v.object({ path: pathText }),
  response: gives<{ publicUrl: string }>(),
})
