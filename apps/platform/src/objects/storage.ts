/** Puts the parts of storage together. */
import { withCallersShare } from './callers-share.js'
import { createBuckets, type Buckets, type StorageDeps } from './buckets.js'
import { createFolderJobs, type FolderJobs } from './folder-jobs.js'
import { createObjects, type Objects } from './objects.js'
import { createUploads, type Uploads } from './uploads.js'

export interface Storage extends StorageDeps {
  buckets: Buckets
  objects: Objects
  uploads: Uploads
  folderJobs: FolderJobs
}

export function createStorage({ host, bytes }: StorageDeps): Storage {
  const deps = { host: withCallersShare(host), bytes }
  const buckets = createBuckets(deps)
  return {
    ...deps,
    buckets,
    objects: createObjects({ ...deps, buckets }),
    uploads: createUploads({ ...deps, buckets }),
    folderJobs: createFolderJobs(deps),
  }
}
