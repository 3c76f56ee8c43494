/** Jobs over everything below a folder of a bucket. SPEC §7 "Storage", CONTRACT "Storage". */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { bucketName } from './object-path.js'
import { opaqueId } from './params.js'
import { inBucket, inProject } from './permission.js'
import { bucketParams, IN_BUCKET, NO_CHANGE, OBJECTS, ofBucket, pathText } from './storage-calls.js'

/** What is done to everything below a folder. */
export const prefixJobBody = v.variant('action', [
  v.object({
    action: v.picklist(['move', 'copy']),
    /** A folder, `a/b`. */
    from: pathText,
    /** The new path: `a/c` renames it. */
    to: pathText,
    /** Another bucket for what is moved or copied. Default: the same. */
    toBucket: v.optional(bucketName),
  }),
  v.object({ action: v.literal('delete'), from: pathText }),
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

/**
 * Begins to move, copy or delete everything below a folder. 404 `object_not_found`: nothing is there. A name that is
 * taken at the target fails the job with `object_exists`.
 */
export const beginPrefixJob = endpoint({
  method: 'POST',
  path: `${OBJECTS}/prefix`,
  ...ofBucket(inBucket('update', 'storage')),
  evenFull: true,
  audit: true,
  body: prefixJobBody,
  response: gives<PrefixJob>(),
})
const job = {
  path: `${OBJECTS}/prefix/{job}`,
  params: { ...bucketParams, job: opaqueId },
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
