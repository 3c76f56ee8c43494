/** Settings of a project's storage. SPEC §7 "Storage", CONTRACT "Storage". */
import * as v from 'valibot'
import { fileSizeLimit } from './buckets.js'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'
import { IN_PROJECT } from './storage-calls.js'

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
  requires: IN_PROJECT,
})
/** Changes the limit of one file. 400 `file_size_limit`: the plan does not allow it. */
export const updateStorageConfig = endpoint({
  method: 'PATCH',
  path: CONFIG,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: v.object({ fileSizeLimit: v.nonNullable(fileSizeLimit) }),
  response: gives<StorageConfig>(),
  requires: IN_PROJECT,
})
