/** What the calls of buckets, objects and folders have in common. */
import * as v from 'valibot'
import { bucketParam } from './object-path.js'
import type { Access } from './permission.js'

export const BUCKETS = '/platform/storage/{ref}/buckets'
export const BUCKET = `${BUCKETS}/{bucket}`
export const OBJECTS = `${BUCKET}/objects`
export const IN_PROJECT = { ref: 'Project ref is required' }
export const IN_BUCKET = { ...IN_PROJECT, bucket: 'bucketId is required' }
export const NO_CHANGE = 'never, because no data is changed'
export const bucketParams = { bucket: bucketParam }
/** Of an object or a folder, in a body. What it may hold is checked where it is stored. */
export const pathText = v.string('The path must be a text')

/** A call about one bucket. */
export const ofBucket = <const Given extends Access>(access: Given) =>
  ({ params: bucketParams, access, servedBy: 'holder', requires: IN_BUCKET }) as const
