/** What the object API works with, and a call of it with the one who makes it. */
import type { Context } from 'hono'
import type { ResumableUploads } from '../../objects/resumable-uploads.js'
import type { StorageActor } from '../../objects/storage-actor.js'
import type { StorageProject } from '../../objects/storage-host.js'
import type { Storage } from '../../objects/storage.js'
import type { ForwardFiles } from '../../processes/forward-files.js'
import type { RequireRoom } from '../../services/disk-space.js'
import type { AppEnv } from '../../routes/app-env.js'

export interface StorageApiDeps {
  storage: Storage
  resumable: ResumableUploads
  /** Called for what stores something. Default: there is always room. @throws HttpError disk_full */
  requireRoom?: RequireRoom | undefined
  /** Default: the files of all projects are here. */
  neighbours?: { installationId: string; forward: ForwardFiles } | undefined
}

export interface ActedCall {
  c: Context<AppEnv>
  storage: Storage
  project: StorageProject
  actor: StorageActor
}
